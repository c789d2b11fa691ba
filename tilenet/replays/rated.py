"""Whether the ratings that a recording tells follow from the result of the match: how they change is for others to say.

Those before the match are what the server says: they follow from other matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from typing import Any, NamedTuple, Protocol

from tilenet.game import Result
from tilenet.replays.people import Person

CLOSE = 1e-9  # other machines may round otherwise


class Rates(Protocol):
    """How ratings change, each of which is a mean and how sure it is."""

    def is_rated(self, accounts: int, has_bots: bool) -> bool:
        """Whether a match of so many accounts changes their ratings."""

    def after(self, before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
        """The ratings after a match in which each of these players got that place."""

    def shown(self, rating: tuple[float, float]) -> float:
        """The one number that people know."""


class Verdict(NamedTuple):
    is_right: bool | None  # None if it could not be checked
    text: str


def ratings(told: Any, result: Result, rates: Rates, start: float) -> Verdict:
    """What there is to say about them. Anything may be raised if they make no sense.

    Whoever has become an account since the match began, at `start`, is a guest in it.
    """
    had_account = [
        one
        for one in result.standings
        if not (isinstance(one.player, Person) and (one.player.account_since or start) > start)
    ]
    accounts = [(one.player.account_id, one) for one in had_account if one.player.account_id is not None]
    is_rated = rates.is_rated(len(accounts), any(one.player.is_bot for one in result.standings))
    if told is None:
        if is_rated:
            return Verdict(None, "Ratings are not checked: this file does not have them.")
        return Verdict(True, "This match is not rated.")
    before = {one["account"]: _pair(one["before"]) for one in told}
    after = {one["account"]: _pair(one["after"]) for one in told}
    if not is_rated or len(told) != len(accounts) or {*before} != {account for account, _ in accounts}:
        return Verdict(False, "The ratings are of others than those whose ratings change by this match.")
    right = rates.after([before[account] for account, _ in accounts], [one.place for _, one in accounts])
    names = []
    for (account, standing), found in zip(accounts, right, strict=True):
        name, old, new = standing.player.name, rates.shown(before[account]), rates.shown(after[account])
        if not all(isclose(one, other, rel_tol=CLOSE) for one, other in zip(found, after[account], strict=True)):
            it_is = f"{rates.shown(found):.1f} follows for {name} from {old:.1f} and the result, and not {new:.1f}"
            return Verdict(False, f"The ratings do not follow from the result: {it_is}.")
        names.append(f"{name} {old:.0f} to {new:.0f}")
    return Verdict(True, f"The ratings follow from those before and from the result: {', '.join(names)}.")


def _pair(told: Any) -> tuple[float, float]:
    mu, sigma = told
    if not all(type(one) in (int, float) and abs(one) < 1e6 for one in (mu, sigma)) or sigma <= 0:
        raise ValueError("this is not a rating")
    return float(mu), float(sigma)
