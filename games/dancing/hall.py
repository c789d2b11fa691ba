"""Matches of Dancing as the directory lists them: what a match tells about itself, and which one needs a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilenet.game import Json, Listing, Summary, Words
from tilenet.games.dancing.match import PHASES, Phase, Role
from tilenet.games.dancing.outcome import Outcome, Side

LOBBY = "dancing"  # the world's name for the room that leads to all others
MATCH = "dancing-match"  # the plugin of those others
TABLE = "dancing-table"  # the plugin of tables of one's own, which neither the lobby nor programs see

WAITING, PLAYING, OVER, CANCELLED = "waiting", "playing", "over", "cancelled"  # the phases of a match
STARTING = "starting"  # a phase in facts: a countdown runs, at a table of somebody's own
SIDES = [*Role]  # what the players of sides 0 and 1 do in the first round
SEATS = len(SIDES)


@dataclass(frozen=True)
class Entry:
    """What others may know about a match, besides what every game tells."""

    board: tuple[int, int, int]  # its size, colours, and dancers of each colour
    names: tuple[str, str]  # the choreographer's and the spoiler's, in the first round; empty if the seat is
    rounds: int = 1  # that it has, at most
    round: int = 0  # the one that is on; 0 if the match has not begun
    step: Phase = Phase.STARS  # what that round waits for
    outcome: Outcome | None = None  # once it is over
    ended_at: float = 0.0
    title: str = ""  # of its room: the match itself does not know it

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def winner(self) -> Side | None:
        return None if self.outcome is None else self.outcome.winner

    @property
    def players(self) -> int:
        return SEATS - self.names.count("")

    @property
    def parameters(self) -> str:
        """30 4 40"""
        return " ".join(map(str, self.board))

    @property
    def state(self) -> Words:
        """What the match waits for, in a few words."""
        if not self.round:
            return Words("waiting for an opponent") if self.players else Words("waiting for two players")
        if self.rounds == 1:
            return PHASES[self.step]
        return Words("round {round} of {rounds}, {step}", round=self.round, rounds=self.rounds, step=PHASES[self.step])

    @property
    def verdict(self) -> str:
        return "" if self.outcome is None else self.outcome.verdict(self.names)

    @property
    def score(self) -> str:
        return "" if self.outcome is None else self.outcome.score(self.names)

    def summary(self, phase: str, watching: int) -> Summary:
        players = tuple(filter(None, self.names))
        details: dict[str, Json] = {
            "board": [*self.board],
            "names": [*self.names],
            "rounds": self.rounds,
            "round": self.round,
            "step": self.step.value,
            "steps": [] if self.outcome is None else [*self.outcome.steps],
            "lost": [] if self.outcome is None else [*self.outcome.lost],
            "ended_at": self.ended_at,
        }
        can_join = phase == WAITING and len(players) < SEATS
        return Summary(players, SEATS, phase, can_join=can_join, watching=watching, details=details)


def read_entry(listing: Listing) -> Entry | None:
    """What a match has told; None if this is the lobby, somebody's own table, or a match that is cancelled or out of
    order.
    """
    if listing.game != MATCH:
        return None
    match listing.summary.details:
        case _ if listing.summary.phase == CANCELLED:
            return None
        case {
            "board": [int(size), int(colours), int(dancers)],
            "names": [str(first), str(second)],
            "rounds": int(rounds),
            "round": int(number),
            "step": str(step),
            "steps": [*steps],
            "lost": [*lost],
            "ended_at": int() | float() as ended_at,
        }:
            outcome = Outcome(tuple(map(int, steps)), tuple(map(int, lost))) if steps else None  # type: ignore[arg-type]
            board = size, colours, dancers
            return Entry(board, (first, second), rounds, number, Phase(step), outcome, ended_at, listing.title)
    return None


def find_waiting(rooms: Iterable[Listing], role: Role | None = None) -> str | None:
    """The oldest of the rooms in which somebody waits for an opponent, who would have this role if one is asked for."""
    waiting = (one for one in rooms if one.game == MATCH and one.summary.can_join and one.summary.players)
    return next((one.room for one in waiting if role is None or _is_free(one, role)), None)


def _is_free(listing: Listing, role: Role) -> bool:
    entry = read_entry(listing)
    return entry is not None and not entry.names[SIDES.index(role)]
