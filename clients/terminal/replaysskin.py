"""Replays as a list of finished games, in two lines each if there is room; beside it the commands and the people."""

from __future__ import annotations

from collections.abc import Mapping

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns as columns_of
from tilenet.clients.terminal.glyphs import cut, fit, visible
from tilenet.clients.terminal.layout import GAP, SIDE, headline_of, room_for_board
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.sidepanel import SidePanel
from tilenet.clients.terminal.skin import LineBudget, Skin, SkinContext

MOST = 8  # games on a page
GOOD = 46  # columns of the list
LOWEST = 8  # lines of the body


class ReplaysSkin(Skin):
    """The room Replays. Each game has a number, which is its key."""

    kinds = ("replays/1",)

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._side = SidePanel(context)
        self._has_games = False
        self._high = 1  # lines for each game
        self._beside = 0  # the column where the side panel begins
        self._size = 0, 0  # columns and lines of the body

    def model_changed(self) -> None:
        """The game with the focus may not be there any more; and when the first games are there, it goes to them."""
        places, games = self.places(), [tile.cell for tile in self._games()]
        is_late = bool(games) and not self._has_games and self._controller.focus not in games
        self._has_games = bool(games)
        if places and (is_late or self._controller.focus not in places):
            self._controller.focus = next(iter(places))

    def _games(self) -> list[Thing]:
        tiles = (self._model.tile(f"replay/{number}") for number in range(len(self._model.you.get("replays", ()))))
        return [tile for tile in tiles if tile is not None]

    def places(self) -> Mapping[Cell, tuple[float, float]]:
        """The list, and to the right of it the commands."""
        games, commands = self._games(), self._side.commands()
        return {
            **{tile.cell: (0, number * self._high) for number, tile in enumerate(games)},
            **{tile.cell: (1, number) for number, tile in enumerate(commands)},
        }

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        width, room = room_for_board(columns, lines, GOOD, self._side.narrowest())
        if room < LOWEST:
            return None
        self._high = 2 if room >= 2 * MOST else 1
        self._beside = width + GAP
        side = min(columns - self._beside, SIDE[1])
        body = max(MOST * self._high, min(room, self._side.lines(side)))
        self._size = self._beside + side, body
        return LineBudget(headline_of(lines), body)

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain = self._inks["plain"]
        rows = [row for number, tile in enumerate(self._games(), 1) for row in self._game(number, tile)]
        rows += [[]] * (lines - len(rows))
        beside = self._side.rows(self._size[0] - self._beside, lines)
        return [
            filled([*filled(left, self._beside, plain), *right], columns, plain)
            for left, right in zip(rows, beside, strict=True)
        ]

    def _game(self, number: int, tile: Thing) -> list[Row]:
        """Its title, and what else there is to say of it, in the next line or in the same."""
        left, right = self._marks(tile.cell)
        focus, ellipsis = self._inks["focus"], self._signs.ellipsis
        room = self._beside - GAP - 5
        title, about = cut(visible(tile.name), room, ellipsis), visible(tile.text)
        named: list[Run] = [(focus, left), (self._inks["legend"], f"{number} "), (self._inks["headline"], title)]
        if self._high == 1:
            rest = room - columns_of(title)
            named.append((self._inks["faint"], fit(f"  {about}", rest, ellipsis)))
            return [[*named, (focus, right)]]
        return [[*named, (focus, right)], [(self._inks["faint"], f"   {cut(about, room, ellipsis)}")]]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        if column >= self._beside:
            return self._side.at(column - self._beside, line)
        games, number = self._games(), line // self._high
        return games[number].cell if number < len(games) else None
