"""Records: ann, who has an account, looks at the ranking of one game, at her own page, and at more games."""

from __future__ import annotations

import json

from tests.doubles.librarian import Library
from tilenet.records import Best, Career, Contents, Overview, Own, OwnResult, Ranked

FACTS = b'<xrequest options="facts"/>'
LOGIN = b'objid="a1"/>'
CAREER = Career("ann", 3, 2, 1034.0, ratings=(900.0, 950.0, 1034.0), latest=(OwnResult(0, 2, 4, 9.0, 1034.0),))


class Visit:
    """What ann is told in Records, moment by moment."""

    def __init__(self) -> None:
        self.library = Library()
        self.ann = self.library.visit("ann", 1)
        self.ann.send(FACTS)
        _, _, self.ann.raw = self.ann.raw.partition(LOGIN)
        self._moments: list[tuple[str, str]] = []

    def moment(self, name: str) -> None:
        self._moments.append((name, self.ann.raw.decode()))
        self.ann.raw = b""

    @property
    def text(self) -> str:
        return json.dumps({"me": self.ann.agent, "moments": self._moments})


def play() -> Visit:
    visit = Visit()
    library, ann = visit.library, visit.ann
    visit.moment("looking")
    library.answer(Overview, Contents(1, ("Memory", "Set"), "Set"))
    library.answer(Best, (Ranked(1, "<ann>", 1025.0, 2, 3),))
    visit.moment("ranking")
    ann.click("By wins")
    library.answer(Best, (Ranked(1, "<ann>", 1026.0, 2, 3),))
    visit.moment("by wins")
    ann.click("Mine")
    library.answer(Own, CAREER)
    visit.moment("mine")
    library.server.advance(1)
    library.answer(Overview, Contents(2, tuple(f"Game {number:02}" for number in range(12)), "Set"))
    library.answer(Own, CAREER)
    visit.moment("many games")
    ann.click("Game 00")
    library.answer(Own, Career("ann", 1, ratings=(900.0,)))
    visit.moment("one rating")
    return visit
