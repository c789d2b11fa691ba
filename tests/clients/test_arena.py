"""The arena without a server: who takes part, who has won, the table, and that programs end with all they started."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
import sys
import tempfile
from pathlib import Path
from time import monotonic

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.address import Address
from tilenet.clients.arena import ArenaError, seat
from tilenet.clients.arena import main as command
from tilenet.clients.arena.players import LONGEST, name_of, read_players
from tilenet.clients.arena.programs import Program
from tilenet.clients.arena.results import Match, Round
from tilenet.clients.arena.seat import Conversation, Messages, Seat
from tilenet.clients.arena.table import ranking, table


def goal(one: str, other: str, steps: int, bound: int = 10) -> Round:
    return Round(one, other, steps, bound, {}, 1.0)


def loss(one: str, other: str, **lost: str) -> Round:
    return Round(one, other, None, None, lost, 1.0)


def match(*rounds: Round) -> Match:
    return Match(1, 1, rounds)


class Players(SynchronousTestCase):
    def test_a_command_line_is_filled_in(self) -> None:
        (ann,) = read_players([f"ann={sys.executable} 'my player.py' {{host}}:{{port}} --{{role}} {{name}} {{x}}"], 5)
        words = [sys.executable, "my player.py", "h:1", "--spoiler", "ann", "{x}"]
        self.assertEqual(ann.command("h", 1, "spoiler"), words)

    def test_names(self) -> None:
        players = read_players(["sample", "sample", "bob=sample", "sample", f"{'long' * 9}=sample"], 5)
        names = ["sample", "sample-2", "bob", "sample-3", ("long" * 9)[:LONGEST]]
        self.assertEqual([player.name for player in players], names)
        self.assertEqual(name_of(["python3", "players/ann.py", "--port", "{port}"]), "ann")
        self.assertEqual(name_of(["./bob", "{port}"]), "bob")

    def test_what_cannot_be_started(self) -> None:
        for text, reason in (
            ("simple", "neither sample nor house nor a command line with {port} in it"),
            ("/no/such/program {port}", "there is no program '/no/such/program'"),
            ("'a {port}", "is not a command line: No closing quotation"),
        ):
            with self.assertRaises(ArenaError) as caught:
                read_players([text], 5)
            self.assertIn(reason, str(caught.exception))


class Winners(SynchronousTestCase):
    def test_they_are_as_in_the_rules(self) -> None:
        for rounds, winner in (
            ((goal("ann", "bob", 12), goal("bob", "ann", 15)), "ann"),
            ((goal("ann", "bob", 15), goal("bob", "ann", 12)), "bob"),
            ((goal("ann", "bob", 12), goal("bob", "ann", 12)), None),
            ((goal("ann", "bob", 12), loss("bob", "ann", ann="x")), "bob"),
            ((loss("ann", "bob", ann="x"), loss("bob", "ann", ann="x")), "bob"),
            ((loss("ann", "bob", ann="x"), loss("bob", "ann", bob="x")), None),
            ((loss("ann", "bob", ann="x", bob="x"), goal("bob", "ann", 1)), None),
        ):
            self.assertEqual(match(*rounds).winner, winner, rounds)


class Tables(SynchronousTestCase):
    MATCHES = (
        match(goal("ann", "bob", 12), goal("bob", "ann", 15)),
        match(goal("ann", "eve", 13, 13), loss("eve", "ann", eve="step 3: 1 2 to 1 4 is two cells away")),
        match(
            loss("bob", "eve", bob="no DONE within 9 s"), loss("eve", "bob", eve="step 9: 1 1 to 3 1 is two cells away")
        ),
    )

    def test_of_those_with_as_many_wins_the_one_nearer_to_the_bound_is_first(self) -> None:
        records = ranking(["bob", "ann"], [match(goal("ann", "bob", 20, 20), goal("bob", "ann", 20, 16))])
        self.assertEqual([record.name for record in records], ["ann", "bob"])

    def test_a_bound_of_no_steps_counts_as_one(self) -> None:
        (record, _) = ranking(["ann", "bob"], [match(goal("ann", "bob", 2, 0), goal("bob", "ann", 3, 0))])
        self.assertEqual(record.over_bound, 2.0)

    def test_the_whole_text(self) -> None:
        self.assertEqual(
            "\n".join(table(["eve", "bob", "ann"], self.MATCHES)),
            """\
    player  wins  draws  losses  mean steps  x bound  rounds lost
  1 ann        2      0       0        12.5     1.10            0
  2 bob        0      1       1        15.0     1.50            1
  3 eve        0      1       1           -        -            2

