"""A room that cannot be brought back after a crash: what it was, who was there, and what they are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilenet.words import Words

ANEW = Words("The server was restarted, and this game could not be continued. It starts again.")
OVER = Words("The server was restarted, and the game that you were in could not be continued.")


class Lost:
    """What the journal says about it, which need not be true."""

    def __init__(self, outline: object) -> None:
        self.outline: Mapping[str, Any] = outline if isinstance(outline, dict) else {}
        members = self.outline.get("members")
        ids = members if isinstance(members, list) else []
        self.people = dict.fromkeys(id for id in ids if isinstance(id, str))

    def note(self, what: str, args: list[Any]) -> None:
        """Follow who comes, and who leaves."""
        id = args[0].get("player") if args and isinstance(args[0], dict) else None
        if isinstance(id, str) and what == "enter":
            self.people[id] = None
        elif isinstance(id, str) and what == "leave":
            self.people.pop(id, None)
        elif what == "table" and args:
            self.outline = {**self.outline, "table": args[0]}
