"""The page on which people play in a browser; nothing in it is Python."""
