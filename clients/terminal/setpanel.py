"""What is beside the cards of Set: players and scores, who watches, the keys, how the game stands, and other tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilenet.clients.model import Cell, Thing
from tilenet.clients.replayfacts import is_local
from tilenet.clients.terminal.countdown import seconds_to
from tilenet.clients.terminal.glyphs import fit, fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.panels import watchers
from tilenet.clients.terminal.setcards import CardPainter, read_card
from tilenet.clients.terminal.settable import found, is_practice, table
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.vocabulary import HELP, HOME, OVER, RESTART, Seat, my_seat, seats
from tilenet.words import Words

KEY_WIDTH = 6  # columns for the name of a key, and a blank
NARROW = 12  # columns of a panel without room for the blank

SUBMIT, NO_SET, QUIT, HINT = "submit", "no set", "quit", "hint"  # roles
LEGEND = SUBMIT, NO_SET, QUIT  # whose keys always work
COMMANDS = (RESTART, HINT, "other table"), (HOME, HELP, "keys")  # first those that are not always there

Line: TypeAlias = tuple[Row, Thing | None]  # and whose name is in it


class SetPanel:
    """Draws the panel, and says which tile is where in it."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._cards = CardPainter(context)
        self._people: list[Thing | None] = []  # whose name is in which line
        self.shows_found = True  # whether there was room for what somebody has found, beside all players

    def rows(self, width: int, lines: int) -> list[Row]:
        plain = self._inks["plain"]
        below = self._below(width)
        block = self._found(width)
        self.shows_found = len(block) + len(seats(self._model)) <= lines - len(below)
        below = [*block, *below] if self.shows_found else below
        above = self._players(width, lines - len(below))
        above += self._watchers(width, lines - len(below) - len(above))
        self._people = [agent for _, agent in above]
        rows = [*(row for row, _ in above), *[()] * (lines - len(below) - len(above)), *below]
        return [filled(row, width, plain) for row in rows]

    def _players(self, width: int, lines: int) -> list[Line]:
        """Those with a seat, after a heading if there is room for it."""
        faint, players = self._inks["faint"], seats(self._model)
        if is_practice(self._model):
            return []
        has_room = len(players) + bool(watchers(self._model)) < lines
        found: list[Line] = [([(faint, self._heading(players))], None)] if has_room else []
        ranks = _ranks(players) if self._is_over else {}
        players = sorted(players, key=lambda seat: (ranks[seat.id], seat.name.casefold())) if ranks else players
        room = lines - len(found)
        shown = players if len(players) <= room else players[: room - 1]
        found += [(self._player(seat, ranks.get(seat.id), width), self._agent(seat)) for seat in shown]
        if more := len(players) - len(shown):
            found.append(([(faint, f" {self._signs.say(Words('and {n} more', n=more))}")], None))
        return found

    def _watchers(self, width: int, lines: int) -> list[Line]:
        """Those without a seat, after a heading unless their signs have to do; it counts them if not all fit."""
        people = [] if is_local(self._model) else watchers(self._model)
        if not people or not lines:
            return []
        count = len(people)
        words = Words("Practising ({n})", n=count) if is_practice(self._model) else Words("Watching ({n})", n=count)
        heading = fit(self._signs.say(words), width, self._signs.ellipsis)
        found: list[Line] = [([(self._inks["faint"], heading)], None)] if len(people) != lines else []
        role, mark = ("plain", " ") if is_practice(self._model) else ("audience", self._signs.audience)
        for agent in people[: lines - len(found)]:
            is_me = agent.objid == self._model.me
            name = fit_name(visible(agent.name), width - 2, self._signs.ellipsis)
            found.append(([(self._inks["me" if is_me else role], f"{'*' if is_me else mark}{name}")], agent))
        return found

    def _found(self, width: int) -> list[Row]:
        """What somebody has just found, and who."""
        shown = found(self._model)
        if shown is None:
            return []
        what = f" {self._signs.say(Words('found'))}" if shown.is_set else f": {self._signs.say(Words('no set'))}"
        tail = f"{what} {shown.worth}"
        name = self._signs.say(Words("You")) if shown.is_mine else visible(shown.finder)
        heading = f" {fit_name(name, max(1, width - 1 - len(tail)), self._signs.ellipsis).rstrip()}{tail}"
        role = "me" if shown.is_mine else "headline"
        cards = [self._cards.small(read_card(*features), width) for features in shown.cards.values()]
        return [[(self._inks[role], fit(heading, width, self._signs.ellipsis))], *cards]

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
        agent = self._agent(seat)
        role, mark = "plain", ""
        if self._is_mine(seat):
            role, mark = "me", "*"
        elif agent is not None and seat.is_gone:
            role, mark = "audience", self._signs.audience
        elif agent is not None:
            role = "audience" if self._model.is_away(agent) else "plain"
            mark = self._signs.of(agent, self._model)[:1]
        name = visible(seat.name) if rank is None else f"{rank}. {visible(seat.name)}"
        room = width - len(seat.score) - 2
        return [(self._inks[role], f"{mark or ' '}{fit_name(name, room, self._signs.ellipsis)} {seat.score}")]

    def _agent(self, seat: Seat) -> Thing | None:
        return self._model.things.get(seat.agent) if self._model.is_here(seat.agent) else None

    def _below(self, width: int) -> list[Row]:
        """The keys that always work, the state of the game, and the tiles that are not cards."""
        keys = [(role, key) for role in LEGEND if (key := self._model.key(role)) is not None and key.name in JAVA]
        shown = {role: shown_key(JAVA[key.name]) for role, key in keys}
        room = KEY_WIDTH if width > NARROW else max(map(len, shown.values()), default=0)
        focused = self._controller.focused
        legend: list[Row] = []
        for role, key in keys:
            tile = self._model.tile(role)
            is_on = tile is None or tile.is_enabled
            text = visible(key.text)
            if not is_on and len(text) + 3 <= width - room:
                text = f"({text})"
            words = self._words([(text, focused is not None and focused == tile)])
            key_ink, ink = (self._inks["key"], self._inks["plain"]) if is_on else [self._inks["faint"]] * 2
            legend.append([(key_ink, f"{shown[role]:<{room}}"), (ink, words[: width - room])])
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
        seconds, deck = seconds_to(self._model, table(self._model).get("deadline")), table(self._model).get("deck")
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

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | Thing | None:
        """The cell of the tile whose word is at a place; or the player whose name is there, to talk to."""
        if line < len(self._people):
            return self._people[line]
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
