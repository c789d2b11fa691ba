"""What a server answers to a request about one's own account, as far as it makes sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tilenet.clients.roomfacts import text
from tilenet.words import Words

NO_SENSE = Words("The server's answer made no sense.")


class AccountAnswer(NamedTuple):
    do: str = ""  # what was asked for
    is_done: bool = False
    words: str = ""  # that it is done, or why not
    field: str = ""  # of the request, which was wrong
    part: Mapping[str, Any] = MappingProxyType({})  # the answer as it came


def read_answer(content: str) -> AccountAnswer:
    try:
        given = json.loads(content)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        return AccountAnswer(words=NO_SENSE)
    is_done = given.get("done") is True
    words = text(given, "text" if is_done else "why")
    return AccountAnswer(
        text(given, "do"), is_done, words or ("" if is_done else NO_SENSE), text(given, "field"), given
    )
