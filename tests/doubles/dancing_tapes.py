"""Conversations of Dancing as the arena saves them: lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.doubles.dancing_clients import FILE, PARAMETERS, PLAN, STARS

GOAL = "round 1: ann-1 reaches the goal in 2 steps"


def line(at: float, sender: str, receiver: str, text: str) -> str:
    return json.dumps({"at": at, "from": sender, "to": receiver, "text": f"{text}&"})


def conversation(plan: Sequence[str] = PLAN, verdict: str = GOAL, *, is_file_first: bool = False) -> list[str]:
    """A round of ann and bob on the small board; each message of the plan comes a second after the last."""
    first, second = (FILE, PARAMETERS) if is_file_first else (PARAMETERS, FILE)
    found = [
        line(0.1, "choreographer", "server", "ANN 7"),
        line(0.1, "spoiler", "server", "me"),
        line(0.2, "arena", "server", "ann-1"),
        line(0.2, "arena", "server", "bob-1"),
    ]
    for role in ("choreographer", "spoiler"):
        found += [line(0.3, "server", role, first), line(0.3, "server", role, second)]
    if plan:
        found += [line(0.5, "spoiler", "server", STARS), line(0.5, "server", "choreographer", STARS)]
    found += [line(at, "choreographer", "server", text) for at, text in enumerate(plan, 1)]
    if verdict:
        texts = (verdict, "match: ann-1 needs 2 steps")
        found += [line(9, "server", role, text) for text in texts for role in ("choreographer", "spoiler")]
    return found