Why rounds were lost:
    bob       1 x no DONE within 9 s
    eve       2 x step 3: 1 2 to 1 4 is two cells away

Who beat whom, as wins-draws-losses of the player at the left:
                1      2      3
  1 ann         .  1-0-0  1-0-0
  2 bob     0-0-1      .  0-1-0
  3 eve     0-0-1  0-1-0      .""",
        )


class Details(SynchronousTestCase):
    def test_messages_are_put_together(self) -> None:
        messages = Messages()
        self.assertEqual(
            [messages.feed(data) for data in (b"an", b"n&1 2&", b"\xff&x")], [[], ["ann&", "1 2&"], ["\\xff&"]]
        )
        self.assertEqual((messages.rest(), messages.said), ("x", 11))

    def test_output_is_kept_and_the_status_is_known(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Program([sys.executable, "-c", "print('here'); raise SystemExit(3)"], Path(folder), "x")
            deadline = monotonic() + 30
            while program.status() is None:
                self.assertLess(monotonic(), deadline)
            program.end()
            self.assertEqual((Path(folder, "x.out").read_text(), program.status()), ("here\n", 3))


class Talking(SynchronousTestCase):
    def test_a_program_that_has_said_more_than_it_may_is_at_fault(self) -> None:
        self.patch(seat, "MOST_SAID", 1000)
        for size, fault in ((1000, ""), (1001, "it has said more than 0 MiB")):
            self.assertEqual(asyncio.run(self.fault_after(size)), fault)

    async def fault_after(self, size: int) -> str:
        """What is wrong with a program that has said its name, and then so many bytes."""
        with tempfile.TemporaryDirectory() as folder, socket.create_server((seat.HERE, 0)) as server:
            conversation = Conversation(Path(folder, "conversation"))
            ann = Seat("spoiler", "ann-1", conversation)
            call = f"import socket; socket.create_connection(('{seat.HERE}', {await ann.open()}))"
            ann.start([sys.executable, "-c", f"{call}.sendall(b'ann&' + bytes({size}))"], Path(folder), "ann")
            try:
                self.assertEqual(await ann.arrive(30), "")
                await ann.sit_down(Address(*server.getsockname()))
                await ann.talk()
                return ann.fault()
            finally:
                ann.close()
                conversation.close()
                await asyncio.sleep(0)  # in which sockets are closed


class Command(SynchronousTestCase):
    def run_command(self, *words: str) -> tuple[int, str]:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            try:
                status = command.main(["dancing", *words])
            except SystemExit as end:
                status = int(str(end.code))
        return status, errors.getvalue().splitlines()[-1]

    def test_a_host_alone_means_the_usual_port(self) -> None:
        options = command.read(["dancing", "sample", "sample", "--server", "localhost"])
        self.assertEqual(options.server, ("localhost", 4321))

    def test_mistakes(self) -> None:
        for words, status, error in (
            (["sample"], 2, "tilenet arena: error: a contest needs at least two players"),
            (
                ["sample", "simple"],
                1,
                "tilenet arena: 'simple' is neither sample nor house nor a command line with {port} in it",
            ),
            (["sample", "sample", "--save", "/"], 1, "tilenet arena: / is not empty"),
            (
                ["sample", "sample", "--server", "1", "--seed", "0"],
                2,
                "tilenet arena: error: --seed is for a server of our own, not for --server, which has its own instance",
            ),
        ):
            self.assertEqual(self.run_command(*words), (status, error))
