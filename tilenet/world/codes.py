"""Codes of tables: three words that can be said on the phone, such as amber-otter-nine."""

from __future__ import annotations

import re
from random import Random

from tilenet.world.codewords import WORDS

LENGTH = 3  # words
_KNOWN = frozenset(WORDS)


def new_code(random: Random) -> str:
    """One of two thousand million."""
    return "-".join(random.choice(WORDS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody has typed, with blanks or hyphens and in any case; None if it cannot be one."""
    words = re.split(r"[\W_]+", text.strip().lower())[: LENGTH + 1]
    return "-".join(words) if len(words) == LENGTH and _KNOWN.issuperset(words) else None
