"""Bots on a whole server in memory: how they come and go, how they play, and what they say when something is wrong."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectionDone, ConnectionRefusedError
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from tests.harness import Client, Pipe, Server
from tilenet.catalogue import GamePlugin
from tilenet.clients.address import Address
from tilenet.clients.bots.pairpanicking import LULL, Habits
from tilenet.clients.bots.role import GREETING, Role
from tilenet.clients.bots.troupe import PAUSE, Troupe, Voices
from tilenet.clients.link import Link
from tilenet.games.pairpanicking.game import PairPanicking

PAIRS = GamePlugin("pairs", PairPanicking)
WHERE = "localhost:44455"
TILENET = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE server SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">\n'
)


class Wire:
    """A connection of a link to a server, or to something else that has said its words."""

    def __init__(self, link: Link, far: Any, words: bytes = b"") -> None:
        self.link = link
        self.near, self.there = Pipe(), Pipe()
        self._far = far
        self._is_lost = False
        link.makeConnection(self.near)
        if far is not None:
            far.makeConnection(self.there)
        self.there.written += words

    def carry(self) -> bool:
        """Let both sides have what the other wrote; whether there was anything."""
        up, self.near.written = self.near.written, b""
        down, self.there.written = self.there.written, b""
        if up and self._far is not None:
            self._far.dataReceived(up)
        if down:
            self.link.dataReceived(down)
        if not (self.near.is_open and self.there.is_open):
            self.lose()
        return bool(up or down)

    def lose(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.near.is_open = self.there.is_open = False
            for end in (self._far, self.link):
                if end is not None:
                    end.connectionLost(Failure(ConnectionDone()))


class Show:
    """A troupe, the server that it is on, and what was heard of it."""

    def __init__(self, *games: GamePlugin, role: Role | None = None, seed: int = 1) -> None:
        self.server = Server(games)
        self.clock = self.server.clock
        self.words: bytes | None = None  # of what is there in the place of a server
        self.is_down = self.is_slow = False
        self.wires: list[Wire] = []
        self.dials: list[float] = []
        self.said: list[str] = []
        self.complaints: list[str] = []
        self.done: list[int] = []
        voices = Voices(self.said.append, self.complaints.append, self.done.append)
        self.troupe = Troupe(self.clock, Address(), self._dial, role or Habits().role(), Random(seed), voices)

    def start(self, *names: str) -> Show:
        self.troupe.start(names or ["bot"])
        self.settle()
        return self

    def _dial(self, link: Link) -> Deferred[Any]:
        self.dials.append(self.clock.seconds())
        if self.is_slow:
            return Deferred()
        if self.is_down:
            return fail(ConnectionRefusedError("refused"))
        door: Any = self.server.door
        far = door.buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000)) if self.words is None else None
        self.wires.append(Wire(link, far, self.words or b""))
        return succeed(link)

    def settle(self) -> None:
        """Let everything that was written arrive."""
        for _ in range(100):
            self.server.settle()
            if not sum(wire.carry() for wire in self.wires):
                return
        raise AssertionError("they never stop talking")

    def advance(self, seconds: float, step: float = 0.125) -> None:
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            self.settle()

    @property
    def names(self) -> list[str]:
        """Who is on the server."""
        return sorted(player.name for player in self.server.world.players.values())

    @property
    def in_the_room(self) -> list[str]:
        return sorted(member.player.name for member in self.server.world.rooms["pairs"].members.values())


class Coming(SynchronousTestCase):
    def test_they_come_and_play(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2", "bot-3")
        self.assertEqual(show.said, [f"bot-{number} plays on {WHERE}" for number in (1, 2, 3)])
        show.advance(5)
        self.assertEqual(show.in_the_room, ["bot-1", "bot-2", "bot-3"])
        self.assertEqual((show.complaints, show.done), ([], []))

    def test_a_bot_tells_the_name_that_it_has_there(self) -> None:
        show = Show(PAIRS)
        show.server.join("bot")
        self.assertEqual(show.start("bot").said, [f"bot2 plays on {WHERE}"])

    def test_each_says_hello_once(self) -> None:
        show = Show(PAIRS)
        ann = show.server.join("ann")
        ann.click("PairPanicking")
        show.start("bot-1", "bot-2").advance(5)
        show.wires[0].lose()
        show.advance(20)
        self.assertEqual(show.in_the_room, ["ann", "bot-1", "bot-2"])
        self.assertEqual(ann.heard.count(GREETING), 2)


class Trouble(SynchronousTestCase):
    def check_failed(self, show: Show, words: str) -> None:
        self.assertEqual((show.complaints, show.done), ([words], [1]))
        show.advance(3 * PAUSE)
        self.assertEqual((show.said, show.names), ([], []))
        self.assertEqual(show.clock.getDelayedCalls(), [])

    def test_no_server(self) -> None:
        show = Show(PAIRS)
        show.is_down = True
        show.start("bot-1", "bot-2")
        self.check_failed(show, f"cannot reach {WHERE}: Connection was refused by other side: refused.")
        self.assertEqual(show.dials, [0])

    def test_no_room(self) -> None:
        show = Show().start("bot-1", "bot-2")
        self.check_failed(show, f"there is no room named PairPanicking on {WHERE}")

    def test_no_tilenet(self) -> None:
        show = Show(PAIRS)
        show.words = b"HTTP/1.1 400 Bad Request\r\n\r\n"
        show.start("bot-1", "bot-2")
        self.assertEqual(len(show.complaints), 1)
        self.assertRegex(show.complaints[0], rf"^{WHERE} is not a TileNet server: ")
        self.assertEqual(show.done, [1])

    def test_a_name_that_is_refused(self) -> None:
        show = Show(PAIRS).start("x" * 33)
        words = "A name has at most 32 characters."
        self.check_failed(show, f"{WHERE} does not let {'x' * 33} in: {words}")

    def test_a_server_that_is_not_open_is_tried_again(self) -> None:
        for status in ("busy", "closed"):
            show = Show(PAIRS)
            show.words = TILENET + f'<server version="1.1" group="g" name="n" status="{status}">'.encode()
            show.start("bot-1", "bot-2")
            show.advance(3 * PAUSE)
            self.assertEqual(show.complaints, [f"{WHERE}: the server is {status}; trying again soon"])
            show.words = None
            show.advance(3 * PAUSE)
            self.assertEqual(show.in_the_room, ["bot-1", "bot-2"])

    def test_a_lost_connection_is_taken_up_again(self) -> None:
        names = [f"bot-{number}" for number in range(1, 10)]
        show = Show(PAIRS).start(*names)
        show.advance(10)
        for wire in list(show.wires):
            wire.lose()
        lost = show.clock.seconds()
        show.is_down = True
        show.advance(3 * PAUSE)
        show.is_down = False
        show.advance(3 * PAUSE)
        self.assertEqual(
            show.complaints,
            [
                f"{WHERE}: the connection was lost; trying again soon",
                f"cannot reach {WHERE}: Connection was refused by other side: refused; trying again soon",
            ],
        )
        self.assertEqual(show.in_the_room, names)
        self.assertEqual(len(show.said), len(names))
        again = [at - lost for at in show.dials if at > lost]
        self.assertGreaterEqual(min(again), PAUSE)
        self.assertGreater(len(set(again)), len(names), "they come at different times")

    def test_another_loss_is_told_again(self) -> None:
        show = Show(PAIRS).start()
        for _ in range(2):
            show.wires[-1].lose()
            show.advance(3 * PAUSE)
        self.assertEqual(show.complaints, [f"{WHERE}: the connection was lost; trying again soon"] * 2)

    def test_a_server_that_stops(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2")
        show.server.gate.close("The server is stopping.")
        show.settle()
        self.assertEqual(show.complaints, [f"logged out by {WHERE}: The server is stopping; trying again soon"])


class Going(SynchronousTestCase):
    def check_gone(self, show: Show) -> None:
        self.assertEqual((show.done, show.complaints, show.names), ([0], [], []))
        show.advance(3)
        self.assertEqual(show.clock.getDelayedCalls(), [])

    def test_all_log_out(self) -> None:
        for seconds in (0, 5, 30):
            show = Show(PAIRS).start("bot-1", "bot-2", "bot-3")
            show.advance(seconds)
            show.troupe.leave()
            show.settle()
            self.check_gone(show)

    def test_while_they_connect(self) -> None:
        show = Show(PAIRS)
        show.is_slow = True
        show.start("bot-1", "bot-2").troupe.leave()
        self.check_gone(show)

    def test_while_they_wait(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2")
        for wire in list(show.wires):
            wire.lose()
        show.complaints.clear()
        show.troupe.leave()
        self.check_gone(show)
        show.advance(3 * PAUSE)
        self.assertEqual(show.dials, [0, 0])

    def test_a_server_that_does_not_answer(self) -> None:
        """They wait for two seconds, or until they are asked again."""
        for is_asked_again in (False, True):
            show = Show(PAIRS).start("bot-1", "bot-2")
            show.troupe.leave()
            for wire in show.wires:
                wire.near.written = b""
            if is_asked_again:
                show.troupe.leave()
                show.settle()
            else:
                show.advance(2.5)
            self.assertEqual((show.done, show.complaints), ([0], []))


class Company(SynchronousTestCase):
    def clicks(self, show: Show) -> dict[str, list[tuple[float, Any]]]:
        """Watch who clicks what, and when."""
        found: dict[str, list[tuple[float, Any]]] = {}
        for room in (show.server.world.rooms["pairs"], show.server.world.homes[0]):
            click = room.click

            def noted(player: Any, token: str, click: Any = click, room: Any = room) -> None:
                face = room.members[player.objid].picture.faces[token]
                found.setdefault(player.name, []).append((show.clock.seconds(), face))
                click(player, token)

            room.click = noted  # type: ignore[method-assign]
        return found

    def test_nobody_clicks_faster_than_their_pace(self) -> None:
        for pace in (0.5, 3.0):
            show = Show(PAIRS, role=Habits(0.5, pace).role())
            found = self.clicks(show)
            show.start("bot-1", "bot-2", "bot-3").advance(300)
            self.assertEqual(len(found), 3)
            for clicks in found.values():
                times = [at for at, _ in clicks]
                self.assertGreaterEqual(min(b - a for a, b in pairwise(times)), pace)
                self.assertGreater(len(times), 20)

    def test_they_keep_a_room_alive(self) -> None:
        """Game after game, whether they win or run out of points."""
        for skill in (0, 1):
            show = Show(PAIRS, role=Habits(skill, 1.0).role())
            ann = show.server.join("ann")
            ann.click("PairPanicking")
            show.start("bot-1", "bot-2").advance(1200)
            heard = ann.heard
            started = [line for line in heard if "has started a game" in line]
            self.assertGreater(len(started), 3, skill)
            self.assertTrue(all(line.startswith("bot-") for line in started))
            over = [line for line in heard if line.startswith("Game over")]
            solved = [line for line in over if "every square is solved" in line]
            self.assertEqual(len(solved), len(over) if skill else 0)

    def test_one_of_many_starts_the_game(self) -> None:
        show = Show(PAIRS)
        found = self.clicks(show)
        show.start(*(f"bot-{number}" for number in range(1, 21))).advance(10 + LULL)
        self.assertEqual(len(show.in_the_room), 20)
        show.advance(LULL)
        pressed = [name for name, clicks in found.items() for _, face in clicks if face.name == "Restart"]
        self.assertEqual(len(pressed), 1)

    def test_they_do_not_cut_a_look_short(self) -> None:
        """At an unhurried pace two squares that somebody has turned show for the whole two seconds."""
        show = Show(PAIRS, role=Habits(1, 2.0).role())
        ann = show.server.join("ann")
        ann.click("PairPanicking")
        show.start("bot-1", "bot-2").advance(8)
        for player in show.server.world.players.values():
            show.server.world.award(player, 1000)
        ann.click("Restart")
        found = self.clicks(show)
        turned = 0
        for _ in range(2000):
            show.advance(0.125)
            if not self.showing(ann):
                before = [*found.get("bot-1", ()), *found.get("bot-2", ())]
                ann.click("?")
                ann.click("?")
                show.advance(2 - 0.125)
                self.assertEqual([*found.get("bot-1", ()), *found.get("bot-2", ())], before)
                show.advance(4)
                turned += 1
            if self.names(ann).count("?") < 2:
                break
        self.assertGreater(turned, 10)
        self.assertGreater(len(found["bot-1"]) + len(found["bot-2"]), 10)

    def names(self, client: Client) -> list[str]:
        """What the squares are called."""
        grid = client.model.grid().items()
        return [str(client.model.objects[token]["name"]) for (x, _), token in grid if x < 8]

    def showing(self, client: Client) -> set[str]:
        return {*self.names(client)} - {"?", "··"}
