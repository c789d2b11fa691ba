"""What a player can do in a room, as data: doors make it from what clients say, and hand it to `Room.act`."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Click(NamedTuple):
    """Click a token."""

    token: str  # its objid


class Press(NamedTuple):
    """Press a key."""

    key: str  # its objid


class Speech(NamedTuple):
    """Say something to the room, or to somebody or something in it."""

    to: str  # an objid
    text: str


class Request(NamedTuple):
    """Ask the game for something, in the game's own terms; the player need not be in the room."""

    body: object


Act: TypeAlias = Click | Press | Speech | Request
