"""What a client keeps of one object that the server has sent, and of one line that was said."""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.clients.passage import NOBODY, Passage
from tilenet.wire.messages import MATRIX

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
    at: float = 0.0  # when it was heard, on the client's clock
    is_aside: bool = False  # the room says it to the user alone, and it is no whisper of a player
    whisper: str = ""  # what a player has whispered from another room: the room passes it on
    is_whispered: bool = False  # the room says that what the user has said was whispered
    is_ranking: bool = False  # it tells how a game has ended, which the room also tells as data
    arrivals: Passage = NOBODY  # if it only says who came and who left: who

    @property
    def is_room_change(self) -> bool:
        """Whether this is where the user has walked into another room: then the message is its name."""
        return not self.from_ and self.to[:1] == MATRIX


EMPTY_LINE = HeardLine("", "", "", "", "", is_to_me=False, is_by_me=False, is_announcement=False)
