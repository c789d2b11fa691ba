"""What everybody may know about a match, as data: the stage, and the rounds that have ended on it.

The match is often ahead of the stage; what it has done there is not told before the stage shows it.
"""

from __future__ import annotations

from tilenet.games.dancing.hall import SEATS
from tilenet.games.dancing.instances import Cell, Instance
from tilenet.games.dancing.match import Match, Role
from tilenet.games.dancing.stage import Stage
from tilenet.games.dancing.table import PALETTE, cell_role


def option_facts(instance: Instance, rounds: int, seconds: float) -> dict[str, object]:
    """What the match is about, and what skins paint the dancers with."""
    return {
        "size": instance.size,
        "colours": instance.colours,
        "dancers": instance.dancers,
        "seats": SEATS,
        "rounds": rounds,
        "seconds": seconds,
        "palette": PALETTE[: instance.colours],
    }


def stage_facts(stage: Stage, match: Match | None, steps: int) -> dict[str, object]:
    """`steps` were made in the round on the stage when somebody last looked at the match."""
    return {
        "round": stage.round,
        "step": stage.step,
        "steps": steps,
        "choreographer": str(0 if match is None else match.side_of(Role.CHOREOGRAPHER, stage.round)),
        "paused": stage.is_paused,
        "pace": stage.pace,
        "ended": stage.is_at_end,
        "dancers": {cell_role(cell): colour for cell, colour in stage.dancers.items()},
        "stars": _roles(stage.stars),
        "moved": _roles(stage.moved),
        "lines": {cell_role(cell): number for cell, number in stage.lit.items()},
    }


def _roles(cells: frozenset[Cell]) -> list[str]:
    return [*map(cell_role, sorted(cells))]


def round_facts(match: Match, shown: int) -> list[dict[str, object]]:
    """How the first rounds have ended, as many as were shown to their end."""
    return [
        {
            "choreographer": str(match.side_of(Role.CHOREOGRAPHER, number)),
            "steps": len(one.steps),
            "loser": None if one.loser is None else str(match.side_of(one.loser, number)),
            "cause": one.cause,
            "reason": one.reason or None,
        }
        for number, one in enumerate(match.rounds[:shown], 1)
    ]
