"""Who came into a room and who left it, as the server tells it before the room's line about that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tilenet.clients.roomfacts import Members
from tilenet.words import Words

NAMED = 3  # players in a line about them; the others are counted


class Passage(NamedTuple):
    """Their names, and how many more there are who were not named."""

    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    more_came: int = 0
    more_left: int = 0

    def then(self, later: Passage) -> Passage:
        """Both in one: what each of them did last."""
        since = {*later.came, *later.left}
        came, left = (tuple(name for name in names if name not in since) for names in (self.came, self.left))
        more_came, more_left = self.more_came + later.more_came, self.more_left + later.more_left
        return Passage(came + later.came, left + later.left, more_came, more_left)

    @property
    def words(self) -> str:
        """In a line; empty if it is nobody."""
        came, left = _listed(self.came, self.more_came), _listed(self.left, self.more_left)
        if came and left:
            return Words("{came} came in; {left} left.", came=came, left=left)
        if came:
            return Words("{names} came in.", names=came)
        return Words("{names} left.", names=left) if left else ""


NOBODY = Passage()


def passage(told: Members) -> Passage:
    """What a server has told; whatever makes no sense in it is left out."""
    if "came" not in told and "left" not in told:
        return NOBODY
    return Passage(_names(told.get("came")), _names(told.get("left")), _more(told, "came"), _more(told, "left"))


def _names(found: object) -> tuple[str, ...]:
    return tuple(name for name in found if isinstance(name, str) and name) if isinstance(found, list) else ()


def _more(told: Members, name: str) -> int:
    more = told.get(f"more_{name}")
    return max(0, more) if isinstance(more, int) and told.get(name) else 0


def _listed(names: Iterable[str], more: int) -> str:
    """ann / ann and bob / ann, bob, cid and 4 others"""
    some = [*names]
    if len(some) + more > NAMED + 1 or more:
        return Words("{names} and {n} others", names=", ".join(some[:NAMED]), n=len(some[NAMED:]) + more)
    if len(some) < 2:
        return "".join(some)
    return Words("{names} and {last}", names=", ".join(some[:-1]), last=some[-1])
