"""Records: the room in which results can be looked up."""
