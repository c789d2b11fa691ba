"""A tap on the wire: it listens in front of a server's port, passes everything on, and can cut every connection."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from tests.doubles.processes import PATIENCE


class Tap:
    """Any number of connections, one after the other or at once."""

    def __init__(self, port: int) -> None:
        self.calls = 0  # that were passed on
        self._target = port
        self._is_blocked = False
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._run(self._accept)

    def _run(self, call: object, *args: object) -> None:
        thread = threading.Thread(target=call, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                if self._is_blocked:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._target), PATIENCE)
                for end in (client, server):
                    end.settimeout(None)
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._sockets += [client, server]
                self.calls += 1
                self._run(self._pass_on, client, server)
                self._run(self._pass_on, server, client)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """End every connection that there is, without a word. The next ones are passed on as before."""
        ends, self._sockets = self._sockets, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def block(self) -> None:
        """Cut every connection, and refuse others."""
        self._is_blocked = True
        self.cut()

    def unblock(self) -> None:
        self._is_blocked = False

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for the next connection
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join(PATIENCE)
