"""TileNet 1.0 as bytes, both ways and for both sides; knows XML, and no socket.

A `Decoder` takes bytes, cut anywhere, and gives messages; what was whole before a fault still counts, and the fault
is the last message. `encode` gives the bytes of one message.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from xml.parsers import expat

from tilenet.grammar import CLIENT, COMING_IN, GOING, SERVER, VERSION, Illegal, Side, read
from tilenet.markup import Splitter, TooLong
from tilenet.messages import (
    ClientOpen,
    Closed,
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
    Xrequest,
    Xresponse,
)

SYSTEM_ID = "http://putable.com/TileNet/TileNet1.0.dtd"
DEFAULT_LIMIT = 8192
_BLANKS = b" \t\r\n"
_REFERENCE = 0.05
_TEXT_BUFFER = 512  # bytes that each parser keeps for gathering text

# From bytes


class Decoder:
    """Reads one side's document. After a Fault or a Closed it takes no more."""

    def __init__(self, side: Side, limit: int = DEFAULT_LIMIT) -> None:
        self.work = 0.0  # how much there was to read that is no message: a comment counts as 1, a reference less
        self._side = side
        self._doctype = re.compile(
            rf"""<!DOCTYPE[ \t\r\n]+{side.root}[ \t\r\n]+SYSTEM[ \t\r\n]+(["'])"""
            rf"""{re.escape(SYSTEM_ID)}\1[ \t\r\n]*>""".encode()
        )
        self._splitter = Splitter(limit)
        self._messages: list[Message] = []
        self._mark = b""  # what has come before the declaration
        self._declared = self._typed = self._done = False
        self._phase: int | None = None  # None before the root element
        self._children = 0
        self._element: Callable[[str], Message] | None = None  # the child element that is open now
        self._takes_content = False
        self._content: list[str] = []
        self._content_room = limit
        parser = self._parser = expat.ParserCreate("UTF-8")
        parser.buffer_size = _TEXT_BUFFER
        parser.buffer_text = True
        parser.XmlDeclHandler = self._on_declaration
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        if hasattr(parser, "SetReparseDeferralEnabled"):
            parser.SetReparseDeferralEnabled(False)

    def set_limit(self, limit: int) -> None:
        """From the next tag on, a tag may be this long."""
        self._splitter.limit = self._content_room = limit

    def feed(self, data: bytes) -> list[Message]:
        """The messages that these bytes complete."""
        if self._done:
            return []
        messages = self._messages = []
        try:
            for piece in self._splitter.split(data):
                self._take(piece)
                if self._done:
                    break
        except Illegal as error:
            self._end(Fault(str(error)))
        except TooLong:
            self._end(Fault(f"a tag of over {self._splitter.limit} bytes"))
        except expat.ExpatError as error:
            self._end(Fault(f"not well-formed XML: {expat.errors.messages[error.code]}"))
        return messages

    def _take(self, piece: bytes) -> None:
        if piece[0] == ord("&"):
            self.work += _REFERENCE
        elif piece.startswith((b"<!", b"<?")):
            self.work += 1
        elif piece[0] != ord("<") and self._declared and not self._is_in_content:
            if self._element is not None or piece.strip(_BLANKS):
                raise Illegal("text where none may be")
            return
        if not self._declared:
            self._take_first(piece)
        elif piece.startswith(b"<!") and not piece.startswith((b"<!--", b"<![CDATA[")):
            self._on_doctype(piece)
        else:
            self._parser.Parse(piece, False)

    def _take_first(self, piece: bytes) -> None:
        """The declaration comes first, behind a byte order mark at most: expat itself would guess UTF-16 from less."""
        if piece.startswith(b"<?xml") and self._mark in (b"", BOM_UTF8):
            self._parser.Parse(piece, False)
            return
        self._mark += piece
        if not BOM_UTF8.startswith(self._mark):
            raise Illegal("the document does not begin with an XML declaration")

    def _end(self, last: Message) -> None:
        self._done = True
        self._messages.append(last)

    def _on_declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if not re.fullmatch(r"1\.[0-9]+", version):
            raise Illegal("not XML 1.0")
        if encoding is not None and encoding.upper() != "UTF-8":
            raise Illegal("the encoding is not UTF-8")
        self._declared = True

    def _on_doctype(self, piece: bytes) -> None:
        # Expat never sees the DOCTYPE: so it knows of no DTD, and a reference to an unknown entity is its error.
        if self._typed or self._phase is not None:
            raise Illegal("a DOCTYPE out of place")
        if not self._doctype.fullmatch(piece):
            raise Illegal(f'the DOCTYPE is not <!DOCTYPE {self._side.root} SYSTEM "{SYSTEM_ID}">')
        self._typed = True

    def _on_start(self, name: str, given: dict[str, str]) -> None:
        if self._phase is None:
            if not self._typed:
                raise Illegal("no DOCTYPE before the root element")
            if name != self._side.root:
                raise Illegal(f"the root element is not <{self._side.root}>")
            self._phase = COMING_IN
            self._messages.append(read(name, self._side.open, given))
            return
        if self._element is not None:
            raise Illegal("a tag inside of a tag")
        tag = self._side.tags.get(name)
        if tag is None:
            raise Illegal("an unknown tag")
        if tag.phase < self._phase or self._phase == GOING or not (self._children or tag.phase == COMING_IN):
            raise Illegal(f"<{name}> out of order")
        self._phase = tag.phase
        self._children += 1
        self._takes_content = tag.has_content
        if tag.has_content:
            self._element = lambda content: read(name, tag, given, content=content)
        else:
            message = read(name, tag, given)
            self._element = lambda content: message

    def _on_end(self, name: str) -> None:
        if self._element is not None:
            self._messages.append(self._element("".join(self._content)))
            self._element = None
            self._content.clear()
            self._content_room = self._splitter.limit
            return
        if self._phase != GOING and (self._children or not self._side.may_be_empty):
            raise Illegal("the document ends too early")
        self._end(Closed())

    @property
    def _is_in_content(self) -> bool:
        return self._element is not None and self._takes_content

    def _on_text(self, text: str) -> None:
        if self._is_in_content:
            self._content_room -= len(text.encode("utf-8", "surrogatepass"))
            if self._content_room < 0:
                raise TooLong
            self._content.append(text)
        elif self._element is not None or text.strip(_BLANKS.decode()):
            raise Illegal("text where none may be")


