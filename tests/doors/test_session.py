"""A session, whatever its client speaks: logins that take their time, acts that do, timers, failures, and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import capturedLogs, formatEvent
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp, Rang, Server, Stage, stage
from tests.doubles.ledger import Slowly
from tests.doubles.model import click, login, logout, opening, say
from tests.doubles.pipe import Pipe
from tilenet.catalogue import GamePlugin
from tilenet.doors.door import Connection, Door
from tilenet.doors.session import WRONG, Dialect, Session
from tilenet.game import Event
from tilenet.game import Player as AnyPlayer
from tilenet.world.home import Home
from tilenet.world.players.accounts import Refused
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Act, Request
from tilenet.world.rooms.room import Room

LAMP = GamePlugin("lamp", Lamp)
LAST_WORDS = f"bye: {WRONG}\n".encode()


class Talk(Dialect[str]):
    """A protocol of lines, of which each method fails that the door says."""

    def __init__(self, session: Session, door: TalkDoor) -> None:
        self._door = door
        self.handled: list[str] = []
        self.events: list[Event] = []
        self.timer: IDelayedCall | None = None
        self._try("__init__")
        super().__init__(session)
        self.naming = door.naming  # type: ignore[misc]

    def _try(self, method: str) -> None:
        if method in self._door.failing:
            raise ZeroDivisionError(method)

    def greet(self) -> None:
        self._try("greet")
        self.line.send(b"hello\n")

    def decode(self, data: bytes) -> Iterable[str]:
        self._try("decode")
        return self._lines(data)

    def _lines(self, data: bytes) -> Iterator[str]:
        for line in data.decode().splitlines():
            if line == "half":
                self._try("half")
            yield line

    def handle(self, message: str) -> None:
        self.handled.append(message)
        self._try("handle")
        word, _, rest = message.partition(" ")
        match word:
            case "name":
                self.session.login(rest, "")
            case "later":
                self.timer = self.session.later(float(rest), self._happen_later)
            case "act":
                self.session.act(Request(rest), self._then)
            case "ask":
                self.session.ask(rest, message, self._then)
            case "end":
                self.session.end(rest)

    def _happen_later(self) -> None:
        self._try("later")
        self.line.send(b"later\n")

    def _then(self) -> None:
        self._try("then")
        self.line.send(b"then\n")

    def client(self) -> Client:
        self._try("client")
        return self.session.new_client(listener=self._hear)

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self._try("listener")

    def welcome(self, player: Player) -> None:
        self._try("welcome")
        self.line.send(f"welcome {player.name}\n".encode())
        self.session.world.place(player)

    def refuse(self, reason: str) -> None:
        self._try("refuse")
        self.line.send(f"no: {reason}\n".encode())

    def taken(self, name: str) -> str:
        self._try("taken")
        return super().taken(name)

    def farewell(self, reason: str) -> bytes:
        self._try("farewell")
        return f"bye: {reason}\n".encode()


class TalkDoor(Door):
    """A door at which these methods fail."""

    def __init__(self, server: Server, *failing: str, naming: Naming = Naming.NUMBERED) -> None:
        super().__init__(server.gate)
        self.failing = {*failing}
        self.naming = naming

    def dialect(self, session: Session) -> Talk:
        return Talk(session, self)


class Talker:
    """A client at such a door."""

    def __init__(self, server: Server, *failing: str, naming: Naming = Naming.NUMBERED) -> None:
        self.pipe = Pipe()
        self.door = TalkDoor(server, *failing, naming=naming)
        self._server = server
        self.protocol: Any = self.door.buildProtocol(IPv4Address("TCP", "192.0.2.7", 40000))
        self.protocol.makeConnection(self.pipe)
        server.settle()

    def say(self, *lines: str) -> bytes:
        """Say this in one piece; what comes back."""
        self.pipe.written = b""
        self.protocol.dataReceived("".join(f"{line}\n" for line in lines).encode())
        self._server.settle()
        return self.pipe.written

    def take(self) -> bytes:
        """Take what was held up; all that has come since the client said something last."""
        self.pipe.is_stuck = False
        self.pipe.drain()
        return self.pipe.written

    @property
    def session(self) -> Session:
        assert isinstance(self.protocol, Connection) and self.protocol.session is not None
        return self.protocol.session

    @property
    def dialect(self) -> Talk:
        assert isinstance(self.session.dialect, Talk)
        return self.session.dialect

    def lose(self) -> None:
        self.pipe.is_open = False
        self.protocol.connectionLost(Failure(ConnectionDone()))
        self._server.settle()


class AFailure(SynchronousTestCase):
    """In one client's dialect: its session ends, with a line in the log and its last words, and nobody else notices."""

    def setUp(self) -> None:
        self.server = Server([LAMP])
        self.bob = self.server.join("bob")
        self.server.advance(3)

    def failed(self, talker: Talker, said: bytes = b"", last: bytes = LAST_WORDS) -> None:
        """Its session has ended, and all is as if it had never been."""
        self.assertEqual(talker.pipe.written, said + last)
        self.assertEqual((talker.pipe.is_open, talker.pipe.was_aborted), (False, False))
        (failure,) = self.flushLoggedErrors(ZeroDivisionError)
        self.assertIn(failure.getErrorMessage(), talker.door.failing)
        self.assertEqual([player.name for player in self.server.world.players.values()], ["bob"])
        talker.lose()
        self.assertEqual([session.player and session.player.name for session in self.server.gate.sessions], ["bob"])
        self.assertEqual(self.server.gate.waiting, {})
        self.server.advance(3)
        self.assertEqual(self.server.clock.getDelayedCalls(), [])
        self.assertEqual(self.flushLoggedErrors(), [])
        self.goes_on()

    def goes_on(self) -> None:
        """The world is as it was, for bob and for anybody else, even of the same name."""
        self.server.check()
        self.bob.model.heard.clear()
        self.bob.say("still here", self.bob.agent)
        self.assertEqual(self.bob.heard, ["still here"])
        self.assertEqual(Talker(self.server).say("name ann"), b"welcome ann\n")

    def test_before_the_client_has_said_anything(self) -> None:
        """While the dialect is made there is nobody to say last words."""
        for method, last in (("greet", LAST_WORDS), ("__init__", b"")):
            self.setUp()
            self.failed(Talker(self.server, method), last=last)

    def test_in_what_happens_before_the_login_is_over(self) -> None:
        """What was complete before it is not done any more, nor what comes after it."""
        for method, lines, handled in (
            ("decode", ["name ann"], []),
            ("half", ["name ann", "half", "name bob"], []),
            ("handle", ["name ann", "name bob"], ["name ann"]),
            ("client", ["name ann", "name bob"], ["name ann"]),
            ("welcome", ["name ann", "name bob"], ["name ann"]),
            ("refuse", ["name <", "name ann"], ["name <"]),
            ("taken", ["name bob"], ["name bob"]),
        ):
            self.setUp()
            talker = Talker(self.server, method, naming=Naming.EXACT if method == "taken" else Naming.NUMBERED)
            talker.say(*lines)
            self.assertEqual(talker.dialect.handled, handled, method)
            self.failed(talker)

    def test_in_handle_of_who_is_logged_in(self) -> None:
        talker = Talker(self.server)
        talker.say("name ann")
        self.assertEqual(len(self.server.world.players), 2)
        self.bob.raw = b""
        talker.door.failing = {"handle"}
        talker.say("hm")
        self.assertIn(b' x="-1"', self.bob.raw)  # ann is seen to go, and that is all
        self.assertEqual(self.bob.heard, [])
        self.failed(talker)

    def test_in_what_is_called_later(self) -> None:
        for lines in (["name ann", "later 1"], ["later 1"]):
            self.setUp()
            talker = Talker(self.server, "later")
            talker.say(*lines)
            talker.pipe.written = b""
            self.server.advance(0.75)
            self.assertTrue(talker.pipe.is_open)
            self.server.advance(0.25)
            self.failed(talker)

    def test_in_what_comes_after_an_act_or_a_request(self) -> None:
        for line in ("act something", "ask lamp", "ask nowhere"):
            self.setUp()
            talker = Talker(self.server, "then")
            talker.say("name ann")
            talker.say(line, "name bob")
            self.assertEqual(talker.dialect.handled, ["name ann", line])
            self.failed(talker)

    def test_in_farewell_after_another_one(self) -> None:
        talker = Talker(self.server, "handle", "farewell")
        talker.say("name ann")
        self.assertEqual((talker.pipe.written, talker.pipe.is_open), (b"", False))
        messages = [failure.getErrorMessage() for failure in self.flushLoggedErrors(ZeroDivisionError)]
        self.assertEqual(messages, ["handle", "farewell"])
        talker.lose()
        self.goes_on()

    def test_in_farewell_while_the_server_stops(self) -> None:
        """All others are still told."""
        talker, other = Talker(self.server, "farewell"), Talker(self.server)
        talker.say("name ann")
        other.say("name cid")
        other.pipe.written = b""
        self.server.gate.close("The server is stopping.")
        self.server.settle()
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual(self.bob.model.logged_out, "The server is stopping.")
        self.assertEqual(other.pipe.written, b"bye: The server is stopping.\n")
        self.assertFalse(talker.pipe.is_open)

    def test_in_hearing_an_event(self) -> None:
        """The game goes on, and so does everybody else in its room."""
        game = Stage(click=[Rang()])
        self.server = Server([stage(game)])
        self.bob = self.server.join("bob")
        talker = Talker(self.server, "listener")
        talker.say("name ann")
        assert talker.session.player is not None
        talker.session.world.send_to(talker.session.player, "stage")
        self.bob.click("Stage")
        self.bob.click("prop")
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertFalse(talker.pipe.is_open)
        self.assertEqual(len(game.called("click")), 1)
        self.assertNotIn("Something went wrong", str(self.bob.heard))

    def test_last_words_that_are_not_bytes(self) -> None:
        """The session ends without them, and with one line in the log."""
        talker = Talker(self.server)
        self.patch(Talk, "farewell", lambda dialect, reason: "bye")
        self.assertEqual(talker.say("end enough"), b"")
        self.assertFalse(talker.pipe.is_open)
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)

    def test_output_that_is_not_bytes(self) -> None:
        """The one who sends it is told, not whoever flushes it."""
        talker = Talker(self.server)
        error = self.assertRaises(TypeError, talker.session.line.send, "hello")
        self.assertEqual(str(error), "only bytes can be sent, not 'hello'")

    def test_a_second_login_or_a_naming_that_is_none(self) -> None:
        """Else the first player would stay for ever."""
        for lines, naming, error in (
            (["name ann", "name cid"], Naming.NUMBERED, RuntimeError),
            (["name ann"], "EXACT", TypeError),
        ):
            talker = Talker(self.server, naming=naming)  # type: ignore[arg-type]
            self.assertEqual([talker.say(line) for line in lines][-1], LAST_WORDS)
            self.assertEqual(len(self.flushLoggedErrors(error)), 1)
            self.assertEqual([player.name for player in self.server.world.players.values()], ["bob"])

    def test_is_logged_in_one_line_and_then_the_leaving(self) -> None:
        talker = Talker(self.server, "handle")
        with capturedLogs() as events:
            talker.say("name ann")
            talker.lose()
        self.flushLoggedErrors(ZeroDivisionError)
        self.assertEqual(
            [formatEvent(event) for event in events],
            ["The session of 192.0.2.7 failed", f"Left: 192.0.2.7: {WRONG}"],
        )


