"""A table of somebody's own, as data: who may come to it, who its host is, who is ready, and how the evening stands.

It knows players by their ids alone, and nothing of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from typing import Any

from tilenet.game import Standing
from tilenet.words import Words

MOST_SCORES = 64  # players who are on the scoreboard
MOST_KNOWN = 256  # players who can come again, or cannot

NEEDS_CODE = Words("That table is private. Ask for its code, and type /join and the code.")
LOCKED = Words("That table is locked: its host lets nobody else in.")
SENT_AWAY = Words("The host of that table has sent you away.")


@dataclass
class Score:
    """How one player has done at a table since it was opened."""

    name: str
    wins: int = 0
    points: float = 0
    games: int = 0

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Score:
        """As it was noted. Raises ValueError or LookupError."""
        name, wins, points, games = data["name"], data["wins"], data["points"], data["games"]
        if not (type(name) is str and type(wins) is type(games) is int):
            raise ValueError(f"{data!r} is not the score of a player")
        if type(points) not in (int, float) or not isfinite(points):
            raise ValueError(f"{points!r} is not a number of points")
        return cls(name, wins, points, games)


@dataclass
class Table:
    """One of them. `host` is still the last one while nobody else is here."""

    code: str
    game: str  # the room at Home that it is a table of
    name: str = ""
    host: str = ""
    opener: str = ""  # the id of who has opened it
    origin: str = ""  # and a word for their address
    is_public: bool = False
    is_locked: bool = False
    waits: bool = True  # whether its games begin only when the host says so
    games: int = 0  # that have ended
    let_in_before: list[str] = field(default_factory=list)  # the ids of those who may come in, even if it is locked
    sent_away: list[str] = field(default_factory=list)  # ids, and words for the addresses of guests
    ready: list[str] = field(default_factory=list)  # who would like to play again
    scores: dict[str, Score] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """All of it, as JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Table:
        """A table as it was noted. Raises ValueError or LookupError if it is not noted as it should be."""
        table = cls(data["code"], data["game"])
        for one in fields(cls):
            value = data[one.name]
            if type(value) is not type(getattr(table, one.name)):
                raise ValueError(f"{value!r} is not the {one.name} of a table")
            setattr(table, one.name, value)
        for ids in (table.let_in_before, table.sent_away, table.ready):
            if not all(isinstance(id, str) for id in ids):
                raise ValueError(f"{ids!r} are not the ids of players")
        table.scores = {id: Score.of(score) for id, score in data["scores"].items()}
        return table

    # Who comes and goes

    def refuses(self, id: str, origin: str = "", *, knows_code: bool = False) -> str | None:
        """Why a player cannot come in; None if they can. `origin` is the word for the address of a guest."""
        if id in self.sent_away or (origin and origin in self.sent_away):
            return SENT_AWAY
        if id in self.let_in_before:
            return None
        if self.is_locked:
            return LOCKED
        return None if self.is_public or knows_code else NEEDS_CODE

    def let_in(self, id: str) -> None:
        """A player can come in from now on."""
        if id not in self.let_in_before:
            self.let_in_before = [*self.let_in_before, id][-MOST_KNOWN:]

    def came(self, id: str, name: str, others: Collection[str]) -> None:
        """Somebody has come in; `others` are the people who were here."""
        self.let_in(id)
        if self.host not in others:
            self.host = id
        if id in self.scores:
            self.scores[id].name = name

    def left(self, id: str, others: Iterable[str]) -> bool:
        """Somebody has gone; `others` are the people who are still here, in the order in which they came. Returns
        whether there is another host.
        """
        if id in self.ready:
            self.ready.remove(id)
        heir = next(iter(others), None)
        if self.host != id or heir is None:
            return False
        self.host = heir
        return True

    def send_away(self, id: str, origin: str, code: str) -> None:
        """Somebody may not come back; as they know the code, there is another.

        A guest can have another name at any time. So nobody else comes from their address either, unless that is the
        address of whoever has opened the table.
        """
        away = [id, *([origin] if origin and origin != self.origin else [])]
        self.sent_away = [*self.sent_away, *away][-MOST_KNOWN:]
        self.let_in_before = [one for one in self.let_in_before if one != id]
        self.code = code

    # What is played

    def is_ready(self, id: str) -> bool:
        """Somebody would like to play again. Returns whether that was not known."""
        if id in self.ready:
            return False
        self.ready.append(id)
        return True

    def ended(self, standings: Iterable[Standing]) -> None:
        """A game is over."""
        rows = [*standings]
        self.games += 1
        self.ready.clear()
        winners = won_by(rows)
        for row in rows:
            id = row.player.id
            score = self.scores.setdefault(id, Score(row.player.name))
            score.name = row.player.name
            score.games += 1
            if isfinite(row.score):  # as for results in the database
                score.points = round(score.points + row.score, 3)
            score.wins += row in winners
        for id in [one for one, _ in self.ranking()][MOST_SCORES:]:
            del self.scores[id]

    def ranking(self) -> list[tuple[str, Score]]:
        """How the evening stands, the best first."""
        return sorted(self.scores.items(), key=lambda item: (-item[1].wins, -item[1].points, item[1].name.casefold()))


def won_by(standings: Iterable[Standing]) -> list[Standing]:
    """Who has won a game: nobody, if nobody has scored or all have done as well as each other."""
    rows = [*standings]
    best = [row for row in rows if row.place == 1 and row.score > 0]
    return best if len(best) < len(rows) or len(rows) == 1 else []
