"""Replays: ann looks at her own games, of which there are none, at all of them, and at the next page."""

from __future__ import annotations

from tests.games.replays.test_game import Shelf, replay
from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.games.replays.game import ReplayRoom


def play() -> Recording:
    room = Recording(GamePlugin("replays", ReplayRoom))
    shelf = room.table.world.building.usher = Shelf([])
    ann = room.enter("ann")
    room.moment("none")
    shelf.replays = [replay(number) for number in range(1, 10)]
    ann.click("all")
    room.moment("all")
    ann.click("older")
    room.moment("older")
    return room
