"""Bots on a whole server in memory: how they come and go, how they play, and what they say when something is wrong."""

from __future__ import annotations

from itertools import pairwise

from twisted.internet.defer import Deferred, fail
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import Noted, watch_clicks
from tests.doubles.botshow import WHERE, Ear, Show
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import GREETING, maker
from tilenet.clients.bots.botpool import PAUSE
from tilenet.clients.bots.noughtsbot import NoughtsBot
from tilenet.clients.bots.pairpanickingbot import LULL, PairPanickingBot
from tilenet.clients.link import RECOVERY, Link
from tilenet.clients.model import Thing
from tilenet.clients.pauses import EARLIEST, FIRST
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.world.players.accounts import Account, Guests, Refused

PAIRS = GamePlugin("pairs", PairPanicking)
TILENET = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE server SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">\n'
)


class Coming(SynchronousTestCase):
    def test_they_come_and_play(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2", "bot-3")
        self.assertEqual(show.said, [f"bot-{number} plays on {WHERE}" for number in (1, 2, 3)])
        show.advance(5)
        self.assertEqual(show.in_the_room, ["bot-1", "bot-2", "bot-3"])
        self.assertEqual((show.complaints, show.done), ([], []))

    def test_each_says_that_it_is_a_bot_also_after_a_lost_connection(self) -> None:
        show = Show(PAIRS)
        ann = show.server.join("ann")
        show.start("bot-1").advance(1)
        for _ in range(2):
            found = [player for player in show.server.world.players.values() if player.is_bot]
            self.assertEqual([player.name for player in found], ["bot-1"])
            self.assertEqual(ann.model.objects[found[0].objid]["text"], "bot · 127.0.0.1")
            show.wires[0].lose()
            ann.click("PairPanicking" if ann.room == "Home" else "Home")
            show.advance(20)

    def test_a_server_of_another_make_gets_an_xrequest_after_the_login_and_all_is_well(self) -> None:
        """c6: both sides read any legal content; it may answer."""
        show = Show(PAIRS)
        show.words = TILENET + b'<server version="1.1" group="g" name="n" status="open">'
        show.start("bot-1")
        (wire,) = show.wires
        sent: list[bytes] = []
        wire.far = Ear(sent)
        show.settle()
        wire.there.written += b'<logged-in message="" objid="a1"/><xresponse options="no">sorry</xresponse>'
        wire.there.written += b'<set objid="m1" name="Home" text="" bgcolor="0" fgcolor="0" x="2" y="2"/>'
        wire.there.written += b'<set objid="a1" name="bot-1" energy="1" text=""/>'
        wire.there.written += b'<set objid="t1" name="PairPanicking" energy="1" text="" x="0" y="0"/>'
        show.settle()
        show.advance(1)
        self.assertEqual((show.said, show.complaints), ([f"bot-1 plays on {WHERE}"], []))
        told = b"".join(sent)
        self.assertEqual(told.count(b'<xrequest options="bot"></xrequest>'), 1)


class Trouble(SynchronousTestCase):
    def test_a_server_that_does_not_say_what_its_rooms_are(self) -> None:
        show = Show(make_bot=maker(NoughtsBot))
        show.words = TILENET + b'<server version="1.1" group="g" name="n" status="open">'
        show.start("bot-1")
        (wire,) = show.wires
        wire.far = Ear([])
        wire.there.written += (
            b'<logged-in message="" objid="a1"/><set objid="m1" name="Home" x="2" y="2"/><set objid="a1"/>'
        )
        show.advance(9.5)
        self.assertEqual(show.complaints, [])
        show.advance(1)
        self.assertEqual(show.complaints, [f"{WHERE} does not say what its rooms are, so bots cannot play there"])

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

    def test_no_tilenet(self) -> None:
        show = Show(PAIRS)
        show.words = b"HTTP/1.1 400 Bad Request\r\n\r\n"
        show.start("bot-1", "bot-2")
        (complaint,) = show.complaints
        self.assertRegex(complaint, rf"^{WHERE} is not a TileNet server: ")
        self.assertEqual(show.done, [1])

    def test_a_name_that_is_refused(self) -> None:
        show = Show(PAIRS).start("x" * 33)
        words = "A name has at most 32 characters."
        self.check_failed(show, f"{WHERE} refused {'x' * 33}: {words}")

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
        self.assertTrue(EARLIEST * FIRST <= min(again) < 1, "they come back soon")
        self.assertGreater(len(set(again)), len(names), "they come at different times")

    def test_a_server_that_was_started_again_has_a_minute_to_answer(self) -> None:
        """It takes calls before it stands where it stood."""
        show = Show(PAIRS).start("bot-1")
        show.words = b""
        show.wires[0].lose()
        show.advance(1 + RECOVERY)
        self.assertEqual(show.complaints[1:], [f"{WHERE} does not answer; trying again soon"])
        show.words = None
        dials = len(show.dials)
        show.advance(2)
        self.assertEqual(len(show.dials), dials + 1)
        show.advance(3 * PAUSE)
        self.assertEqual(show.in_the_room, ["bot-1"])

    def test_nothing_is_clicked_after_a_loss(self) -> None:
        show = Show(PAIRS).start()
        clicks: list[Thing] = []
        self.patch(Link, "click", lambda link, token: clicks.append(token))
        show.is_down = True
        show.wires[0].lose()
        show.advance(3 * PAUSE)
        self.assertEqual(clicks, [])

    def test_a_server_that_stops(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2")
        show.server.gate.close("The server is stopping.")
        show.settle()
        self.assertEqual(show.complaints, [f"logged out by {WHERE}: The server is stopping; trying again soon"])


class Reserved(Guests):
    """Names that have accounts, from when a test says so."""

    def __init__(self) -> None:
        self.reason = ""
        self.names: set[str] = set()

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        if name in self.names:
            return fail(Refused(self.reason))
        return super().admit(name, password, address)


class Returning(SynchronousTestCase):
    """After a lost connection a bot is the same player again."""

    def test_a_bot_returns_to_its_own_seat_which_nobody_else_gets_by_its_name(self) -> None:
        show = Show(PAIRS, seat_seconds=60)
        show.server.join("bot")
        show.start("bot").advance(10)
        (player,) = (one for one in show.server.world.players.values() if one.name == "bot2")
        show.server.world.award(player, 5)
        show.wires[0].lose()
        show.advance(EARLIEST * FIRST / 2)
        self.assertTrue(player.is_away)
        stranger = show.server.join("bot2")
        self.assertNotEqual(show.server.world.players[stranger.agent].id, player.id)
        show.advance(2 * PAUSE)
        (again,) = (one for one in show.server.world.players.values() if one.name == "bot2")
        self.assertIs(again, player)
        self.assertFalse(player.is_away)
        self.assertEqual(show.in_the_room, ["bot2"])
        self.assertEqual(show.said, [f"bot2 plays on {WHERE}"])

    def test_it_plays_on_at_the_board_as_it_is(self) -> None:
        show = Show(PAIRS, make_bot=maker(PairPanickingBot, skill=1, pace=0.5), seat_seconds=60)
        ann = show.server.join("ann")
        ann.click("PairPanicking")
        show.start("bot").advance(3)
        for player in show.server.world.players.values():
            show.server.world.award(player, 1000)
        ann.click("Restart")
        show.advance(10)
        self.assertEqual(ann.heard.count(GREETING), 1)
        show.wires[0].lose()
        show.advance(2 * PAUSE)
        clicks = watch_clicks(self, show.clock, [show.server.world.rooms["pairs"]])
        show.advance(20)
        self.assertGreater(len(clicks["bot"]), 5)
        self.assertEqual({noted.face.name for noted in clicks["bot"]}, {"?"})
        words = " ".join(ann.heard)
        for other in ("has started a game", GREETING, "bot came in", "bot left"):
            self.assertNotIn(other, words)

    def test_a_name_that_has_an_account_now_ends_that_bot_and_no_other(self) -> None:
        accounts = Reserved()
        show = Show(PAIRS, accounts=accounts).start("bot-1", "bot-2")
        accounts.names, accounts.reason = {"bot-1"}, "bot-1 has an account: log in with its password."
        for wire in list(show.wires):
            wire.lose()
        show.complaints.clear()
        show.advance(10 * PAUSE)
        self.assertEqual(show.complaints, [f"{WHERE} refused bot-1: {accounts.reason}"])
        self.assertEqual((show.names, show.done), (["bot-2"], []))
        self.assertEqual(len(show.dials), 4)
        show.pool.leave()
        show.settle()
        self.assertEqual(show.done, [1])

    def test_a_server_that_wants_the_login_later_gets_it_later(self) -> None:
        accounts = Reserved()
        accounts.names, accounts.reason = {"bot-1"}, "Too many people are logging in right now. Try again in a moment."
        show = Show(PAIRS, accounts=accounts).start("bot-1")
        show.advance(3 * PAUSE)
        self.assertEqual((show.names, show.done), ([], []))
        accounts.names = set()
        show.advance(2 * PAUSE)
        self.assertEqual(show.names, ["bot-1"])


class Going(SynchronousTestCase):
    def check_gone(self, show: Show) -> None:
        self.assertEqual((show.done, show.complaints, show.names), ([0], [], []))
        show.advance(3)
        self.assertEqual(show.clock.getDelayedCalls(), [])

    def test_while_they_connect(self) -> None:
        show = Show(PAIRS)
        show.is_slow = True
        show.start("bot-1", "bot-2").pool.leave()
        self.check_gone(show)

    def test_while_they_wait(self) -> None:
        show = Show(PAIRS).start("bot-1", "bot-2")
        for wire in list(show.wires):
            wire.lose()
        show.complaints.clear()
        show.pool.leave()
        self.check_gone(show)
        show.advance(3 * PAUSE)
        self.assertEqual(show.dials, [0, 0])

    def test_a_server_that_does_not_answer(self) -> None:
        """They wait for two seconds, or until they are asked again."""
        for is_asked_again in (False, True):
            show = Show(PAIRS).start("bot-1", "bot-2")
            show.pool.leave()
            for wire in show.wires:
                wire.near.written = b""
            if is_asked_again:
                show.pool.leave()
                show.settle()
            else:
                show.advance(2.5)
            self.assertEqual((show.done, show.complaints), ([0], []))


class Company(SynchronousTestCase):
    def clicks(self, show: Show) -> dict[str, list[Noted]]:
        """Watch who clicks what, and when."""
        world = show.server.world
        return watch_clicks(self, show.clock, [world.rooms["pairs"], world.homes[0]])

    def test_nobody_clicks_faster_than_their_pace(self) -> None:
        for pace in (0.5, 3.0):
            show = Show(PAIRS, make_bot=maker(PairPanickingBot, skill=0.5, pace=pace))
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
            show = Show(PAIRS, make_bot=maker(PairPanickingBot, skill=skill, pace=1.0))
            ann = show.server.join("ann")
            ann.click("PairPanicking")
            show.start("bot-1", "bot-2").advance(1200)
            heard = ann.heard
            started = [line for line in heard if "has started a game" in line]
            self.assertGreater(len(started), 3, skill)
            self.assertTrue(all(line.startswith("bot-") for line in started))
            over = [line for line in heard if line.startswith("Game over: ")]
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
