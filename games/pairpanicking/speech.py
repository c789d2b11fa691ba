"""What is said in PairPanicking: what can be done now, who found or missed what, who won, and why nobody did."""

from __future__ import annotations

from tilenet.game import Player, Words
from tilenet.games.pairpanicking.rules import FOUND, MISSED, Contest, End, Tally
from tilenet.text import listed
from tilenet.world.home import FULL


def headline(contest: Contest, standings: str, result: str, end: End | None, *, is_held: bool) -> str:
    """What to do now; the result is that of the last game, with the reason why it was over."""
    if contest.is_on:
        return Words(
            "Turn squares: {n} pair to find. {standings}.",
            many="Turn squares: {n} pairs to find. {standings}.",
            n=contest.pairs_left,
            standings=standings,
        )
    if is_held and contest.is_anybody_active():
        return result or Words("The game has not started yet.")
    if not is_held and any(map(contest.can_start, contest.people)):
        if end is End.SPENT:
            return Words("Click Restart to play again: it costs a point.")
        if result:
            return Words("{result} Click Restart.", result=result)
        return Words("Click Restart to begin: it costs a point.")
    if end is End.SPENT:
        return Words("Nobody here has points left: the game is over. Recharge to play again.")
    if result:
        return Words("{result} Recharge to play again.", result=result)
    return nobody_active()


def welcome(contest: Contest, player: Player, *, has_paid: bool, is_held: bool) -> str:
    """What somebody who has come in can do, and what that has cost."""
    if contest.is_on:
        now = Words("A game is on: turn squares; two of a kind are a pair.")
    elif is_held:
        now = Words("The game has not started yet.")
    elif contest.can_start(player):
        now = Words("Restart begins a game, for a point.")
    else:
        now = Words("Recharge gives you {full} points; then Restart begins a game.", full=FULL)
    return Words("{now} Coming in has cost you a point.", now=now) if has_paid else now


def nobody_active() -> str:
    return Words("Nobody here has enough points for a game: Recharge brings you back to {full}.", full=FULL)


def too_poor(player: Player) -> str:
    """Why a player cannot start a game."""
    why = Words("after that nobody here would have one") if player.points else Words("you have none")
    return Words("Starting costs a point, and {why}. Recharge brings you back to {full}.", why=why, full=FULL)


def started(by: Player | None, pairs: int) -> str:
    if by is None:
        return Words("A new game: {n} pair to find.", many="A new game: {n} pairs to find.", n=pairs)
    return Words(
        "{name} has started a game: {n} pair to find.",
        many="{name} has started a game: {n} pairs to find.",
        name=by.name,
        n=pairs,
    )


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


def missed(first: tuple[Player, str], second: tuple[Player, str], extra: int | None) -> str:
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
    if extra is None:
        return Words("{turned}: no pair.", turned=turned)
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


def how(end: End) -> str:
    """How the game ended, in a few words."""
    match end:
        case End.SOLVED:
            return Words("every pair is found")
        case End.SPENT:
            return Words("nobody has points left")
        case End.DESERTED:
            return Words("the last player with points has left")


def what_now(*, is_held: bool) -> str:
    """For those who have no points left, when a game is over because nobody has."""
    if is_held:
        return Words("You have no points left. Recharge gives you {full}; then play again.", full=FULL)
    return Words("You have no points left. Recharge gives you {full}; then click Restart.", full=FULL)


def notes(tally: Tally) -> tuple[str, ...]:
    """What a player has done in a game."""
    pairs = Words("{n} pair", many="{n} pairs", n=tally.pairs)
    return (Words("{pairs} in {n} try", many="{pairs} in {n} tries", pairs=pairs, n=tally.tries),)
