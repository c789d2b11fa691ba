"""The bar of a replay: the time, a line of the whole game with its moments, the controls, and the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tilenet.clients.model import Cell, Thing
from tilenet.clients.replayfacts import (
    FASTER,
    FORK,
    PLAY,
    SEAT,
    SLOWER,
    STEP,
    STEP_BACK,
    ReplayFacts,
    minutes,
    replay_of,
)
from tilenet.clients.terminal.glyphs import columns, cut, fit_name, visible
from tilenet.clients.terminal.paint import Row, Run, filled, row_width
from tilenet.clients.terminal.replaykeys import DIGITS, ReplayKeys
from tilenet.clients.terminal.skin import Place, SkinContext
from tilenet.clients.vocabulary import HOME
from tilenet.words import Words

LINES = 2
SHARE = 40  # in a hundred columns of the first line, for the name of a moment
LEAST_TRACK = 10  # columns
LONGEST_NAME = 12  # columns of a control
MORE = 4  # columns for how many seats are not shown
OFTEN = 0.2  # seconds: if time goes fast, nothing is drawn more often than that
CONTROLS = STEP_BACK, PLAY, STEP, SLOWER, FASTER


@dataclass(frozen=True)
class Spot:
    """A part of a line that can be clicked."""

    line: int
    begin: int  # columns
    end: int
    place: Place


class ReplayBar:
    """Draws it, and says what is where in it."""

    def __init__(self, context: SkinContext, keys: ReplayKeys) -> None:
        self._context = context
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._now = context.now
        self._keys = keys
        self._spots: list[Spot] = []  # of what was drawn last
        self._track = 0, LEAST_TRACK  # where the line of the whole game begins, and its columns
        self._width = 1

    # Painting

    def rows(self, width: int) -> list[Row]:
        replay, plain = replay_of(self._model), self._inks["plain"]
        self._spots, self._width = [], width
        if replay is None or not replay.is_known:
            return [filled(row, width, plain) for row in (self._preparing(replay), ())]
        return [filled(row, width, plain) for row in (self._time(replay, width), self._buttons(replay, width))]

    def _preparing(self, replay: ReplayFacts | None) -> Row:
        if replay is None or replay.prepared is None:
            return ()
        return [(self._inks["faint"], self._signs.say(Words(" Preparing the replay: {n} %", n=replay.prepared)))]

    def _time(self, replay: ReplayFacts, width: int) -> Row:
        """The time, the line, and the moment that was last."""
        whole = minutes(replay.length)
        at, end = f" {minutes(replay.at):>{len(whole)}} ", f" {whole}"
        beside = width * SHARE // 100 if replay.moments else 0
        begin, track = len(at), max(LEAST_TRACK, width - len(at) - len(end) - beside - 1)
        self._track = begin, track
        row = [(self._inks["headline"], at), *self._line(replay, track), (self._inks["plain"], end)]
        if replay.moments:
            number, begin = replay.moment, row_width(row)
            self._spots.append(Spot(0, begin, width, partial(self._keys.go_to, number)))
            text = visible(replay.moments[number - 1].text) if number else ""
            words = f"  {self._signs.track[2]} {number}/{len(replay.moments)} {text}"
            row.append((self._inks["plain"], cut(words, width - begin, self._signs.ellipsis)))
        return row

    def _line(self, replay: ReplayFacts, width: int) -> Iterator[Run]:
        gone, to_come, moment, here = [*self._signs.track]
        at = self._column(replay, replay.at, width)
        marked = {self._column(replay, one.at, width) for one in replay.moments}
        for column in range(width):
            if column == at:
                yield self._inks["focus"], here
            elif column in marked:
                yield self._inks["key" if column < at else "faint"], moment
            else:
                yield (self._inks["me"], gone) if column < at else (self._inks["rule"], to_come)

    @staticmethod
    def _column(replay: ReplayFacts, at: float, width: int) -> int:
        return round(replay.fraction(at) * (width - 1))

    # The second line

    def _buttons(self, replay: ReplayFacts, width: int) -> Row:
        """The controls, the seats, and to the right the ways out; Home, which skins have too, if there is room."""
        row: list[Run] = []
        for role in CONTROLS:
            if role == FASTER:
                row.append((self._inks["headline"], f"{replay.speed:g}x"))
            self._add(row, self._model.tile(role))
        row.append((self._inks["plain"], "  "))
        room = width - row_width(row) - row_width(self._out(FORK))
        seats = self._seats(replay, room - row_width(self._out(HOME)))
        out: tuple[str, ...] = FORK, HOME
        if len(seats) <= len(replay.seats):
            seats, out = self._seats(replay, room), (FORK,)
        for number in seats:
            self._add(row, self._model.tile(f"{SEAT}{number}"), number, is_chosen=number == replay.seat)
        if more := len(replay.seats) + 1 - len(seats):
            begin = row_width(row)
            row.append((self._inks["faint"], f" +{more}"))
            if (next := self._next_hidden(replay, seats)) is not None:
                self._spots.append(Spot(1, begin, row_width(row), partial(self._keys.click, f"{SEAT}{next}")))
        ends = [run for role in out for run in self._out(role)]
        row.append((self._inks["plain"], " " * (width - row_width(row) - row_width(ends))))
        for role in out:
            self._add(row, self._model.tile(role))
        return row

    def _add(self, row: list[Run], tile: Thing | None, seat: int | None = None, *, is_chosen: bool = False) -> None:
        if tile is not None:
            begin = row_width(row)
            row += self._button(tile, seat, is_chosen=is_chosen)
            self._spots.append(Spot(1, begin, row_width(row), tile.cell))

    def _out(self, role: str) -> list[Run]:
        tile = self._model.tile(role)
        return [] if tile is None else self._button(tile)

    def _button(self, tile: Thing, seat: int | None = None, *, is_chosen: bool = False) -> list[Run]:
        """A control. A seat has its digit, and a mark if it is the one that is watched from."""
        left, right = self._context.marks(tile.cell)
        can_act = self._model.can_act_on(tile)
        if not can_act and left == " " and self._inks.depth < 256:
            left, right = self._signs.disabled
        name = visible(tile.name) or self._model.role_of(tile.objid).rpartition("/")[2]
        ink = "me" if is_chosen else "faint" if not can_act else "headline" if seat is None else "plain"
        marks = [] if seat is None else [(self._inks["key"], str(seat) if seat < DIGITS else " ")]
        if seat is not None:
            marks.append((self._inks["focus"], self._signs.to_me if is_chosen else " "))
        called = fit_name(name, min(columns(name), LONGEST_NAME), self._signs.ellipsis)
        return [(self._inks["focus"], left), *marks, (self._inks[ink], called), (self._inks["focus"], right)]

    def _seats(self, replay: ReplayFacts, room: int) -> Sequence[int]:
        """The numbers of as many seats as there is room for; the one that is watched from is always among them."""
        widths: dict[int, int] = {}
        for number in range(len(replay.seats) + 1):
            tile = self._model.tile(f"{SEAT}{number}")
            if tile is not None:
                widths[number] = row_width(self._button(tile, number))
        if sum(widths.values()) <= room:
            return [*widths]
        shown = [replay.seat]
        left = room - MORE - widths.pop(replay.seat, 0)
        for number, width in widths.items():
            if width > left:
                break
            left -= width
            shown.append(number)
        return sorted(shown)

    def _next_hidden(self, replay: ReplayFacts, shown: Sequence[int]) -> int | None:
        """The seat that a click on the number of hidden ones chooses: one click after another reaches all of them."""
        hidden = [number for number in range(len(replay.seats) + 1) if number not in shown]
        there = [number for number in hidden if self._model.tile(f"{SEAT}{number}") is not None]
        return next((number for number in there if number > replay.seat), next(iter(there), None))

    # The mouse

    def at(self, column: int, line: int) -> Place:
        """What is at a place of what was drawn last."""
        begin, width = self._track
        if line == 0 and 0 <= column - begin < width:
            return self._on_track(column - begin, width)
        return next((one.place for one in self._spots if one.line == line and one.begin <= column < one.end), None)

    def _on_track(self, column: int, width: int) -> Callable[[], None] | None:
        """What a click on the line does: it goes to the moment there, or else to the time."""
        replay = replay_of(self._model)
        if replay is None or not replay.is_known:
            return None
        for number, one in enumerate(replay.moments, 1):
            if self._column(replay, one.at, width) == column:
                return partial(self._keys.go_to, number)
        return partial(self._keys.jump, replay.length * column / (width - 1))

    def places(self) -> Iterator[tuple[Cell, float, int]]:
        """The cells of what is in the bar: how far to the right, of 1, and in which line."""
        for spot in self._spots:
            if isinstance(spot.place, tuple):
                yield spot.place, spot.begin / self._width, spot.line

    # Time

    def due(self) -> float | None:
        """When there is something else to show: another second, or another column of the line."""
        replay, pace = replay_of(self._model), self._model.pace
        if replay is None or not replay.is_known or not pace or replay.at >= replay.length:
            return None
        column = replay.length / (self._track[1] - 1)  # seconds
        left = min(1.0 - replay.at % 1.0, column - (replay.at + column / 2) % column)
        return self._now() + max(OFTEN, left / pace)
