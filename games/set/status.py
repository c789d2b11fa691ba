"""How a table of Set stands for one player, and what they can do, in one line."""

from __future__ import annotations

from tilenet.game import Words
from tilenet.games.set.hand import FULL

WATCHES = Words("You watch; you play in the next game.")
GAVE_UP = Words("You were idle for too long: you watch, and play in the next game.")
FULL_TABLE = Words("The table is full: you watch this game.")
PLAYS_SOON = Words("You play as soon as the countdown is over.")
OVER_FOR_NOW = Words("The game is over. Restart begins another one.")

SELECT = Words("Select three cards that are a set.")
ONE_SELECTED = Words("One card selected: two more.")
TWO_SELECTED = Words("Two cards selected: one more.")
THIRD_SUBMITS = Words("Two cards selected: the third submits them.")
SUBMIT_THEM = Words("Three cards selected: Submit, or press Space.")


def playing(selected: int, *, submits_at_three: bool) -> str:
    """Of a player who can answer, with so many cards selected."""
    if selected == FULL:
        return SUBMIT_THEM
    if not selected:
        return SELECT
    if selected == 1:
        return ONE_SELECTED
    return THIRD_SUBMITS if submits_at_three else TWO_SELECTED
