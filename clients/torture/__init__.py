"""`tilenet torture`: a server of its own is killed again and again, and nothing that anybody was shown may be lost."""


class TortureError(Exception):
    """The torture cannot go on; the text says why."""
