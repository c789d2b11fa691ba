"""The screen for playing: one urwid widget that paints the room, and passes keys and mouse to the controller."""

from __future__ import annotations

from collections.abc import Callable

import urwid
from urwid import Canvas, CanvasCombine, CanvasJoin

from tilenet.clients.model import Thing
from tilenet.clients.terminal.bindings import clicks, moves
from tilenet.clients.terminal.boardboxes import BoardBoxes
from tilenet.clients.terminal.controller import WAYS_OUT, Controller
from tilenet.clients.terminal.glyphs import visible, wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.inputline import ChatLine
from tilenet.clients.terminal.keys import Binding, meaning, without
from tilenet.clients.terminal.paint import Row, canvas, row_width
from tilenet.clients.terminal.panels import Panels
from tilenet.clients.terminal.sheets import Sheets
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.skin import LineBudget, Place, Skin, SkinContext
from tilenet.clients.terminal.skinchoice import SkinChoice
from tilenet.clients.terminal.talklog import TalkLog
from tilenet.clients.things import HeardLine
from tilenet.clients.vocabulary import HELP
from tilenet.words import Words

WHEEL_UP, WHEEL_DOWN = 4, 5
WHEEL_LINES = 3
FEWEST_HEARD = 2  # lines, beside a long description of a tile
MOST_BESIDE = 2  # lines of what the room says beside the board
TOGETHER = 0.5  # seconds in which all lines of an answer come
SIDES = 8  # columns beside that, at most


