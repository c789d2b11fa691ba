"""Players whose connection is lost, in every installed game: whoever comes back finds everything as it would have been.

Each game is played twice, on twin servers with the same luck. On one of them ann is cut off and comes back, on the
other she stays and does nothing meanwhile. In the end nobody can tell which is which.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.ledger import Ledger
from tests.doubles.model import click, logout
from tilenet.catalogue import installed_games
from tilenet.games.set.game import SetGame
from tilenet.games.set.rules import find_set
from tilenet.games.tombala.game import TombalaGame

GAMES = installed_games()
PLUGINS = {game.name: game for game in GAMES if game.is_at_home}


class Twin:
    """A server with all games, and ann and bob on it."""

    def __init__(self, name: str, *, is_cut: bool, seconds: float = 120) -> None:
        self.is_cut = is_cut
        self.ledger = Ledger()
        self.server = Server(GAMES, accounts=self.ledger, seat_seconds=seconds, command_burst=10000, speech_burst=1000)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        if name in PLUGINS:
            for client in (self.ann, self.bob):
                client.click(PLUGINS[name].title)

    @property
    def game(self) -> Any:
        """The one that bob plays."""
        room = self.server.world.players[self.bob.agent].room
        assert room is not None
        return room.game

    def cut(self) -> None:
        if self.is_cut:
            self.ann.hang_up()

    def come_back(self) -> None:
        if self.is_cut:
            self.ann = self.server.connect().login("ann")
        self.ann.model.heard.clear()

    def agents(self) -> list[str]:
        """Who is on the server."""
        return sorted(player.name for player in self.server.world.players.values())

    def check(self) -> None:
        self.server.check()


def at(client: Client, *cells: tuple[int, int]) -> None:
    """Click cells, of which each must be enabled."""
    for cell in cells:
        token = client.model.grid()[cell]
        assert client.model.objects[token]["energy"], cell
        client.send(click(token))


def picture(client: Client) -> object:
    """All that can be seen, without objids, without a room's number, and without what an agent's text tells."""
    things = client.model.objects
    here = things[client.model.current or ""]

    def look(objid: str) -> dict[str, object]:
        face: dict[str, object] = {key: value for key, value in things[objid].items() if key not in ("x", "y")}
        return {**face, "image": things[str(face["image"])]["text"]} if face.get("image") else face

    grid = {cell: look(objid) for cell, objid in client.model.grid().items()}
    others = sorted(objid for objid in client.model.members_sets() if objid[0] in "ak")
    agents = [(things[objid]["name"], things[objid]["energy"]) for objid in others if objid[0] == "a"]
    keys = [look(objid) for objid in others if objid[0] == "k"]
    return (
        str(here["name"]).rstrip(" 0123456789"),
        here["text"],
        grid,
        sorted(agents),
        sorted(keys, key=lambda key: str(key["name"])),
    )


# What is done before, meanwhile, and afterwards


def find(twin: Twin, client: Client) -> None:
    """Select a set, and submit it."""
    for cell in a_set(twin):
        at(client, cell)
    client.press("VK_SPACE")


def a_set(twin: Twin) -> list[tuple[int, int]]:
    """The cells of a set on the board that ann plays at."""
    ann = next(player for player in twin.server.world.players.values() if player.name == "ann")
    match = twin.game.match if isinstance(twin.game, SetGame) else vars(twin.game)["_boards"][ann].match
    assert match is not None
    cards = find_set(match.cards)
    assert cards is not None
    places = [match.board.index(card) for card in cards]
    return [(place % 4, place // 4) for place in places]


def play_set(twin: Twin) -> None:
    twin.server.advance(15.25)
    find(twin, twin.ann)
    twin.server.advance(1)
    at(twin.ann, a_set(twin)[0])


def finish_set(twin: Twin) -> None:
    at(twin.ann, *a_set(twin)[1:])
    twin.ann.press("VK_SPACE")


def open_room(twin: Twin, new: str) -> None:
    """ann opens a room, and bob follows her."""
    twin.ann.click(new)
    room = twin.server.world.players[twin.ann.agent].room
    assert room is not None
    twin.server.world.send_to(twin.server.world.players[twin.bob.agent], room.name)
    twin.server.settle()


def open_tombala(twin: Twin, new: str = "New room") -> None:
    open_room(twin, new)
    twin.server.advance(30)
    assert isinstance(twin.game, TombalaGame) and twin.game.match is not None


def play_tombala(twin: Twin) -> None:
    open_tombala(twin)
    at(twin.ann, *card(twin.ann)[:2])
    twin.ann.click("Next")


def card(client: Client) -> list[tuple[int, int]]:
    """The cells of a client's card that have numbers."""
    grid, things = client.model.grid(), client.model.objects
    return sorted(cell for cell, objid in grid.items() if "A click marks" in str(things[objid]["text"]))


