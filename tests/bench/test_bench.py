"""The benchmark's own arithmetic: what it makes of measurements, without measuring."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
from pathlib import Path
from random import Random

from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.bench import BenchError
from tests.bench.group import SEEN
from tests.bench.lamp import LAMP, Lamp, lamps
from tests.bench.main import main
from tests.bench.member import HANDSHAKE, BrowserMember, frame
from tests.bench.pageload import Moment, Network, Visit, row
from tests.bench.pickers import RESPONSE, Tally, Witness
from tests.bench.processes import CODE, Processes
from tests.bench.reference import JOINED, KINDS, Hall, message
from tests.bench.report import (
    Goal,
    browser_goal,
    browser_table,
    goals,
    percentile,
    picking_goal,
    picking_table,
    room_table,
)
from tests.bench.scenario import (
    AWAY,
    GATHER_MANY,
    GATHER_ONE,
    MANY,
    ONE,
    OVER_TCP,
    OVER_WEBSOCKET,
    REFERENCES,
    TESTED,
    Cell,
    Outcome,
)
from tilenet.testing import Table


def cell(cpu: float, deliveries: int = 10) -> Cell:
    return Cell(acts=1, deliveries=deliveries, size=290, strays=0, seconds=1.0, latencies=[0.1], cpu=cpu)


class Numbers(SynchronousTestCase):
    def test_a_page_cannot_load_faster_than_its_round_trips_and_bytes(self) -> None:
        network = Network(kilobits=400, milliseconds=400)
        self.assertEqual(network.floor(2, 10_000), 1.0)
        visits = [Visit(Moment(seconds, 6, 10_000), Moment(5.0, 40, 80_000)) for seconds in (3.0, 1.1, 1.2)]
        words = " ".join(row("first visit", visits, network).split())
        self.assertEqual(words, "first visit 1.20 s 1.00 s 6 10000 5.00 s 3.20 s 40 80000")

    def test_a_cost_is_cpu_for_one_delivery(self) -> None:
        self.assertEqual(cell(cpu=1.0, deliveries=4).cost, 0.25)

    def test_ratios_are_taken_within_each_round(self) -> None:
        outcome = Outcome(10, {("ours", 8): [cell(1.0), cell(6.0)], ("theirs", 8): [cell(2.0), cell(3.0)]})
        self.assertEqual(outcome.ratios("ours", 8, "theirs"), [0.5, 2.0])

    def test_percentiles(self) -> None:
        values = [float(number) for number in range(100, 0, -1)]
        self.assertEqual((percentile(values, 0.5), percentile(values, 0.99)), (51.0, 100.0))


class Goals(SynchronousTestCase):
    def test_the_median_decides(self) -> None:
        self.assertTrue(Goal("x", [1.0, 1.2, 9.0], 1.25).line().startswith("  PASS  x: 1.20 times (at most 1.25"))
        self.assertTrue(Goal("x", [1.0, 1.3, 9.0], 1.25).line().startswith("  FAIL  x: 1.30 times"))

    def test_the_limit_itself(self) -> None:
        self.assertIn("PASS", Goal("x", [60], 60).line())
        self.assertIn("FAIL", Goal("x", [60], 60, below=True).line())

    def test_what_was_not_measured_is_no_success(self) -> None:
        self.assertEqual(Goal("x", [], 60).line(), "  ----  x: not measured")


class EveryGoal(SynchronousTestCase):
    def outcome(self, clients: int) -> Outcome:
        """The server takes 1 s a round for lone acts, and (c) 2 s; both take 3 s for eight acts."""
        found = Outcome(clients, memory=10240.0, bytes=29)
        for subject in (TESTED, *REFERENCES):
            found.cells[subject, 1] = [cell(1.0 if subject == TESTED else 2.0)] * 3
            found.cells[subject, 8] = [cell(3.0)] * 3
        for subject in (ONE, MANY, AWAY, GATHER_ONE, GATHER_MANY):
            found.cells[subject, 1] = [cell(1.0)] * 3
        return found

    def lines(self, *sizes: int) -> list[str]:
        measured = {size: self.outcome(size) for size in sizes}
        return [goal.line() for goal in goals(measured, self.outcome(10), 100, 3000)]

    def test_each_is_against_c_with_as_many_acts_in_flight(self) -> None:
        lines = self.lines(10, 100, 1000)
        for clients, limit in ((1000, 0.95), (100, 1.05), (10, 1.3)):
            self.assertIn(
                f"  PASS  a lone act at N={clients} against (c): 0.50 times (at most {limit}; rounds 0.50 to 0.50)",
                lines,
            )
        for clients, limit in ((1000, 0.95), (100, 1.1), (10, 1.6)):
            verdict = "PASS" if limit >= 1 else "FAIL"
            line = f"  {verdict}  eight acts in flight at N={clients} against (c): 1.00 times (at most {limit}; rounds"
            self.assertEqual(len([found for found in lines if found.startswith(line)]), 1)
        self.assertIn("  PASS  an idle client at N=1000: 10.00 KiB (at most 19)", lines)

    def test_sizes_that_were_not_measured_say_so(self) -> None:
        lines = self.lines(10)
        self.assertIn("  ----  a lone act at N=1000 against (c): not measured", lines)
        self.assertIn("  ----  an idle client at N=1000: not measured", lines)
        self.assertEqual(sum("not measured" in line for line in lines), 5)

    def test_a_table_compares_each_line_to_c(self) -> None:
        title, headings, *rows = room_table(self.outcome(10))
        self.assertEqual(title, "One room of 10")
        self.assertEqual(re.split(r"  +", headings.strip())[:3], ["acts at once", "us/delivery", "x (c)"])
        shown = [re.split(r"  +", line.strip())[:4] for line in rows[:8]]
        self.assertEqual(
            [(line[0], line[1], line[3]) for line in shown][:4],
            [
                ("tilenet", "1", "0.50"),
                ("(a) write", "1", "1.00"),
                ("(b) send", "1", "1.00"),
                ("(c) gather", "1", "1.00"),
            ],
        )


class Browsers(SynchronousTestCase):
    def test_a_browser_logs_in_and_enters_its_room_in_frames(self) -> None:
        member = BrowserMember("ann", 1)
        self.assertEqual(member.hello(), HANDSHAKE)
        hello = b'HTTP/1.1 101 Switching Protocols\r\n\r\n\x81~\x00\xab<server version="1.1" status="open">'
        self.assertIn(b'<login user="ann" password=""/>', member.feed(hello))
        home = b'\x81~\x00\xab<logged-in message="" objid="a1"/><set objid="m1"/><set objid="t1" name="Lamp 1"/>'
        self.assertEqual(member.feed(home), frame(b'<cmd type="click" objid="t1"/>'))
        self.assertEqual(member.feed(b'\x81<<set objid="m2"/>\x81><set objid="t2" name="123"/>'), b"")
        self.assertTrue(member.ready)
        self.assertEqual(member.act, frame(b'<cmd type="click" objid="t2"/>'))

    def test_a_delivery_is_a_set_in_a_frame(self) -> None:
        tag = b'<set objid="t2" name="123"/>\n'
        for delivery in (tag, b"\x81\x1d" + tag, b"\x81\n" + tag):
            self.assertTrue(SEEN.fullmatch(delivery))
        self.assertIsNone(SEEN.fullmatch(b"x" + tag))

    def test_they_are_compared_to_clients_on_tcp(self) -> None:
        outcome = Outcome(1000, memory=10240.0)
        for subject, cpu in ((OVER_TCP, 2.0), (OVER_WEBSOCKET, 2.1)):
            outcome.cells[subject, 1] = outcome.cells[subject, 8] = [cell(cpu)] * 3
        line = "  PASS  a lone act at N=1000 over WebSocket against TCP: 1.05 times (at most 1.1; rounds 1.05 to 1.05)"
        self.assertEqual(browser_goal(outcome).line(), line)
        title, headings, tcp, websocket, *_ = browser_table(outcome)
        self.assertEqual(title, "One room of 1000 browsers")
        self.assertIn("x TCP", headings)
        self.assertEqual([line.split()[-8] for line in (tcp, websocket)], ["1.00", "1.05"])


class Wire:
    """A transport whose socket keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def setTcpNoDelay(self, enabled: bool) -> None:
        """Take no notice."""

    def getHandle(self) -> Wire:
        return self

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def send(self, data: bytes) -> int:
        self.sent.append(data)
        return len(data)


