"""Home as a front page: what leads into a game at once, a card for each game, and quieter tiles in lines below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.glyphs import columns as width_of
from tilenet.clients.terminal.glyphs import cut, fit, visible
from tilenet.clients.terminal.homecards import Cards
from tilenet.clients.terminal.homechips import JOIN, Chip, Chips
from tilenet.clients.terminal.homedoors import Door, OpenTable, door_of
from tilenet.clients.terminal.homespots import Spot, laid, next_down, next_right
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import FEWEST_HEARD, PEOPLE
from tilenet.clients.terminal.paint import Row, Run, filled, row_width
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.sheets import CODE, NEW
from tilenet.clients.terminal.skin import AROUND, LineBudget, Place, Skin, SkinContext
from tilenet.clients.vocabulary import members
from tilenet.words import Words

APART = ("records/1", "replays/1", "account/1")  # rooms where nobody plays
ACROSS = 3  # cards
LOWEST, TALLEST, NARROW, WIDEST = 3, 9, 16, 40  # lines and columns of a card, with its frame
ROOMY = 4  # lines in a card that has room for another form of its game
HIGH = 28  # lines of a terminal that has one for the headline
TOP = 2  # lines above the cards
PLAY = "play"  # what is there, besides NEW and CODE
BUTTONS = {
    PLAY: (Words("Play now"), "Enter"),
    NEW: (Words("New table"), "n"),
    CODE: (Words("I have a code"), "c"),
}
MORE = Words("More")  # other forms of games, where the cards have no room for them
LABEL = 7
WHO, COUNTED = "who", 6  # what says how many tables have no room anywhere, and its columns
USUAL = 80, 25  # columns and lines of a terminal


class HomeSkin(Skin):
    """Home, as soon as it has a game."""

    kinds = ("home/1",)

    def __init__(self, context: SkinContext) -> None:
        self._context = context
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._panels = Panels(context.inks, context.signs)
        self._signs = context.signs
        self._cards = Cards(context)
        self._making = Chips(context)
        self._spots: list[Spot] = []
        self._chips: dict[Cell | str, Chip] = {}  # what is in lines, by what it is
        self._forms: dict[Cell | str, Spot] = {}  # the cards on which some of them lie
        self._more_at: int | None = None  # the line for what cards have no room for
        self._list = 0, 0, 0  # of the players: its first column, its columns and its lines
        self._button = ""  # which has the focus; empty if a tile has it
        self._was_drawn = False

    @property
    def has_focus(self) -> bool:
        return not self._button

    def model_changed(self) -> None:
        """The focus begins where the user has left Home the last time; the first time, at what leads into a game."""
        can_be = [*self._buttons(), WHO, *self._tables()]
        if self._was_drawn:
            self._button = self._button if self._button in ("", *can_be) else next(iter(self._buttons()), "")
        elif self._buttons():
            self._was_drawn = True
            left_by, focused = self._controller.left_by, self._controller.focused
            is_chosen = focused is not None and focused.name == self._controller.favourite
            begins_here = PLAY in can_be and not left_by and not is_chosen
            self._button = left_by if left_by in can_be else PLAY if begins_here else ""

    def _tables(self) -> list[str]:
        """The ids of all open tables."""
        doors = [door for tile in self._model.grid().values() if (door := self._door(tile)) is not None]
        return [f"{JOIN}{table.join}" for door in doors for table in door.tables]

    def _buttons(self) -> list[str]:
        """What this server can do."""
        has_tables = any("table" in room for room in members(self._model.facts, "rooms").values())
        return [*([PLAY] if self._play_words() else []), *([NEW, CODE] if has_tables else [])]

    def _play_words(self) -> str:
        """Where /play leads; empty if it leads nowhere."""
        found = members(self._model.you, "play") or members(self._model.facts, "play")
        return text(found, "text")

    def _door(self, tile: Thing) -> Door | None:
        """The room behind a tile; None if it leads to no room."""
        return door_of(self._model, tile)

    def _is_card(self, tile: Thing) -> bool:
        door = self._door(tile)
        return door is not None and not door.variant_of and door.kind not in APART

    def _shelves(self) -> tuple[list[list[Thing]], list[Thing], list[Thing]]:
        """The rows of games, other forms of them, and all else."""
        rows: dict[int, list[Thing]] = {}
        for (_, y), tile in sorted(self._model.grid().items(), key=lambda one: (one[0][1], one[0][0])):
            rows.setdefault(y, []).append(tile)
        cards = [row for row in rows.values() if all(map(self._is_card, row))]
        rest = [tile for row in rows.values() if row not in cards for tile in row]
        variants = [tile for tile in rest if (door := self._door(tile)) is not None and door.variant_of]
        return cards, variants, [tile for tile in rest if tile not in variants]

    # What is where

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        cards, variants, others = self._shelves()
        if not cards:
            return None
        headline = int(lines >= HIGH)
        top = TOP if self._buttons() else 0
        around = AROUND + 1 + headline + top + max(FEWEST_HEARD, lines // 8)
        is_inside = min((lines - around - 1) // len(cards), TALLEST) - 2 >= ROOMY  # whether cards have lines for more
        beside = max(PEOPLE[0], min(columns * 24 // 100, columns - ACROSS * NARROW, PEOPLE[1]))
        pitch = min((columns - beside) // ACROSS, WIDEST)
        self._chips, self._forms = {}, {}
        doors = [door for row in cards for tile in row if (door := self._door(tile)) is not None]
        inside = {door.room: self._in_card(door, variants) if is_inside else [] for door in doors}
        more = [self._making.of_tile(tile, self._door(tile)) for tile in ([] if is_inside else variants)]
        for door in doors:
            kept, left_over = self._making.placed(inside[door.room], 0, 0, pitch - 3)
            inside[door.room] = inside[door.room][: len(kept)]
            tables = door.tables if not is_inside else [one for one in door.tables if self._is_in(one, left_over)]
            more += [self._making.of_table(one, door, is_in_card=False) for one in tables]
        _, hidden = self._making.placed(more, LABEL, 0, columns - LABEL - COUNTED)
        if hidden:
            more = [*(chip for chip in more if chip not in hidden), Chip(WHO, f"+{len(hidden)}")]
        below = [*([more] if more else []), *([self._all_else(others)] if others else [])]
        room = lines - around - len(below)
        height = min(room // len(cards), TALLEST)
        if height < LOWEST:
            return None
        self._spots = self._button_spots(columns - beside)
        for y, row in enumerate(cards):
            for tile in row:
                spot = Spot(tile.cell, tile.x * pitch, top + y * height, pitch - 1, height)
                door = self._door(tile)
                self._place_card(spot, inside[door.room] if door is not None else [])
        high = top + len(cards) * height
        gap = int(bool(below) and room > len(cards) * height)
        self._list = columns - beside, beside, high
        self._more_at = high + gap if more else None
        for y, chips in enumerate(below, high + gap):
            self._place(chips, LABEL if chips is more else 0, y, columns)
        return LineBudget(headline, high + gap + len(below))

    def _in_card(self, door: Door, variants: Sequence[Thing]) -> list[Chip]:
        """Other forms of a game, and its open tables."""
        forms = [(tile, form) for tile in variants if (form := self._door(tile)) and form.variant_of == door.room]
        return [
            *(self._making.of_tile(tile, form, door) for tile, form in forms),
            *(self._making.of_table(table, door, is_in_card=True) for table in door.tables),
        ]

    def _is_in(self, table: OpenTable, chips: Sequence[Chip]) -> bool:
        return any(chip.what == f"{JOIN}{table.join}" for chip in chips)

    def _all_else(self, tiles: Sequence[Thing]) -> list[Chip]:
        return [self._making.of_tile(tile, self._door(tile)) for tile in tiles]

    def _place_card(self, spot: Spot, chips: Sequence[Chip]) -> None:
        """A card, and in it, above its last line, what else there is of the game."""
        self._spots.append(replace(spot, below=3 if chips else 0))
        for one in self._place(chips, spot.left + 1, spot.top + spot.height - 3, spot.left + spot.width - 1):
            self._forms[one.what] = spot

    def _place(self, chips: Sequence[Chip], left: int, top: int, right: int) -> list[Spot]:
        spots, _ = self._making.placed(chips, left, top, right - left)
        self._spots += spots
        self._chips |= {chip.what: chip for chip in chips}
        return spots

    def _button_spots(self, room: int) -> list[Spot]:
        """Above the cards; each with its key, if there is room."""
        ids = self._buttons()
        labels = {id: self._label(id, has_key=True) for id in ids}
        if sum(map(width_of, labels.values())) + len(ids) > room:
            labels = {id: self._label(id, has_key=False) for id in ids}
        spots, left = [], 0
        for id, label in labels.items():
            spots.append(Spot(id, left, 0, width_of(label), 1))
            left += width_of(label) + 1
        return spots

    def _label(self, id: str, *, has_key: bool) -> str:
        words, key = BUTTONS[id]
        return f"  {self._signs.say(words)}  {key} " if has_key else f" {self._signs.say(words)} "

    # Painting

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain, tiles = self._inks["plain"], self._model.grid()
        drawn: list[dict[int, Row]] = [{} for _ in range(lines)]  # by column
        for spot in self._spots:  # what lies on a card comes after it
            has_focus = spot.what == (self._button or self._controller.focus)
            chip = self._chips.get(spot.what)
            if chip is not None:
                row = self._making.drawn(chip, spot.width, has_focus=has_focus)
                card = self._forms.get(spot.what)
                if card is None:
                    drawn[spot.top][spot.left] = row
                else:
                    drawn[spot.top][card.left] = laid(drawn[spot.top][card.left], row, spot.left - card.left)
            elif isinstance(spot.what, str):
                drawn[spot.top][spot.left] = self._drawn_button(spot)
            elif (door := self._door(tiles[spot.what])) is not None:
                for number, row in enumerate(self._cards.card(door, spot, has_focus=has_focus)):
                    drawn[spot.top + number][spot.left] = row
        if self._more_at is not None:
            drawn[self._more_at][0] = [(self._inks["faint"], fit(f" {self._signs.say(MORE)}", LABEL))]
        if self._buttons() and (words := self._play_words()):
            said = cut(f"  {visible(self._signs.say(words))}", self._list[0] - 1, self._signs.ellipsis)
            drawn[1][0] = [(self._inks["faint"], said)]
        beside, wide, high = self._list
        for number, person in enumerate(self._panels.people(self._model, wide, high)):
            drawn[number][beside] = person
        return [self._joined(parts, columns, plain) for parts in drawn]

    def _joined(self, parts: dict[int, Row], columns: int, plain: AttrSpec) -> Row:
        runs: list[Run] = []
        for left, part in sorted(parts.items(), key=lambda one: one[0]):
            runs += [(plain, " " * (left - row_width(runs))), *part]
        return filled(runs, columns, plain)

    def _drawn_button(self, spot: Spot) -> Row:
        assert isinstance(spot.what, str)
        has_focus = spot.what == self._button
        label = self._label(spot.what, has_key=True)
        label = label if width_of(label) == spot.width else self._label(spot.what, has_key=False)
        left, right = label[:1], label[-1:]
        if has_focus:
            is_typing = self._controller.is_typing
            left, right = self._signs.focus_while_typing if is_typing else self._signs.focus
        ink = self._inks["awake" if spot.what == PLAY else "tile"]
        mark = self._inks["focus" if spot.what == PLAY else "tile focus"]
        return [(mark, left), (ink, label[1:-1]), (mark, right)]

    # What the room screen asks for

    def at(self, column: int, line: int) -> Place:
        found = [spot for spot in self._spots if spot.has(column, line)]
        if found:
            what = min(found, key=lambda spot: spot.height).what
            return lambda: self._click(what)
        people = listed(self._model, self._list[2])
        return people[line - 1] if column >= self._list[0] and 1 <= line <= len(people) else None

    def _click(self, what: Cell | str) -> None:
        if isinstance(what, str):
            self._button = what
            self._push()
        else:
            self._button = ""
            self._controller.click(what)

    def _push(self) -> None:
        """Do what the button with the focus is for."""
        self._controller.leave_by(self._button)
        if self._button == PLAY:
            self._controller.say("/play")
        elif self._button == WHO:
            self._controller.show_places()
        elif self._button.startswith(JOIN):
            self._controller.go(self._button.removeprefix(JOIN))
        else:
            (self._controller.new_table if self._button == NEW else self._controller.ask_for_code)()

    def before(self) -> Sequence[Binding]:
        arrows: dict[str, Callable[[], None]] = {
            "up": lambda: self._move_down(-1),
            "down": lambda: self._move_down(1),
            "left": lambda: self._move_right(-1),
            "right": lambda: self._move_right(1),
        }
        found = [Binding((key,), "", "", act, id="move") for key, act in arrows.items()]
        about, label = Words("move the focus"), self._signs.arrows
        found[0] = replace(found[0], short=Words("move"), about=about, label=label)
        if self._button:
            names = {WHO: Words("who"), **{id: words for id, (words, _) in BUTTONS.items()}}
            words = names.get(self._button, Words("join"))
            found.insert(0, Binding(("enter", " "), words, words, self._push, id=self._button))
        return found

    def _move_down(self, step: int) -> None:
        if (here := self._focused()) is not None:
            self._focus_on(next_down(here, self._spots, step))

    def _move_right(self, step: int) -> None:
        if (here := self._focused()) is not None:
            self._focus_on(next_right(here, self._spots, step))

    def _focused(self) -> Spot | None:
        if not self._spots:  # nothing was drawn yet
            self.budget(*USUAL)
        focus = self._button or self._controller.focus
        return next((spot for spot in self._spots if spot.what == focus), self._spots[0] if self._spots else None)

    def _focus_on(self, spot: Spot) -> None:
        self._controller.notice = ""
        if isinstance(spot.what, str):
            self._button = spot.what
        else:
            self._button, self._controller.focus = "", spot.what

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        return [replace(one, short=Words("walk in")) if one.short == "click" else one for one in bindings]
