"""Set as its players want to see it: cards with shapes, which shrink and grow when they are replaced, and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.setcards import FRAMES, CardPainter, CardSize, SetCard, read_card
from tilenet.clients.terminal.setpanel import SetPanel
from tilenet.clients.terminal.skin import AROUND, LineBudget, SkinContext
from tilenet.wire.messages import KEY

ACROSS, DOWN = 4, 3  # cards
SMALL, USUAL = CardSize(11, 3), CardSize(15, 5)
LARGEST = 4  # times the usual shapes
PANEL = 12, 16  # columns beside small cards, and beside others, at least
LEAST = 60, 20

FRAME = 0.05  # seconds


def card_size(columns: int, lines: int) -> CardSize:
    """The largest cards that leave room for the panel, the headline, and what is said."""
    wide = (columns - PANEL[1]) // ACROSS - 1
    high = (lines - AROUND - 2 - max(3, lines // 8)) // DOWN - 1
    if wide < USUAL.wide or (lines - AROUND - 1) // DOWN - 1 < USUAL.high:
        return SMALL
    scale = min(CardSize(wide, high).scale, LARGEST)
    return CardSize(min(wide, 13 * scale + 4), min(max(high, USUAL.high), 3 * scale + 3))


class SetSkin:
    """A room of Set: three rows of four cards, and a panel beside them."""

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._now = context.now
        self._painter = CardPainter(context)
        self._size, self._columns = USUAL, LEAST[0]
        self._panel = SetPanel(context)
        self._room: str | None = None  # whose cards these are
        self._cards: dict[Cell, SetCard | None] = {}
        self._replaced: dict[Cell, float] = {}  # when the animation began

    # What it is for

    def knows(self) -> bool:
        """Whether this is a room of Set, judged by its size and its cards, or by its name while there are no cards."""
        matrix = self._model.matrix
        if matrix is None or matrix.x != ACROSS or matrix.y < DOWN + 4:
            return False
        names = [tile.name for tile in self._tiles().values() if tile.name]
        if not names:
            return matrix.name.split(" ")[0] == "Set"
        return all(read_card(name) is not None for name in names)

    def _tiles(self) -> dict[Cell, Thing]:
        return {cell: tile for cell, tile in self._model.grid().items() if cell[1] < DOWN}

    def model_changed(self) -> None:
        """Notice which cards have been replaced."""
        matrix = self._model.matrix
        cards = {cell: read_card(tile.name) for cell, tile in self._tiles().items()} if self.knows() else {}
        if matrix is None or matrix.objid != self._room:
            self._room = None if matrix is None else matrix.objid
            self._replaced.clear()
        else:
            now = self._now()
            for cell, card in self._cards.items():
                if card is not None and cell in cards and cards[cell] != card and self._frame(cell) is None:
                    self._replaced[cell] = now
        self._cards = cards

    # The animation

    def _frame(self, cell: Cell) -> int | None:
        """The frame to show of a card that is being replaced; None of another."""
        began = self._replaced.get(cell)
        if began is None:
            return None
        frame = int((self._now() - began) / FRAME + 1e-6)
        if frame >= FRAMES:
            del self._replaced[cell]
            return None
        return frame

    def due(self) -> float | None:
        now = self._now()
        for cell in list(self._replaced):
            self._frame(cell)  # forgets those that are over
        return min(
            (began + (int((now - began) / FRAME + 1e-6) + 1) * FRAME for began in self._replaced.values()), default=None
        )

    def allows(self, thing: Thing) -> bool:
        """While a card is being replaced, neither its tile nor its key can select it."""
        busy = [self._model.grid().get(cell) for cell in list(self._replaced) if self._frame(cell) is not None]
        if thing.kind == KEY:
            return thing.text not in {tile.text for tile in busy if tile is not None}
        return thing not in busy

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        self._size, self._columns = card_size(columns, lines), columns
        body = DOWN * (self._size.high + 1)
        rest = lines - AROUND - body - 3  # lines, if there are three for what is said
        return LineBudget(headline=int(rest >= 1), body=body, tooltip=int(rest >= 2))

    def more(self) -> str:
        return ""

    @property
    def _beside(self) -> int:
        """The column where the panel begins."""
        return ACROSS * (self._size.wide + 1)

    def rows(self, columns: int, lines: int) -> list[Row]:
        gap = self._painter.cloth, " "
        panel = self._panel.rows(columns - self._beside, lines)
        tiles = self._model.grid()
        found: list[Row] = []
        for y in range(DOWN):
            cells = [(x, y) for x in range(ACROSS)]
            cards = [self._painter.rows(cell, tiles.get(cell), self._frame(cell), self._size) for cell in cells]
            for line in range(self._size.high + 1):
                row: list[Run] = []
                for card in cards:
                    row += [*card[line], gap]
                found.append([*row, *panel[len(found)]])
        return found

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """One entry for the letters of all cards. The other keys of the room are in the panel."""
        cards = [one for one in bindings if one.short.startswith("Card ")]
        rest = [
            one
            for one in bindings
            if one.keys[0] in ("tab", "esc", "enter", "f1", "f10") or one.short.startswith(("yes", "hint"))
        ]
        if not cards:
            return rest
        letters = [card.shown for card in cards]
        is_range = [ord(letter[0]) for letter in letters] == [
            *range(ord(letters[0][0]), ord(letters[0][0]) + len(letters))
        ]
        label = f"{letters[0]}-{letters[-1]}" if is_range else "letters"
        return [replace(cards[0], label=label, short="select"), *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        wide, high = self._size.wide, self._size.high
        if column >= self._beside:
            return self._panel.at(column - self._beside, line, self._columns - self._beside, DOWN * (high + 1))
        cell = column // (wide + 1), line // (high + 1)
        is_inside = column % (wide + 1) < wide and line % (high + 1) < high and cell[1] < DOWN
        return cell if is_inside else None
