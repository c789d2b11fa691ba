"""What TileNet 1.0 allows: the values [c3.3], the tags in each side's document, and their attributes.

<- server:  (logged-in+, (set | hear | xresponse)*, logged-out)?
-> client:  (login+, (cmd | xrequest)*, logout)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tilenet.wire.messages import (
    TARGETS,
    ClientOpen,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
    Xrequest,
    Xresponse,
)

VERSION = "1.1"

# Values [c3.3]


class Illegal(Exception):
    """The sender is in error [c1.3.6]; the text says why, in words fit for `logged-out`."""


_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,9}")
_OBJID = re.compile(r"[matki][1-9][0-9]{0,9}")
_COLOUR = re.compile(r"[0-9a-fA-F]{1,8}")


def integer(value: str) -> int:
    """A signed 32-bit integer in decimal, written in the one legal way."""
    if _INTEGER.fullmatch(value) and -(2**31) <= (number := int(value)) < 2**31:
        return number
    raise Illegal("not an integer")


def objid(value: str) -> str:
    """A type letter and a positive integer."""
    if _OBJID.fullmatch(value) and int(value[1:]) < 2**31:
        return value
    raise Illegal("not an objid")


def _agent(value: str) -> str:
    if objid(value)[0] == "a":
        return value
    raise Illegal("not an agent")


def _image(value: str) -> str:
    if objid(value)[0] == "i":
        return value
    raise Illegal("not an image")


def colour(value: str) -> str:
    """Up to eight hex digits, AARRGGBB."""
    if _COLOUR.fullmatch(value):
        return value
    raise Illegal("not a colour")


def _one_of(*words: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value in words:
            return value
        raise Illegal(f"not one of {', '.join(words)}")

    return check


# The tags and their attributes


@dataclass(frozen=True)
class Tag:
    """One row of the protocol's table: which message a tag becomes, and how each attribute is read."""

    message: Callable[..., Message]
    required: Mapping[str, Callable[[str], Any]]
    optional: Mapping[str, Callable[[str], Any]]
    phase: int  # the tags of a document come in the order of their phases
    has_content: bool = False


@dataclass(frozen=True)
class Side:
    """One side's document: its root element and the tags in it."""

    root: str
    open: Tag
    tags: Mapping[str, Tag]
    may_be_empty: bool


LOGGING_IN, LOGGED_IN, LOGGING_OUT = range(3)

CLIENT = Side(
    "client",
    Tag(lambda version: ClientOpen(), {"version": _one_of(VERSION)}, {}, LOGGING_IN),
    {
        "login": Tag(Login, {"user": str, "password": str}, {}, LOGGING_IN),
        "cmd": Tag(Cmd, {"type": _one_of(*TARGETS), "objid": objid}, {"modifiers": integer, "text": str}, LOGGED_IN),
        "xrequest": Tag(Xrequest, {}, {"options": str}, LOGGED_IN, has_content=True),
        "logout": Tag(Logout, {}, {"message": str}, LOGGING_OUT),
    },
    may_be_empty=False,
)

SERVER = Side(
    "server",
    Tag(
        lambda version, **rest: ServerOpen(**rest),
        {"version": _one_of(VERSION), "group": str, "name": str, "status": _one_of("open", "closed", "busy")},
        {},
        LOGGING_IN,
    ),
    {
        "logged-in": Tag(LoggedIn, {"message": str}, {"objid": _agent}, LOGGING_IN),
        "set": Tag(
            Set,
            {"objid": objid},
            {
                "energy": integer,
                "name": str,
                "text": str,
                "bgcolor": colour,
                "fgcolor": colour,
                "x": integer,
                "y": integer,
                "image": _image,
            },
            LOGGED_IN,
        ),
        "hear": Tag(
            lambda **given: Hear(given["from"], given["to"], given["message"]),
            {"from": objid, "to": objid, "message": str},
            {},
            LOGGED_IN,
        ),
        "xresponse": Tag(Xresponse, {}, {"options": str}, LOGGED_IN, has_content=True),
        "logged-out": Tag(LoggedOut, {"message": str}, {}, LOGGING_OUT),
    },
    may_be_empty=True,
)


def read(name: str, tag: Tag, given: Mapping[str, str], **more: Any) -> Message:
    values = more
    for key, value in given.items():
        read = tag.required.get(key) or tag.optional.get(key)
        if read is None:
            raise Illegal(f"an unknown attribute in <{name}>")
        try:
            values[key] = read(value)
        except Illegal as error:
            raise Illegal(f"{key} in <{name}> is {error}") from None
    for key in tag.required:
        if key not in given:
            raise Illegal(f"<{name}> without {key}")
    message = tag.message(**values)
    match message:
        case Cmd(type, target) if target[0] not in TARGETS[type]:
            raise Illegal(f"{type} does not go with {target}")
        case Set(target, text=str(data)) if target[0] == "i" and not _is_hex(data):
            raise Illegal("text of an image is not hex data")
    return message


def _is_hex(data: str) -> bool:
    return len(data) % 2 == 0 and re.fullmatch(r"[0-9a-f]*", data) is not None
