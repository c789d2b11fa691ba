"""How a running server is asked to reload: by SIGHUP, and at its control socket. Both do the same."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.reload.control import Control, answer, listen_in
from tilenet.reload.handover import HandOver
from tilenet.reload.reload import NO_JOURNAL, SIGNALS, NotReloaded, Reload
from tilenet.text import plain


class Reloader:
    """Listens for those who ask. Without a journal there is nothing to reload with, and SIGHUP is told so."""

    log = Logger()

    def __init__(self, reactor: Any, folder: Path | None = None) -> None:
        self._reactor = reactor
        self._folder = folder
        self._control: Control | None = None
        self._had_terminal = _has_terminal()
        self.reload: Reload | None = None

    def prepare(self) -> None:
        """SIGHUP waits until the server is up: before that it would end it."""
        with suppress(ValueError):
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])

    def start(self, left: HandOver | None = None, standing: str = "") -> None:
        """The server is up. If it was reloaded, those who have asked are told where it stands."""
        if self._folder is not None:
            try:
                old = None if left is None else socket.socket(fileno=left.control)
                self._control = Control(self._reactor, old or listen_in(self._folder), self._folder, self._asked)
                self._control.start()
            except OSError as error:
                why = plain(error.strerror or str(error))
                self.log.warn("`tilenet reload` cannot ask this server: no socket in the data folder: {why}", why=why)
        with suppress(ValueError):  # not in the main thread, as in some tests
            if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup is to go on working
                signal.signal(signal.SIGHUP, lambda *_: self._reactor.callFromThread(self._hung_up))
        self._reactor.callWhenRunning(self._is_up, left, standing)

    def _is_up(self, left: HandOver | None, standing: str) -> None:
        """The reactor handles signals now: who hears that the server is up may stop it at once."""
        with suppress(ValueError):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        if left is not None:
            self.log.info("{text}", text=standing)
            answer(left.askers, standing, is_done=True)

    def stop(self) -> None:
        if self._control is not None:
            self._control.stop()
            self._control = None

    @property
    def control(self) -> Control:
        assert self._control is not None
        return self._control

    def _hung_up(self) -> None:
        if self._had_terminal and not _has_terminal():
            self._reactor.stop()  # it was closed: that is what the signal meant at first, and still means
        else:
            self._asked(lambda text: None, lambda text, is_done: None, True)

    def _asked(self, tell: Callable[[str], None], end: Callable[[str, bool], None], has_old_rules: bool) -> None:
        if self.reload is None or self._control is None:
            self.log.error("Not reloaded: {why}", why=NO_JOURNAL)
            end(f"not reloaded: {NO_JOURNAL}", False)
            return

        def failed(failure: Failure) -> None:
            failure.trap(NotReloaded)
            end(f"not reloaded: {failure.getErrorMessage()}", False)

        self.reload.start(tell, has_old_rules=has_old_rules).addErrback(failed)


def _has_terminal() -> bool:
    """Whether this process has a terminal from which it is controlled."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC | os.O_NOCTTY))
    except OSError:
        return False
    return True
