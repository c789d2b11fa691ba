"""Pictures of the documents, made from what the programs really show: `make pictures`."""
