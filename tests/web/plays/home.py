"""Home, with a game that the page knows, one of no kind, a variant, and Records: people and bots come and go."""

from __future__ import annotations

from tests.doubles.harness import Lamp
from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.games.noughts import Noughts
from tilenet.games.records.game import Records


class Chess(Lamp):
    title = "Chess"
    about = "Slow. There now: 99 people: x."


class Variant(Noughts):
    title = "Noughts, large"


def play() -> Recording:
    others = GamePlugin("chess", Chess), GamePlugin("noughts-large", Variant), GamePlugin("records", Records)
    home = Recording(GamePlugin("noughts", Noughts), others)
    world = home.table.world
    ann = home.enter("ann")
    with home.table.nothing_fails():
        world.send_to(ann.player, None)
    home.table.advance(2)
    home.moment("empty")
    for name in ("bob", "cid", "robo"):
        seat = home.enter(name)
        if name == "robo":
            world.declare_bot(seat.player)
    home.table.advance(2)
    home.moment("three at noughts")
    return home
