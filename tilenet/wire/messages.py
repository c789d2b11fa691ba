"""What TileNet 1.0 can say: one immutable class for each tag, in either direction.

An attribute that was not given is None. Values are checked where bytes are decoded (`tilenet.wire.codec`), not here.
The most frequent messages are tuples, because making one takes a third of the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

PORT = 44455
FALLBACK_PORTS = range(44456, 44460)

Status: TypeAlias = Literal["open", "closed", "busy"]
Act: TypeAlias = Literal["click", "say", "press"]

#: The kinds of object, by the first letter of an objid.
MATRIX, AGENT, TOKEN, KEY, IMAGE = "matki"

#: What each command may name [c8.2]; anything else is illegal.
TARGETS: dict[Act, str] = {"click": TOKEN, "press": KEY, "say": MATRIX + AGENT + TOKEN + KEY}


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of the other side's document: `</client>` or `</server>`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The other side is in error; nothing after this point in its document counts."""

    reason: str


# From a client.


@dataclass(frozen=True, slots=True)
class ClientOpen:
    """`<client>`"""


@dataclass(frozen=True, slots=True)
class Login:
    user: str
    password: str


class Cmd(NamedTuple):
    type: Act
    objid: str
    modifiers: int = 0
    text: str = ""


#: The options of an xrequest by which a client says that it is a program. It is an extension of ours.
BOT = "bot"

#: The options of an xrequest that asks whether energy tells points, and of the xresponse: it is one more.
POINTS = "points"

#: The options of an xrequest for facts, and of every xresponse that has some.
FACTS = "facts"

#: The options of an xrequest for the help of the room, and of the xresponse with it.
HELP_LINES = "help"

#: The options of an xrequest that asks who is where, and of the xresponse with it.
WHO = "who"

#: How the options of an xrequest begin that asks for another language: "language tr".
LANGUAGE = "language "

#: The options of an xresponse with what a player has said and nobody has heard, for clients that have asked for facts.
NOT_SAID = "not said"

#: The options of an xresponse that says what the next line of the room is, for clients that have asked for facts.
NEXT_LINE = "next line"

#: The options of an xrequest for a resume token, and of the xresponse with it.
RESUME = "resume"


#: The options of an xrequest by which a player does something with their own account, and of the xresponse.
ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class Xrequest:
    content: str = ""
    options: str | None = None


@dataclass(frozen=True, slots=True)
class Logout:
    message: str | None = None


# From a server.


@dataclass(frozen=True, slots=True)
class ServerOpen:
    """`<server>`"""

    group: str
    name: str
    status: Status


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """The answer to a login, which has succeeded if there is an objid."""

    message: str
    objid: str | None = None


class Set(NamedTuple):
    """News of one object: what was not known before, and where it is [c8.9]."""

    objid: str
    energy: int | None = None
    name: str | None = None
    text: str | None = None
    bgcolor: str | None = None
    fgcolor: str | None = None
    x: int | None = None
    y: int | None = None
    image: str | None = None


class Hear(NamedTuple):
    from_: str
    to: str
    message: str


@dataclass(frozen=True, slots=True)
class Xresponse:
    content: str = ""
    options: str | None = None


class Facts(NamedTuple):
    """An `<xresponse>` with facts, as JSON; clients read it as an Xresponse."""

    content: Mapping[str, Any]
    roles: str = ""  # one more member, as text


@dataclass(frozen=True, slots=True)
class LoggedOut:
    message: str


FromClient: TypeAlias = ClientOpen | Login | Cmd | Xrequest | Logout | Closed
FromServer: TypeAlias = ServerOpen | LoggedIn | Set | Hear | Facts | Xresponse | LoggedOut | Closed
Message: TypeAlias = FromClient | FromServer | Fault