class RoomScreen(urwid.Widget):
    """The matrix, the players in it, what was said, and the line for typing."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(
        self,
        controller: Controller,
        address: str,
        inks: Inks,
        signs: Signs,
        help: Callable[[], None],
        answer: Callable[[], None],
        leave: Callable[[], None],
        *,
        is_safe: bool = False,
    ) -> None:
        """`help` and `answer` open a page: about the room, and with what it has answered to a command."""
        super().__init__()
        self.controller = controller
        self.typing = ChatLine()
        self._address = address
        self._inks = inks
        self._signs = signs
        self._help = help
        self._open_answer = answer
        self._answered: list[HeardLine] = []  # the answer for which a page was opened
        self._leave = leave
        self._panels = Panels(inks, signs)
        self._talk = TalkLog(inks, signs)
        controller.new_table = lambda: self._sheets.new_table()
        controller.ask_for_code = lambda: self._sheets.ask_for_code()
        controller.open_account = lambda role, password: self._sheets.open_account(role, password)
        controller.show_places = lambda: self._sheets.show_places()
        context = SkinContext(controller, inks, signs, controller.now, is_safe)
        self._sheets = Sheets(context, self._whisper)
        self._skins = SkinChoice(context, self.remark, lambda: self._sheets.shown)
        self._boxes = BoardBoxes(controller, inks, signs, lambda: self._sheets.shown is not None)
        controller.open_help = self.open_help
        controller.allows = lambda thing: self._skins.ask(lambda skin: skin.allows(thing))
        controller.places = lambda: self._skins.ask(lambda skin: skin.places())
        self._is_pasting = False
        self._placed: tuple[int, int, LineBudget] | None = None  # columns, lines and budget of the screen as it is now

    @property
    def skin(self) -> Skin:
        """What draws the room, if the terminal is large enough for it."""
        return self._skins.skin

    def model_changed(self) -> None:
        """The model has changed."""
        new = self.controller.model_changed()
        self._sheets.model_changed()
        self._skins.model_changed()
        self.controller.restore_focus()
        if any(self.controller.is_answer(line) for line in new):
            self.controller.back = 0
            self._show_answer()
        elif self.controller.back and self._placed:  # new lines do not move what the user is reading
            self.controller.back += sum(
                len(self._talk.line(line, self.controller.model, self._placed[0])) for line in new
            )
        self._invalidate()

    def _show_answer(self) -> None:
        """Open a page for the answer to a command, once, if neither the line beside the board nor the chat has room."""
        answer = self.controller.answer
        if self._placed is None or answer is self._answered or not answer:
            return
        columns, high, budget = self._placed
        asides = [line for line in answer if line.is_aside and line.at - answer[0].at < TOGETHER]
        beside = sum(len(wrap(visible(line.message), columns - SIDES)) for line in asides)
        said = sum(len(self._talk.line(line, self.controller.model, columns)) for line in answer if not line.is_aside)
        if len(asides) > 1 or beside > MOST_BESIDE or said > budget.heard(high):
            self._answered = answer
            self._open_answer()

    # Painting

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        return self._skins.ask(lambda skin: self._painted(skin, *size))

    def _painted(self, skin: Skin, columns: int, lines: int) -> Canvas:
        skin, budget = self._fitting(skin, columns, lines)
        controller, model, panels = self.controller, self.controller.model, self._panels
        body = skin.rows(columns, budget.body)
        if len(body) != budget.body:
            raise ValueError(f"a skin has drawn {len(body)} lines instead of {budget.body}")
        title = panels.title(model, self._address, columns, has_headline=budget.headline > 0)
        rows: list[Row] = [self._sheets.invitation_row(columns) or title]
        rows += panels.headline(model, columns, budget.headline)
        rows += body
        room = budget.heard(lines)
        tooltip: list[Row] = []
        if budget.tooltip:  # a long one takes a line of what was heard
            most = budget.tooltip + int(room > FEWEST_HEARD)
            focused = controller.focused if skin.has_focus else None
            tooltip = panels.tooltip(focused, controller.notice, skin.more(), columns, most)
        room += budget.tooltip - max(len(tooltip), budget.tooltip)
        beside = self._beside(columns, MOST_BESIDE if room > FEWEST_HEARD else 1, has_tooltip=budget.tooltip > 0)
        heard, back = self._talk.heard(model, columns, room - len(beside) + 1, controller.back)
        if back != controller.back:  # the terminal is higher now
            controller.back = back
            beside = self._beside(columns, len(beside), has_tooltip=budget.tooltip > 0)
        rows += beside
        rows += heard
        rows += [*tooltip, *panels.blank(columns, budget.tooltip - len(tooltip))]
        label = panels.keyboard(is_typing=controller.is_typing)
        typing = self.typing.render((columns - row_width(label),), focus=controller.is_typing)
        legend = panels.legend(skin.legend(self.bindings()), columns)
        return CanvasCombine(
            [
                (self._boxes.lay(canvas(rows, columns), columns, lines, budget, skin), None, False),
                (
                    CanvasJoin(
                        [
                            (canvas([label], row_width(label)), None, False, row_width(label)),
                            (typing, None, True, columns - row_width(label)),
                        ]
                    ),
                    None,
                    True,
                ),
                (canvas([legend], columns), None, False),
            ]
        )

    def _beside(self, columns: int, lines: int, *, has_tooltip: bool) -> list[Row]:
        """The line beside the board. Where there is none for notices, they are here."""
        controller = self.controller
        text, is_private = controller.words.line(controller.model, controller.now())
        if controller.notice and not has_tooltip:
            text, is_private = self._signs.say(controller.notice), True
        back = controller.back
        right = visible(self._signs.say(Words("{n} lines back, PgDn", n=back))) if back else ""
        return self._panels.beside(visible(text), right, columns, lines, is_private=is_private)

    def _fitting(self, skin: Skin, columns: int, lines: int) -> tuple[Skin, LineBudget]:
        """The skin, and the lines that it needs; or the grid, if the terminal is too small for the skin."""
        budget = skin.budget(columns, lines)
        if budget is None:
            skin, budget = self._skins.panel, self._skins.panel.budget(columns, lines)
        if budget.heard(lines) < 0:
            raise ValueError(f"a skin needs {budget.body} lines for itself, of {lines}")
        self._placed = columns, lines, budget
        self._boxes.place(budget)
        return skin, budget

    def due(self) -> float | None:
        """When the screen changes even if nothing happens."""
        times = self._skins.ask(lambda skin: skin.due()), self.controller.words.due()
        return min((time for time in times if time is not None), default=None)

    def next_frame(self) -> None:
        self._sheets.tick()
        self._invalidate()

    def get_cursor_coords(self, size: tuple[int, int]) -> tuple[int, int] | None:
        if not self.controller.is_typing:
            return None
        label = row_width(self._panels.keyboard(is_typing=True))
        found = self.typing.get_cursor_coords((size[0] - label,))
        return None if found is None else (label + found[0], size[1] - 2)

    # Keys

    def bindings(self) -> list[Binding]:
        """Every key that does something now."""
        return self.typing_bindings() if self.controller.is_typing else self.tile_bindings()

    def tile_bindings(self) -> list[Binding]:
        """What keys do on the board. The matrix's own keys come before ours."""
        controller = self.controller
        arrows = moves(controller, "", Words("move"), Words("move the focus"), self._signs.arrows)
        talk = Binding(("tab",), Words("chat"), Words("type a message"), self.start_typing, id="chat")
        command = Binding(("/",), "", Words("type a command; /help lists them"), self._start_command, id="command")
        before = list(self._skins.before())
        if self._sheets.shown is not None:
            out = [one for one in controller.matrix_bindings() if one.id in WAYS_OUT]
            return [*before, *without([talk, *out, command, *self._always()], before)]
        about = Words("move the focus, even if the room uses the arrows")
        beside = [*self._always(), *moves(controller, "ctrl ", "", about, "Ctrl-arrows")]
        ours = [talk, *controller.free([*self._sheets.on_board(), *self._skins.bindings(), command, *beside])]
        first = self._boxes.bindings()
        rest = [*arrows, *clicks(controller, [*first, *before]), *controller.matrix_bindings(), *ours]
        return [*first, *without(before, first), *without(rest, before)]

    def typing_bindings(self) -> list[Binding]:
        """What keys do while the user is typing. All other keys are text."""
        return [
            Binding(
                ("enter",),
                Words("send"),
                Words("send to all; @name text: whisper to one player; /help: commands"),
                self._say,
                id="send",
            ),
            Binding(("up",), "", Words("your previous message"), lambda: self.typing.recall(1)),
            Binding(("down",), "", Words("the message after that"), lambda: self.typing.recall(-1)),
            Binding(
                ("tab", "esc"), Words("tiles"), Words("back to the tiles (also Esc)"), self.stop_typing, id="tiles"
            ),
            *self._always(),
        ]

    def _always(self) -> list[Binding]:
        scroll = self._scroll
        bring = Binding(
            ("f3",), Words("add a bot"), Words("bring a bot to this room; /bot leave sends it away"), self._bring
        )
        return [
            Binding(("f1",), Words("help"), Words("the rules, and all keys"), self.open_help, id=HELP),
            *([bring] if self.controller.model.bots is not None else []),
            *self.controller.free(self._sheets.always()),
            Binding(
                ("f10", "ctrl q"),
                Words("leave"),
                Words("log out and leave (also Ctrl-Q and Ctrl-C)"),
                self._leave,
                id="leave",
            ),
            *self._bell(),
            Binding(("page up",), "", Words("scroll back in the chat log"), lambda: scroll(self._page())),
            Binding(("page down",), "", Words("scroll forward again"), lambda: scroll(-self._page())),
        ]

    def _bell(self) -> list[Binding]:
        turn = self.controller.turn_bell
        about = Words("turn off the bell that calls you when you look elsewhere, or turn it on")
        return [] if turn is None else [Binding(("f8",), "", about, lambda: self._hint(turn()), id="bell")]

    def _hint(self, words: str) -> None:
        self.controller.notice = words

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        self._invalidate()
        if key in ("begin paste", "end paste"):
            self._is_pasting = key == "begin paste"
            return None
        if self._is_pasting:  # pasted keys are text, even on the board
            text = " " if key in ("enter", "tab") else key
            if len(text) == 1 and (self.controller.is_typing or not self._skins.ask(lambda skin: skin.type(text))):
                self._type(size, text)
            return None
        if not self.controller.is_typing and self._skins.ask(lambda skin: skin.type(key)):
            return None
        act = meaning(self.bindings(), key)
        if not self.controller.is_typing and self.controller.is_stray(key, means_something=act is not None):
            return None
        if act is not None:
            act()
            return None
        return self._type(size, key) if self.controller.is_typing else key

    def open_help(self) -> None:
        self.controller.link.ask_for_help()
        self._help()

    def _type(self, size: tuple[int, int], key: str) -> str | None:
        self.controller.notice = ""
        return self.typing.keypress((size[0],), key)

    def _scroll(self, lines: int) -> None:
        """Scroll back in what was said, as far as there is anything."""
        self.controller.scroll_back(lines)
        if self._placed is not None:
            columns, high, budget = self._placed
            model, back = self.controller.model, self.controller.back
            _, self.controller.back = self._talk.heard(model, columns, budget.heard(high), back)

    def _page(self) -> int:
        return max(1, self._placed[2].heard(self._placed[1]) - 1) if self._placed else 1

    def start_typing(self) -> None:
        self.controller.is_typing = True
        self.controller.notice = ""
        self._invalidate()

    def _whisper(self, name: str) -> None:
        self.typing.put(f"@{name} ")
        self.start_typing()

    def _start_command(self) -> None:
        self.start_typing()
        if not self.typing.edit_text:
            self.typing.put("/")

    def stop_typing(self) -> None:
        self.controller.is_typing = False
        self.controller.notice = ""
        self._invalidate()

    def _bring(self) -> None:
        self.controller.say("/bot")

    def _say(self) -> None:
        self.controller.back = 0
        if self.controller.say(self.typing.edit_text):
            self.typing.note()

    def continue_from(self, other: RoomScreen) -> None:
        """Continue after another session: keep what was said, what the user was typing, and where the focus was."""
        self.controller.continue_from(other.controller)
        self._placed = other._placed
        self._boxes.continue_from(other._boxes)
        self.typing.continue_from(other.typing)

    def remark(self, words: str) -> None:
        """Say something to the user, among what was said."""
        self.controller.model.remark(words)
        self.model_changed()

    # Mouse

    def mouse_event(  # type: ignore[override]
        self, size: tuple[int, int], event: str, button: int, col: int, row: int, focus: bool
    ) -> bool:
        if not event.endswith("mouse press"):
            return False
        self._invalidate()
        self.controller.pointed()
        lines = size[1]
        fitting = self._skins.attempt(lambda: self._fitting(self.skin, *size))
        if fitting is None:  # what is drawn instead is not where the user has clicked
            return True
        skin, budget = fitting
        line = row - 1 - budget.headline
        if button in (WHEEL_UP, WHEEL_DOWN):
            self._wheel(-1 if button == WHEEL_UP else 1, is_on_board=0 <= line < budget.body)
        elif button != 1:
            return False
        elif self._boxes.click(col, row):
            pass
        elif 0 <= line < budget.body and self._boxes.is_asking:
            self._boxes.accept()  # what lies under the box cannot be clicked
        elif 0 <= line < budget.body:
            self._click(self._skins.attempt(lambda: skin.at(col, line)))
        elif row == 0:
            self._sheets.click_invitation(col, size[0])
        elif row == lines - 2:
            self.start_typing()
            if col >= (left := row_width(self._panels.keyboard(is_typing=True))):
                self.typing.mouse_event((size[0] - left,), "mouse press", 1, col - left, 0, True)
        return True

    def _click(self, place: Place) -> None:
        if isinstance(place, Thing):
            self._whisper(place.name)
        elif callable(place):
            self._skins.attempt(place)
        elif place is not None:
            self.controller.click(place)

    def _wheel(self, way: int, *, is_on_board: bool) -> None:
        if not is_on_board:
            self._scroll(-way * WHEEL_LINES)
        elif not self._skins.ask(lambda skin: skin.wheel(way)):
            self.controller.scroll_tiles(0, way)
