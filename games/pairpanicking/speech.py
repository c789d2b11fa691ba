"""What is said in PairPanicking: who found or missed what, who won, and why nobody did."""

from __future__ import annotations

from tilenet.game import Player, Words
from tilenet.games.pairpanicking.rules import FOUND, MISSED, End
from tilenet.text import listed
from tilenet.world.home import FULL


def too_poor(player: Player) -> str:
    """Why a player cannot start a game."""
    why = Words("after that nobody here would have one") if player.points else Words("you have none")
    return Words("Starting costs a point, and {why}. Recharge at Home brings you back to {full}.", why=why, full=FULL)


def found(player: Player, symbol: str, extra: int) -> str:
    name = player.name
    if not extra:
        return Words(
            "{name} found a pair ({symbol}): everybody here +{points}.", name=name, symbol=symbol, points=FOUND
        )
    return Words(
        "{name} found a pair ({symbol}): everybody here +{points}, {name} +{extra} more.",
        name=name,
        symbol=symbol,
        points=FOUND,
        extra=extra,
    )


def missed(first: tuple[Player, str], second: tuple[Player, str], extra: int) -> str:
    (one, symbol), (other, different) = first, second
    if one is other:
        turned = Words("{name} turned {symbol} and {other}", name=one.name, symbol=symbol, other=different)
    else:
        turned = Words(
            "{name} turned {symbol}, {second} {other}",
            name=one.name,
            symbol=symbol,
            second=other.name,
            other=different,
        )
    if not extra:
        return Words("{turned}: active players -{points}.", turned=turned, points=MISSED)
    return Words(
        "{turned}: active players -{points}, {name} -{extra} more.",
        turned=turned,
        points=MISSED,
        name=other.name,
        extra=extra,
    )


def result(end: End, winners: tuple[Player, ...]) -> str:
    match end:
        case End.SPENT:
            return Words("Game over: nobody has points left, so nobody wins.")
        case End.DESERTED:
            return Words("Game over: the last player with points has left, so nobody wins.")
        case End.SOLVED:
            names, points = listed(player.name for player in winners), winners[0].points
            if len(winners) == 1:
                return Words(
                    "Game over: every square is solved. {name} wins with {n} point.",
                    many="Game over: every square is solved. {name} wins with {n} points.",
                    name=names,
                    n=points,
                )
            return Words(
                "Game over: every square is solved. {names} tie, with {n} point each.",
                many="Game over: every square is solved. {names} tie, with {n} points each.",
                names=names,
                n=points,
            )
