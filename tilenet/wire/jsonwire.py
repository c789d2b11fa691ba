"""TileNet in JSON, as another kind of client speaks it over WebSocket: its messages as bytes, and back.

<- {"type":"server","version":"1.0","group":...,"name":...,"status":"open"}
-> {"type":"login","user":...,"password":...}
<- {"type":"logged-in","message":...,"objid":"a7"}      or without an objid: refused
<- {"type":"set","objid":...,...} {"type":"hear","from":...,"to":...,"message":...}
-> {"type":"cmd","cmd_type":"click","objid":"t5"}       or press and a key; or say, with a text
-> {"type":"logout"}
<- {"type":"logged-out","message":...}

The program reads colours as rrggbbaa, and obeys tags in what is said and in names of agents. It breaks down if a name
or something said has certain characters in it, and freezes if much is said at once.
"""

from __future__ import annotations

import html
import json
from typing import Any

from tilenet.wire.codec import REPLACEMENTS
from tilenet.wire.grammar import Illegal, objid
from tilenet.wire.messages import (
    AGENT,
    IMAGE,
    MATRIX,
    TARGETS,
    Cmd,
    Fault,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
)

VERSION = "1.0"
LONGEST_HEAR = 4096  # characters; a hundred thousand freeze the program for a quarter of a minute
LIKE_LESS = "\u2039"  # looks like <, but begins no tag
NO_IMAGE = f"{IMAGE}1"  # the image that shows nothing, for which there is a word of its own here

_encoder = json.JSONEncoder(separators=(",", ":"))


def encode(message: Message) -> bytes:
    """One message, as a line of ASCII."""
    return f"{_encoder.encode(_values(message))}\n".encode()


def _values(message: Message) -> dict[str, Any]:
    match message:
        case Set():
            return _set(message)
        case Hear(speaker, to, text):
            return {"type": "hear", "from": speaker, "to": to, "message": _as_html(_cut(text))}
        case ServerOpen(group, name, status):
            return {
                "type": "server",
                "version": VERSION,
                "group": _clean(group),
                "name": _clean(name),
                "status": status,
            }
        case LoggedIn(text, agent):
            answer = {"type": "logged-in", "message": _clean(text)}
            return answer if agent is None else {**answer, "objid": agent}
        case LoggedOut(text):
            return {"type": "logged-out", "message": _clean(text)}
    raise TypeError(f"{message!r} cannot be said in JSON")


def _set(new: Set) -> dict[str, Any]:
    given: dict[str, Any] = {key: value for key, value in new._asdict().items() if value is not None}
    kind = new.objid[0]
    if kind == AGENT and new.energy is not None:
        given["energy"] = new.energy - 1  # it is shown as points
    if new.name is not None:
        if kind == AGENT:
            given["name"] = _as_html(new.name)
        elif kind == MATRIX:  # a title, and the name of a speaker: text there, HTML here
            given["name"] = _clean(new.name).replace("<", LIKE_LESS)
        else:
            given["name"] = _clean(new.name)
    if new.text is not None:
        given["text"] = _clean(new.text)
    for key in ("bgcolor", "fgcolor"):
        if key in given:
            colour = given[key].zfill(8)
            given[key] = colour[2:] + colour[:2]
    if new.image == NO_IMAGE:
        given["image"] = ""
    return {"type": "set", **given}


def _clean(text: str) -> str:
    return text if text.isalnum() else text.translate(REPLACEMENTS)


def _as_html(text: str) -> str:
    return html.escape(_clean(text), quote=False)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_HEAR else f"{text[: LONGEST_HEAR - 1]}…"


def decode(data: bytes) -> Message | None:
    """What a client's message says; None if it is of a type that nobody knows, and a Fault if it makes no sense."""
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        return Fault("not JSON")
    if not isinstance(given, dict):
        return Fault("not a JSON object")
    match given:
        case {"type": "login", "user": str(user), "password": str(password)}:
            return Login(user, password)
        case {"type": "cmd", "cmd_type": "click" | "press" | "say" as act, "objid": str(target)}:
            return _command(act, target, given.get("text", ""))
        case {"type": "logout"}:
            text = given.get("message")
            return Logout(text if isinstance(text, str) and text else None)
        case {"type": "login" | "cmd"}:
            return Fault(f"a {given['type']} that lacks something")
    return None


def _command(act: Any, target: str, text: object) -> Message:
    try:
        if objid(target)[0] in TARGETS[act] and isinstance(text, str):
            return Cmd(act, target, text=text)
    except Illegal:
        pass
    return Fault("a cmd that makes no sense")
