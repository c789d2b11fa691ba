"""What somebody was shown, as it can be compared after a restart in which everything got another objid."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model
from tilenet.clients.torture.sight import Sight, sight_of
from tilenet.wire.messages import FACTS, LoggedIn, Set, Xresponse


def model(
    first: int = 1, now: float = 10.0, name: str = "X", text: str = "", kind: str = "noughts/1", **facts: Any
) -> Model:
    """A room with one tile and one person, whose objids begin with a number."""
    found = Model()
    room, ann, tile = f"m{first}", f"a{first}", f"t{first}"
    found.take(LoggedIn("Welcome", ann))
    found.take(Set(room, name="Noughts", text=text, bgcolor="ff000000", fgcolor="ffffffff", x=3, y=3))
    found.take(Set(tile, energy=1, name=name, text="", x=0, y=0))
    found.take(Set(ann, energy=11, name="ann", text=""))
    told = {"room": room, "address": "noughts", "kind": kind, "now": now, "roles": {tile: "cell/0/0"}, "facts": facts}
    found.take(Xresponse(json.dumps(told), FACTS))
    return found


def sight(first: int = 1, now: float = 10.0, name: str = "X", text: str = "", **facts: Any) -> Sight:
    return sight_of(model(first, now, name, text, **facts))


class Sights(SynchronousTestCase):
    def test_the_same_room_under_other_objids_is_the_same(self) -> None:
        facts: Any = {"seats": {"X": {"player": {"name": "ann", "agent": "a1"}}}}
        later: Any = {"seats": {"X": {"player": {"name": "ann", "agent": "a7"}}}}
        self.assertEqual(sight(1, **facts).differences(sight(7, 12.0, **later)), [])

    def test_a_tile_that_is_not_as_it_was_is_told(self) -> None:
        (line,) = sight(name="X").differences(sight(name="."))
        self.assertIn("/tiles/0,0: ('cell/0/0', 'X'", line)
        self.assertIn("and later ('cell/0/0', '.'", line)

    def test_a_fact_that_has_gone_or_come_is_told(self) -> None:
        self.assertEqual(sight(turn="X").differences(sight()), ["/facts/turn: 'X', and later nothing"])
        self.assertEqual(sight().differences(sight(turn="X")), ["/facts/turn: nothing, and later 'X'"])

    def test_the_seconds_of_a_countdown_pass_only_if_there_is_one(self) -> None:
        before, later = "The game begins in 11 s.", "The game begins in 9 s."
        self.assertEqual(sight(text=before, deadline=21.0).differences(sight(text=later, deadline=21.0)), [])
        self.assertEqual(len(sight(text=before).differences(sight(text=later))), 1)

    def test_the_times_that_were_told(self) -> None:
        self.assertEqual(sight(deadline=21.5, free={"card/1": 12.5}, turn=3).times(), [21.5, 12.5])

    def test_a_result_counts_while_the_game_is_over(self) -> None:
        for phase, parts in (("over", {"reason": "line"}), ("waiting", {})):
            found = model(phase=phase)
            told = {"room": "m1", "now": 11.0, "result": {"reason": "line"}}
            found.take(Xresponse(json.dumps(told), FACTS))
            self.assertEqual(sight_of(found).parts["result"], parts)

    def test_home_may_name_people_in_another_order(self) -> None:
        def home(*names: str) -> Sight:
            return sight_of(model(kind="home/1", rooms={"room/set": {"names": [*names]}}))

        self.assertEqual(home("ann", "bob").differences(home("bob", "ann")), [])
        self.assertEqual(len(home("ann", "bob").differences(home("ann", "cid"))), 1)
