"""What a room tells of a replay: the time goes on by itself, and what makes no sense is left out."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model
from tilenet.clients.replayfacts import Moment, ReplayFacts, is_preparing, is_replay, minutes, replay_of
from tilenet.clients.vocabulary import is_my_turn
from tilenet.wire.messages import FACTS, LoggedIn, ServerOpen, Set, Xresponse

TOLD = {
    "start": 100.0,
    "at": 3.0,
    "length": 60.0,
    "speed": 2,
    "playing": True,
    "moments": [{"at": 2, "text": "first"}, {"at": 10, "text": "second"}],
    "seats": ["ann", "bob"],
}


class Facts(SynchronousTestCase):
    def model(self, replay: Any, now: float = 103.0, pace: float = 2.0, **you: Any) -> Model:
        self.now = 0.0
        model = Model(lambda: self.now)
        model.take(ServerOpen("", "", "open"))
        model.take(LoggedIn("", "a1"))
        model.take(Set("m1", name="Replay", text="", bgcolor="0", fgcolor="0", x=3, y=3))
        facts = {"replay": replay, "turn": ["X"]}
        told = {"room": "m1", "kind": "noughts/1", "now": now, "pace": pace, "facts": facts, "you": you}
        model.take(Xresponse(json.dumps(told), FACTS))
        return model

    def replay(self, replay: Any, **more: Any) -> ReplayFacts:
        found = replay_of(self.model(replay, **more))
        assert found is not None
        return found

    def test_the_time_goes_on_at_its_pace_up_to_the_end(self) -> None:
        model = self.model(TOLD)
        times = []
        for self.now in (0.0, 1.0, 10.0, 100.0):
            found = replay_of(model)
            assert found is not None
            times.append((found.at, found.moment))
        self.assertEqual(times, [(3.0, 1), (5.0, 1), (23.0, 2), (60.0, 2)])

    def test_whatever_is_told_the_time_follows_from_now(self) -> None:
        """What one player alone is told has the time, and not where the replay is."""
        model = self.model(TOLD)
        model.take(Xresponse(json.dumps({"room": "m1", "now": 107.0, "you": {"seat_of": 1}}), FACTS))
        found = replay_of(model)
        assert found is not None
        self.assertEqual((found.at, found.seat), (7.0, 1))

    def test_what_makes_no_sense_is_left_out(self) -> None:
        for name, value, expected in (
            ("moments", [{"at": 5, "text": "b"}, {"at": 2, "text": "a"}], ("moments", [])),
            ("moments", [{"at": "soon"}], ("moments", [])),
            ("moments", {"at": 1}, ("moments", [])),
            ("moments", [{"at": 1, "text": 5}], ("moments", [Moment(1, "")])),
            ("seats", [5, "ann"], ("seats", ["ann"])),
            ("seats", None, ("seats", [])),
            ("speed", "fast", ("speed", 1.0)),
            ("length", -5, ("length", 0.0)),
            ("length", 10**400, ("is_known", False)),
            ("playing", "yes", ("is_playing", False)),
            ("start", True, ("at", 3.0)),
        ):
            attribute, wanted = expected
            self.assertEqual(getattr(self.replay({**TOLD, name: value}), attribute), wanted, (name, value))

    def test_seats(self) -> None:
        for number, seat in ((1, 1), (2, 2), (3, 0), (0, 0), (-1, 0), (True, 0), ("1", 0), (None, 0)):
            self.assertEqual(self.replay(TOLD, seat_of=number).seat, seat, number)

    def test_before_it_is_known(self) -> None:
        for told, is_known, prepared in (({"prepared": 0.416}, False, 41), ({"problem": "?"}, False, None)):
            found = self.replay(told)
            self.assertEqual((found.is_known, found.prepared, found.fraction(3.0)), (is_known, prepared, 0.0))
            self.assertTrue(is_preparing(self.model(told)))
        self.assertFalse(is_preparing(self.model(TOLD)))

    def test_other_rooms_are_none(self) -> None:
        values: list[Any] = [None, [], "yes", 5]
        for value in values:
            model = self.model(value)
            self.assertEqual((replay_of(model), is_replay(model), is_preparing(model)), (None, False, False))

    def test_it_is_nobodys_turn(self) -> None:
        """The seat is that of the player whose eyes one looks through."""
        self.assertFalse(is_my_turn(self.model(TOLD, seat="X")))
        self.assertTrue(is_my_turn(self.model(None, seat="X")))

    def test_minutes(self) -> None:
        for seconds, text in ((0, "0:00"), (59.9, "0:59"), (83, "1:23"), (3723, "1:02:03"), (9.9999999, "0:10")):
            self.assertEqual(minutes(seconds), text)
