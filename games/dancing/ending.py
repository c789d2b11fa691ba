"""How each player has done in a match of Dancing, for the ranking at its end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from tilenet.game import Player, Standing, Words, standings
from tilenet.games.dancing.match import Cause, Match, Role
from tilenet.games.dancing.outcome import Side

LOST: Mapping[Cause, Words] = {
    Cause.ILLEGAL: Words("an illegal move"),
    Cause.TIME: Words("out of time"),
    Cause.LEFT: Words("left"),
}


def standings_of(match: Match, seats: Mapping[Side, Player], gone: Collection[Side]) -> tuple[Standing, ...]:
    """The winner first; in a draw, and after a single round that nobody has lost, both have half a point."""
    winner = match.outcome.winner
    scores = {one: 0.5 if winner is None else float(side == winner) for side, one in seats.items()}
    sides = {one: side for side, one in seats.items()}
    ranking = standings(scores, [seats[side] for side in gone])
    return tuple(replace(one, notes=_notes(match, sides[one.player])) for one in ranking)


def _notes(match: Match, side: Side) -> tuple[str, ...]:
    """What a player has done in each round."""
    return tuple(_note(match, number, match.role_of(side, number)) for number in range(1, len(match.rounds) + 1))


def _note(match: Match, number: int, role: Role) -> Words:
    one = match.rounds[number - 1]
    if one.loser is role:
        return Words("round {number}: {why}", number=number, why=LOST[one.cause])
    if role is Role.SPOILER:
        n = len(one.stars)
        return Words("{n} star placed", many="{n} stars placed", n=n)
    n = len(one.steps)
    if one.loser is not None:
        return Words("{n} step so far", many="{n} steps so far", n=n)
    seconds = one.seconds_needed
    return Words("{n} step in {seconds} s", many="{n} steps in {seconds} s", n=n, seconds=seconds)
