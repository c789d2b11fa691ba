"""TileNet 1.0 as bytes, both ways and for both sides; knows XML, and no socket.

A `Decoder` takes bytes, cut anywhere, and returns messages; those that are complete before a fault still count, and the
fault is the last message. `encode` returns the bytes of one message.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from functools import lru_cache
from xml.parsers import expat

from tilenet.wire.grammar import CLIENT, LOGGED_IN, LOGGING_IN, LOGGING_OUT, SERVER, VERSION, Illegal, Side, read
from tilenet.wire.markup import Splitter, TooLong
from tilenet.wire.messages import (
    FACTS,
    ClientOpen,
    Closed,
    Cmd,
    Facts,
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
_REFERENCE_WORK = 0.05
_TEXT_BUFFER = 512  # bytes that each parser keeps for gathering text

#: The commands that make up nearly all input, with the blanks after them.
_USUAL = re.compile(rb'<cmd type="((?:click" objid="t|press" objid="k)[1-9][0-9]{0,8})"/>[ \t\r\n]*')
_SHORT = 300  # bytes
_MOST_KNOWN = 1024
_known_input: dict[bytes, tuple[list[Cmd], bytes]] = {}  # short input with the commands in it; see `_read_usual`
_LONGEST_USUAL = len('<cmd type="click" objid="t123456789"/>')

# From bytes


class Decoder:
    """Reads one side's document. After a Fault or a Closed it ignores further bytes.

    After a message of the class `wait_after` it waits: `go_on` reads what comes next, under the limit that holds then.
    """

    def __init__(self, side: Side, limit: int = DEFAULT_LIMIT, *, wait_after: type[Message] | None = None) -> None:
        self.work = 0.0  # what input that is not a message has cost: a comment counts as 1, a reference less
        self._side = side
        self._doctype = re.compile(
            rf"""<!DOCTYPE[ \t\r\n]+{side.root}[ \t\r\n]+SYSTEM[ \t\r\n]+(["'])"""
            rf"""{re.escape(SYSTEM_ID)}\1[ \t\r\n]*>""".encode()
        )
        self._splitter = Splitter(limit)
        self._wait_after = wait_after
        self._waiting: Iterator[bytes] | None = None  # pieces that are read later
        self._unread = b""  # what came after them
        self._messages: list[Message] = []
        self._mark = b""  # what came before the declaration
        self._declared = self._typed = self._done = False
        self._phase: int | None = None  # None before the root element
        self._children = 0
        self._element: Callable[[str], Message] | None = None  # the child element that is open now
        self._takes_content = False
        self._content: list[str] = []
        self._content_room = limit
        self._parser: expat.XMLParserType | None = None  # it takes 11 KiB, so there is one only while it is needed

    def set_limit(self, limit: int) -> None:
        """From the next tag on, a tag may be this long."""
        self._splitter.limit = self._content_room = limit

    @property
    def is_between(self) -> bool:
        """Whether it has read some messages after the login to their ends and nothing more; then there is no trace."""
        is_waiting = self._done or self._waiting is not None or self._splitter.has_rest or self._element is not None
        return self._phase == LOGGED_IN and not is_waiting

    def feed(self, data: bytes) -> list[Message]:
        """The messages that these bytes complete."""
        self._messages = []
        if self._waiting is not None:
            self._unread += data
        elif not self._done and (rest := self._take_usual(data)):
            self._read(self._splitter.split(rest))
        return self._messages

    def go_on(self) -> list[Message]:
        """The messages that have come while the decoder was waiting."""
        messages = self._messages = list[Message]()
        pieces, self._waiting = self._waiting, None
        unread, self._unread = self._unread, b""
        if pieces is not None:
            self._read(pieces)
        return messages + self.feed(unread) if unread else messages

    def _read(self, pieces: Iterator[bytes]) -> None:
        messages = self._messages
        try:
            for piece in pieces:
                self._take(piece)
                if self._done:
                    break
                if self._wait_after is not None and messages and isinstance(messages[-1], self._wait_after):
                    self._waiting = pieces
                    break
        except Illegal as error:
            self._end(Fault(str(error)))
        except TooLong:
            self._end(Fault(f"a tag longer than {self._splitter.limit} bytes"))
        except expat.ExpatError as error:
            self._end(Fault(f"not well-formed XML: {expat.errors.messages[error.code]}"))

    def _take_usual(self, data: bytes) -> bytes:
        """Take the usual commands at the start, and return the rest. A parser would read them just the same."""
        if self._side is not CLIENT or not self._children or self._phase == LOGGING_OUT:
            return data
        if self._element is not None or self._splitter.has_rest:
            return data
        if self._splitter.limit < _LONGEST_USUAL:
            return data
        commands, rest = _known_input.get(data) or _read_usual(data)
        if commands:
            self._messages += commands
            self._phase = LOGGED_IN
            self._parser = None
        return rest

    def _parse(self, piece: bytes) -> None:
        if self._parser is None:
            self._parser = self._new_parser()
        parser = self._parser
        self._listen(parser)
        try:
            parser.Parse(piece, False)
        finally:
            _silence(parser)

    def _listen(self, parser: expat.XMLParserType) -> None:
        """Hear what is parsed, but only now: a parser that always refers to us would outlive the connection."""
        parser.XmlDeclHandler = self._on_declaration
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text

    def _new_parser(self) -> expat.XMLParserType:
        """A parser for the document from here on: from its start, or between two tags in the root element."""
        parser = expat.ParserCreate("UTF-8")
        parser.buffer_size = _TEXT_BUFFER
        parser.buffer_text = True
        if hasattr(parser, "SetReparseDeferralEnabled"):
            parser.SetReparseDeferralEnabled(False)
        if self._phase is not None:
            parser.Parse(f"<{self._side.root}>".encode(), False)
        return parser

    def _take(self, piece: bytes) -> None:
        if piece[0] == ord("&"):
            self.work += _REFERENCE_WORK
        elif piece.startswith((b"<!", b"<?")):
            self.work += 1
        elif piece[0] != ord("<") and self._declared and not self._is_in_content:
            if self._element is not None or piece.strip(_BLANKS):
                raise Illegal("text where none is allowed")
            return
        if not self._declared:
            self._take_first(piece)
        elif piece.startswith(b"<!") and not piece.startswith((b"<!--", b"<![CDATA[")):
            self._on_doctype(piece)
        else:
            self._parse(piece)

    def _take_first(self, piece: bytes) -> None:
        """The declaration comes first, after a byte order mark at most; otherwise expat might guess UTF-16."""
        if piece.startswith(b"<?xml") and self._mark in (b"", BOM_UTF8):
            self._parse(piece)
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
        # Expat never sees the DOCTYPE: so it knows of no DTD, and reports unknown entities as errors.
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
            self._phase = LOGGING_IN
            self._messages.append(read(name, self._side.open, given))
            return
        if self._element is not None:
            raise Illegal("a tag inside of a tag")
        tag = self._side.tags.get(name)
        if tag is None:
            raise Illegal("an unknown tag")
        if tag.phase < self._phase or self._phase == LOGGING_OUT or not (self._children or tag.phase == LOGGING_IN):
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
        if self._phase != LOGGING_OUT and (self._children or not self._side.may_be_empty):
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
            raise Illegal("text where none is allowed")


def _silence(parser: expat.XMLParserType) -> None:
    parser.XmlDeclHandler = None
    parser.StartElementHandler = None
    parser.EndElementHandler = None
    parser.CharacterDataHandler = None


def _read_usual(data: bytes) -> tuple[list[Cmd], bytes]:
    """The usual commands at the start of some input, and the rest. Short input of nothing else is read only once."""
    commands: list[Cmd] = []
    at = 0
    while found := _USUAL.match(data, at):
        commands.append(_usual_command(found[1]))
        at = found.end()
    if at == len(data) <= _SHORT:
        if len(_known_input) == _MOST_KNOWN:
            _known_input.clear()
        _known_input[data] = commands, b""
    return commands, data[at:]


@lru_cache(1024)
def _usual_command(inside: bytes) -> Cmd:
    act, objid = inside.decode().split('" objid="')
    return Cmd("click" if act == "click" else "press", objid)


# To bytes

#: What must be escaped or replaced in an attribute: XML's own signs, control characters, and invalid characters.
_UNSAFE = re.compile('[&<"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
#: What takes the place of characters that nobody is sent.
REPLACEMENTS = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd"),
    **dict.fromkeys(map(ord, "\t\n\r\x85"), " "),
}
_ESCAPES = {
    **REPLACEMENTS,
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord('"'): "&quot;",
}


_written = json.JSONEncoder(separators=(",", ":")).encode
#: The same for the text between two tags.
_UNSAFE_CONTENT = re.compile("[&<\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]|]]>")
_CONTENT_ESCAPES = {**_ESCAPES, **{ord(kept): kept for kept in '\t\n"'}, ord(">"): "&gt;"}


def escape(value: str) -> str:
    """A string as it is written between quotation marks."""
    return value if value.isalnum() or not _UNSAFE.search(value) else value.translate(_ESCAPES)


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
    """One tag, with a line break after it, for people who read the stream."""
    if isinstance(message, Set):  # the most frequent one
        objid, energy, name, text, bgcolor, fgcolor, x, y, image = message
        tag = f'<set objid="{objid}"'
        if energy is not None:
            tag += f' energy="{energy}"'
        if name is not None:
            tag += ' name="' + escape(name) + '"'  # faster than an f-string if it is a subclass of str
        if text is not None:
            tag += ' text="' + escape(text) + '"'
        if bgcolor is not None:
            tag += f' bgcolor="{bgcolor}"'
        if fgcolor is not None:
            tag += f' fgcolor="{fgcolor}"'
        if x is not None:
            tag += f' x="{x}"'
        if y is not None:
            tag += f' y="{y}"'
        if image is not None:
            tag += f' image="{image}"'
        return f"{tag}/>\n".encode()
    if isinstance(message, Facts):  # the next
        facts, roles = message
        text = _written(facts)
        if roles:
            text = f'{text[:-1]},"roles":{roles}}}'
        return f'<xresponse options="{FACTS}">{_content(text)}</xresponse>\n'.encode()
    match message:
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
    """A string as it is written between two tags, where line breaks and quotation marks are kept."""
    return text.translate(_CONTENT_ESCAPES) if _UNSAFE_CONTENT.search(text) else text
