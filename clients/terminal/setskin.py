"""Set as its players want to see it: cards with shapes, which shrink and grow when they are replaced, and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.countdown import next_second
from tilenet.clients.terminal.keys import JAVA, Binding
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.setcards import FRAMES, CardPainter, CardSize, CardView, read_card
from tilenet.clients.terminal.setpanel import HINT, SetPanel
from tilenet.clients.terminal.settable import Found, found, table
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext
from tilenet.clients.vocabulary import KEY_TO, members
from tilenet.words import Words

ACROSS, DOWN = 4, 3  # cards
CARDS = [f"card/{number}" for number in range(ACROSS * DOWN)]  # their roles, row by row
YES = "yes"  # the role of the key for players who have been asked whether they want to quit
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


class SetSkin(Skin):
    """A room of Set: three rows of four cards, and a panel beside them."""

    kinds = "set/1", "set-practice/2"

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._now = context.now
        self._painter = CardPainter(context)
        self._size, self._columns = USUAL, LEAST[0]
        self._panel = SetPanel(context)

    # The animation

    def _busy(self, role: str) -> float:
        """For how many seconds a card is still being replaced; 0 if it is not."""
        return self._model.seconds_left(members(table(self._model), "free_at").get(role)) or 0.0

    def _frame(self, role: str) -> int | None:
        """The frame to show of a card that is being replaced; None of another."""
        left = self._busy(role)
        return max(0, FRAMES - _frames(left)) if left else None

    def due(self) -> float | None:
        now, busy = self._now(), [left for left in map(self._busy, CARDS) if left]
        pace = self._model.pace
        times = [now + (left - (_frames(left) - 1) * FRAME) / pace for left in busy if pace]
        if (second := next_second(self._model, table(self._model).get("deadline"), now)) is not None:
            times.append(second)
        if pace and (shown := found(self._model)) is not None:
            times.append(now + shown.left / pace)
        return min(times, default=None)

    def allows(self, thing: Thing) -> bool:
        """While a card is being replaced, neither its tile nor its key can select it."""
        return not self._busy(self._model.role_of(thing.objid).removeprefix(KEY_TO))

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        self._size, self._columns = card_size(columns, lines), columns
        body = DOWN * (self._size.high + 1)
        rest = lines - AROUND - body - 3  # lines, if there are three for what is said
        return LineBudget(headline=int(rest >= 1), body=body, tooltip=int(rest >= 2))

    @property
    def _beside(self) -> int:
        """The column where the panel begins."""
        return ACROSS * (self._size.wide + 1)

    def rows(self, columns: int, lines: int) -> list[Row]:
        gap = self._painter.cloth, " "
        panel = self._panel.rows(columns - self._beside, lines)
        cards, selected = members(table(self._model), "cards"), self._model.you.get("selected", ())
        shown = found(self._model)
        rows: list[Row] = []
        for y in range(DOWN):
            drawn = [
                self._painter.rows(self._view(role, cards.get(role), role in selected, shown), self._size)
                for role in CARDS[ACROSS * y : ACROSS * (y + 1)]
            ]
            for line in range(self._size.high + 1):
                row: list[Run] = []
                for card in drawn:
                    row += [*card[line], gap]
                rows.append([*row, *panel[len(rows)]])
        return rows

    def _view(self, role: str, features: Sequence[int] | None, is_selected: bool, shown: Found | None) -> CardView:
        card, key = None if features is None else read_card(*features), self._model.key(role)
        letter = "" if key is None else shown_key(JAVA.get(key.name, ""))
        finder, taken = "", None
        if shown is not None and role in shown.cards:
            finder, taken = shown.finder, None if self._panel.shows_found else read_card(*shown.cards[role])
        return CardView(self._model.tile(role), card, letter, self._frame(role), is_selected, finder, taken)

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """One entry for the letters of all cards. The other keys of the room are in the panel."""
        cards = [one for one in bindings if one.id in CARDS]
        rest = [one for one in bindings if one.id in (YES, HINT) or one.keys[0] in ("tab", "esc", "enter", "f1", "f10")]
        if not cards:
            return rest
        letters = [card.shown for card in cards]
        is_range = [ord(letter[0]) for letter in letters] == [
            *range(ord(letters[0][0]), ord(letters[0][0]) + len(letters))
        ]
        label = f"{letters[0]}-{letters[-1]}" if is_range else "letters"
        return [replace(cards[0], label=label, short=Words("select")), *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        wide, high = self._size.wide, self._size.high
        if column >= self._beside:
            return self._panel.at(column - self._beside, line, self._columns - self._beside, DOWN * (high + 1))
        x, y = column // (wide + 1), line // (high + 1)
        is_inside = column % (wide + 1) < wide and line % (high + 1) < high and y < DOWN
        tile = self._model.tile(CARDS[ACROSS * y + x]) if is_inside else None
        return None if tile is None else tile.cell


def _frames(left: float) -> int:
    """How many frames are still to come, the present one included."""
    return int(left / FRAME + 1 - 1e-6)
