"""The language that a user wants, as the environment of their terminal says it."""

from __future__ import annotations

import re
from collections.abc import Mapping

_CODE = re.compile("[a-z]{2,3}(?=[-_.@]|$)")

#: The variables that name a locale for words; the first one that is set counts.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The code of the language, such as tr for tr_TR.UTF-8; empty if that is English, or if there is none."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    found = _CODE.match(locale)
    return found[0] if found and found[0] != "en" else ""
