"""Home as a front page: a card for each room, with what it is and who is there, and quieter tiles in lines below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import cut, fit, visible, wrap
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import FEWEST_HEARD, PEOPLE
from tilenet.clients.terminal.paint import Row, Run, filled, row_width
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext
from tilenet.words import Words

APART = ("records/1", "replays/1", "account/1")  # rooms where nobody plays
ACROSS = 3  # cards
LOWEST, TALLEST, NARROW, WIDEST = 3, 9, 16, 40  # lines and columns of a card, with its frame
AIRY = 6  # lines in a card, of which one can be empty
LABELS = {True: Words("More"), False: Words("You")}  # of a line: other forms of games, or what is one's own
LABEL = 7


@dataclass(frozen=True)
class Door:
    """A room as Home tells of it."""

    title: str
    about: str
    kind: str
    people: int
    bots: int
    watching: int  # of both
    variant_of: str = ""


@dataclass(frozen=True)
class Spot:
    """Where a tile is in the body."""

    cell: Cell
    left: int
    top: int
    width: int
    height: int

    def has(self, column: int, line: int) -> bool:
        return self.left <= column < self.left + self.width and self.top <= line < self.top + self.height


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
        self._quiet = "plain" if context.inks.depth == 16 else "card"  # of 16 colours, the dim one is hard to read
        self._spots: list[Spot] = []
        self._list = 0, 0, 0  # of the players: its first column, its columns and its lines

    def _door(self, tile: Thing) -> Door | None:
        """The room behind a tile; None if it leads to no room."""
        room = self._model.facts["rooms"].get(self._model.role_of(tile.objid))
        if room is None:
            return None
        known = {name: room[name] for name in ("kind", "people", "bots", "watching")}
        return Door(visible(room["title"]), visible(room["about"]), **known, variant_of=room.get("variant_of", ""))

    def _is_card(self, tile: Thing) -> bool:
        door = self._door(tile)
        return door is not None and not door.variant_of and door.kind not in APART

    def _shelves(self) -> tuple[list[list[Thing]], list[list[Thing]]]:
        """The rows of tiles: those of games, and the others."""
        rows: dict[int, list[Thing]] = {}
        for (_, y), tile in sorted(self._model.grid().items(), key=lambda one: (one[0][1], one[0][0])):
            rows.setdefault(y, []).append(tile)
        cards = [row for row in rows.values() if all(map(self._is_card, row))]
        return cards, [row for row in rows.values() if row not in cards]

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        cards, chips = self._shelves()
        if not cards:
            return None
        headline = 1 if lines < 32 else 2
        room = lines - AROUND - 1 - headline - max(FEWEST_HEARD, lines // 8) - len(chips)
        height = min(room // len(cards), TALLEST)
        if height < LOWEST:
            return None
        beside = max(PEOPLE[0], min(columns * 24 // 100, columns - ACROSS * NARROW, PEOPLE[1]))
        pitch = min((columns - beside) // ACROSS, WIDEST)
        self._spots = [
            Spot(tile.cell, tile.x * pitch, y * height, pitch - 1, height)
            for y, row in enumerate(cards)
            for tile in row
        ]
        gap = int(bool(chips) and room > len(cards) * height)
        high = len(cards) * height
        self._list = columns - beside, beside, high
        for y, row in enumerate(chips, high + gap):
            left = LABEL
            for tile, wide in zip(row, self._widths(row, columns - LABEL), strict=True):
                self._spots.append(Spot(tile.cell, left, y, wide, 1))
                left += wide + 1
        return LineBudget(headline, high + gap + len(chips))

    def _widths(self, tiles: Sequence[Thing], room: int) -> list[int]:
        """The widths of tiles in a line; if there is too little room, the widest are cut."""
        widths = [row_width(self._chip(tile)) + 2 for tile in tiles]
        while sum(widths) + len(widths) > room:
            widths[widths.index(max(widths))] -= 1
        return widths

    # Painting

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain, tiles = self._inks["plain"], self._model.grid()
        drawn: list[dict[int, Row]] = [{} for _ in range(lines)]  # by column
        for spot in self._spots:
            tile = tiles[spot.cell]
            if spot.height > 1:
                for number, row in enumerate(self._card(tile, spot)):
                    drawn[spot.top + number][spot.left] = row
            else:
                drawn[spot.top][spot.left] = self._in_line(tile, spot.width)
                door = self._door(tile)
                is_variant = door is not None and door.variant_of != ""
                drawn[spot.top].setdefault(
                    0, [(self._inks["faint"], fit(f" {self._signs.say(LABELS[is_variant])}", LABEL))]
                )
        beside, wide, high = self._list
        for number, who in enumerate(self._panels.people(self._model, wide, high)):
            drawn[number][beside] = who
        found: list[Row] = []
        for parts in drawn:
            runs: list[Run] = []
            for left, part in sorted(parts.items(), key=lambda one: one[0]):
                runs += [(plain, " " * (left - row_width(runs))), *part]
            found.append(filled(runs, columns, plain))
        return found

    def _card(self, tile: Thing, spot: Spot) -> list[Row]:
        """A card: frame, name, what it is, and who is there. The less room there is, the less of that."""
        inks, signs, controller = self._inks, self._signs, self._controller
        has_focus = spot.cell == controller.focus
        edges = (
            signs.frame if not has_focus else signs.frame_while_typing if controller.is_typing else signs.frame_focus
        )
        frame = inks["card focus" if has_focus else "card frame"]
        inner, lines = spot.width - 2, spot.height - 2
        top, upper, bottom, lower = edges[0], edges[1] * inner, edges[5], edges[6] * inner
        found: list[Row] = [[(frame, f"{top}{upper}{edges[2]}")]]
        for row in self._words(tile, inner, lines):
            found.append([(frame, edges[3]), *filled(row, inner, inks[self._quiet]), (frame, edges[4])])
        return [*found, [(frame, f"{bottom}{lower}{edges[7]}")]]

    def _words(self, tile: Thing, width: int, lines: int) -> list[Row]:
        door = self._door(tile)
        assert door is not None
        card = self._inks[self._quiet]
        pad = " " if width >= 18 else ""
        room = width - 2 * len(pad)
        head, *rest = self._named(door.title, pad, room, lines)
        who = self._who(door, "card people", self._quiet)
        if lines < 3:
            short = self._who(door, "card people", self._quiet, is_short=True)
            is_beside = row_width(head) + row_width(short) + 1 + len(pad) <= width
            if is_beside:
                head = [*head, (card, " " * (width - row_width(head) - row_width(short) - len(pad))), *short]
            is_told = is_beside or not (door.people or door.bots)
            about: Row = [(card, pad + self._shortened(door.about, room, 1)[0])]
            return [head, about if is_told else [(card, pad), *who]][:lines]
        if lines >= AIRY:
            rest.append([])
        texts = self._shortened(door.about, room, lines - 2 - len(rest))
        return [head, *rest, *([(card, pad + text)] for text in texts), [(card, pad), *who]]

    def _named(self, name: str, pad: str, room: int, lines: int) -> list[Row]:
        """The name, on two lines if it is long and the card is tall."""
        texts = wrap(name, room)
        if len(texts) > 1 and lines < 5:
            texts = [name]
        texts = [*texts[:1], " ".join(texts[1:])] if len(texts) > 1 else texts
        card, ink = self._inks[self._quiet], self._inks["card name"]
        return [[(card, pad), (ink, cut(text, room, self._signs.ellipsis))] for text in texts]

    def _shortened(self, text: str, room: int, lines: int) -> list[str]:
        """A text in exactly so many lines; if it is too long it ends earlier, where a clause does."""
        ends = [found.start() for found in re.finditer(r"[.:;,] ", text)]
        shorter = (f"{text[:end]}." for end in reversed(ends))
        texts = next((found for one in (text, *shorter) if len(found := wrap(one, room)) <= lines), None)
        if texts is None:
            texts = wrap(text, room)
            texts = [*texts[: lines - 1], cut(" ".join(texts[lines - 1 :]), room, self._signs.ellipsis)]
        return [*texts, *[""] * (lines - len(texts))]

    def _who(self, door: Door, people: str, bots: str, *, is_short: bool = False) -> Row:
        """Who is there, with signs, or in words where there are none."""
        inks, signs = self._inks, self._signs
        if not door.people and not door.bots:
            return [] if is_short else [(inks[bots], signs.say(Words("nobody yet")))]
        gap = "" if is_short or not signs.person else " "
        if signs.person:
            parts = [(inks[people], f"{signs.person}{gap}{door.people}")] if door.people else []
            parts += [(inks[bots], f"{signs.bot}{gap}{door.bots}")] if door.bots else []
        else:
            parts = [(inks[people], signs.say(Words("{n} here", n=door.people)))] if door.people else []
            parts += [(inks[bots], signs.say(Words("{n} bot", many="{n} bots", n=door.bots)))] if door.bots else []
        if door.watching:
            parts.append((inks[bots], f"{signs.audience}{gap}{door.watching}"))
        between = (inks[bots], " " if is_short else "  ")
        return [parts[0], *(run for part in parts[1:] for run in (between, part))]

    def _chip(self, tile: Thing) -> Row:
        door = self._door(tile)
        who = [] if door is None else self._who(door, "tile", "tile", is_short=True)
        ink = self._inks["tile"]
        return [(ink, visible(tile.name)), *([(ink, " "), *who] if who else [])]

    def _in_line(self, tile: Thing, width: int) -> Row:
        left, right = self._context.marks(tile.cell)
        mark = self._inks["tile focus"]
        words = cut("".join(text for _, text in self._chip(tile)), width - 2, self._signs.ellipsis)
        return [(mark, left), (self._inks["tile"], fit(words, width - 2)), (mark, right)]

    # What the room screen asks for

    def at(self, column: int, line: int) -> Cell | Thing | None:
        for spot in self._spots:
            if spot.has(column, line):
                return spot.cell
        people = listed(self._model, self._list[2])
        return people[line - 1] if column >= self._list[0] and 1 <= line <= len(people) else None

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        return [replace(one, short=Words("walk in")) if one.short == "click" else one for one in bindings]