def draw_tombala(twin: Twin) -> None:
    """The next one only on one of the servers waits for ann."""
    twin.bob.click("Next")
    if not twin.is_cut:
        twin.ann.click("Next")
    twin.bob.click("Next")


def sit_dancing(twin: Twin) -> None:
    open_room(twin, "New 12 x 12")
    twin.ann.click("Spoil")
    twin.bob.click("Dance")
    twin.ann.click(".")  # there will be a star
    twin.server.advance(1)


Act = Callable[[Twin], object]


class Scenario(NamedTuple):
    before: Act = lambda twin: None
    meanwhile: Act = lambda twin: twin.server.advance(1)
    after: Act = lambda twin: None


def miss_in_memory(twin: Twin) -> None:
    at(twin.bob, (2, 2), (3, 2))
    twin.server.advance(2.5)


def start_pairs(twin: Twin) -> None:
    twin.ann.click("Restart")
    at(twin.ann, (0, 0))


def go_on_with_pairs(twin: Twin) -> None:
    """The second square is decided; so the third is the first of two others."""
    at(twin.bob, (1, 0))
    twin.server.advance(2.5)
    at(twin.bob, (5, 5))


def end_pair(twin: Twin) -> None:
    at(twin.ann, (3, 3))
    twin.server.advance(2.5)


MEMORY = Scenario(lambda twin: at(twin.ann, (0, 0), (1, 0)), miss_in_memory, lambda twin: at(twin.ann, (0, 3)))
PAIRS = Scenario(start_pairs, go_on_with_pairs, end_pair)
SCENARIOS = {
    "home": Scenario(),
    "records": Scenario(),
    "account": Scenario(),
    "replays": Scenario(),
    "noughts": Scenario(
        lambda twin: at(twin.ann, (0, 0)), lambda twin: at(twin.bob, (1, 0)), lambda twin: at(twin.ann, (0, 1))
    ),
    "pairpanicking": PAIRS,
    "pairpanicking-pictures": PAIRS,
    "memory": MEMORY,
    "memory-large": MEMORY,
    "set": Scenario(play_set, lambda twin: twin.bob.click("No set"), finish_set),
    "set-practice": Scenario(lambda twin: at(twin.ann, a_set(twin)[0]), after=finish_set),
    "tombala": Scenario(play_tombala, draw_tombala, lambda twin: at(twin.ann, card(twin.ann)[4])),
    "dancing": Scenario(sit_dancing, after=lambda twin: twin.ann.click("Done")),
}


class EveryGame(SynchronousTestCase):
    def test_is_here(self) -> None:
        self.assertEqual({*SCENARIOS}, {"home", *PLUGINS})

    def test_goes_on_as_if_nothing_had_happened(self) -> None:
        """Selection, streak, card, marks, colour, seat and score; and it sounds the same."""
        for name, scenario in SCENARIOS.items():
            with self.subTest(name):
                twins = Twin(name, is_cut=True), Twin(name, is_cut=False)
                for twin in twins:
                    scenario.before(twin)
                    twin.cut()
                    scenario.meanwhile(twin)
                    twin.come_back()
                    twin.check()
                self.check_same(*twins)
                for twin in twins:
                    scenario.after(twin)
                    twin.check()
                self.check_same(*twins)
                self.assertEqual(twins[0].ann.heard, twins[1].ann.heard)

    def check_same(self, one: Twin, other: Twin) -> None:
        self.assertNotEqual(one.ann.agent == "a1", other.ann.agent == "a1")
        self.assertEqual(picture(one.ann), picture(other.ann))
        self.assertEqual(picture(one.bob), picture(other.bob))
        self.assertEqual(one.ledger.played, other.ledger.played)

    def test_is_left_when_the_seat_is_given_up(self) -> None:
        """It is as if ann had logged out then. Some games do not wait for her for 120 s, but all do for 40."""
        for name, seconds in {*product(SCENARIOS, (40, 120))} - {("tombala", 120)}:  # there, she waits for bob
            with self.subTest(name, seconds=seconds):
                twins = Twin(name, is_cut=True, seconds=seconds), Twin(name, is_cut=False)
                for twin in twins:
                    SCENARIOS[name].before(twin)
                    twin.cut()
                    twin.server.advance(seconds - 0.5, 0.5)
                    self.assertEqual(twin.agents(), ["ann", "bob"])
                    twin.server.advance(0.5, 0.5)
                    if not twin.is_cut:
                        twin.ann.send(logout())
                    twin.server.advance(2, 0.5)
                    self.assertEqual(twin.agents(), ["bob"])
                    twin.check()
                cut, stayed = twins
                self.assertEqual(picture(cut.bob), picture(stayed.bob))
                self.assertEqual(cut.bob.heard, stayed.bob.heard)
                self.assertEqual(cut.ledger.played, stayed.ledger.played)


