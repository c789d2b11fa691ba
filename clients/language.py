"""The language that a user wants, whether their terminal has UTF-8 and may ring, as its environment says it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

_CODE = re.compile("[a-z]{2,3}(?=[-_.@]|$)")
_UTF_8 = "utf8", "utf-8"  # how locales call it

#: The variables that name a locale for words; the first one that is set counts.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The code of the language, such as tr for tr_TR.UTF-8; empty if that is English, or if there is none."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    found = _CODE.match(locale)
    return found[0] if found and found[0] != "en" else ""


def has_utf8(environment: Mapping[str, str]) -> bool:
    """Whether a terminal has UTF-8. Terminals have, unless their locale is another one."""
    variables = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in variables if environment.get(name)), "C.UTF-8")
    return locale.lower().partition("@")[0].rpartition(".")[2] in _UTF_8


def has_bell(environment: Mapping[str, str]) -> bool:
    """Whether the bell may ring: unless the user says otherwise."""
    return environment.get("TILENET_BELL", "").lower() not in ("off", "no", "0")


def own_environment() -> dict[str, str]:
    """The environment in which this process was started: without the locale that Python puts in the place of C."""
    found = dict(os.environ)
    if sys.flags.utf8_mode and found.get("LC_CTYPE", "").lower().rpartition(".")[2] in _UTF_8:
        del found["LC_CTYPE"]
    return found