class TheEnd(SynchronousTestCase):
    def test_a_session_ends_once_and_the_log_tells_of_it_once(self) -> None:
        """As when the server stops while a client has yet to take its last words."""
        server = Server([LAMP])
        talker = Talker(server)
        talker.say("name ann")
        talker.pipe.written = b""
        talker.pipe.is_stuck = True
        with capturedLogs() as events:
            talker.session.end("Enough.")
            server.gate.close("The server is stopping.")
            server.settle()
            self.assertEqual(talker.take(), b"bye: Enough.\n")
            talker.lose()
        self.assertEqual([formatEvent(event) for event in events], ["Left: ann (a1) from 192.0.2.7: Enough."])


class Later(SynchronousTestCase):
    """What a dialect wants to be called later."""

    def setUp(self) -> None:
        self.server = Server([LAMP])
        self.talker = Talker(self.server)
        self.talker.say("name ann")

    def timers(self) -> list[object]:
        return [*self.server.clock.getDelayedCalls()]

    def test_is_cancelled_at_the_end(self) -> None:
        ends: dict[str, Callable[[Talker], object]] = {
            "by the dialect": lambda talker: talker.say("end Enough."),
            "by a lost connection": lambda talker: talker.lose(),
            "by a client that does not read": lambda talker: talker.session.drop("over 256 KiB"),
            "by the server": lambda talker: self.server.gate.close("The server is stopping."),
        }
        for how, end in ends.items():
            talker = Talker(self.server)
            talker.say("name bob", "later 1", "later 2", "later 3")
            self.server.advance(1)
            talker.pipe.written = b""
            timer = talker.dialect.timer
            end(talker)
            self.server.settle()
            self.assertFalse(timer is None or timer.active(), how)
            if talker.pipe.is_open or how != "by a lost connection":
                talker.lose()
            self.server.settle()
            self.assertNotIn(b"later", talker.pipe.written, how)
            self.server.advance(5)
            self.assertNotIn(b"later", talker.pipe.written, how)
        self.talker.lose()
        self.server.advance(5)
        self.assertEqual(self.timers(), [])

    def test_is_not_called_if_the_session_has_ended_already(self) -> None:
        """As when a dialect ends it, and goes on."""
        called: list[str] = []
        self.talker.say("end Enough.")
        self.talker.session.later(1, lambda: called.append("later"))
        self.talker.lose()
        self.server.advance(2)
        self.assertEqual((called, self.timers()), ([], []))


