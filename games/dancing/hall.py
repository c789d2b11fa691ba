"""Matches of Dancing as the directory lists them: what a match tells about itself, and which one needs a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilenet.game import Json, Listing, Summary

LOBBY = "dancing"  # the world's name for the room that leads to all others
MATCH = "dancing-match"  # the plugin of those others

WAITING, PLAYING, OVER, CANCELLED = "waiting", "playing", "over", "cancelled"  # the phases of a match
SEATS = 2


@dataclass(frozen=True)
class Entry:
    """What others may know about a match, besides what every game tells."""

    board: str  # 30 4 40: its size, colours, and dancers of each colour
    names: tuple[str, str]  # the choreographer's and the spoiler's, in the first round; empty if the seat is
    state: str  # in a few words
    verdict: str = ""  # once it is over
    score: str = ""  # the same in short, the numbers first
    ended_at: float = 0.0
    title: str = ""  # of its room: the match itself does not know it

    @property
    def is_over(self) -> bool:
        return bool(self.verdict)

    @property
    def players(self) -> int:
        return SEATS - self.names.count("")

    def summary(self, phase: str, watching: int) -> Summary:
        players = tuple(filter(None, self.names))
        details: dict[str, Json] = {
            "board": self.board,
            "names": [*self.names],
            "state": self.state,
            "verdict": self.verdict,
            "score": self.score,
            "ended_at": self.ended_at,
        }
        can_join = phase == WAITING and len(players) < SEATS
        return Summary(players, SEATS, phase, can_join=can_join, watching=watching, details=details)


def read_entry(listing: Listing) -> Entry | None:
    """What a match has told; None if this is the lobby, or a match that is cancelled or out of order."""
    match listing.summary.details:
        case _ if listing.summary.phase == CANCELLED:
            return None
        case {
            "board": str(board),
            "names": [str(first), str(second)],
            "state": str(state),
            "verdict": str(verdict),
            "score": str(score),
            "ended_at": int() | float() as ended_at,
        }:
            return Entry(board, (first, second), state, verdict, score, ended_at, listing.title)
    return None


def find_waiting(rooms: Iterable[Listing]) -> str | None:
    """The oldest of the rooms in which somebody waits for an opponent."""
    return next((one.room for one in rooms if one.summary.can_join and one.summary.players), None)
