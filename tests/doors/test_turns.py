"""Work that many clients cause at once is spread over turns of the reactor, and comes out the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cpu import cpu_clock
from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.model import click, logout
from tilenet.catalogue import GamePlugin
from tilenet.game import Say
from tilenet.world.players.player import Player

LAMP = GamePlugin("lamp", Lamp)


class LongTurnTestCase(SynchronousTestCase):
    """ann and bob are in a room; a turn is long when a test says so, and over when it says `settle`."""

    games = (LAMP,)
    room = "Lamp"

    def setUp(self) -> None:
        self.server = Server(self.games)
        self.turn = self.server.world.turn
        self.spent = 0.0
        self.turn.cpu = cpu_clock(lambda: self.spent)
        self.ann, self.bob = self.people = [self.server.join(name) for name in ("ann", "bob")]
        for client in self.people:
            client.click(self.room)

    def take_long(self) -> None:
        """This turn takes on no more work."""
        self.turn.begin(self.spent)
        self.spent += 1

    def settle(self) -> None:
        self.turn.begin(self.spent)
        self.server.settle()

    def receive(self, client: Client, *data: bytes) -> None:
        """The server reads this, and the turn is not over yet."""
        client.protocol.dataReceived(b"".join(data))

    @property
    def lamp(self) -> str:
        game = self.server.world.rooms["lamp"].game
        assert isinstance(game, Lamp)
        return "on" if game.is_on else "off"


class WhatClientsSay(LongTurnTestCase):
    def test_waits_for_the_next_turn_and_is_done_in_order(self) -> None:
        self.take_long()
        self.receive(self.ann, click(self.ann.token("off")) * 3)
        self.receive(self.bob, logout())
        self.assertEqual((self.lamp, self.ann.pipe.is_reading), ("off", False))
        self.settle()
        self.assertEqual((self.lamp, self.ann.pipe.is_reading), ("on", True))
        self.assertIn("on", [self.ann.model.objects[o]["name"] for o in self.ann.model.grid().values()])
        self.assertEqual(list(self.server.world.players), [self.ann.agent])

    def test_many_commands_of_one_client_do_not_make_a_turn_long(self) -> None:
        """The turn becomes long with the first command; a few come with it, and the others in later ones."""
        self.turn.begin(self.spent)
        token = click(self.ann.token("off"))
        act = self.server.world.rooms["lamp"].act
        seen: list[str] = []

        def slow(*args: object) -> None:
            self.spent += 1
            act(*args)  # type: ignore[arg-type]
            seen.append(self.lamp)

        self.patch(self.server.world.rooms["lamp"], "act", slow)
        self.receive(self.ann, *[token] * 6)
        self.assertEqual(seen, ["on", "off", "on", "off"])
        self.settle()
        self.assertEqual(seen, ["on", "off"] * 3)

    def test_is_not_even_looked_at_in_a_long_turn(self) -> None:
        """A thousand clients that send something would keep everybody else from being read."""
        session = self.ann.protocol.session
        decoded: list[bytes] = []
        decode = session.dialect.decode

        def watched(dialect: object, data: bytes) -> Any:
            decoded.append(data)
            return decode(data)

        self.patch(type(session.dialect), "decode", watched)
        self.take_long()
        self.receive(self.ann, click(self.ann.token("off")))
        self.assertEqual((decoded, self.ann.pipe.is_reading), ([], False))
        self.settle()
        self.assertEqual((len(decoded), self.lamp, self.ann.pipe.is_reading), (1, "on", True))

    def test_in_another_room_waits_for_one_command_of_this_one(self) -> None:
        cid = self.server.join("cid")  # at Home
        seen = self.watch("lamp")

        def help(player: Player, act: object, done: Callable[[], object]) -> None:
            seen.append(player.name)
            done()

        self.patch(self.server.world.homes[0], "act", help)
        self.take_long()
        for client in self.people:
            self.receive(client, click(client.token("off")) * 5)
        self.receive(cid, click(cid.token("Help")))
        self.settle()
        self.assertEqual((seen.index("cid"), len(seen)), (1, 11))

    def test_of_a_client_that_was_slowed_down_waits_for_its_turn_too(self) -> None:
        """All who were slowed down at the same moment would otherwise go on in the same turn."""
        seen = self.watch("lamp")
        self.receive(self.ann, click(self.ann.token("off")) * 50)
        seen.clear()
        waiting: list[object] = []
        self.patch(self.turn, "do", lambda job, whose: waiting.append(whose))
        self.server.advance(1)
        self.assertEqual((waiting, seen), ([self.server.world.rooms["lamp"]], []))

    def watch(self, name: str) -> list[str]:
        """Who acts in a room from now on."""
        room = self.server.world.rooms[name]
        act = room.act
        seen: list[str] = []

        def watched(player: Player, *args: Any) -> None:
            seen.append(player.name)
            act(player, *args)

        self.patch(room, "act", watched)
        return seen

    def test_of_a_client_that_is_gone_by_then_is_not_done(self) -> None:
        self.take_long()
        self.receive(self.ann, click(self.ann.token("off")))
        self.ann.lose()
        self.settle()
        self.assertEqual(self.lamp, "off")


class ManyWhoLeaveAtOnce(LongTurnTestCase):
    def take_long(self) -> None:
        super().take_long()
        self.turn.put_off(self.take_time)

    def take_time(self) -> None:
        self.spent += 1

    def test_they_are_gone_a_little_later(self) -> None:
        self.take_long()
        self.ann.lose()
        self.assertIn(self.ann.agent, self.server.world.players)
        self.settle()
        self.assertNotIn(self.ann.agent, self.server.world.players)
        self.assertNotIn(self.ann.agent, self.bob.model.members_sets())
        self.server.check()

    def test_nothing_is_sent_after_the_last_words(self) -> None:
        self.turn.begin(self.spent)
        self.ann.pipe.is_stuck = True
        self.bob.click("off")
        self.patch(self.turn, "put_off", lambda job: None)  # ann is still in the room
        self.receive(self.ann, logout())
        self.settle()
        self.bob.say("(are you still there?)", self.ann.agent)
        self.ann.pipe.is_stuck = False
        self.ann.pipe.drain()
        self.settle()
        self.assertTrue(self.ann.raw.rstrip().endswith(b"</server>"), self.ann.raw[-200:])

    def test_a_client_that_is_gone_is_not_told_of_the_end(self) -> None:
        """Its transport is gone, too: whatever ends the session then must leave it alone."""
        self.patch(self.turn, "put_off", lambda job: None)
        session = self.ann.protocol.session
        self.ann.lose()
        self.assertTrue(session.has_ended)
        self.assertNotIn(session, self.server.gate.sessions)

    def test_a_session_that_cannot_be_ended_does_not_keep_the_server_from_stopping(self) -> None:
        self.patch(self.ann.protocol.session.line, "_turn", None)
        self.server.gate.close("The server is stopping.")
        self.settle()
        self.assertEqual(len(self.flushLoggedErrors(AttributeError)), 1)
        self.assertIn(b"The server is stopping.", self.bob.raw)


class Alarms(LongTurnTestCase):
    def setUp(self) -> None:
        self.game = Stage(tick=[Say("ding")])
        self.games = (stage(self.game),)
        self.room = "Stage"
        super().setUp()
        self.server.advance(20)  # the herald has said who came
        self.deadline = self.server.clock.seconds() + 5
        self.set_deadline(self.deadline)

    def set_deadline(self, deadline: float | None) -> None:
        self.game.deadline = deadline
        self.server.world.rooms["stage"].rooms_changed({})

    def ring_in_a_long_turn(self) -> None:
        self.jobs: list[Callable[[], object]] = []
        self.patch(self.turn, "ring", self.jobs.append)
        self.server.advance(5)

    def catch_up(self) -> None:
        for job in self.jobs:
            job()
        self.jobs.clear()

    def test_wait_for_the_next_turn_and_another_deadline_in_between_counts(self) -> None:
        self.ring_in_a_long_turn()
        self.set_deadline(self.deadline + 10)
        self.catch_up()
        self.server.advance(10)
        self.assertEqual(self.game.called("tick"), [])
        self.catch_up()
        self.assertEqual(len(self.game.called("tick")), 1)

    def test_a_room_that_closes_in_between_is_not_disturbed(self) -> None:
        self.ring_in_a_long_turn()
        self.server.world.rooms["stage"].close()
        self.catch_up()
        self.assertEqual(self.game.called("tick"), [])


class AFlood(LongTurnTestCase):
    def test_of_long_ago_is_not_held_against_a_client_that_has_to_wait_for_its_turn(self) -> None:
        self.turn.begin(self.spent)
        command = click("t999")
        self.receive(self.ann, *[command] * 41)  # over the rate, for a moment
        self.server.advance(60)
        self.take_long()
        self.receive(self.ann, *[command] * 42)
        self.settle()
        self.server.advance(5)
        self.assertTrue(self.ann.pipe.is_open)
        self.assertTrue(self.ann.pipe.is_reading)
