"""Home as a front page: what leads into a game at once, a card for each game, and quieter tiles in lines below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.glyphs import columns as width_of
from tilenet.clients.terminal.glyphs import cut, fit, visible
from tilenet.clients.terminal.homecards import Cards
from tilenet.clients.terminal.homedoors import Door, door_of, who
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
        self._spots: list[Spot] = []
        self._list = 0, 0, 0  # of the players: its first column, its columns and its lines
        self._button = ""  # which has the focus; empty if a tile has it
        self._was_drawn = False

    @property
    def has_focus(self) -> bool:
        return not self._button

    def model_changed(self) -> None:
        """The focus begins where the user has left Home the last time; the first time, at what leads into a game."""
        if self._was_drawn or not self._buttons():
            return
        self._was_drawn = True
        left_by, focused = self._controller.left_by, self._controller.focused
        is_chosen = focused is not None and focused.name == self._controller.favourite
        begins_here = PLAY in self._buttons() and not left_by and not is_chosen
        self._button = left_by if left_by in self._buttons() else PLAY if begins_here else ""

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
        cards, variants, chips = self._shelves()
        if not cards:
            return None
        headline = int(lines >= HIGH)
        top = TOP if self._buttons() else 0
        around = AROUND + 1 + headline + top + max(FEWEST_HEARD, lines // 8)
        inside = min((lines - around - 1) // len(cards), TALLEST) - 2 >= ROOMY  # whether variants are in their cards
        below = [*([] if inside or not variants else [variants]), *([chips] if chips else [])]
        room = lines - around - len(below)
        height = min(room // len(cards), TALLEST)
        if height < LOWEST:
            return None
        beside = max(PEOPLE[0], min(columns * 24 // 100, columns - ACROSS * NARROW, PEOPLE[1]))
        pitch = min((columns - beside) // ACROSS, WIDEST)
        self._spots = self._button_spots(columns - beside)
        for y, row in enumerate(cards):
            for tile in row:
                self._place_card(tile, tile.x * pitch, top + y * height, pitch - 1, height, variants if inside else [])
        high = top + len(cards) * height
        gap = int(bool(below) and room > len(cards) * height)
        self._list = columns - beside, beside, high
        for y, tiles in enumerate(below, high + gap):
            left = LABEL if tiles is variants else 0
            for tile, wide in zip(tiles, self._widths(tiles, columns - left), strict=True):
                self._spots.append(Spot(tile.cell, left, y, wide, 1))
                left += wide + 1
        return LineBudget(headline, high + gap + len(below))

    def _place_card(self, tile: Thing, left: int, top: int, width: int, height: int, variants: Sequence[Thing]) -> None:
        """A card, and in it, above its last line, other forms of the game."""
        door = self._door(tile)
        forms = [one for one in variants if door is not None and self._is_form(one, door)]
        self._spots.append(Spot(tile.cell, left, top, width, height, below=3 if forms else 0))
        at = left + 1
        for one, wide in zip(forms, self._widths(forms, width - 2, door), strict=True):
            self._spots.append(Spot(one.cell, at, top + height - 3, wide, 1))
            at += wide + 1

    def _is_form(self, tile: Thing, of: Door) -> bool:
        door = self._door(tile)
        return door is not None and door.variant_of == of.room

    def _widths(self, tiles: Sequence[Thing], room: int, of: Door | None = None) -> list[int]:
        """The widths of tiles in a line; if there is too little room, the widest are cut."""
        widths = [row_width(self._chip(tile, of)) + 2 for tile in tiles]
        while sum(widths) + len(widths) - 1 > room and max(widths, default=0) > 3:
            widths[widths.index(max(widths))] -= 1
        return widths

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
        inside: list[tuple[Spot, Row]] = []  # what lies on cards
        for spot in self._spots:
            if isinstance(spot.what, str):
                drawn[spot.top][spot.left] = self._drawn_button(spot)
                continue
            tile = tiles[spot.what]
            door = self._door(tile)
            is_inside = any(other.height > 1 and other.has(spot.left, spot.top) for other in self._spots)
            if spot.height > 1:
                assert door is not None
                has_focus = not self._button and spot.what == self._controller.focus
                for number, row in enumerate(self._cards.card(door, spot, has_focus=has_focus)):
                    drawn[spot.top + number][spot.left] = row
            elif is_inside:
                inside.append((spot, self._in_line(tile, spot, self._parent(tile))))
            else:
                drawn[spot.top][spot.left] = self._in_line(tile, spot)
                if door is not None and door.variant_of:
                    more = fit(f" {self._signs.say(MORE)}", LABEL)
                    drawn[spot.top].setdefault(0, [(self._inks["faint"], more)])
        if self._buttons() and (words := self._play_words()):
            said = cut(f"  {visible(self._signs.say(words))}", self._list[0] - 1, self._signs.ellipsis)
            drawn[1][0] = [(self._inks["faint"], said)]
        for spot, row in inside:
            card = next(one for one in self._spots if one.height > 1 and one.has(spot.left, spot.top))
            drawn[spot.top][card.left] = laid(drawn[spot.top][card.left], row, spot.left - card.left)
        beside, wide, high = self._list
        for number, person in enumerate(self._panels.people(self._model, wide, high)):
            drawn[number][beside] = person
        found: list[Row] = []
        for parts in drawn:
            runs: list[Run] = []
            for left, part in sorted(parts.items(), key=lambda one: one[0]):
                runs += [(plain, " " * (left - row_width(runs))), *part]
            found.append(filled(runs, columns, plain))
        return found

    def _parent(self, tile: Thing) -> Door | None:
        """The game that this is another form of."""
        door = self._door(tile)
        doors = (self._door(one) for one in self._model.grid().values())
        return next(
            (one for one in doors if door is not None and one is not None and one.room == door.variant_of), None
        )

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

    def _chip(self, tile: Thing, of: Door | None = None) -> Row:
        """A tile in a line; in the card of a game, without the game's title at the beginning of its own."""
        door, ink, name = self._door(tile), self._inks["tile"], visible(tile.name)
        if of is not None and door is not None:
            name = door.title.removeprefix(of.title).strip(" ,:-") or door.title
        told: Row = []
        if door is not None and (door.people or door.bots):
            told = who(door, 0, ink, ink, self._signs, is_short=True)
        return [(ink, name), *([(ink, " "), *told] if told else [])]

    def _in_line(self, tile: Thing, spot: Spot, of: Door | None = None) -> Row:
        left, right = (" ", " ") if self._button else self._context.marks(tile.cell)
        mark = self._inks["tile focus"]
        words = cut("".join(text for _, text in self._chip(tile, of)), spot.width - 2, self._signs.ellipsis)
        return [(mark, left), (self._inks["tile"], fit(words, spot.width - 2)), (mark, right)]

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
            words, _ = BUTTONS[self._button]
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
