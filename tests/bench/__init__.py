"""The benchmark: what it costs to show one player's act to everybody in the room."""


class BenchError(Exception):
    """The measurement cannot go on; its text is one line for the user."""