class SlowRoom:
    """Takes the acts in a room: each is done when the test says so."""

    def __init__(self, room: Room) -> None:
        self._act = room.act
        self._held: list[tuple[Player, Act, Callable[[], object]]] = []
        room.act = self._take  # type: ignore[method-assign, assignment]

    def _take(self, player: Player, act: Act, done: Callable[[], object]) -> None:
        self._held.append((player, act, done))

    @property
    def asked(self) -> int:
        """How many are not done yet."""
        return len(self._held)

    def finish(self) -> None:
        """Do the oldest one."""
        self._act(*self._held.pop(0))

    def give_up(self) -> None:
        """Nothing comes of the oldest one, but it is over."""
        self._held.pop(0)[2]()


class AnActThatTakesItsTime(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.server = Server([stage(self.game), LAMP])
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        for client in (self.ann, self.bob):
            client.click("Stage")
        self.server.advance(3)
        for client in (self.ann, self.bob):
            client.model.heard.clear()
        self.room = SlowRoom(self.server.world.rooms["stage"])
        self.here = self.ann.model.current or ""

    def finish(self) -> None:
        self.room.finish()
        self.server.settle()

    def test_nothing_is_read_until_it_is_done(self) -> None:
        self.ann.say("one")
        self.assertEqual((self.room.asked, self.ann.pipe.is_reading), (1, False))
        self.server.advance(5)
        self.assertEqual((self.ann.heard, self.ann.pipe.is_reading), ([], False))
        self.finish()
        self.assertEqual((self.ann.heard, self.ann.pipe.is_reading), (["one"], True))

    def test_what_comes_with_it_or_meanwhile_is_done_after_it_one_by_one(self) -> None:
        """The transport may have read it already."""
        self.ann.send(say(self.here, "one"), say(self.here, "two"))
        self.ann.send(say(self.here, "three"), say(self.here, "four")[:20])
        self.ann.send(say(self.here, "four")[20:])
        for heard in ("one", "two", "three", "four"):
            self.assertEqual(self.room.asked, 1)
            self.finish()
            self.assertEqual(self.bob.heard, [heard])
        self.assertEqual(self.room.asked, 0)
        self.assertTrue(self.ann.pipe.is_reading)

    def test_a_client_that_vanishes_or_is_ended_meanwhile(self) -> None:
        for client, other in ((self.ann, "bob"), (self.bob, None)):
            client.send(say(self.here, "one"), say(self.here, "two"), logout())
            if other is None:
                client.protocol.session.end("Enough.")
            else:
                client.lose()
            self.server.settle()
            names = [player.name for player in self.server.world.players.values()]
            self.assertEqual(names, [other] if other else [])
            self.room.give_up()
            self.server.settle()
            self.assertEqual((self.room.asked, self.bob.heard), (0, []))
        self.assertEqual(self.bob.model.logged_out, "Enough.")

    def test_the_end_waits_for_its_turn(self) -> None:
        self.ann.send(say(self.here, "one"), logout())
        self.assertTrue(self.ann.pipe.is_open)
        self.finish()
        self.assertEqual(self.bob.heard, ["one"])
        self.assertEqual(self.ann.model.logged_out, "You have logged out.")

    def test_many_that_are_done_at_once(self) -> None:
        """However many there are in one packet, and none of them takes any time."""
        server = Server([stage(self.game)], command_burst=10**6)
        ann = server.join("ann")
        ann.click("Stage")
        ann.send(click(ann.token("prop")) * 5000)
        self.assertEqual(len(self.game.called("click")), 5000)


class AfterAnAct(SynchronousTestCase):
    """What a dialect wants to be called when an act, or a request to another room, is done."""

    def setUp(self) -> None:
        self.game = Stage()
        self.server = Server([stage(self.game)])
        self.talker = Talker(self.server)
        self.talker.say("name ann")
        self.home = SlowRoom(self.server.world.homes[0])
        self.stage = SlowRoom(self.server.world.rooms["stage"])

    def test_it_is_called_before_the_next_message(self) -> None:
        self.assertEqual(self.talker.say("act one", "act two"), b"")
        for handled in (2, 3):
            self.assertEqual(len(self.talker.dialect.handled), handled)
            self.home.finish()
            self.server.settle()
            self.assertEqual(self.talker.pipe.written, b"then\n" * (handled - 1))

    def test_also_for_a_request_to_a_room_that_one_is_not_in(self) -> None:
        self.assertEqual(self.talker.say("ask stage", "act one"), b"")
        self.assertEqual((self.stage.asked, self.home.asked), (1, 0))
        self.assertFalse(self.talker.pipe.is_reading)
        self.stage.finish()
        self.server.settle()
        self.assertEqual((self.talker.pipe.written, self.home.asked), (b"then\n", 1))

    def test_at_once_if_there_is_no_such_room_or_one_is_nowhere(self) -> None:
        self.assertEqual(self.talker.say("ask nowhere", "later 9"), b"then\n")
        self.assertIsNotNone(self.talker.dialect.timer)
        assert self.talker.session.player is not None
        self.server.world.leave_room(self.talker.session.player)
        self.assertEqual(self.talker.say("act one"), b"then\n")

    def test_not_if_the_session_has_ended(self) -> None:
        self.talker.say("ask stage")
        self.talker.pipe.is_stuck = True
        self.talker.session.end("Enough.")
        self.stage.finish()
        self.server.settle()
        self.assertEqual(self.talker.take(), b"bye: Enough.\n")

    def test_nothing_is_asked_before_the_login(self) -> None:
        stranger = Talker(self.server)
        stranger.say("ask stage")
        self.assertEqual(self.stage.asked, 0)


class TurnedAway(SynchronousTestCase):
    """Home can say that nobody is let in any more."""

    def setUp(self) -> None:
        self.reasons: list[str | None] = [None]
        test = self

        class Picky(Home):
            def admits(self, player: AnyPlayer, now: float) -> str | None:
                return test.reasons.pop(0) if test.reasons else "The show has begun."

        self.server = Server([GamePlugin("home", Picky), LAMP])
        self.bob = self.server.join("bob")

    def test_the_login_is_refused_and_the_session_ended_with_the_reason(self) -> None:
        self.assertEqual(
            Talker(self.server).say("name ann", "name cid"), b"no: The show has begun.\nbye: The show has begun.\n"
        )

    def test_it_is_asked_at_each_login(self) -> None:
        self.reasons = [None, "Too late."]
        talker = Talker(self.server)
        self.assertEqual(talker.say("name <"), b"no: A name cannot contain <.\n")
        self.assertEqual(Talker(self.server).say("name cid"), b"welcome cid\n")
        self.assertEqual(talker.say("name ann"), b"no: Too late.\nbye: Too late.\n")


class ANameThatIsTaken(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([LAMP])
        self.server.join("ann")

    def test_is_numbered_before_anybody_sees_it_if_that_is_the_custom(self) -> None:
        talker = Talker(self.server, naming=Naming.AT_ONCE)
        talker.say("name ann")
        assert talker.session.player is not None
        self.assertEqual(talker.session.player.name, "ann2")

    def test_is_refused_if_that_is_the_custom_and_no_failed_login(self) -> None:
        talker = Talker(self.server, naming=Naming.EXACT)
        for name in ("ann", "Ann") * 5:
            self.assertEqual(talker.say(f"name {name}"), f"no: Somebody else is called {name}.\n".encode())
        self.assertEqual(talker.say("name ann2"), b"welcome ann2\n")


class Bits(Talk):
    """A protocol of many short messages."""

    cost = 0.1


class BitsDoor(TalkDoor):
    def dialect(self, session: Session) -> Bits:
        return Bits(session, self)


class WhatAMessageCosts(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(command_burst=10, tag_bytes=1000)

    def dial(self, kind: type[TalkDoor]) -> Talker:
        talker = Talker(self.server)
        talker.pipe = Pipe()
        talker.protocol = kind(self.server).buildProtocol(IPv4Address("TCP", "192.0.2.7", 40000))
        talker.protocol.makeConnection(talker.pipe)
        return talker

    def test_is_a_command_unless_the_protocol_says_otherwise(self) -> None:
        for kind, handled in ((TalkDoor, 10), (BitsDoor, 100)):
            talker = self.dial(kind)
            talker.say(*["x"] * 101)
            self.assertEqual(len(talker.dialect.handled), handled)
            self.assertFalse(talker.pipe.is_reading)

    def test_its_size_counts_in_any_case(self) -> None:
        talker = self.dial(BitsDoor)
        talker.say("x" * 9000)
        talker.say("y" * 9000, "z")
        self.assertEqual(len(talker.dialect.handled), 1)
        self.assertFalse(talker.pipe.is_reading)


class ALoginThatTakesItsTime(SynchronousTestCase):
    def setUp(self) -> None:
        self.accounts = Slowly()
        self.server = Server([LAMP], accounts=self.accounts)

    def let_in(self) -> None:
        self.accounts.let_in()
        self.server.settle()

    def refuse(self, error: Exception) -> None:
        self.accounts.answers.pop().errback(error)
        self.server.settle()

    def test_nothing_is_said_and_read_before_the_answer_which_is_a_welcome(self) -> None:
        ann = self.server.connect().login("ann", "sesame")
        self.assertEqual(self.accounts.asked, [("ann", "sesame")])
        self.assertEqual((ann.model.login_messages, ann.pipe.is_reading), ([], False))
        self.let_in()
        self.assertEqual((ann.model.objects[ann.agent]["energy"], ann.pipe.is_reading), (8, True))
        self.server.check()

    def test_how_long_a_tag_behind_it_may_be_depends_on_the_answer(self) -> None:
        tag = say("m999", "x" * 4000)
        for let_in, ending in ((True, None), (False, "Error: a tag longer than 2048 bytes.")):
            ann = self.server.connect()
            ann.send(opening(), login("ann"), tag[:3000])
            ann.send(tag[3000:], say("m999", "x"))
            self.assertEqual((ann.model.login_messages, ann.pipe.is_open), ([], True))
            if let_in:
                self.let_in()
            else:
                self.refuse(Refused("No."))
            self.assertEqual((len(ann.model.login_messages), ann.model.logged_out), (1, ending))

    def test_commands_sent_meanwhile_are_held_and_run_in_order(self) -> None:
        ann = self.server.connect()
        home = self.server.world.homes[0].objid
        ann.send(opening(), login("ann"), say(home, "one"))
        ann.send(say(home, "two"))
        ann.send(say(home, "three"))
        self.let_in()
        self.assertEqual(ann.heard, ["one", "two", "three"])

    def test_a_client_that_vanishes_meanwhile_leaves_nothing_behind_and_nobody_sees_it(self) -> None:
        bob = self.server.connect().login("bob")
        self.let_in()
        bob.raw = b""
        self.server.connect().login("ann").lose()
        self.accounts.let_in()
        self.assertEqual([*self.server.world.players], [bob.agent])
        self.server.connect().login("ann").lose()
        self.refuse(Refused("No."))
        self.server.advance(3)
        self.assertEqual((bob.raw, len(self.server.gate.sessions)), (b"", 1))
        again = self.server.connect().login("ann")
        self.let_in()
        self.assertEqual(again.model.login_messages, ["Welcome, ann."])

    def test_after_a_refusal_and_after_an_unexpected_error_there_is_another_try(self) -> None:
        """It is told of the refusal, and not of the error."""
        for error, told in (
            (Refused("Another password, please."), "Another password, please."),
            (ZeroDivisionError("a secret of the server"), WRONG),
        ):
            ann = self.server.connect().login("ann", "wrong")
            self.refuse(error)
            self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), int(told == WRONG))
            self.assertEqual((ann.model.login_messages, ann.model.agent, ann.pipe.is_reading), ([told], None, True))
            ann.send(login("ann", "right"))
            self.let_in()
            self.assertIsNotNone(ann.model.agent)

    def test_a_refusal_of_a_client_whose_session_has_ended(self) -> None:
        """c8.1: nothing comes after the end of the document."""
        talker = Talker(self.server)
        talker.say("name ann")
        talker.pipe.is_stuck = True
        talker.session.end("Enough.")
        self.refuse(Refused("No."))
        self.assertEqual(talker.take(), b"bye: Enough.\n")

    def test_a_command_held_behind_a_refused_login_is_an_error(self) -> None:
        """c8.1: before success a client sends nothing but login."""
        ann = self.server.connect()
        ann.send(opening(), login("ann"), say("m1", "hello"))
        self.refuse(Refused("No."))
        self.assertEqual(ann.model.logged_out, "Error: <cmd> out of order.")

    def test_the_time_for_a_login_goes_on(self) -> None:
        ann = self.server.connect().login("ann")
        self.server.advance(31)
        self.assertFalse(ann.pipe.is_open)
        self.accounts.let_in()
        self.assertEqual(self.server.world.players, {})
