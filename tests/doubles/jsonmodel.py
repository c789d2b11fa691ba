"""A client that speaks TileNet in JSON, written from what is known of somebody else's. It imports no tilenet.

What would make that client break down is an error here.
"""

from __future__ import annotations

import json
import re
from typing import Any

STRINGS = ("name", "text", "bgcolor", "fgcolor", "image")
NUMBERS = ("energy", "x", "y")
TYPES = ("server", "logged-in", "set", "hear", "logged-out")


class BrokenDown(Exception):
    """The window is gone."""


class JsonModel:
    """What the client knows, and what it would show."""

    def __init__(self) -> None:
        self.server: dict[str, str] = {}
        self.agent: str | None = None
        self.message = ""  # the last answer to a login
        self.logged_out: str | None = None
        self.matrix = ""
        self.objects: dict[str, dict[str, Any]] = {}
        self.rooms: dict[str, dict[str, None]] = {}  # tokens, keys and agents by matrix, in order
        self.heard: list[tuple[str, str]] = []  # who, and what
        self.types: list[str] = []

    def feed(self, text: bytes) -> None:
        if len(text) > 1 << 20:
            raise BrokenDown("1009")
        message = json.loads(text)
        if not isinstance(message, dict):
            raise BrokenDown("not an object")
        assert text == json.dumps(message, separators=(",", ":")).encode(), "compact, and ASCII"
        kind = message.pop("type")
        assert kind in TYPES
        self.types.append(kind)
        getattr(self, f"_on_{kind.replace('-', '_')}")(
            **{key.replace("from", "from_"): message[key] for key in message}
        )

    def _on_server(self, version: str, group: str, name: str, status: str) -> None:
        assert not self.server and version == "1.0"
        self.server = {"group": group, "name": name, "status": status}

    def _on_logged_in(self, message: str, objid: str | None = None) -> None:
        self.message, self.agent = message, objid

    def _on_logged_out(self, message: str) -> None:
        self.logged_out = message

    def _on_hear(self, from_: str, to: str, message: str) -> None:
        if "\0" in message or re.search("<img", message) or len(message) > 10_000:
            raise BrokenDown(message[:100])
        if self.agent is not None:
            self.heard.append((from_, message))

    def _on_set(self, objid: str, **values: Any) -> None:
        for key, value in values.items():
            if not isinstance(value, str if key in STRINGS else int) or key not in (*STRINGS, *NUMBERS):
                raise BrokenDown(f"{key}: {value!r}")
            if key == "name" and re.search("[\0\ud800-\udfff]", str(value)):
                raise BrokenDown(f"{key}: {value!r}")
        known = self.objects.setdefault(objid, {})
        if objid[0] == "i" and known:
            return
        known.update(values)
        if objid[0] == "m":
            if values.get("x", 1) < 1 or values.get("y", 1) < 1:
                raise BrokenDown("a matrix without cells")
            self.matrix = objid
            self.rooms.setdefault(objid, {})
        elif objid[0] != "i":
            room = self.rooms[self.matrix]
            if known.get("x", 0) < 0:
                for one in self.rooms.values():
                    one.pop(objid, None)
            else:
                room.setdefault(objid)

    # What is shown

    def here(self, kind: str) -> list[str]:
        return [objid for objid in self.rooms[self.matrix] if objid[0] == kind]

    @property
    def title(self) -> str:
        return str(self.objects[self.matrix]["name"])

    def look(self, objid: str) -> dict[str, Any]:
        """A token or the matrix as it is painted; nothing is taken from the matrix."""
        colours = ("444444ff" if objid[0] == "t" else "333333ff"), "ffffffff"
        shown = {"name": "", "energy": 1, "bgcolor": colours[0], "fgcolor": colours[1], "image": ""}
        return {**shown, **self.objects[objid]}

    def click(self, x: int, y: int) -> str | None:
        """What a click on this cell is sent for."""
        for objid in self.here("t"):
            token = self.objects[objid]
            if (token.get("x"), token.get("y")) == (x, y):
                return objid if token.get("energy", 1) > 0 else None
        return None

    def token(self, name: str) -> str:
        return next(objid for objid in self.here("t") if self.objects[objid].get("name") == name)

    @property
    def agents(self) -> dict[str, int]:
        """The list: who has how many points."""
        return {self.objects[objid]["name"]: self.objects[objid].get("energy", 0) for objid in self.here("a")}