# To bytes

#: What cannot stand in an attribute as it is: XML's own, control characters, and what is no character at all.
_UNSAFE = re.compile('[&<"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
_ESCAPES = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd"),
    **dict.fromkeys(map(ord, "\t\n\r\x85"), " "),
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord('"'): "&quot;",
}


def escape(value: str) -> str:
    """A string as it stands between quotation marks."""
    return value.translate(_ESCAPES) if _UNSAFE.search(value) else value


def opening(root: ServerOpen | ClientOpen) -> bytes:
    """The start of a document: declaration, DOCTYPE, root tag."""
    match root:
        case ServerOpen(group, name, status):
            side = SERVER
            rest = f' group="{escape(group)}" name="{escape(name)}" status="{status}"'
        case ClientOpen():
            side = CLIENT
            rest = ""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE {side.root} SYSTEM "{SYSTEM_ID}">\n'
        f'<{side.root} version="{VERSION}"{rest}>\n'
    ).encode()


def closing(side: Side) -> bytes:
    """The end of a document."""
    return f"</{side.root}>\n".encode()


def encode(message: Message) -> bytes:
    """One tag, with a line break behind it for those who read along."""
    match message:
        case Set():
            return _encode_set(message)
        case Hear(from_, to, text):
            tag = f'<hear from="{from_}" to="{to}" message="{escape(text)}"/>\n'
        case Cmd(act, target, modifiers, text):
            extra = f' modifiers="{modifiers}"' if modifiers else ""
            tag = f'<cmd type="{act}" objid="{target}"{extra}{_given("text", text or None)}/>\n'
        case Login(user, password):
            tag = f'<login user="{escape(user)}" password="{escape(password)}"/>\n'
        case LoggedIn(text, agent):
            tag = f'<logged-in message="{escape(text)}"{_given("objid", agent)}/>\n'
        case Logout(reason):
            tag = f"<logout{_given('message', reason)}/>\n"
        case LoggedOut(text):
            tag = f'<logged-out message="{escape(text)}"/>\n'
        case Xrequest(content, options):
            tag = f"<xrequest{_given('options', options)}>{_content(content)}</xrequest>\n"
        case Xresponse(content, options):
            tag = f"<xresponse{_given('options', options)}>{_content(content)}</xresponse>\n"
        case _:
            raise TypeError(f"{message!r} is not a tag of its own")
    return tag.encode()


def _given(name: str, value: str | None) -> str:
    return "" if value is None else f' {name}="{escape(value)}"'


def _content(text: str) -> str:
    """A string as it stands between two tags: there, line breaks are kept."""
    return text.translate({**_ESCAPES, ord(">"): "&gt;", ord("\t"): "\t", ord("\n"): "\n"})


def _encode_set(new: Set) -> bytes:
    parts = [f'<set objid="{new.objid}"']
    if new.energy is not None:
        parts.append(f' energy="{new.energy}"')
    if new.name is not None:
        parts.append(f' name="{escape(new.name)}"')
    if new.text is not None:
        parts.append(f' text="{escape(new.text)}"')
    if new.bgcolor is not None:
        parts.append(f' bgcolor="{new.bgcolor}"')
    if new.fgcolor is not None:
        parts.append(f' fgcolor="{new.fgcolor}"')
    if new.x is not None:
        parts.append(f' x="{new.x}"')
    if new.y is not None:
        parts.append(f' y="{new.y}"')
    if new.image is not None:
        parts.append(f' image="{new.image}"')
    parts.append("/>\n")
    return "".join(parts).encode()
