"""The client from connecting to leaving: which screen it shows when, and what happens if the server is lost."""

from __future__ import annotations

import termios
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from tilenet.clients.address import Address
from tilenet.clients.link import RECOVERY, SILENCE, End, Link
from tilenet.clients.model import Model
from tilenet.clients.pauses import Pauses
from tilenet.clients.refusal import is_about_password, may_pass
from tilenet.clients.terminal.attention import Attention
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.drawing import Drawing
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.helppage import answer, login_help, room_help
from tilenet.clients.terminal.host import Host
from tilenet.clients.terminal.identity import Identity
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.leaveguard import Hint
from tilenet.clients.terminal.pages import FOCUS, LoginPage, Shell, WaitingPage
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.signs import Signs
from tilenet.languages.language import find_language
from tilenet.wire.messages import LoggedIn, ServerOpen
from tilenet.words import Words

PAUSE = 5  # seconds before trying again a server that does not let us in; one that was lost is called much sooner
FAREWELL = 1  # seconds after a goodbye until we look whether the server is still there
SOON = 3.0  # seconds; if the server ends the session this soon after a failed login, we do not try again


@dataclass(frozen=True)
class PlayOptions:
    """What the user asked for on the command line."""

    address: Address
    name: str
    is_name_given: bool
    inks: Inks
    signs: Signs
    is_safe: bool = False  # whether to use colours that colour-blind eyes can tell apart
    favourite: str = ""  # the tile to begin with, where there is one of that name
    language: str = ""  # its code, if it is not English
    join: str = ""  # the code of a table, or the address of a room, to go to after the first login
    way_in: str = ""  # a command that leads to a table, with {code} in it
    has_bell: bool = True  # whether it rings when the user is called
    comes_back: bool = True  # whether to wait for a server that is lost, and to call it again


