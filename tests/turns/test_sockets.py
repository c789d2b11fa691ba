"""How many of the sockets that are ready one turn serves, and which come next."""

from __future__ import annotations

import select
import socket

from twisted.trial.unittest import SynchronousTestCase

from tilenet.turns import sockets
from tilenet.turns.sockets import SERVING, ReadySockets


class SocketsInOneTurn(SynchronousTestCase):
    """A thousand clients that send at the same moment are served in several turns, one after the other."""

    def setUp(self) -> None:
        self.patch(sockets, "FEW", 0)
        self.pairs = [socket.socketpair() for _ in range(5)]
        epoll = select.epoll()
        self.addCleanup(epoll.close)
        for ours, theirs in self.pairs:
            self.addCleanup(ours.close)
            self.addCleanup(theirs.close)
            epoll.register(ours.fileno(), select.EPOLLIN)
            theirs.send(b"x")
        self.spent = self.each_takes = 0.0
        self.served: list[int] = []
        self.sockets = ReadySockets(epoll.poll, self.serve_one, lambda: self.spent)

    def serve_one(self, descriptor: int, event: int) -> None:
        self.served.append(descriptor)
        self.spent += self.each_takes

    def serve(self, seconds: float = 0.0) -> list[int]:
        """Serve sockets, for so long each, and return which."""
        self.served, self.each_takes = [], seconds
        self.sockets.serve(0)
        return self.served

    def test_all_of_those_that_are_ready_but_fewer_if_they_take_long(self) -> None:
        self.assertEqual(len(self.serve()), 5)
        self.assertEqual(len(self.serve(SERVING * 0.6)), 2)
        self.assertEqual(len(self.serve(SERVING * 2)), 1)

    def test_a_few_are_served_in_any_case(self) -> None:
        self.patch(sockets, "FEW", 5)
        self.assertEqual(len(self.serve(SERVING * 2)), 5)

    def test_those_that_were_left_out_come_next(self) -> None:
        """Though all of them are ready all the time."""
        served = [descriptor for _ in range(5) for descriptor in self.serve(SERVING * 2)]
        self.assertEqual((len(served), len({*served})), (5, 5))

    def test_nothing_is_ready(self) -> None:
        for ours, _ in self.pairs:
            ours.recv(1)
        self.assertEqual(self.serve(), [])
