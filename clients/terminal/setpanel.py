"""What is beside the cards of Set: players and scores, the keys, how the game stands, and the other tiles."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.countdown import seconds_to
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.vocabulary import HELP, HOME, OVER, RESTART, Seat, my_seat, seats
from tilenet.words import Words

KEY_WIDTH = 6  # columns for the name of a key, and a blank
NARROW = 12  # columns of a panel without room for the blank

SUBMIT, NO_SET, QUIT, HINT = "submit", "no set", "quit", "hint"  # roles
LEGEND = SUBMIT, NO_SET, QUIT  # whose keys always work
COMMANDS = (RESTART, HINT, "other table"), (HOME, HELP, "keys")  # first those that are not always there


class SetPanel:
    """Draws the panel, and says which tile is where in it."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks

    def rows(self, width: int, lines: int) -> list[Row]:
        plain, faint = self._inks["plain"], self._inks["faint"]
        players = seats(self._model)
        below = self._below(width)
        rows: list[Row] = [[(faint, self._heading(players))]] if len(players) + len(below) < lines else []
        ranks = _ranks(players) if self._is_over else {}
        players = sorted(players, key=lambda seat: (ranks[seat.id], seat.name.casefold())) if ranks else players
        room = lines - len(below) - len(rows)
        if len(players) > room:
            more = len(players) - room + 1
            players, last = players[: room - 1], [[(faint, f" {self._signs.say(Words('and {n} more', n=more))}")]]
        else:
            last = []
        rows += [*(self._player(seat, ranks.get(seat.id), width) for seat in players), *last]
        rows = [*rows, *[()] * (lines - len(below) - len(rows)), *below]
        return [filled(row, width, plain) for row in rows]

    @property
    def _is_over(self) -> bool:
        return self._model.facts.get("phase") == OVER

    def _heading(self, players: Sequence[Seat]) -> str:
        if self._is_over:
            return self._signs.say(Words("Ranking"))
        is_watching = players and not any(self._is_mine(seat) and not seat.is_gone for seat in players)
        count = len(players)
        return self._signs.say(Words("You watch ({n})", n=count) if is_watching else Words("Players ({n})", n=count))

    def _is_mine(self, seat: Seat) -> bool:
        return seat.id == my_seat(self._model)

    def _player(self, seat: Seat, rank: int | None, width: int) -> Row:
        agent = self._model.things.get(seat.agent) if self._model.is_here(seat.agent) else None
        mark = "*" if self._is_mine(seat) else "" if agent is None else self._signs.of(agent, self._model)[:1]
        is_away = agent is not None and self._model.is_away(agent)
        role = "me" if self._is_mine(seat) else "audience" if is_away else "plain"
        name = visible(seat.name) if rank is None else f"{rank}. {visible(seat.name)}"
        room = width - len(seat.score) - 2
        return [(self._inks[role], f"{mark or ' '}{fit_name(name, room, self._signs.ellipsis)} {seat.score}")]

    def _below(self, width: int) -> list[Row]:
        """The keys that always work, the state of the game, and the tiles that are not cards."""
        keys = [(role, key) for role in LEGEND if (key := self._model.key(role)) is not None and key.name in JAVA]
        shown = {role: shown_key(JAVA[key.name]) for role, key in keys}
        room = KEY_WIDTH if width > NARROW else max(map(len, shown.values()), default=0)
        focused = self._controller.focused
        legend: list[Row] = []
        for role, key in keys:
            is_focused = focused is not None and focused == self._model.tile(role)
            words = self._words([(visible(key.text), is_focused)])
            legend.append([(self._inks["key"], f"{shown[role]:<{room}}"), (self._inks["plain"], words[: width - room])])
        rows = [
            [(self._inks["plain"], self._words([(visible(tile.name), tile == focused) for tile in tiles]))]
            for tiles in self._commands(width)
        ]
        return [*legend, [(self._inks["headline"], f" {self._standing(width)}")], *rows]

    def _words(self, words: Sequence[tuple[str, bool]]) -> str:
        """Words, each after a blank. The one with the focus is between marks."""
        left, right = self._marks(self._controller.focus)
        text = " "
        for word, is_focused in words:
            text = f"{text[:-1]}{left}{word}{right}" if is_focused else f"{text}{word} "
        return text

    def _standing(self, width: int) -> str:
        seconds, deck = seconds_to(self._model, self._model.facts.get("deadline")), self._model.facts.get("deck")
        if seconds is not None:
            begins = Words("begins in {n} s", n=seconds) if width > NARROW else Words("in {n} s", n=seconds)
            return self._signs.say(begins)
        if deck is None:
            return ""
        return self._signs.say(Words("{n} in the deck", n=deck) if width > NARROW else Words("{n} to come", n=deck))

    def _commands(self, width: int) -> list[list[Thing]]:
        """The enabled tiles that are not cards, in rows."""
        rows: list[list[Thing]] = []
        for roles in COMMANDS:
            open_ = [tile for role in roles if (tile := self._model.tile(role)) is not None and tile.is_enabled]
            for number, tile in enumerate(open_):
                if not number or sum(len(other.name) + 1 for other in rows[-1]) + len(tile.name) + 1 > width:
                    rows.append([])
                rows[-1].append(tile)
        return rows

    # The mouse

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | None:
        """The cell of the tile whose word is at a place."""
        below = lines - line - 1  # lines from the bottom
        rows = self._commands(width)[::-1]
        if below < len(rows):
            return _cell(_tile_at(rows[below], column))
        return _cell(self._model.tile({3: SUBMIT, 2: NO_SET}.get(below - len(rows), "")))


def _cell(tile: Thing | None) -> Cell | None:
    return None if tile is None else tile.cell


def _ranks(players: Sequence[Seat]) -> dict[str, int]:
    """The place of each seat by its score. Players with equal scores share a place."""
    scores = {seat.id: float(seat.score or 0) for seat in players}
    return {id: 1 + sum(other > score for other in scores.values()) for id, score in scores.items()}


def _tile_at(tiles: Sequence[Thing], column: int) -> Thing | None:
    """The tile whose word is at a column of a row of words, each after a blank."""
    for tile in tiles:
        if 0 <= column <= len(tile.name):
            return tile
        column -= len(tile.name) + 1
    return None
