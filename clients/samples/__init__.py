"""Sample clients of the games' own protocols: one file each, with the standard library alone."""
