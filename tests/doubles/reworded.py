"""A server whose words and colours mean nothing: each name and text that it sends is in cipher, and each colour wrong.

Players' names and what they say stay as they are, and so do facts, roles and the names of keys. A client that still
does everything right reads nothing else. The cipher keeps the width of each character, and what is a space.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from tilenet.testing import Seat, Table
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import AGENT, HELP_LINES, IMAGE, KEY, Fault, Hear, Message, ServerOpen, Set, Xresponse

SIGNS = ".?*!()·"
LETTERS = ascii_lowercase[13:] + ascii_lowercase[:13] + ascii_uppercase[13:] + ascii_uppercase[:13]
CIPHER = str.maketrans(ascii_letters + digits + SIGNS, LETTERS + "5678901234" + ",!+?[]:")


def reworded(text: str) -> str:
    return text.translate(CIPHER)


def recoloured(colour: str | None) -> str | None:
    """Another one, as far away as can be."""
    return None if colour is None else f"ff{0xFFFFFF ^ int(colour[2:], 16):06x}"


class Rewording:
    """Rewords what is sent to one client after the login."""

    def __init__(self) -> None:
        self._decoder = Decoder(SERVER, 2**22)
        self._decoder.feed(opening(ServerOpen("testing", "table", "open")) + b'<logged-in message="" objid="a1"/>')

    def __call__(self, data: bytes) -> bytes:
        return b"".join(encode(self._reworded(message)) for message in self._decoder.feed(data))

    def _reworded(self, message: Message) -> Message:
        assert not isinstance(message, Fault), message.reason
        match message:
            case Set(objid, name=name, text=text):
                keeps_name = name is None or objid[0] in (AGENT, KEY)
                return message._replace(
                    name=name if keeps_name else reworded(name or ""),
                    text=text if text is None or objid[0] == IMAGE else reworded(text),
                    bgcolor=recoloured(message.bgcolor),
                    fgcolor=recoloured(message.fgcolor),
                )
            case Hear(from_) if from_[0] != AGENT:
                return message._replace(message=reworded(message.message))
            case Xresponse(content, options) if options == HELP_LINES:
                return Xresponse(json.dumps([*map(reworded, json.loads(content))]), options)
        return message


class RewordedTable(Table):
    """A table at which nobody is told a word that means something."""

    def enter(self, name: str, receive: Callable[[bytes], object] = len) -> Seat:
        reword = Rewording()
        return super().enter(name, lambda data: receive(reword(data)))


def reworded_play(play: str) -> str:
    """The same for a recording in tests/web/plays."""
    found, reword = json.loads(play), Rewording()
    return json.dumps({**found, "moments": [[name, reword(told.encode()).decode()] for name, told in found["moments"]]})