class References(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()

    def join(self, hall: Hall, room: bytes) -> tuple[Protocol, Wire]:
        client, wire = hall.buildProtocol(None), Wire()
        client.makeConnection(wire)
        client.dataReceived(b"room %s\n" % room)
        self.assertEqual(wire.sent.pop(), JOINED)
        return client, wire

    def test_each_sends_the_size_that_was_asked_for_to_the_room_alone(self) -> None:
        for kind in KINDS:
            hall = Hall(kind, 29, self.clock)
            (actor, one), (_, two), (_, other) = (self.join(hall, room) for room in (b"1", b"1", b"2"))
            actor.dataReceived(b"act\n")
            self.clock.advance(0)
            self.assertEqual([len(piece) for piece in one.sent], [29], kind)
            self.assertEqual((one.sent, other.sent), (two.sent, []), kind)

    def test_writes_and_sends_are_one_for_each_act(self) -> None:
        for kind in ("write", "send"):
            actor, wire = self.join(Hall(kind, 29, self.clock), b"1")
            actor.dataReceived(b"act\nact\n")
            self.assertEqual(wire.sent, [message(29)] * 2)

    def test_gathered_acts_are_one_send_at_the_end_of_the_turn(self) -> None:
        hall = Hall("gather", 29, self.clock)
        (ann, one), (bob, two) = self.join(hall, b"1"), self.join(hall, b"1")
        for _ in range(2):
            ann.dataReceived(b"act\nact\n")
            bob.dataReceived(b"act\n")
            self.assertEqual((one.sent, two.sent, len(self.clock.getDelayedCalls())), ([], [], 1))
            self.clock.advance(0)
            self.assertEqual((one.sent, two.sent), ([message(29) * 3], [message(29) * 3]))
            one.sent.clear()
            two.sent.clear()

    def test_whoever_has_left_is_sent_nothing(self) -> None:
        for kind in KINDS:
            hall = Hall(kind, 29, self.clock)
            (ann, one), (bob, two) = self.join(hall, b"1"), self.join(hall, b"1")
            bob.connectionLost(connectionDone)
            ann.dataReceived(b"act\n")
            self.clock.advance(0)
            self.assertEqual((len(one.sent), two.sent), (1, []), kind)


class Picking(SynchronousTestCase):
    """How late cards of Memory are hidden, as one player sees it."""

    def setUp(self) -> None:
        self.tally = Tally()
        self.witness = Witness(self.tally)

    def hear(self, now: float, code: int, *numbers: int) -> None:
        data = RESPONSE.pack(code, *numbers, *[0] * (6 - len(numbers)))
        self.witness.feed(data[:7], now - 0.5)
        self.witness.feed(data[7:], now)

    def assert_late(self, *wanted: float) -> None:
        self.assertEqual([round(late, 6) for late in self.tally.late], [*wanted])

    def test_a_wrong_pair(self) -> None:
        self.hear(10.0, 1, 7, 0, 0)
        self.hear(10.25, -2, 7, 0, 0, 8, 3, 1)
        self.hear(12.26, -4, 7, 0, 0, 8, 3, 1)
        self.assert_late(0.01)
        self.assertEqual(self.tally.heard, 3)

    def test_a_first_card_that_timed_out_and_one_that_was_put_back(self) -> None:
        self.hear(10.0, 1, 7, 0, 0)
        self.hear(14.99, -3, 7, 0, 0)
        self.hear(20.0, 1, 8, 2, 2)
        self.hear(20.25, -3, 8, 2, 2)
        self.assert_late(-0.01)

    def test_cards_that_were_up_before_do_not_count(self) -> None:
        self.hear(10.0, -4, 7, 0, 0, 8, 3, 1)
        self.hear(10.0, -3, 7, 2, 2)
        self.assert_late()

    def test_being_sent_away_is_an_error(self) -> None:
        self.assertRaises(BenchError, self.hear, 10.0, -6)

    def test_both_sides_count(self) -> None:
        tally = Tally(400, 440, [0.001] * 98 + [-0.06, 0.002])
        self.assertEqual(
            picking_goal(tally, 100).line(),
            "  FAIL  hiding cards of Memory with 100 players at one board, off its time at p99: 60.00 ms (at most 50)",
        )
        self.assertIn("100 hides, 400 picks, 440 responses", picking_table(tally, 100)[1])

    def test_nothing_measured_is_no_success(self) -> None:
        self.assertIn("not measured", picking_goal(Tally(), 100).line())
        self.assertEqual(picking_table(Tally(), 100), [])


class TheLamp(SynchronousTestCase):
    def test_an_act_changes_one_tile_and_keeps_its_length(self) -> None:
        table = Table(Lamp)
        ann = table.enter("ann")
        names = set()
        for _ in range(1000):
            ann.click(LAMP)
            names.add(ann.tile(LAMP).name)
        self.assertEqual({len(name) for name in names}, {3})
        self.assertEqual(len(names), 900)

    def test_there_are_as_many_as_asked_for(self) -> None:
        plugins = lamps(3)
        self.assertEqual([plugin.title for plugin in plugins.values()], ["Lamp 1", "Lamp 2", "Lamp 3"])
        self.assertIsInstance(plugins["lamp3"].make(Random(0)), Lamp)


class TheCode(SynchronousTestCase):
    def test_the_processes_run_the_code_that_started_them(self) -> None:
        """Even where another checkout comes first in the PYTHONPATH of whoever started the benchmark."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        (folder / "other" / "tilenet").mkdir(parents=True)
        (folder / "other" / "tilenet" / "__init__.py").touch()
        self.patch(os, "environ", {**os.environ, "PYTHONPATH": str(folder / "other")})
        with Processes(folder) as processes:
            processes.check()

    def test_other_code_is_refused(self) -> None:
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        (folder / "tilenet").mkdir()
        (folder / "tilenet" / "__init__.py").touch()
        with Processes(folder) as processes:
            error = self.assertRaises(BenchError, processes.check)
        self.assertEqual(str(error), f"the processes would run the code in {folder / 'tilenet'}, not that in {CODE}")


class TheCommand(SynchronousTestCase):
    def test_nonsense_is_refused(self) -> None:
        for argv in (["--sizes", "x"], ["--sizes", "0"], ["--rounds", "-1"], ["--nonsense"]):
            with contextlib.redirect_stderr(io.StringIO()) as errors, self.assertRaises(SystemExit) as end:
                main(argv)
            self.assertEqual(end.exception.code, 2)
            self.assertIn("usage: make bench", errors.getvalue())
