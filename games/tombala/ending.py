"""How a game of Tombala has ended: who is where in the ranking, and which cinko came when."""

from __future__ import annotations

from tilenet.game import Standing, Words, places
from tilenet.games.tombala.rules import WIN, Match


def standings_of(match: Match) -> tuple[Standing, ...]:
    """Everybody who has played, the best first. If nobody has won, nobody is first."""
    totals = {**match.totals, **match.left}
    behind = int(match.winner is None)
    ranking = sorted(places(totals).items(), key=lambda item: item[1])
    return tuple(
        Standing(
            player,
            place + behind,
            totals[player],
            player not in match.left,
            notes=tuple(_note(*one) for one in enumerate(match.cinkos.get(player, ()), 1)),
        )
        for player, place in ranking
    )


def note_of(match: Match) -> Words:
    """How it was won."""
    if match.winner is None:
        return Words("All 90 numbers have been drawn, and nobody has three cinkos.")
    return Words("after {n} numbers", n=match.cinkos[match.winner][WIN - 1])


def _note(cinko: int, count: int) -> Words:
    """When one of a player's cinkos came: so many numbers had been drawn."""
    match cinko:
        case 1:
            return Words("1st cinko after {n} numbers", n=count)
        case 2:
            return Words("2nd cinko after {n} numbers", n=count)
    return Words("3rd cinko after {n} numbers", n=count)
