"""What is said at a board of Memory: its rules, how the game stands, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from tilenet.game import Player, Words
from tilenet.games.memory.events import Over, Tally
from tilenet.games.memory.rules import ENOUGH, FIRST_SHOWS, PAIR_SHOWS, PAUSE, REWARD, Contest, Phase
from tilenet.games.memory.seats import Seat
from tilenet.text import listed

HELP = (
    Words(
        "Each picture is on two cards. Pick a card, then another: if they match, both are yours. Everybody plays at "
        "once, each with their own picks."
    ),
    Words(
        "If they do not match, both stay up for {pair:g} s while you wait. If you pick no second card within "
        "{first:g} s, or pick one that is already up, your first card is hidden again.",
        pair=PAIR_SHOWS,
        first=FIRST_SHOWS,
    ),
    Words(
        "When all pairs are found, the player with the most cards wins, and {pause:g} s later a new game begins. "
        "If you leave, you lose the cards you have found, but they stay on the board.",
        pause=PAUSE,
    ),
    Words("It takes {players} players: if you are alone, the game waits. /bot brings a bot.", players=ENOUGH),
    Words("Every pair also earns you {points} point, which you keep wherever you go.", points=REWARD),
)

ALONE = Words("Nobody else is here: add a bot, or invite a friend.")
NOT_STARTED = Words("The game has not started yet.")
TOO_EARLY = Words("Wait until your two cards are hidden again.")


def headline(contest: Contest, result: str, seconds: int) -> str:
    """How it stands, for everybody; `result` is that of the last game, and `seconds` are left until the next."""
    match contest.phase:
        case Phase.WAITING:
            return ALONE if len(contest.seats) < ENOUGH else NOT_STARTED
        case Phase.ON:
            return Words(
                "Turn two cards: {n} pair to find. {leaders}",
                many="Turn two cards: {n} pairs to find. {leaders}",
                n=contest.pairs_left,
                leaders=_leaders(contest.seats),
            )
        case Phase.OVER if seconds:
            return Words("A new game in {seconds} s. Game over: {result}.", seconds=seconds, result=result)
    return Words("Game over: {result}.", result=result)


def _leaders(seats: Mapping[Player, Seat]) -> str:
    most = max((seat.cards for seat in seats.values()), default=0)
    best = [player.name for player, seat in seats.items() if seat.cards == most]
    if not most:
        return Words("Nobody has one yet.")
    if len(best) == 1:
        return Words("{name} leads with {cards} cards.", name=best[0], cards=most)
    return Words("{names} lead with {cards} cards.", names=listed(best), cards=most)


def status(contest: Contest, player: Player, most: int) -> str | None:
    """How it stands for one player, and what they can do; whoever had most cards in the last game has won it."""
    seat = contest.seats.get(player)
    if seat is None:
        return None
    match contest.phase:
        case Phase.WAITING:
            return Words("Waiting for a second player.") if len(contest.seats) < ENOUGH else NOT_STARTED
        case Phase.OVER if not seat.tries:
            return Words("You play in the next game.")
        case Phase.OVER:
            return won(seat.cards) if seat.cards == most else lost(seat.cards)
    if seat.turn is None:
        return Words("Turn two cards.")
    return Words("Turn a second card.") if seat.turn.second is None else TOO_EARLY


def new_game(pairs: int) -> str:
    return Words("A new game: {n} pair to find.", many="A new game: {n} pairs to find.", n=pairs)


def won(cards: int) -> str:
    return Words("You have won with {n} card.", many="You have won with {n} cards.", n=cards)


def lost(cards: int) -> str:
    return Words("You have lost with {n} card.", many="You have lost with {n} cards.", n=cards)


def result(over: Over) -> str:
    """ann wins with 10 cards / ann and bob tie, with 8 cards each"""
    names = [player.name for player, cards in over.cards.items() if cards == over.most]
    if len(names) == 1:
        return Words("{name} wins with {cards} cards", name=names[0], cards=over.most)
    return Words("{names} tie, with {cards} cards each", names=listed(names), cards=over.most)


def how(over: Over, pairs: int) -> str:
    """How it was won, in a few words, on a board with so many pairs."""
    n = over.most // 2
    if [*over.cards.values()].count(over.most) > 1:
        return Words("with {n} pair each", many="with {n} pairs each", n=n)
    return Words("with {n} of {pairs} pairs", n=n, pairs=pairs)


def notes(tally: Tally) -> tuple[str, ...]:
    """What a player has done in a game."""
    found = Words("{pairs} in {n} try", many="{pairs} in {n} tries", pairs=pairs(tally.pairs), n=tally.tries)
    return (found, Words("{n} in a row", n=tally.run)) if tally.run > 1 else (found,)


def pairs(n: int) -> str:
    return Words("{n} pair", many="{n} pairs", n=n)