class TombalaWaits(SynchronousTestCase):
    def begin(self, new: str = "New room") -> None:
        self.twin = Twin("tombala", is_cut=True)
        open_tombala(self.twin, new)
        self.server = self.twin.server

    @property
    def drawn(self) -> int:
        assert self.game.match is not None
        return len(self.game.match.drawn)

    @property
    def game(self) -> TombalaGame:
        room = next(room for room in self.server.world.rooms.values() if isinstance(room.game, TombalaGame))
        assert isinstance(room.game, TombalaGame)
        return room.game

    def headline(self, client: Client) -> str:
        return str(client.model.objects[client.model.current or ""]["text"])

    def test_no_longer_for_who_is_away_if_all_others_have_asked(self) -> None:
        self.begin()
        self.twin.bob.click("Next")
        self.assertEqual(self.drawn, 1)
        self.twin.ann.hang_up()
        self.assertEqual(self.drawn, 2)
        self.assertRegex(self.headline(self.twin.bob), r"Waiting for bob\.$")
        self.server.advance(60, 1)
        self.assertEqual(self.drawn, 2, "for the others it waits still")
        self.twin.bob.click("Next")
        self.assertEqual(self.drawn, 3)

    def test_again_for_who_is_back(self) -> None:
        self.begin()
        self.twin.cut()
        self.twin.come_back()
        self.assertRegex(self.headline(self.twin.ann), r"Waiting for ann, bob\.$")
        self.twin.bob.click("Next")
        self.assertEqual(self.drawn, 1)
        self.twin.ann.click("Next")
        self.assertEqual(self.drawn, 2)

    def test_it_stands_still_while_everybody_is_away(self) -> None:
        for first in ("ann", "bob"):
            self.begin()
            self.twin.ann.click("Next")
            clients = {"ann": self.twin.ann, "bob": self.twin.bob}
            clients.pop(first).hang_up()
            before = self.drawn
            [other] = clients.values()
            other.hang_up()
            self.server.advance(60, 1)
            self.assertEqual((before, self.drawn), (2, 2) if first == "bob" else (1, 1))
            self.twin.come_back()  # ann had asked for the next one
            self.assertEqual(self.drawn, 2)
            self.twin.ann.click("Next")
            self.assertEqual(self.drawn, 3)
            self.twin.check()

    def test_a_timed_room_stands_still_too(self) -> None:
        self.begin("New timed room")
        self.twin.ann.hang_up()
        self.server.advance(5, 1)
        self.assertEqual(self.drawn, 2)
        self.twin.bob.hang_up()
        self.server.advance(60, 1)
        self.assertEqual(self.drawn, 2)
        self.twin.come_back()
        self.server.advance(4, 1)
        self.assertEqual(self.drawn, 2)
        self.server.advance(1, 1)
        self.assertEqual(self.drawn, 3)

    def test_nobody_comes_back(self) -> None:
        self.begin()
        rooms = len(self.server.world.rooms)
        self.twin.ann.hang_up()
        self.twin.bob.hang_up()
        self.server.advance(122, 1)
        self.assertEqual(len(self.server.world.rooms), rooms - 1)
        self.assertEqual(self.twin.ledger.played, [])
