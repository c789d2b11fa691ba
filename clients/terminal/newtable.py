"""Two small sheets: one opens a table of one's own, and one leads to the table with a code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilenet.clients.tablefacts import Choice, Offer, Value, said
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.inputline import InputLine
from tilenet.clients.terminal.leaveguard import Hint
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.sheet import Line, Sheet
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words


class NewTableSheet(Sheet):
    """Asks for a game, its options, who can come, and perhaps a name; Enter is enough for the usual."""

    def __init__(self, context: SkinContext, close: Callable[[], None], offers: Sequence[Offer], room: str) -> None:
        """`room` is the address of a room whose game is suggested."""
        super().__init__(context, close)
        self._offers = offers
        self._at = next((at for at, offer in enumerate(offers) if room in (offer.room, offer.game)), 0)
        self._is_public = False
        self._chosen: dict[str, Value] = {}
        self._name = InputLine()

    @property
    def _offer(self) -> Offer:
        return self._offers[self._at]

    def title(self) -> str:
        return Words("New table")

    def lines(self, width: int, room: int) -> list[Line]:
        opens = Words("Open the table")
        return [
            Line(),
            self._setting("game", Words("Game"), self._offer.title, self._turn_game),
            self._setting(
                "public",
                Words("Who can come"),
                Words("everybody") if self._is_public else Words("with the code"),
                self._turn_public,
            ),
            *map(self._choice, self._offer.choices),
            Line(
                [(self.inks["faint"], f"{self.say(Words('Name, if you like:'))} ")],
                "name",
                self._open,
                opens,
                field=self._name,
            ),
            Line(),
            Line([(self.inks["awake"], f" {self.say(opens)} ")], "open", self._open, opens, is_first=True),
        ]

    def _setting(self, id: str, words: str, value: str, turn: Callable[[int], None]) -> Line:
        left, right = self.signs.choose
        row: Row = [
            (self.inks["faint"], f"{visible(self.say(words))}: "),
            (self.inks["key"], f"{left} {visible(self.say(value))} {right}"),
        ]
        return Line(row, id, lambda: turn(1), Words("change"), turn)

    def _choice(self, choice: Choice) -> Line:
        def turn(step: int) -> None:
            usual = choice.values[0][0] if step < 0 else choice.values[-1][0]
            self._chosen[choice.name] = choice.after(self._chosen.get(choice.name, choice.usual or usual), step)

        value = self._chosen.get(choice.name, choice.usual)
        return self._setting(f"option/{choice.name}", choice.text, choice.called(value) or Words("as usual"), turn)

    def _turn_game(self, step: int) -> None:
        self._at = (self._at + step) % len(self._offers)
        self._chosen = {}

    def _turn_public(self, step: int) -> None:
        self._is_public = not self._is_public

    def _open(self) -> None:
        parts = ["/new", self._offer.game, *(["public"] if self._is_public else []), said(self._chosen)]
        self.controller.say(" ".join(part for part in (*parts, self._name.edit_text.strip()) if part))


class CodeSheet(Sheet):
    """Asks for a code, or whatever somebody has sent that ends with one."""

    def __init__(self, context: SkinContext, close: Callable[[], None]) -> None:
        super().__init__(context, close)
        self._code = InputLine()

    def title(self) -> str:
        return Words("Join a table")

    def lines(self, width: int, room: int) -> list[Line]:
        return list(self._lines())

    def _lines(self) -> Iterator[Line]:
        faint = self.inks["faint"]
        yield Line()
        yield Line(
            [(self.inks["headline"], f"{self.say(Words('Code:'))} ")],
            "code",
            self._join,
            Words("join"),
            field=self._code,
        )
        yield Line()
        yield Line([(faint, f" {self.say(Words('Three words, such as amber-otter-nine. The link works, too.'))}")])

    def _join(self) -> None:
        code = code_of(self._code.edit_text)
        if code:
            self.controller.go(code)
        else:
            self.controller.notice = Hint("Type the code that you were told.")


def code_of(typed: str) -> str:
    """A code as it is written, from what somebody has typed or pasted: a link, or words with blanks between them."""
    last = typed.strip().rstrip("/").rpartition("/")[2]
    return "-".join(last.removeprefix("#").lower().split())
