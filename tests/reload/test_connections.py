"""Programs of the old protocols whose connections are handed over at every byte: they are sent the same as others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import LINES, STARS, STEPS, DancingServer, TwoRounds
from tests.doubles.memory_clients import MemoryServer, play
from tests.doubles.pipe import Caller
from tests.doubles.swapping import swap
from tests.doubles.tombala_clients import TombalaServer, request
from tilenet.doors.session import Session
from tilenet.games.dancing.wire import PART
from tilenet.games.tombala.outbox import GAP

Script: TypeAlias = Sequence[float | tuple[int, bytes]]  # seconds that pass, and who says what

DANCE = [f"{text}&".encode() for text in (STARS, *STEPS, "DONE", LINES)]
LONG_STEP = b"2 0 0 0 1 2 0 2 1 " + b" " * PART + b"2 0 1 0 2 2 1 2 2&"


def both(said: Callable[[int], bytes]) -> list[tuple[int, bytes]]:
    return [(who, said(who)) for who in range(2)]


def asks(header: str, seq: int, **body: object) -> bytes:
    return request(header, seq=seq, **body)


DANCING: Script = [
    *both(lambda who: b"\n program %d  \nrole: any&" % who),
    (1, DANCE[0]),
    *[(0, one) for one in DANCE[1:]],
    (0, DANCE[0]),
    (1, LONG_STEP),
    *[(1, one) for one in DANCE[3:]],
]
MEMORY: Script = [
    *[(who, play(10 * who + at, at, who)) for at in range(4) for who in range(2)],
    2.5,
    (0, play(50, 0, 0)),
    6.0,
    (1, play(60, 2, 2)[:7]),
    1.0,
    (1, play(60, 2, 2)[7:]),
    (0, play(1, -1, -1)),
]
TOMBALA: Script = [
    (0, b"nonsense\n" + asks("CJROOM", 1, roomname="den")),
    *both(lambda who: asks("CLOGIN", 2, username=f"user {who}")),
    (0, asks("CCROOM", 3, roomname="den", countdown=5)),
    *both(lambda who: asks("CJROOM", 4, roomname="den")),
    1.0,
    (0, asks("CHBEAT", 5) + asks("CLROOM", 6)[:9]),
    (0, asks("CLROOM", 6)[9:] + asks("CCINKO", 7, total=1)),
    5.0,
    *[said for seq in range(8, 30) for said in both(lambda who, seq=seq: asks("CNNMBR", seq))],  # type: ignore[misc]
    (0, asks("CCINKO", 30, total=1) + b'CCINKO:{"seq": 31, "tot\\"al": {}}\n'),
    (1, asks("CQROOM", 31)),
    25.0,
    (0, asks("CQROOM", 32)),
]


class Handed(SynchronousTestCase):
    def told(self, make: Callable[[], Any], script: Script, *, at_once: bool, swaps: bool) -> list[bytes]:
        """What two programs are sent; they say everything at once, or byte by byte."""
        server = make()
        programs: list[Caller] = [server.dial(), server.dial()]
        server.settle()
        for act in script:
            if isinstance(act, float):
                steps: list[Callable[[], object]] = [partial(self.advance, server)] * round(act / GAP)
            else:
                who, data = act
                pieces = [data] if at_once else [data[i : i + 1] for i in range(len(data))]
                steps = [partial(programs[who].send, piece) for piece in pieces]
            for step in steps:
                step()
                for program in programs:
                    if swaps and program.is_open:
                        self.assertTrue(swap(program))
                        server.settle()
        self.advance(server)
        self.advance(server)
        return [program.raw for program in programs]

    def advance(self, server: Any) -> None:
        server.clock.advance(GAP)
        server.settle()

    def assert_unnoticed(self, make: Callable[[], Any], script: Script, least: int) -> None:
        expected = self.told(make, script, at_once=True, swaps=False)
        self.assertGreater(min(map(len, expected)), least)
        for at_once in (True, False):
            self.assertEqual(self.told(make, script, at_once=at_once, swaps=True), expected)

    def test_dancing(self) -> None:
        self.assert_unnoticed(partial(DancingServer, TwoRounds, command_burst=10**6), DANCING, 150)

    def test_memory(self) -> None:
        self.assert_unnoticed(MemoryServer, MEMORY, 700)

    def test_tombala(self) -> None:
        self.assert_unnoticed(partial(TombalaServer, command_burst=10**6), TOMBALA, 2000)


class Sessions(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = TombalaServer(command_burst=3, commands_per_second=1)
        self.program = self.server.dial()

    def session(self) -> Session:
        found: Session = self.program.protocol.session
        return found

    def test_messages_that_wait_for_their_turn_go_over_and_cost_the_same(self) -> None:
        self.program.send(b"".join(asks("CHBEAT", seq) for seq in range(8)))
        before = self.program.raw.count(b"SSUCCS")
        self.assertLess(before, 8)
        self.assertTrue(swap(self.program))
        self.server.settle()
        self.assertEqual(self.program.raw.count(b"SSUCCS"), before)
        for passed in range(1, 9):
            self.server.clock.advance(1)
            self.server.settle()
            self.assertLessEqual(self.program.raw.count(b"SSUCCS"), before + passed)
        self.assertEqual([b'{"seq": %d}' % seq in self.program.raw for seq in range(8)], [True] * 8)

    def test_the_player_stays_the_same_one(self) -> None:
        self.program.send(asks("CLOGIN", 0, username="gul"))
        (player,) = self.server.world.players.values()
        self.assertTrue(swap(self.program))
        self.assertIs(self.session().player, player)
        self.assertEqual([*self.server.world.players.values()], [player])
        self.program.hang_up()
        self.assertEqual(self.server.world.players, {})

    def test_a_silent_client_is_still_expected_to_beat(self) -> None:
        self.program.send(asks("CHBEAT", 0))
        self.assertTrue(swap(self.program))
        self.server.advance(31, 1)
        self.assertFalse(self.program.is_open)

    def test_what_ends_or_is_about_to_happen_is_not_handed_over(self) -> None:
        self.session().later(0, lambda: None)
        self.assertIsNone(self.session().state())
        self.server.settle()
        self.assertIsNotNone(self.session().state())
        self.session().end("enough")
        self.assertIsNone(self.session().state())

    def test_clients_that_come_back_by_themselves_are_not_handed_over(self) -> None:
        self.assertIsNone(self.server.join("ann").protocol.session.state())

    def test_a_note_that_makes_no_sense_is_the_end_of_the_connection_alone(self) -> None:
        self.program.send(asks("CLOGIN", 0, username="gul"))
        state = json.dumps(self.session().state())
        for old, new in (("guest-", "guest-x"), ('"outbox"', '"in"'), ('"unread": ""', '"unread": "x"')):
            self.assertIn(old, state)
            with self.assertRaises((KeyError, ValueError)):
                fresh: Session = self.server.dial().protocol.session
                fresh.restore(json.loads(state.replace(old, new)))
            self.assertIsNone(fresh.player)
