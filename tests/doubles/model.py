"""Knows what a conforming TileNet 1.0 client would make of the bytes that a server sends, and what it may not send.

It is written from the specification alone (the numbers in brackets are its clauses), and never from a server, so that
tests can hold a server against it. Feed a ModelClient what the server wrote: whatever is wrong raises Illegal, and
`redundant` lists what the client had known already.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

Value = str | int

SYSTEM_ID = "http://putable.com/TileNet/TileNet1.0.dtd"

# tag: (required attributes, optional attributes)
TAGS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "server": (frozenset({"version", "group", "name", "status"}), frozenset()),
    "logged-in": (frozenset({"message"}), frozenset({"objid"})),
    "set": (frozenset({"objid"}), frozenset({"energy", "name", "text", "bgcolor", "fgcolor", "x", "y", "image"})),
    "hear": (frozenset({"from", "to", "message"}), frozenset()),
    "xresponse": (frozenset(), frozenset({"options"})),
    "logged-out": (frozenset({"message"}), frozenset()),
}

# What check_settled wants to know of everything on the screen, by type letter.
MUST_SHOW: dict[str, tuple[str, ...]] = {
    "m": ("name", "text", "bgcolor", "fgcolor", "x", "y"),
    "a": ("name", "energy"),
    "t": ("name", "energy", "x", "y"),
    "k": ("name", "energy"),
}

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,9}")
_OBJID = re.compile(r"[matki][1-9][0-9]{0,9}")
_COLOUR = re.compile(r"[0-9a-fA-F]{1,8}")
_IMAGE_DATA = re.compile(r"(?:[0-9a-f]{2})+")
_KEY_NAME = re.compile(r"VK_[A-Z0-9_]+")
_TAG = rb"""<(?:[^<>"']|"[^<"]*"|'[^<']*')*+>"""
_WHOLE_TAG = re.compile(_TAG)
_WHOLE_TAGS = re.compile(rb"(?:[^<]++|" + _TAG + rb")*+")
_FOREIGN_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")


class Illegal(AssertionError):
    """The server sent what the specification forbids."""


class ModelClient:
    """The picture that one session's client has of the world."""

    def __init__(self) -> None:
        self.status: str | None = None
        self.group: str | None = None
        self.name: str | None = None
        self.agent: str | None = None
        self.login_messages: list[str] = []
        self.current: str | None = None
        self.objects: dict[str, dict[str, Value]] = {}
        self.heard: list[tuple[str, str, str]] = []
        self.responses: list[tuple[str | None, str]] = []  # the options and content of every xresponse
        self.logged_out: str | None = None
        self.closed = False
        self.sets = 0
        self.redundant: list[str] = []
        self._container: dict[str, str | None] = {}  # notion 1: every object's only matrix
        self._members: dict[str, set[str]] = {}  # notion 2: every matrix's own members
        self._stale: set[str] = set()  # what refers to an image that has changed since
        self._declared = self._doctype = False
        self._open: list[str] = []  # the tags that are open now, outermost first
        self._tag = ""  # the tag at hand, to quote it
        self._held = b""
        self._foreign = False
        self._error: Illegal | None = None
        self._parser = parser = expat.ParserCreate("UTF-8")  # whatever the declaration says [c3.2.5]
        if hasattr(parser, "SetReparseDeferralEnabled"):
            parser.SetReparseDeferralEnabled(False)
        parser.XmlDeclHandler = self._xml_declaration
        parser.StartDoctypeDeclHandler = self._doctype_declaration
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._content
        parser.CommentHandler = lambda text: self._content("")
        parser.ProcessingInstructionHandler = lambda target, text: self._content("")
        parser.SkippedEntityHandler = lambda name, is_parameter: self._need(False, f"undefined entity {name}")

    # What tests ask

    def feed(self, data: bytes) -> None:
        """Take the next bytes, cut anywhere; every tag that they complete is dealt with on return."""
        if self._error is not None:
            raise self._error
        # An unfinished tag is held here, not in expat, because some versions of expat would sit on it for too long.
        # With a second < in it, it is not such a tag but a comment or an error; expat decides which.
        held = self._held + data
        whole = _WHOLE_TAGS.match(held)
        cut = whole.end() if whole else 0
        if b"<" in held[cut + 1 :]:
            cut = len(held)
        self._held = held[cut:]
        self._foreign = _FOREIGN_ENTITY.search(held, 0, cut) is not None
        try:
            self._parser.Parse(held[:cut], False)
        except expat.ExpatError as error:
            self._error = Illegal(f"no XML: {error}, after {self._tag or 'nothing'}")
            raise self._error from error
        except Illegal as error:
            self._error = error
            raise

    def members_single(self) -> set[str]:
        """What is in the current matrix, for a client in which an object is in one matrix at most."""
        return {objid for objid, matrix in self._container.items() if matrix and matrix == self.current}

    def members_sets(self) -> set[str]:
        """What is in the current matrix, for a client in which every matrix keeps its own members."""
        return set(self._members.get(self.current or "", ()))

    def grid(self) -> dict[tuple[int, int], str]:
        """The tokens of the current matrix by column and row."""
        return {self._cell(objid): objid for objid in self.members_single() if objid[0] == "t"}

    def check_settled(self) -> None:
        """Raise Illegal if the client, once logged in, lacks something that it has to show when all is quiet."""
        if self.agent is None or self.logged_out is not None:
            return
        if self.current is None:
            raise Illegal(f"{self.agent} is logged in and has no matrix")
        if self.agent not in self.members_single() & self.members_sets():
            raise Illegal(f"{self.agent}, the client's own agent, is not in {self.current}")
        for objid in sorted({self.current} | self.members_single() | self.members_sets()):
            missing = [key for key in MUST_SHOW[objid[0]] if key not in self.objects[objid]]
            if missing:
                raise Illegal(f"{objid} in {self.current} is shown without {', '.join(missing)}")
            if objid in self._stale:
                raise Illegal(f"{objid} was not set again after its image {self.objects[objid]['image']} changed")

    # The document

    def _need(self, legal: bool, why: str) -> None:
        if not legal:
            raise Illegal(f"{why}: {self._tag or 'at the start of the document'}")

    def _xml_declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        self._tag = "the XML declaration"
        self._need(version == "1.0", f"XML version {version}")
        self._need(encoding is None or encoding.upper() == "UTF-8", f"encoding {encoding}, not UTF-8")
        self._declared = True

    def _doctype_declaration(self, name: str, system: str | None, public: str | None, subset: int) -> None:
        self._tag = f"<!DOCTYPE {name}>"
        self._need(self._declared, "no XML declaration")
        self._need(name == "server", "DOCTYPE of another root")
        self._need(system == SYSTEM_ID and public is None, f"DOCTYPE with SYSTEM {system!r} and PUBLIC {public!r}")
        self._need(not subset, "DOCTYPE with an internal subset")
        self._doctype = True

    def _start(self, tag: str, attrs: dict[str, str]) -> None:
        self._tag = f"<{tag}" + "".join(f' {key}="{value[:80]}"' for key, value in attrs.items()) + ">"
        self._need(tag in TAGS, "unknown tag")
        required, optional = TAGS[tag]
        self._need(required <= attrs.keys(), f"missing {sorted(required - attrs.keys())}")
        self._need(attrs.keys() <= required | optional, f"unknown {sorted(attrs.keys() - required - optional)}")
        if self._foreign:  # expat drops these from attributes without a word, as the DTD might have defined them
            raw = _WHOLE_TAG.match(self._parser.GetInputContext() or b"")
            self._need(raw is None or not _FOREIGN_ENTITY.search(raw[0]), "undefined entity")
        if tag == "server":
            self._server(attrs)
        else:
            self._need(self._open == ["server"], f"inside <{self._open[-1] if self._open else ''}>")
            self._need(self.status != "busy", "a busy server says nothing more")
            self._need(self.logged_out is None, "after logged-out")
            if tag == "logged-in":
                self._logged_in(attrs)
            elif tag == "logged-out":
                self._need(bool(self.login_messages), "logged-out before any logged-in")
                self.logged_out = attrs["message"]
            else:
                self._need(self.agent is not None, "before a successful logged-in")
                if tag == "set":
                    self._set(attrs)
                elif tag == "hear":
                    self._hear(attrs)
                else:
                    self.responses.append((attrs.get("options"), ""))
        self._open.append(tag)

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag == "server":
            self._tag = "</server>"
            self._need(not self.login_messages or self.logged_out is not None, "logged-in, but never logged-out")
            self.closed = True

    def _content(self, text: str) -> None:
        if self._open == ["server"]:
            self._need(not text.strip(" \t\r\n"), f"text {text!r} between tags, after")
        elif self._open:
            self._need(self._open[-1] == "xresponse", f"content {text!r} in an empty tag")
            options, before = self.responses.pop()
            self.responses.append((options, before + text))

    def _server(self, attrs: Mapping[str, str]) -> None:
        self._need(self._declared, "no XML declaration")
        self._need(self._doctype, "no DOCTYPE")
        self._need(not self._open, "server inside server")
        self._need(attrs["version"] == "1.1", "version is not 1.1 [c8.8.6.1]")
        self._need(attrs["status"] in ("open", "closed", "busy"), "unknown status")
        self.status, self.group, self.name = attrs["status"], attrs["group"], attrs["name"]

    def _logged_in(self, attrs: Mapping[str, str]) -> None:
        self._need(self.agent is None, "logged-in after a successful one")
        if "objid" in attrs:
            self.agent = self._objid(attrs["objid"], "a")
        self.login_messages.append(attrs["message"])

    def _hear(self, attrs: Mapping[str, str]) -> None:
        for key in ("from", "to"):
            self._need(self._objid(attrs[key], "matk") in self.objects, f"{attrs[key]} is not known to the client")
        self.heard.append((attrs["from"], attrs["to"], attrs["message"]))

    # Values [c3.3]

    def _integer(self, text: str) -> int:
        self._need(_INTEGER.fullmatch(text) is not None and -(2**31) <= int(text) < 2**31, f"{text!r} is no integer")
        return int(text)

    def _objid(self, text: str, kinds: str) -> str:
        legal = _OBJID.fullmatch(text) is not None and text[0] in kinds and int(text[1:]) < 2**31
        self._need(legal, f"{text!r} is no objid of type {' or '.join(kinds)}")
        return text

    def _value(self, kind: str, key: str, text: str) -> Value:
        """The value of a set's attribute, checked."""
        if key in ("energy", "x", "y"):
            number = self._integer(text)
            self._need(key != "y" or number >= 0, "y is negative")
            least = {"m": 2, "i": 1}.get(kind)
            self._need(key == "energy" or least is None or number >= least, f"size {key} is below {least}")
            return number
        if key in ("bgcolor", "fgcolor"):
            self._need(_COLOUR.fullmatch(text) is not None, f"{text!r} is no colour")
        elif key == "image":
            image = self.objects.get(self._objid(text, "i"), {})
            self._need({"x", "y", "text"} <= image.keys(), f"image {text} is used before it is defined")
        elif key == "text" and kind == "i":
            self._need(_IMAGE_DATA.fullmatch(text) is not None, "image data is no lower-case hex of whole bytes")
        elif key == "name" and kind == "k":
            self._need(_KEY_NAME.fullmatch(text) is not None, f"{text!r} is no virtual key name")
        return text

    # Objects and set [c4.3, c5.1, c8.9]

    def _cell(self, objid: str) -> tuple[int, int]:
        return int(self.objects[objid]["x"]), int(self.objects[objid]["y"])

    def _inside(self, objid: str) -> tuple[bool, bool]:
        """Whether an object is in the current matrix, by either notion (a matrix: is it; an image: always)."""
        if objid[0] in "mi":
            return (objid[0] == "i" or objid == self.current,) * 2
        return self._container.get(objid, "") == self.current, objid in self._members.get(self.current or "", ())

    def _set(self, attrs: Mapping[str, str]) -> None:
        self.sets += 1
        objid = self._objid(attrs["objid"], "matki")
        kind = objid[0]
        new = {key: self._value(kind, key, text) for key, text in attrs.items() if key != "objid"}
        old, inside, stale = self.objects.get(objid), self._inside(objid), objid in self._stale
        lines = self._known_already(objid, new)
        self._stale.discard(objid)
        self.objects[objid] = {**(old or {}), **new}
        if kind == "m":
            self._set_matrix(objid, resize="x" in new or "y" in new)
        elif kind == "i":
            if old is not None and old != self.objects[objid]:
                self._stale.update(key for key, value in self.objects.items() if value.get("image") == objid)
        else:
            self._set_member(objid, new, first=old is None)
        if not lines and not stale and old == self.objects[objid] and inside == self._inside(objid):
            lines.append(f"{objid}: changes nothing: {self._tag}")
        self.redundant += lines

    def _known_already(self, objid: str, new: Mapping[str, Value]) -> list[str]:
        """A line for each attribute that the client could have done without."""
        lines = []
        for key, value in new.items():
            # Where a thing is must be said again when it comes back, and x < 0 is an event more than a value.
            place = key in ("x", "y") and objid[0] in "atk" and (not all(self._inside(objid)) or int(value) < 0)
            again = key == "image" and objid in self._stale
            if self.objects.get(objid, {}).get(key) == value and not place and not again:
                resize = " (a resize to the same size)" if objid[0] == "m" and key in ("x", "y") else ""
                lines.append(f"{objid}: {key} is known already{resize}: {self._tag}")
        return lines

    def _set_matrix(self, objid: str, resize: bool) -> None:
        """Rule 1, last is current."""
        if self.current not in (None, objid):
            self._need(self.agent in self.objects, f"own agent {self.agent} was never set in the first matrix")
        self.current = objid
        self._members.setdefault(objid, set())
        if resize:
            for member in self.members_single():
                self._container[member] = None
            self._members[objid].clear()

    def _set_member(self, objid: str, new: Mapping[str, Value], first: bool) -> None:
        """Rules 2 and 3: current is container, x to exit."""
        if self.current is None:
            raise Illegal(f"no matrix is current: {self._tag}")
        if first and objid[0] == "k":
            self._need("name" in new, "a new key without a name")
        if first and objid[0] == "t":
            self._need("x" in new and "y" in new, "a new token without x and y")
            for key in ("bgcolor", "fgcolor"):
                if key in self.objects[self.current]:
                    self.objects[objid].setdefault(key, self.objects[self.current][key])
        if int(new.get("x", 0)) < 0:
            self._container[objid] = None
            self._members[self.current].discard(objid)
            return
        if objid[0] == "t":
            self._take_cell(objid, self.current)
        self._container[objid] = self.current
        self._members[self.current].add(objid)

    def _take_cell(self, token: str, matrix: str) -> None:
        """Check a token's cell, and throw out the token that has it."""
        size = self.objects[matrix]
        self._need("x" in size and "y" in size, f"a token in {matrix}, which has no size yet")
        x, y = self._cell(token)
        self._need(x >= 0, "a token that had left comes back without x")
        self._need(x < int(size["x"]) and y < int(size["y"]), f"cell {x},{y} is outside of {matrix}")
        for other in self.members_single() | self.members_sets():
            if other[0] == "t" and other != token and self._cell(other) == (x, y):
                if self._container[other] == matrix:
                    self._container[other] = None
                self._members[matrix].discard(other)


# What such a client sends


def _quoted(text: str) -> str:
    return '"' + text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") + '"'


def _element(tag: str, **attrs: str) -> bytes:
    return f"<{tag}{''.join(f' {key}={_quoted(value)}' for key, value in attrs.items())}/>".encode()


def opening() -> bytes:
    """Everything up to and including the root tag."""
    doctype = f'<!DOCTYPE client SYSTEM "{SYSTEM_ID}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{doctype}\n<client version="1.1">'.encode()


def login(user: str, password: str = "") -> bytes:
    return _element("login", user=user, password=password)


def click(objid: str) -> bytes:
    return _element("cmd", type="click", objid=objid)


def press(objid: str) -> bytes:
    return _element("cmd", type="press", objid=objid)


def say(objid: str, text: str) -> bytes:
    return _element("cmd", type="say", objid=objid, text=text)


def logout(message: str | None = None) -> bytes:
    return _element("logout") if message is None else _element("logout", message=message)


def closing() -> bytes:
    return b"</client>"
