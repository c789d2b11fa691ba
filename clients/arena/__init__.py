"""The arena: a contest of programs, each against every other, with a table at the end."""


class ArenaError(Exception):
    """The contest cannot go on; its text is one line for the user."""
