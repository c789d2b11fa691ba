"""Why a server did not let somebody in. TileNet has no codes for that, so we look at the words of the reason."""

from __future__ import annotations

import re

_LATER = re.compile(r"\btry again\b", re.IGNORECASE)
_WRONG = re.compile(r"\b(wrong|incorrect|invalid|bad)\b", re.IGNORECASE)
_PASSWORD = re.compile(r"\bpassword\b", re.IGNORECASE)


def may_pass(reason: str) -> bool:
    """Whether the same login may succeed a little later. A wrong password stays wrong, however often it is tried."""
    return _LATER.search(reason) is not None and _WRONG.search(reason) is None


def is_about_password(reason: str) -> bool:
    """Whether another password, or any at all, would help."""
    return _PASSWORD.search(reason) is not None
