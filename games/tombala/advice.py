"""How a game of Tombala stands for one player, and what they can do: a line beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.game import Words
from tilenet.games.tombala import commands
from tilenet.games.tombala.hand import Hand, Situation

BEFORE = Words("You play. Your card comes with the first number.")
WATCHING = Words("You watch. To play, join or make a room in the lobby.")
OVER = Words("To play again, join or make a room in the lobby.")

ROW_IS_FULL = Words("Your row is full: press Cinko!")
ROWS_ARE_FULL = Words("Your rows are full: press Cinko!")
ASK = Words("Press Next for another number.")
WAIT_FOR_OTHERS = Words("The next number comes when everybody has pressed Next.")
WAIT_FOR_TIME = Words("The next number comes by itself.")


def playing(hand: Hand, drawn: Sequence[int], situation: Situation) -> Words:
    """For somebody with a card, while the game is on: the most urgent thing first."""
    if situation.full:
        return ROW_IS_FULL if len(situation.full) == 1 else ROWS_ARE_FULL
    missing = [str(number) for number in reversed(drawn) if number in hand.numbers - hand.marks]
    asks = situation.waits_for_all and situation.is_waited_for
    if missing:
        numbers = commands.some(missing)
        if asks:
            return Words("Mark {numbers}, then press Next.", numbers=numbers)
        return Words("Mark {numbers}.", numbers=numbers)
    newest = drawn[-1]
    if newest not in hand.numbers:
        if asks:
            return Words("{number} is not on your card: press Next.", number=newest)
        if not situation.waits_for_all:
            return Words("{number} is not on your card.", number=newest)
    return ASK if asks else WAIT_FOR_OTHERS if situation.waits_for_all else WAIT_FOR_TIME
