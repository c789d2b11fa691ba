"""Ratings: how good somebody is at a game, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_FIRST = 1000  # what a newcomer's rating is shown as
_SCALE = 40.0


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody: a mean, and how sure it is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> float:
        """One number, which is surely not too high; it rises with every win, and as more is known."""
        return _FIRST + _SCALE * (self.mu - 3 * self.sigma)


def is_rated(accounts: int, has_bots: bool) -> bool:
    """Whether a game of so many accounts changes their ratings."""
    return accounts > 1 and not has_bots


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which each of these players got that place."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


class Model:
    """How ratings change, for those who have them as pairs of mu and sigma."""

    def is_rated(self, accounts: int, has_bots: bool) -> bool:
        return is_rated(accounts, has_bots)

    def after(self, before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
        return [(one.mu, one.sigma) for one in rate([Rating(*one) for one in before], places)]

    def shown(self, rating: tuple[float, float]) -> float:
        return Rating(*rating).shown
