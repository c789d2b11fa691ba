"""What is beside the cards of Set: players and scores, the keys, how the game stands, and the other tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import SkinContext
from tilenet.wire.messages import KEY

KEY_WIDTH = 6  # columns for the name of a key, and a blank
NARROW = 12  # columns of a panel without room for the blank
SEAT_ROWS = range(3, 6)  # of the matrix: above them are the cards, below them the other tiles
#: The name of a tile that cannot be clicked.
DECK = re.compile(r"\d+ in the deck", re.ASCII)
#: At the beginning of the headline: a player's name is never first.
COUNTDOWN = re.compile(r"The game begins in (\d+) s\b", re.ASCII)
#: At the beginning of the text of a seat whose player watches, too.
GIVEN_UP = "Has given up"


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
        players = self._players()
        below = self._below(width)
        rows: list[Row] = [[(faint, self._heading(players))]] if len(players) + len(below) < lines else []
        if self._is_over():
            players = _ranked(players)
        agents = {agent.name: agent for agent in self._model.agents()}
        room = lines - len(below) - len(rows)
        if len(players) > room:
            more = len(players) - room + 1
            players, last = players[: room - 1], [[(faint, f" and {more} more")]]
        else:
            last = []
        rows += [*(self._player(name, score, agents, width) for name, score in players), *last]
        rows = [*rows, *[()] * (lines - len(below) - len(rows)), *below]
        return [filled(row, width, plain) for row in rows]

    def _is_over(self) -> bool:
        matrix = self._model.matrix
        return matrix is not None and matrix.text.startswith("The game is over")

    def _heading(self, players: Sequence[tuple[str, str]]) -> str:
        if self._is_over():
            return "Ranking"
        is_watching = players and not any(self._is_me(_name(seat)) for seat in self._seats() if _is_taken(seat))
        return f"{'You watch' if is_watching else 'Players'} ({len(players)})"

    def _is_me(self, name: str) -> bool:
        me = self._model.my_agent
        return me is not None and visible(me.name) == name

    def _seats(self) -> list[Thing]:
        """The tiles below the cards that have a name."""
        tiles = sorted(self._model.grid().items(), key=lambda one: one[0][::-1])
        return [tile for (x, y), tile in tiles if y in SEAT_ROWS and tile.name]

    def _players(self) -> list[tuple[str, str]]:
        """Names and scores. The score comes last, so a name cannot fake it."""
        return [(_name(seat), visible(seat.name.rpartition(" ")[2])) for seat in self._seats()]

    def _player(self, name: str, score: str, agents: Mapping[str, Thing], width: int) -> Row:
        who = name.partition(". ")[2] if self._is_over() else name
        is_me, agent = self._is_me(who), agents.get(who)
        mark = "*" if is_me else "" if agent is None else self._signs.of(agent)[:1]
        role = "me" if is_me else "audience" if agent is not None and agent.is_away else "plain"
        room = width - len(score) - 2
        return [(self._inks[role], f"{mark or ' '}{fit_name(name, room, self._signs.ellipsis)} {score}")]

    def _below(self, width: int) -> list[Row]:
        """The keys that always work, the state of the game, and the tiles that are not cards."""
        keys = {key.text: shown_key(JAVA[key.name]) for key in self._model.here(KEY) if key.name in JAVA}
        room = KEY_WIDTH if width > NARROW else max(map(len, keys.values()), default=0)
        legend: list[Row] = [
            [
                (self._inks["key"], f"{visible(keys[text]):<{room}}"),
                (self._inks["plain"], self._words([text])[: width - room]),
            ]
            for text in ("submit", "no set", "quit")
            if text in keys
        ]
        rows = [[(self._inks["plain"], self._words(names))] for names in self._commands(width)]
        return [*legend, [(self._inks["headline"], f" {self._standing(width)}")], *rows]

    def _words(self, names: Sequence[str]) -> str:
        """Words, each after a blank. The word of the tile with the focus is between marks."""
        tile = self._controller.focused
        focused = tile.name.lower() if tile is not None and tile.y >= SEAT_ROWS.stop else ""
        left, right = self._marks(self._controller.focus)
        text = " "
        for name in names:
            text = f"{text[:-1]}{left}{name}{right}" if name.lower() == focused else f"{text}{name} "
        return text

    def _standing(self, width: int) -> str:
        matrix = self._model.matrix
        found = COUNTDOWN.match(matrix.text) if matrix is not None else None
        if found is not None:
            return f"begins in {found[1]} s" if width > NARROW else f"in {found[1]} s"
        below = (tile.name for tile in self._model.grid().values() if tile.y >= SEAT_ROWS.stop)
        deck = next((name for name in below if DECK.fullmatch(name)), "")
        return deck if width > NARROW else deck.replace(" in the deck", " to come")

    def _commands(self, width: int) -> list[list[str]]:
        """The enabled tiles that are not cards, by name, in rows: those that are not always there come first."""
        tiles = {tile.name: tile for tile in self._model.grid().values() if tile.y >= SEAT_ROWS.stop}
        rows: list[list[str]] = []
        for names in (("Restart", "Hint", "Other table"), ("Home", "Help", "Keys")):
            open_ = [name for name in names if name in tiles and tiles[name].is_enabled]
            for number, name in enumerate(open_):
                if not number or sum(map(len, rows[-1])) + len(rows[-1]) + len(name) + 1 > width:
                    rows.append([])
                rows[-1].append(name)
        return rows

    # The mouse

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | None:
        """The cell of the tile whose word is at a place."""
        below = lines - line - 1  # lines from the bottom
        rows = self._commands(width)[::-1]
        if below < len(rows):
            return self._cell_of(_word_at(rows[below], column))
        return self._cell_of({3: "Submit", 2: "No set"}.get(below - len(rows), ""))

    def _cell_of(self, name: str) -> Cell | None:
        tiles = self._model.grid().items()
        return next((cell for cell, tile in tiles if name and tile.name == name and cell[1] >= SEAT_ROWS.stop), None)


def _name(seat: Thing) -> str:
    return visible(seat.name.rpartition(" ")[0])


def _is_taken(seat: Thing) -> bool:
    return not seat.text.startswith(GIVEN_UP)


def _ranked(players: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """1. emily: sorted by score, then by name. Players with equal scores share a place."""
    scores = {name: int(score) if re.fullmatch(r"-?\d{1,20}", score) else 0 for name, score in players}
    order = sorted(players, key=lambda player: (-scores[player[0]], player[0].casefold()))
    return [(f"{1 + sum(other > scores[name] for other in scores.values())}. {name}", score) for name, score in order]


def _word_at(names: Sequence[str], column: int) -> str:
    """The word at a column of a row of words, each after a blank."""
    for name in names:
        if 0 <= column <= len(name):
            return name
        column -= len(name) + 1
    return ""
