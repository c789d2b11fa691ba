"""The rules of PairPanicking for players, and what earns points."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.game import Words
from tilenet.games.pairpanicking.rules import (
    COPIES,
    ENTRY,
    FOUND,
    FOUND_EXTRA,
    MISSED,
    MISSED_EXTRA,
    SIDE,
    START,
    SYMBOLS,
    WAIT,
)
from tilenet.world.home import FULL

HELP = (
    Words(
        "{symbols} symbols, {copies} of each, are hidden under {squares} squares. Click a square to turn it; "
        "everybody plays at once.",
        symbols=SYMBOLS,
        copies=COPIES,
        squares=SIDE * SIDE,
    ),
    Words(
        "Two squares show for {seconds:g} s, or until somebody turns a third. If they are a pair, they are solved; "
        "if not, they are hidden again.",
        seconds=WAIT,
    ),
    Words(
        "The game is over when every square is solved, or when nobody here is active, that is, has any points. "
        "The active player with the most points wins; Restart begins a new game."
    ),
    Words(
        "You start with 10 points. If you have fewer than {full}, Recharge brings you back to {full}, once a "
        "minute. Click Scoring to see what earns points and what costs them.",
        full=FULL,
    ),
)

COSTS = (
    Words(
        "Coming in costs {entry} point, and starting a game {start}. Points never fall below 0.",
        entry=ENTRY,
        start=START,
    ),
    Words(
        "A pair: +{found} for everybody here, and +{extra} more for the player who turned the second square, if "
        "active.",
        found=FOUND,
        extra=FOUND_EXTRA,
    ),
)
MISSES = Words(
    "No pair: -{missed} for every active player, and -{extra} more for the player who turned the second "
    "square, if active. If you leave while two squares show, you still pay if they are no pair, but for "
    "nothing after that.",
    missed=MISSED,
    extra=MISSED_EXTRA,
)
FREE_MISSES = Words("No pair: at this table, that costs nothing.")
ENERGY = Words("Your energy, which everybody can see, is your points plus one, so you can still click with no points.")


def scoring(*, misses_cost: bool) -> Sequence[str]:
    """What earns points, and what costs them."""
    return (*COSTS, MISSES if misses_cost else FREE_MISSES, ENERGY)