class App:
    """One run of the client. It says once that it is done, with the exit status and a message for standard error."""

    def __init__(self, reactor: Any, options: PlayOptions, host: Host, random: Random | None = None) -> None:
        self.last_result: list[str] = []  # the ranking of the game that ended last, in lines
        self._reactor = reactor
        if (language := find_language(options.language)) is not None:
            options = replace(options, signs=replace(options.signs, language=language))
        self._options = options
        self._say = options.signs.say
        self._host = host
        self._drawing = Drawing(reactor, host.draw_soon, self._due, self._next_frame)
        self._attention = Attention(reactor.seconds, options.signs)
        self._has_bell = options.has_bell
        self._shell = Shell(WaitingPage(""), self.leave, self._say, self._noticed)
        self._link: Link | None = None
        self._connecting: Deferred[Any] | None = None
        self._page: LoginPage | WaitingPage | RoomScreen | None = None
        self._room_screen: RoomScreen | None = None  # the last one
        self._user = Identity(options.name)
        self._refusal: tuple[float, str] | None = None  # when the last login failed, and why
        self._delay = ""  # why the server wants the same login a little later
        self._goodbye = ""  # what the server said when it logged the user out
        self._is_guest = options.is_name_given  # whether to log in once without asking
        self._is_leaving = self._is_over = False
        self._counting: IDelayedCall | None = None
        self._pauses = Pauses(random or Random())

    # Coming and going

    def connect(self) -> None:
        """Connect to the server."""
        self._link = Link(self, self._reactor, RECOVERY if self._was_in else SILENCE)
        self._connecting = self._host.connect(self._link)
        self._connecting.addCallbacks(self._connected, self._not_connected)

    def _connected(self, link: Link) -> None:
        self._connecting = None

    def _not_connected(self, failure: Failure) -> None:
        self._connecting = self._link = None
        if self._is_over:
            return
        where, problem = self._options.address, failure.getErrorMessage()
        if self._is_leaving:
            self._finish(0)
        elif self._goodbye:
            self._finish(0, self._goodbye)
        elif self._drawing.loop is None:
            self._finish(1, f"cannot reach {where}: {problem}")
        else:
            words = self._say(Words("Cannot reach {where}: {problem}", where=where, problem=problem))
            self._wait(words, is_lost=self._was_in)

    def leave(self) -> None:
        """Log out and end; when called again, end at once."""
        self._user.stop_returning()
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
        self._drawing.stop()
        if self._counting is not None and self._counting.active():
            self._counting.cancel()
        if self._connecting is not None:
            self._connecting.cancel()
        elif self._link is not None:
            self._link.abort()
        if self._drawing.loop is not None:
            with suppress(OSError, termios.error):  # its window was closed, or the shell has taken it back
                self._drawing.loop.stop()
        self._host.done(status, words)

    # What the link says

    def opened(self, server: ServerOpen) -> None:
        user, goodbye = self._user, self._goodbye
        self._goodbye = ""
        if user.can_return_to(server):
            self._log_in()
            return
        user.bind_to(server)
        if self._is_guest:
            self._is_guest = False
            self._show(WaitingPage(self._say(Words("Logging in as {name} ...", name=user.name))))
            self._log_in()
            return
        address = str(self._options.address)
        page = LoginPage(server, address, user.name, self._options.inks, self._typed, self._open_help, self._say)
        page.ask(goodbye)
        if self._options.is_name_given:
            page.start_at_password()
        self._show(page)

    def _log_in(self) -> None:
        """A password that was typed just now is sent only if the name has an account: otherwise it would make one."""
        assert self._link is not None
        user = self._user
        self._link.login(user.name, user.token or ("" if user.is_to_be_tried else user.password))

    def _typed(self, name: str, password: str) -> None:
        self._user.type(name, password)
        if self._link is None:
            self._user.is_returning = True
            self.connect()
        else:
            self._log_in()

    def answered(self, answer: LoggedIn) -> None:
        link = self._link
        assert link is not None
        had_token = bool(self._user.token)
        if answer.objid is not None or not may_pass(answer.message):
            self._user.token = ""
        if answer.objid is None and had_token and not self._user.token:
            self._log_in()  # with the password, if there is one
            return
        is_new_name = self._user.is_to_be_tried and answer.objid is not None
        if self._user.is_to_be_tried and answer.objid is None and not may_pass(answer.message):
            self._user.is_to_be_tried = False
            self._log_in()
            return
        if answer.objid is None and is_about_password(answer.message):
            self._user.has_account()
        self._refusal = None if answer.objid is not None else (self._reactor.seconds(), answer.message)
        if answer.objid is not None:
            self._pauses.over()
            self._user.is_returning = True
            screen = self._new_screen(link, answer.message)
            link.ask_for_points()
            if self._options.language:
                link.ask_for_language(self._options.language)
            link.ask_for_facts()
            if self._options.comes_back:
                link.ask_for_token()
            if is_new_name:
                screen.controller.new_password = self._user.password
                self._user.play_as_guest()
            self._show(screen)
        elif isinstance(self._page, LoginPage):
            self._page.ask(answer.message)
            self._drawing.soon()
        elif self._user.is_returning and may_pass(answer.message):
            self._refusal, self._delay = None, answer.message
            link.leave()
        else:
            self._user.stop_returning()
            assert link.model.server is not None
            self.opened(link.model.server)
            self.answered(answer)

    def _new_screen(self, link: Link, greeting: str) -> RoomScreen:
        """The screen of a new session. It keeps what was said and typed in the one before."""
        options, before = self._options, self._room_screen
        controller = Controller(link, self._reactor.seconds)
        looks = options.inks, options.signs
        screen = RoomScreen(
            controller,
            options.address.host,
            *looks,
            self._open_help,
            self._open_answer,
            self.leave,
            is_safe=options.is_safe,
        )
        controller.favourite, controller.turn_bell = options.favourite, self._turn_bell
        controller.way_in, controller.copy_out = options.way_in, self._host.copy
        controller.save = self._host.save
        if before is None:
            controller.join = options.join
        else:
            screen.continue_from(before)
            greeting = Words("You are back. {greeting}", greeting=greeting)
        if greeting:
            screen.remark(greeting)
        self._room_screen = screen
        return screen

    def model_changed(self) -> None:
        if isinstance(self._page, RoomScreen):
            self._page.model_changed()
            self.last_result = self._page.controller.ending.told or self.last_result
            self._call(self._page.controller.model)
            self._drawing.soon()

    def ended(self, end: End, why: str) -> None:
        if self._link is not None and self._link.token:
            self._user.token = self._link.token
        self._link = None
        if self._is_over:
            return
        address = self._options.address
        if self._is_leaving:
            self._finish(0)
        elif why_not := self._turned_away():
            self._finish(1, why_not)
        elif not self._options.comes_back:
            self._finish(0 if end is End.LOGGED_OUT else 1, self._farewell(end, why))
        elif isinstance(self._page, LoginPage) and self._page.is_asking and end in (End.LOST, End.LOGGED_OUT):
            pass  # servers do not wait for ever; we connect again when the user has typed name and password
        elif self._goodbye:
            self._finish(0, self._goodbye)  # it has said goodbye, and does not open again
        elif end in (End.FOREIGN, End.SILENT) and self._drawing.loop is None:
            self._finish(1, f"{address} is not a TileNet server: {why}")
        elif end is End.WRONG and self._drawing.loop is None:
            self._finish(1, f"{address} breaks the protocol: {why}")
        else:
            words = self._farewell(end, why)
            was_in = isinstance(self._page, RoomScreen)
            if isinstance(self._page, RoomScreen):
                self._session_over(self._page, words)
            if end in (End.LOGGED_OUT, End.WRONG):
                self._user.stop_returning()  # the name may be in use elsewhere now
            if end is End.LOGGED_OUT and was_in:
                self._goodbye = words
                self._show(WaitingPage(words))
                self._counting = self._reactor.callLater(FAREWELL, self.connect)
            else:
                self._wait(words, is_lost=end in (End.LOST, End.SILENT, End.FOREIGN) and self._was_in)

    def _farewell(self, end: End, why: str) -> str:
        """What the user is told about the end of a session."""
        address = self._options.address
        words = {
            End.LEFT: self._delay,
            End.LOGGED_OUT: Words("The server has logged you out: {why}", why=visible(why)),
            End.LOST: Words("The connection to the server was lost."),
            End.SILENT: Words("{address} does not answer.", address=address),
            End.WRONG: Words("The server breaks the protocol: {why}.", why=why),
            End.FOREIGN: Words("{address} is no longer a TileNet server: {why}.", address=address, why=why),
            End.NOT_OPEN: f"{address}: {why}.",
        }
        return self._say(words[end])

    def _session_over(self, screen: RoomScreen, why: str) -> None:
        """Say why, and keep the name that the server gave the user: their seat is held under that name."""
        screen.remark(why)
        agent = screen.controller.model.my_agent
        if agent is not None and agent.name:
            self._user.name = agent.name

    def _turned_away(self) -> str:
        """Why the login failed, if that ended the session; empty if the session ended because the user was slow."""
        if self._refusal is None or self._reactor.seconds() - self._refusal[0] >= SOON:
            return ""
        return visible(self._refusal[1]) or f"{self._options.address} refused your login"

    # What is on the screen

    def _show(self, page: LoginPage | WaitingPage | RoomScreen) -> None:
        self._page = page
        self._shell.show(page)
        if self._drawing.loop is None:
            self._drawing.loop = self._host.start_loop(self._shell)
        self._retitle()
        self._drawing.soon()

    def _call(self, model: Model) -> None:
        """Call the user, if there is something for them and they look elsewhere."""
        if self._attention.model_changed(model) and self._has_bell:
            self._host.ring()
        self._retitle()

    def _noticed(self, key: str) -> None:
        """The user has pressed a key or used the mouse; or the terminal has gained or lost the focus."""
        if key in FOCUS:
            self._attention.focused(is_in=key == FOCUS[0])
        else:
            self._attention.acted()
        self._retitle()

    def _retitle(self) -> None:
        model = self._page.controller.model if isinstance(self._page, RoomScreen) else None
        self._host.set_title(self._attention.title(model))

    def _turn_bell(self) -> Hint:
        self._has_bell = not self._has_bell
        return Hint("The bell is on.") if self._has_bell else Hint("The bell is off.")

    def _open_help(self) -> None:
        page, looks = self._page, (self._options.inks, self._options.signs)
        if isinstance(page, RoomScreen):
            can_suspend = self._host.can_suspend
            self._shell.show(room_help(page, *looks, lambda: self._show(page), can_suspend=can_suspend))
        elif isinstance(page, LoginPage):
            self._shell.show(login_help(page, *looks, lambda: self._show(page)))

    def _open_answer(self) -> None:
        page = self._page
        if isinstance(page, RoomScreen):
            self._shell.show(answer(page, self._options.inks, self._options.signs, lambda: self._show(page)))

    @property
    def _was_in(self) -> bool:
        """Whether the user was in a room, and would like to be there again."""
        return self._user.is_returning and self._room_screen is not None

    def _wait(self, why: str, *, is_lost: bool = False) -> None:
        """Call again later: soon, if the user was in a room, and the server may only have been started again."""
        page = WaitingPage(why, self._say)
        self._show(page)
        if is_lost:
            page.count(0)
            self._counting = self._reactor.callLater(self._pauses.next(), self.connect)
        else:
            self._count(page, PAUSE)

    def _count(self, page: WaitingPage, seconds: int) -> None:
        page.count(seconds)
        self._drawing.soon()
        if seconds:
            self._counting = self._reactor.callLater(1.0, self._count, page, seconds - 1)
        else:
            self.connect()

    def _due(self) -> float | None:
        return self._page.due() if isinstance(self._page, RoomScreen) else None

    def _next_frame(self) -> None:
        if isinstance(self._page, RoomScreen):
            self._page.next_frame()
