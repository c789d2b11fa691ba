"""One client's output, down to the transport."""

from __future__ import annotations

import socket

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.harness import Pipe
from tilenet.limits import Limits
from tilenet.outbox import PIECE, Outbox, Turn, acknowledged, outbox_for


class AnOutbox(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.pipe = Pipe()
        self.reasons: list[str] = []
        self.outbox = self.make(self.pipe)

    def make(self, pipe: Pipe) -> Outbox:
        return outbox_for(pipe, self.turn, Limits(output_kib=64, stall_seconds=15), self.clock, self.reasons.append)

    def pass_time(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.advance(1)

    def test_nothing_goes_out_before_the_turn_ends(self) -> None:
        self.outbox.send(b"one")
        self.assertEqual(self.pipe.written, b"")

    def test_all_goes_out_when_the_turn_ends(self) -> None:
        """c3.2.4: a tag is on the wire when its event is over."""
        self.outbox.send(b"one ")
        self.outbox.send(b"two")
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"one two")

    def test_what_is_gathered_goes_out_in_one_write(self) -> None:
        writes: list[bytes] = []
        self.pipe.write = writes.append  # type: ignore[method-assign]
        for _ in range(10):
            self.outbox.send(b"x")
        self.clock.advance(0)
        self.assertEqual(writes, [b"x" * 10])

    def test_one_call_serves_all_outboxes_of_a_turn(self) -> None:
        other = self.make(Pipe())
        self.outbox.send(b"one")
        other.send(b"two")
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)

    def test_nothing_to_send_needs_no_call(self) -> None:
        self.outbox.send(b"one")
        self.clock.advance(0)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_an_outbox_that_fails_does_not_hold_up_the_others(self) -> None:
        other_pipe = Pipe()
        other = self.make(other_pipe)
        self.pipe.is_open = False
        self.outbox.send(b"one")
        other.send(b"two")
        self.clock.advance(0)
        self.assertEqual(len(self.flushLoggedErrors(AssertionError)), 1)
        self.assertEqual(other_pipe.written, b"two")

    def test_a_transport_that_is_full_gets_it_later_and_in_order(self) -> None:
        self.pipe.is_stuck = True
        for data in (b"one ", b"two ", b"three"):
            self.outbox.send(data)
            self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"")
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.assertEqual(self.pipe.written, b"one two three")

    def test_the_transport_gets_it_in_pieces(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x" * (PIECE + 1))
        self.clock.advance(0)
        self.pipe.take()
        self.assertEqual(len(self.pipe.written), PIECE)

    def test_it_works_again_after_a_jam(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"one ")
        self.clock.advance(0)
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.outbox.send(b"two")
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"one two")

    def test_exactly_the_limit_may_wait(self) -> None:
        """Beside the piece that the transport itself has."""
        self.pipe.is_stuck = True
        self.outbox.send(b"x" * (PIECE + 64 * 1024))
        self.clock.advance(0)
        self.assertEqual(self.reasons, [])

    def test_one_byte_more_may_not(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x" * (PIECE + 64 * 1024))
        self.clock.advance(0)
        self.outbox.send(b"x")
        self.clock.advance(0)
        self.assertEqual(self.reasons, [])
        self.clock.pump([1, 1])
        self.assertEqual(self.reasons, ["over 64 KiB of output were waiting"])

    def test_too_slow_is_told_once(self) -> None:
        self.pipe.is_stuck = True
        for _ in range(5):
            self.outbox.send(b"x" * 64 * 1024)
            self.clock.advance(0)
        self.pass_time(30)
        self.assertEqual(len(self.reasons), 1)

    def test_a_stall_is_noticed(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x")
        self.clock.advance(0)
        self.pass_time(14)
        self.assertEqual(self.reasons, [])
        self.pass_time(2)
        self.assertEqual(self.reasons, ["no output was taken for 15 s"])

    def test_more_output_is_no_progress(self) -> None:
        self.pipe.is_stuck = True
        for _ in range(16):
            self.outbox.send(b"x")
            self.pass_time(1)
        self.pass_time(1)
        self.assertEqual(self.reasons, ["no output was taken for 15 s"])

    def test_a_piece_taken_is_progress(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x" * PIECE * 4)
        self.clock.advance(0)
        for _ in range(3):
            self.pass_time(10)
            self.pipe.take()
        self.assertEqual(self.reasons, [])

    def test_nobody_is_watched_after_a_jam(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x")
        self.clock.advance(0)
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_finish_sends_the_rest_first(self) -> None:
        order: list[bytes] = []
        self.outbox.send(b"bye")
        self.outbox.finish(lambda: order.append(self.pipe.written))
        self.assertEqual(order, [b"bye"])

    def test_finish_waits_for_a_jam(self) -> None:
        done: list[bool] = []
        self.pipe.is_stuck = True
        self.outbox.send(b"bye")
        self.outbox.finish(lambda: done.append(True))
        self.assertEqual(done, [])
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.assertEqual(done, [True])
        self.assertEqual(self.pipe.written, b"bye")

    def test_nothing_is_sent_after_the_finish(self) -> None:
        self.outbox.finish(lambda: None)
        self.outbox.send(b"late")
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"")

    def test_nothing_is_sent_after_close(self) -> None:
        self.outbox.send(b"one")
        self.outbox.close()
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"")

    def test_close_leaves_no_timer(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x")
        self.clock.advance(0)
        self.outbox.close()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_transport_that_stops_asking_gets_nothing_more(self) -> None:
        self.pipe.is_stuck = True
        self.outbox.send(b"x")
        self.clock.advance(0)
        self.outbox.stopProducing()
        self.pass_time(20)
        self.assertEqual((self.reasons, self.pipe.written), ([], b""))


class WhatTheOtherSideHasTaken(SynchronousTestCase):
    """By this a slow client is told from one that is stuck, whatever transport is on top of the socket."""

    def setUp(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.client = socket.create_connection(listening.getsockname())
            self.server, _ = listening.accept()
        self.addCleanup(self.client.close)
        self.addCleanup(self.server.close)

    def test_it_grows_by_what_is_taken(self) -> None:
        before = acknowledged(self.server)
        self.server.sendall(b"x" * 1000)
        self.client.recv(1000)
        self.assertEqual(acknowledged(self.server) - before, 1000)

    def test_a_closed_socket_has_taken_nothing(self) -> None:
        self.server.close()
        self.assertEqual(acknowledged(self.server), 0)
