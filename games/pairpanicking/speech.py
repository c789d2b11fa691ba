"""What is said in PairPanicking: what can be done now, who found or missed what, who won, and why nobody did."""

from __future__ import annotations

from tilenet.game import Player, Words
from tilenet.games.pairpanicking.rules import FOUND, MISSED, Contest, End
from tilenet.text import listed
from tilenet.world.home import FULL


def headline(contest: Contest, standings: str, result: str, end: End | None) -> str:
    """What to do now; the result is that of the last game, with the reason why it was over."""
    if contest.is_on:
        return Words(
            "Turn squares: {n} pair to find. {standings}.",
            many="Turn squares: {n} pairs to find. {standings}.",
            n=contest.pairs_left,
            standings=standings,
        )
    if any(map(contest.can_start, contest.people)):
        if end is End.SPENT:
            return Words("Click Restart to play again: it costs a point.")
        if result:
            return Words("{result} Click Restart.", result=result)
        return Words("Click Restart to begin: it costs a point.")
    if end is End.SPENT:
        return Words("Nobody here has points left: the game is over. Recharge to play again.")
    if result:
        return Words("{result} Recharge to play again.", result=result)
    return Words("Nobody here has enough points for a game: Recharge brings you back to {full}.", full=FULL)


def too_poor(player: Player) -> str:
    """Why a player cannot start a game."""
    why = Words("after that nobody here would have one") if player.points else Words("you have none")
    return Words("Starting costs a point, and {why}. Recharge brings you back to {full}.", why=why, full=FULL)


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
