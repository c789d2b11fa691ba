"""What a client keeps of one object that the server has sent, and of one line that was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from tilenet.wire.messages import AGENT, MATRIX

#: Signs at the beginning of an agent's text. The server writes it, so players cannot fake them.
AWAY, BOT = "away", "bot"
BETWEEN = " · "

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Thing:
    """One object as it is now: a matrix, an agent, a token, a key or an image."""

    objid: str
    name: str = ""
    text: str = ""
    energy: int = 1
    fg: str | None = None
    bg: str | None = None
    x: int = 0
    y: int = 0
    image: str | None = None

    @property
    def kind(self) -> str:
        return self.objid[0]

    @property
    def is_enabled(self) -> bool:
        """Whether it can be clicked or pressed; for an agent, whether they can play and not only watch."""
        return self.energy > 0

    @property
    def cell(self) -> Cell:
        return self.x, self.y

    @property
    def is_away(self) -> bool:
        """Whether this is a player whose connection is lost, and whose seat waits."""
        return AWAY in self._signs()

    @property
    def is_bot(self) -> bool:
        """Whether this is a player who has told the server that it is a program."""
        return BOT in self._signs()

    def _signs(self) -> Iterator[str]:
        words = self.text.split(BETWEEN) if self.kind == AGENT else ()
        return takewhile((AWAY, BOT).__contains__, words)


@dataclass(frozen=True, slots=True)
class HeardLine:
    """Something that was said, with the names as they were then. A remark of the client's own is from nobody."""

    from_: str
    to: str
    speaker: str
    listener: str
    message: str
    is_to_me: bool  # said to the user of this client
    is_by_me: bool
    is_announcement: bool  # the room says it to everybody there

    @property
    def is_room_change(self) -> bool:
        """Whether this is where the user has walked into another room: then the message is its name."""
        return not self.from_ and self.to[:1] == MATRIX


EMPTY_LINE = HeardLine("", "", "", "", "", is_to_me=False, is_by_me=False, is_announcement=False)
