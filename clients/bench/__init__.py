"""The benchmark: what it costs that one player acts and everybody in the room sees it."""


class BenchError(Exception):
    """The measurement cannot go on; its text is one line for the user."""
