"""The lobby of Tombala: bob makes a room, and its game begins."""

from __future__ import annotations

from tests.doubles.tombala_clients import ROOM_PLUGIN
from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.games.tombala.lobby import Lobby


def play() -> Recording:
    lobby = Recording(GamePlugin("tombala", Lobby), [ROOM_PLUGIN])
    lobby.enter("ann")
    lobby.moment("empty")
    bob = lobby.enter("bob")
    bob.say("/create den 25")
    lobby.table.advance(1)
    lobby.moment("den")
    lobby.table.advance(30)
    lobby.table.advance(1)
    lobby.moment("begun")
    bob.leave()
    lobby.table.advance(1)
    lobby.moment("closed")
    return lobby
