"""A WebSocket as a simulated client uses it: bytes in, and texts out."""

from __future__ import annotations

import socket

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.torture.socketlink import END_OF_HEAD, SocketLink, WebSocketLink

ANSWER = b"HTTP/1.1 101 Switching Protocols" + END_OF_HEAD


class Links(SynchronousTestCase):
    def setUp(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.listening.close)
        self.port = self.listening.getsockname()[1]

    def accept(self) -> socket.socket:
        other, _ = self.listening.accept()
        other.settimeout(10)
        self.addCleanup(other.close)
        return other

    def receive(self, link: SocketLink) -> bytes:
        """What comes first; bounded by the test's patience with itself, since the bytes are on their way."""
        link.socket.setblocking(True)
        link.socket.settimeout(10)
        link.socket.recv(1, socket.MSG_PEEK)
        link.socket.setblocking(False)
        return link.receive()

    def test_a_plain_link_passes_bytes_and_is_lost_at_their_end(self) -> None:
        link = SocketLink(self.port)
        self.addCleanup(link.close)
        other = self.accept()
        link.send(b"hello")
        self.assertEqual(other.recv(100), b"hello")
        other.sendall(b"well")
        self.assertEqual(self.receive(link), b"well")
        other.close()
        link.socket.settimeout(10)
        link.socket.recv(1, socket.MSG_PEEK)
        link.socket.setblocking(False)
        self.assertEqual(link.receive(), b"")
        self.assertTrue(link.is_lost)

    def test_where_nobody_listens_it_is_lost_at_once(self) -> None:
        self.listening.close()
        link = SocketLink(self.port)
        self.addCleanup(link.close)
        self.assertTrue(link.is_lost)

    def test_a_web_socket_waits_for_the_answer_before_it_sends(self) -> None:
        link = WebSocketLink(self.port, "/tilenet")
        self.addCleanup(link.close)
        link.send(b"early")
        other = self.accept()
        self.assertTrue(other.recv(1000).endswith(END_OF_HEAD))
        other.sendall(ANSWER)
        self.assertEqual(self.receive(link), b"")
        self.assertEqual(other.recv(100), b"\x81\x85\0\0\0\0early")

    def test_frames_of_any_length_cut_anywhere(self) -> None:
        link = WebSocketLink(self.port, "/tilenet")
        self.addCleanup(link.close)
        other = self.accept()
        other.sendall(ANSWER + b"\x81\x02hi\x81\x7e\x00\x80" + 100 * b"a")
        self.assertEqual(self.receive(link), b"hi")
        other.sendall(28 * b"a" + b"\x89\x00\x81\x01!")  # a ping is not a text
        self.assertEqual(self.receive(link), 128 * b"a" + b"!")
