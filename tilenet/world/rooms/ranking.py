"""The ranking that a room tells at the end of a game, in lines of one form [docs/protocol.md]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilenet.game import Event, Player, Say, Standing, Tell, Words
from tilenet.world.screens.facts import TOLD, Ended

HEADING = Words("Game over. The ranking:")


def ended(standings: Sequence[Standing], changes: Mapping[Player, int], reason: str, note: str = "") -> Ended:
    """How a game has ended, with the best first."""
    ranked = sorted(standings, key=lambda one: (one.place, one.player.name.casefold(), one.player.name))
    mine = {one.player: changes[one.player] for one in ranked if one.player in changes}
    return Ended(ranked, mine, reason, note=note)


def ranking(ended: Ended) -> list[Event]:
    """What a room tells: the best places to everybody, and the places below them to those who have them."""
    places = _lines(ended.standings, ended.changes)
    more = [Say(Words("and {n} more.", n=len(places) - TOLD))] if len(places) > TOLD else []
    best, others = places[:TOLD], places[TOLD:]
    return [Say(HEADING), *(Say(line) for _, line in best), *more, *(Tell(*one) for one in others)]


def _lines(ranked: Sequence[Standing], changes: Mapping[Player, int]) -> list[tuple[Player, str]]:
    """Everybody's line, the best first: the place, the name, the score, and the points won or lost if there are any.

    1. emily        104 (+2)
    """
    scores = [_number(one.score) for one in ranked]
    digits = len(str(len(ranked)))
    width = max([10, *(len(one.player.name) for one in ranked)])
    wide = max([5, *map(len, scores)])
    found = []
    for one, score in zip(ranked, scores, strict=True):
        change = changes.get(one.player, 0)
        line = f"{one.place:>{digits}}. {one.player.name:<{width}} {score:>{wide}}"
        found.append((one.player, f"{line} ({change:+})" if change else line))
    return found


def _number(score: float) -> str:
    return str(int(score)) if score == int(score) else f"{score:.1f}"
