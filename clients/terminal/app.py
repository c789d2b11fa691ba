"""The client from connecting to leaving: which screen is shown when, and what happens when the server is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import urwid
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from tilenet.clients.address import Address
from tilenet.clients.link import End, Link
from tilenet.clients.terminal.desk import Desk
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import HelpPage, LoginPage, Shell, WaitingPage
from tilenet.clients.terminal.results import Results
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.table import Table
from tilenet.messages import LoggedIn, ServerOpen

PAUSE = 5  # seconds before trying again, at least
PATIENCE = 10.0  # seconds to connect
GONE = 6  # calls in vain after which a server that has said goodbye will not be back
SOON = 3.0  # seconds after a failed login: a server that ends the session by then wants no other one


@dataclass(frozen=True)
class Asked:
    """What the user asked for on the command line."""

    address: Address
    name: str
    is_name_given: bool
    inks: Inks
    signs: Signs
    is_safe: bool = False  # whether colours are to be told apart by colour-blind eyes


class App:
    """One run of the client. `done` is called once, with the exit status and a last word for standard error."""

    def __init__(
        self,
        reactor: Any,
        asked: Asked,
        start_loop: Callable[[Shell], urwid.MainLoop],
        done: Callable[[int, str], None],
    ) -> None:
        self.results = Results()
        self._reactor = reactor
        self._asked = asked
        self._start_loop = start_loop
        self._done = done
        self._loop: urwid.MainLoop | None = None  # once there is something to show
        self._shell = Shell(WaitingPage(""), self.leave)
        self._link: Link | None = None
        self._connecting: Deferred[Any] | None = None
        self._page: LoginPage | WaitingPage | Table | None = None
        self._table: Table | None = None  # the last one
        self._login = asked.name, ""  # the name and password that were used last
        self._is_returning = False  # whether the connection was lost while playing, so that it is to be taken up again
        self._known: tuple[str, str] | None = None  # group and name of the server that has let the user in
        self._refusal: tuple[float, str] | None = None  # when the last login failed, and why
        self._goodbye = ""  # the last word of a server that has logged the user out
        self._misses = 0  # calls in vain since then
        self._is_guest = asked.is_name_given  # whether to log in without asking, once
        self._is_leaving = self._is_over = False
        self._counting: IDelayedCall | None = None
        self._drawing: IDelayedCall | None = None
        self._animating: IDelayedCall | None = None

    # Coming and going

    def connect(self) -> None:
        """Call the server."""
        self._link = Link(self, self._reactor)
        endpoint = HostnameEndpoint(self._reactor, *self._asked.address, timeout=PATIENCE)
        self._connecting = connectProtocol(endpoint, self._link)
        self._connecting.addCallbacks(self._connected, self._not_connected)

    def _connected(self, link: Link) -> None:
        self._connecting = None

    def _not_connected(self, failure: Failure) -> None:
        self._connecting = self._link = None
        if self._is_over:
            return
        why = f"cannot reach {self._asked.address}: {failure.getErrorMessage()}"
        self._misses += 1
        if self._is_leaving:
            self._finish(0)
        elif self._goodbye and self._misses >= GONE:
            self._finish(0, self._goodbye)
        elif self._loop is None:
            self._finish(1, why)
        else:
            self._wait(f"{why[0].upper()}{why[1:]}")

    def leave(self) -> None:
        """Log out and end; asked for it again, end at once."""
        if self._connecting is not None:
            self._is_leaving = True
            self._connecting.cancel()
        elif self._link is None:
            self._finish(0)
        elif self._is_leaving:
            self._link.abort()
        else:
            self._is_leaving = True
            self._link.leave()

    def fail(self, words: str) -> None:
        """Something is wrong with the client itself."""
        self._finish(1, words)

    def _finish(self, status: int, words: str = "") -> None:
        if self._is_over:
            return
        self._is_over = True
        for call in (self._counting, self._drawing, self._animating):
            if call is not None and call.active():
                call.cancel()
        if self._connecting is not None:
            self._connecting.cancel()
        elif self._link is not None:
            self._link.abort()
        if self._loop is not None:
            with suppress(OSError):  # the terminal may be gone: its window was closed
                self._loop.stop()
        self._done(status, words)

    # What the link says

    def opened(self, server: ServerOpen) -> None:
        assert self._link is not None
        self._goodbye, self._misses = "", 0
        if self._is_returning and self._known in (None, (server.group, server.name)):
            self._link.login(*self._login)
            return
        self._is_returning = False  # a password is for the server that it was given to
        if self._is_guest:
            self._is_guest = False
            self._show(WaitingPage(f"Logging in as {self._login[0]} ..."))
            self._link.login(*self._login)
            return
        page = LoginPage(server, str(self._asked.address), self._login[0], self._asked.inks, self._log_in)
        if self._asked.is_name_given:
            page.start_at_password()
        self._show(page)

    def _log_in(self, name: str, password: str) -> None:
        self._login = name, password
        if self._link is None:
            self._is_returning = True
            self.connect()
        else:
            self._link.login(name, password)

    def answered(self, answer: LoggedIn) -> None:
        link = self._link
        assert link is not None
        self._refusal = None if answer.objid is not None else (self._reactor.seconds(), answer.message)
        if answer.objid is not None:
            self._is_returning = True
            server = link.model.server
            assert server is not None
            self._known = server.group, server.name
            table = self._new_table(link)
            table.desk.notice = answer.message
            self._show(table)
        elif isinstance(self._page, LoginPage):
            self._page.ask(answer.message)
            self._draw_soon()
        else:
            self._is_returning = False
            assert link.model.server is not None
            self.opened(link.model.server)
            self.answered(answer)

    def _new_table(self, link: Link) -> Table:
        """A table for a new session; what was heard, and half a line that was typed, are still there after a loss."""
        asked, before = self._asked, self._table
        desk = Desk(link, self._reactor.seconds, self.results)
        table = Table(
            desk, asked.address.host, asked.inks, asked.signs, self._open_help, self.leave, is_safe=asked.is_safe
        )
        if before is not None:
            table.take_over(before)
        self._table = table
        return table

    def told(self) -> None:
        if isinstance(self._page, Table):
            self._page.told()
            self._draw_soon()

    def ended(self, end: End, why: str) -> None:
        self._link = None
        if self._is_over:
            return
        address = self._asked.address
        if end is End.LEFT or self._is_leaving:
            self._finish(0)
        elif why_not := self._turned_away():
            self._finish(1, why_not)
        elif isinstance(self._page, LoginPage) and self._page.is_asking and end in (End.LOST, End.LOGGED_OUT):
            pass  # servers wait only so long for a login; when the user has typed it, they are called again
        elif end is End.FOREIGN and self._loop is None:
            self._finish(1, f"{address} is not a TileNet server: {why}")
        elif end is End.WRONG and self._loop is None:
            self._finish(1, f"{address} breaks the protocol: {why}")
        else:
            # Who was logged out by the server is asked before coming back: somebody else may be in that place now.
            self._is_returning = self._is_returning and end not in (End.LOGGED_OUT, End.WRONG)
            words = {
                End.LOGGED_OUT: f"The server has logged you out: {visible(why)}",
                End.LOST: "The connection to the server was lost.",
                End.WRONG: f"The server breaks the protocol: {why}.",
                End.FOREIGN: f"{address} is not a TileNet server now: {why}.",
                End.NOT_OPEN: f"{address}: {why}.",
            }
            self._goodbye = words[end] if end is End.LOGGED_OUT else ""
            self._wait(words[end])

    def _turned_away(self) -> str:
        """Why the login failed, if that has ended the session, and not that the next one was so long in coming."""
        if self._refusal is None or self._reactor.seconds() - self._refusal[0] >= SOON:
            return ""
        return visible(self._refusal[1]) or f"{self._asked.address} does not let you in"

    # What is on the screen

    def _show(self, page: LoginPage | WaitingPage | Table) -> None:
        self._page = page
        self._shell.show(page)
        if self._loop is None:
            self._loop = self._start_loop(self._shell)
        self._draw_soon()

    def _open_help(self) -> None:
        if isinstance(self._page, Table):
            page = self._page
            self._shell.show(HelpPage(page, self._asked.inks, self._asked.signs, lambda: self._show(page)))

    def _wait(self, why: str) -> None:
        page = WaitingPage(why)
        self._show(page)
        self._count(page, PAUSE)

    def _count(self, page: WaitingPage, seconds: int) -> None:
        page.count(seconds)
        self._draw_soon()
        if seconds:
            self._counting = self._reactor.callLater(1.0, self._count, page, seconds - 1)
        else:
            self.connect()

    def _draw_soon(self) -> None:
        """Draw at the end of the reactor's turn, however much there is to draw."""
        if self._drawing is None and not self._is_over:
            self._drawing = self._reactor.callLater(0.0, self._draw)

    def _draw(self) -> None:
        self._drawing = None
        assert self._loop is not None
        self._loop.draw_screen()
        self._set_next_frame()

    def _set_next_frame(self) -> None:
        """Some screens change by themselves."""
        due = self._page.due() if isinstance(self._page, Table) else None
        if due is not None and (self._animating is None or not self._animating.active()):
            self._animating = self._reactor.callLater(max(0.0, due - self._reactor.seconds()), self._show_next_frame)

    def _show_next_frame(self) -> None:
        if isinstance(self._page, Table):
            self._page.next_frame()
            self._draw_soon()
