"""Memory's own protocol as bytes, both ways: structs as a C compiler on x86-64 lays them out; knows no socket.

There is no framing: a reader has to know what comes next. Fields that mean nothing in a message are zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from struct import Struct

from tilenet.games.memory.colours import BLACK, Colour
from tilenet.games.memory.events import Pick, Place, State

PLAY = Struct("<3i")  # id, x, y
RESPONSE = Struct("<i3i3i3s3s2x3i")  # code; two plays; two texts; red, green and blue
PLACE = Struct("<3sxi3i")  # text; state; red, green and blue
ENDGAME = Struct("<2i")  # result, points
DIMENSION = Struct("<i")

NO_PICK = Pick(0, 0, 0)
LEAVING = -1, -1  # the x and y of a client that wants to leave

STATES = {State.DOWN: 0, State.UP: 1, State.LOCKED: 2}
WON, LOST = 0, 1


class Code(IntEnum):
    """What a response says."""

    FILLED = 0
    FIRST_PLAY = 1
    SECOND_PLAY_RIGHT = 2
    GAME_OVER = 3
    SECOND_PLAY_WRONG = -2
    HIDE_FIRST_PLAY = -3
    HIDE_BOTH_PLAYS = -4
    WAITING_WRONG_PLAY_TIME_UP = -5
    PERMISSION_TO_LEAVE = -6
    GAME_FROZEN = -7
    GAME_UNFROZEN = -8


class Decoder:
    """Reads what one client sends: plays, cut anywhere."""

    def __init__(self) -> None:
        self.rest = b""  # less than a play

    def feed(self, data: bytes) -> list[Pick]:
        """The plays that these bytes complete."""
        data = self.rest + data
        end = len(data) - len(data) % PLAY.size
        self.rest = data[end:]
        return [Pick(*fields) for fields in PLAY.iter_unpack(data[:end])]


def dimension(dim: int) -> bytes:
    return DIMENSION.pack(dim)


def board(places: Iterable[Place]) -> bytes:
    return b"".join(PLACE.pack(place.letters.encode(), STATES[place.state], *place.colour) for place in places)


def response(
    code: Code,
    first: Pick = NO_PICK,
    second: Pick = NO_PICK,
    letters: tuple[str, str] = ("", ""),
    colour: Colour = BLACK,
) -> bytes:
    return RESPONSE.pack(code, *first, *second, letters[0].encode(), letters[1].encode(), *colour)


def endgame(*, has_won: bool, points: int) -> bytes:
    return ENDGAME.pack(WON if has_won else LOST, points)
