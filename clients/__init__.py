"""The clients: programs that connect to a TileNet server."""
