"""Who is where, as a client reads it, whatever a server sends."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model
from tilenet.clients.places import Person, Place, places
from tilenet.wire.messages import WHO, Xresponse


class Reading(SynchronousTestCase):
    def test_places_with_people(self) -> None:
        told = {
            "places": [
                {"place": "Set", "address": "set", "players": [{"name": "ann", "away": True}]},
                {"place": "a private table", "players": [{"name": "robo", "bot": True}]},
            ]
        }
        model = Model()
        self.assertIsNone(model.places)
        model.take(Xresponse(json.dumps(told), WHO))
        self.assertEqual(
            model.places,
            [
                Place("Set", "set", (Person("ann", is_away=True),)),
                Place("a private table", "", (Person("robo", is_bot=True),)),
            ],
        )

    def test_what_makes_no_sense_is_left_out(self) -> None:
        for told in ("", "5", "[]", "NaN", '{"places": 5}', '{"places": [5, null]}', "[" * 100_000):
            self.assertEqual(places(told), [], told[:20])
        (place,) = places('{"places": [{"place": 5, "address": [], "players": [7, {"name": {}, "bot": 1}]}]}')
        self.assertEqual(place, Place("", "", (Person(""),)))
