"""The control socket of a running server, in its data folder: who may use the folder can ask the server to reload.

-> reload               a line
-> reload new-rules     the same, if it is known that games have other rules now
<- > ...        lines that are worth reading before it happens
<- + ...        what has happened, and the end
<- - ...        why nothing has happened, and the end

While a server asks its new code, a connection waits; it goes over to the next program, which answers.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, connectionDone
from twisted.logger import Logger
from twisted.protocols.basic import LineReceiver
from twisted.python.failure import Failure

from tilenet.text import plain

NAME = "control"
RELOAD, NEW_RULES = b"reload", b"reload new-rules"
MOST_WAITING = 16
SECONDS = 10.0  # to say what is wanted
_CREDENTIALS = struct.Struct("3i")  # process, user, group

log = Logger()

#: Does what is asked for; whether the rules are the old ones. It is given two functions for the asker: one tells them
#: more, and one says how it has ended.
Asked = Callable[[Callable[[str], None], Callable[[str, bool], None], bool], None]


@contextmanager
def address_in(folder: Path) -> Iterator[str]:
    """The socket's address, which may not be longer than about 100 bytes, however long the folder's name is."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        short = f"/proc/self/fd/{descriptor}"
        yield f"{short}/{NAME}" if os.path.isdir(short) else str(folder / NAME)
    finally:
        os.close(descriptor)


def listen_in(folder: Path) -> socket.socket:
    """A new socket in the folder, for its owner alone. An old one is replaced: the folder is locked. Raises OSError."""
    with suppress(FileNotFoundError):
        (folder / NAME).unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        with address_in(folder) as address:
            made.bind(address)
        os.chmod(folder / NAME, 0o600)
        made.listen(MOST_WAITING)
    except OSError:
        made.close()
        raise
    return made


def connect_to(folder: Path) -> socket.socket:
    """Connect to the server that uses this folder. Raises OSError, if there is none, or it is somebody else's."""
    found = os.lstat(folder / NAME)
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid not in (os.geteuid(), os.stat(folder).st_uid):
        raise PermissionError(f"{folder / NAME} is not the socket of the folder's owner")
    made = socket.socket(socket.AF_UNIX)
    try:
        with address_in(folder) as address:
            made.connect(address)
    except OSError:
        made.close()
        raise
    return made


def answer(descriptors: Iterable[int], text: str, *, is_done: bool) -> None:
    """Tell those who have asked the program before this one what has happened."""
    for descriptor in descriptors:
        with socket.socket(fileno=descriptor) as asker, suppress(OSError):
            asker.setblocking(False)
            asker.send(_line("+" if is_done else "-", text))


def _line(sign: str, text: str) -> bytes:
    return f"{sign} {plain(text)}\n".encode(errors="backslashreplace")


class Control:
    """The server's end. It is a reader of the reactor's: see IReadDescriptor."""

    def __init__(self, reactor: Any, listening: socket.socket, folder: Path, asked: Asked) -> None:
        self._reactor = reactor
        self._listening = listening
        self._folder = folder
        self._asked = asked
        self._askers: dict[_Asker, None] = {}
        listening.setblocking(False)

    def start(self) -> None:
        self._reactor.addReader(self)

    def stop(self) -> None:
        """Nobody can ask any more."""
        self._reactor.removeReader(self)
        self._listening.close()
        with suppress(OSError):
            (self._folder / NAME).unlink()

    def fileno(self) -> int:
        return self._listening.fileno()

    def logPrefix(self) -> str:
        return "control"

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """The reactor stops."""

    def doRead(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except OSError:
            return
        with connection:
            connection.setblocking(False)
            if not _is_allowed(connection):
                return
            if len(self._askers) >= MOST_WAITING:
                with suppress(OSError):
                    connection.send(_line("-", "too many are asking already"))
            else:
                self._reactor.adoptStreamConnection(connection.fileno(), socket.AF_UNIX, _Asking(self))

    @property
    def askers(self) -> list[int]:
        """The connections of those who wait for an answer."""
        return [asker.transport.fileno() for asker in self._askers if asker.has_asked and asker.transport is not None]

    # For the askers

    def came(self, asker: _Asker) -> None:
        self._askers[asker] = None
        self._reactor.callLater(SECONDS, asker.too_late)

    def asks(self, asker: _Asker, *, has_old_rules: bool) -> None:
        self._asked(asker.tell, asker.end, has_old_rules)

    def gone(self, asker: _Asker) -> None:
        self._askers.pop(asker, None)


class _Asking(Factory):
    noisy = False

    def __init__(self, control: Control) -> None:
        self._control = control

    def buildProtocol(self, addr: IAddress | None) -> _Asker:
        return _Asker(self._control)


class _Asker(LineReceiver):
    """Somebody who asks."""

    delimiter = b"\n"
    MAX_LENGTH = 64
    transport: Any

    def __init__(self, control: Control) -> None:
        self._control = control
        self.has_asked = False
        self._is_over = False

    def connectionMade(self) -> None:
        self._control.came(self)

    def lineReceived(self, line: bytes) -> None:
        if self.has_asked:
            return
        if line in (RELOAD, NEW_RULES):
            self.has_asked = True
            self._control.asks(self, has_old_rules=line == RELOAD)
        else:
            self.end("that is not something to ask for", False)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._is_over = True
        self._control.gone(self)

    def too_late(self) -> None:
        if not self.has_asked and not self._is_over:
            self.transport.abortConnection()

    def tell(self, text: str) -> None:
        """Tell them at once: soon there may be another program."""
        if not self._is_over:
            with suppress(OSError):
                self.transport.getHandle().send(_line(">", text))

    def end(self, text: str, is_done: bool) -> None:
        """This has come of it, and that is all."""
        if not self._is_over:
            self.transport.write(_line("+" if is_done else "-", text))
            self.transport.loseConnection()


def _is_allowed(connection: socket.socket) -> bool:
    """Whether it is the server's own user, or root; where the system does not tell, the file's mode has to do."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    _, user, _ = _CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    return user in (0, os.geteuid())
