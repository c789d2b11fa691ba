"""Which sheet lies on the board: that of a table that waits, or one that the user has opened; and what opens them."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.clients.replayfacts import is_replay
from tilenet.clients.tablefacts import Invitation, Offer, has_match, invitations, offers
from tilenet.clients.terminal.accountsheet import AccountSheet
from tilenet.clients.terminal.glyphs import columns, cut, visible
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.newtable import CodeSheet, NewTableSheet
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.sheet import Sheet
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tablesheet import TableSheet
from tilenet.clients.terminal.whosheet import WhoSheet
from tilenet.clients.vocabulary import HOME
from tilenet.words import Words

NEW, CODE = "new", "code"  # ways to leave Home that are no tiles
FROM_HERE = HOME, "-lobby"  # how kinds of rooms end from which people go to tables


class Sheets:
    """The sheets of one session."""

    def __init__(self, context: SkinContext, whisper: Callable[[str], None]) -> None:
        """`whisper` begins a whisper to the player of a name."""
        self._context = context
        self._controller = context.controller
        self._model = context.controller.model
        self._whisper = whisper
        self._opened: Sheet | None = None  # by the user
        self._table = TableSheet(context, self._put_aside, self.invite, whisper)
        self._is_wanted: bool | None = None  # whether the user wants to see the table; None if it is as usual
        self._state: tuple[str | None, bool] = None, False  # the room, and whether a match is on
        self._offers: list[Offer] = []  # what Home has told last

    @property
    def shown(self) -> Sheet | None:
        """The sheet that lies on the board now."""
        if self._opened is not None:
            return self._opened
        return self._table if self._shows_table() else None

    def _shows_table(self) -> bool:
        if not self._model.table or is_replay(self._model):
            return False
        if self._is_wanted is not None:
            return self._is_wanted
        return not has_match(self._model) and not self._controller.ending.places

    def model_changed(self) -> None:
        """In another room, and when a match begins or ends, the board and the table are as usual."""
        model = self._model
        state = model.current, bool(model.table) and has_match(model)
        if state[0] != self._state[0]:
            self._opened = None
        if state != self._state:
            self._is_wanted = None
            self._table.since = self._controller.now()
            if state == (self._state[0], True):
                self._controller.begin_again()
            self._state = state
        self._offers = offers(model) or self._offers

    def tick(self) -> None:
        """It may be time to ask the server something again."""
        if isinstance(self._opened, WhoSheet | AccountSheet):
            self._opened.tick()

    # Opening and closing

    def close(self) -> None:
        self._controller.notice = ""
        self._opened = None

    def _put_aside(self) -> None:
        self._controller.notice = ""
        self._is_wanted = False

    def turn_table(self) -> None:
        """Show the table instead of the board, or the board instead of the table."""
        is_shown = self.shown is self._table
        self.close()
        self._is_wanted = not is_shown
        self._controller.is_typing = False

    def show_places(self) -> None:
        was_shown = isinstance(self._opened, WhoSheet)
        self.close()
        if not was_shown:
            self._open(WhoSheet(self._context, self.close, self._begin_whisper))

    def invite(self) -> None:
        self._open(WhoSheet(self._context, self.close, self._begin_whisper, invites=True))

    def new_table(self) -> None:
        self._leave_home_by(NEW)
        self._open(NewTableSheet(self._context, self.close, self._offers, self._model.address))

    def ask_for_code(self) -> None:
        self._leave_home_by(CODE)
        self._open(CodeSheet(self._context, self.close))

    def _leave_home_by(self, way: str) -> None:
        """Home puts the focus there when the user comes back."""
        if self._model.kind.partition("/")[0] == HOME:
            self._controller.leave_by(way)

    def open_account(self, role: str = "", password: str = "") -> None:
        """One's own account: what can be done with it, or the form for one thing."""
        self._open(AccountSheet(self._context, self.close, role, password))

    def _open(self, sheet: Sheet) -> None:
        self._controller.notice = ""
        self._controller.is_typing = False
        self._opened = sheet

    def _begin_whisper(self, name: str) -> None:
        self.close()
        self._whisper(name)

    # Keys

    def always(self) -> list[Binding]:
        """Keys that work on the board and while the user is typing."""
        model, found = self._model, []
        if self.invitation is not None:
            about = Words("go where you are invited to")
            found.append(Binding(("f6",), Words("accept"), about, self.accept, id="accept"))
        if model.table and not is_replay(model):
            words = Words("board") if self.shown is self._table else Words("table")
            about = Words("the table instead of the board: code, people, options; and back")
            found.append(Binding(("f4",), words, about, self.turn_table, id="table"))
        if model.is_told and not is_replay(model):
            about = Words("who is where on the server; whisper, invite, go there")
            found.append(
                Binding(("f5",), Words("who") if self._is_from_here() else "", about, self.show_places, id="who")
            )
            about = Words("your account; a guest can create one without leaving the seat")
            found.append(Binding(("f9",), "", about, self.open_account, id="account"))
        return found

    def on_board(self) -> list[Binding]:
        """Keys that work on the board, if the room does not use them."""
        found = []
        if self.invitation is not None:
            words = Words("decline all invitations")
            found.append(Binding(("f7", "esc"), "", words, self.decline, id="decline"))
        if self._is_from_here():
            if self._offers:
                words = Words("new table")
                found.append(Binding(("n",), words, Words("open a table of your own"), self.new_table, id="new"))
            found.append(
                Binding(("c",), Words("code"), Words("join a table by its code"), self.ask_for_code, id="code")
            )
        return found

    def _is_from_here(self) -> bool:
        return self._model.kind.partition("/")[0].endswith(FROM_HERE)

    # Invitations

    @property
    def invitation(self) -> Invitation | None:
        """The last one."""
        found = invitations(self._model)
        return found[0] if found else None

    def accept(self) -> None:
        if (found := self.invitation) is not None:
            self._controller.go(found.join)

    def decline(self) -> None:
        self._controller.say("/decline")

    def invitation_row(self, width: int) -> Row | None:
        """The last invitation, with the keys for it; None if there is none."""
        found = self.invitation
        if found is None:
            return None
        inks, signs = self._context.inks, self._context.signs
        accept, decline = (f" {key} {signs.say(words)} " for key, words in _ANSWERS)
        who, game, name = visible(found.inviter), visible(found.game), visible(found.name)
        words = Words("{who} invites you to {game}", who=who, game=game)
        if name:
            words = Words("{who} invites you to {game}: {name}", who=who, game=game, name=name)
        room = width - columns(accept) - columns(decline)
        text = cut(f"{signs.to_me} {signs.say(words)} ", room, signs.ellipsis)
        row: Row = [(inks["to me"], text), (inks["number"], accept), (inks["title"], decline)]
        return filled(row, width, inks["title"])

    def click_invitation(self, column: int, width: int) -> None:
        """A click into that row."""
        row = self.invitation_row(width)
        if row is None:
            return
        left = 0
        for (_, text), act in zip(row, (self.accept, self.accept, self.decline), strict=False):
            left += columns(text)
            if column < left:
                act()
                return


_ANSWERS = ("F6", Words("join")), ("F7", Words("no thanks"))
