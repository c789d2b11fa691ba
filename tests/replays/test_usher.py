"""Players are led to replays: each is shown in one theatre, to those who may see it, and nobody can open too many."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running
from tests.replays.test_library import SAVED, TODAY, header
from tests.replays.test_recorder import MOVES, Recorded
from tilenet.records import Placed, Replays
from tilenet.replays import usher
from tilenet.replays.usher import MOST_THEATRES, OPENINGS, PERIOD, TOO_FAST, TOO_MANY, UNKNOWN
from tilenet.wire.format import XML_FACTS
from tilenet.world.players.player import Muted, Player
from tilenet.world.rooms.acts import Speech
from tilenet.world.rooms.commands import NO_REPLAYS, NOT_KEPT, NOT_PLAYED
from tilenet.world.rooms.room import Room


class UsherTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Recorded(self.folder)

    def play(self) -> list[Player]:
        """Two play noughts to the end, and eve watches."""
        people = self.server.at("noughts", "ann", "bob", "eve")
        for number, cell in enumerate(MOVES):
            self.server.advance(2)
            self.server.click(people[number % 2], ("cell", *cell))
        return people

    @property
    def last(self) -> str:
        return str(self.server.library.latest(1, only_theirs=False)[0]["id"])

    def told(self, player: Player, text: str) -> list[str]:
        """What a player is told who says this."""
        told: list[str] = []
        with patch.object(Room, "tell", lambda room, who, line: told.append(line) if who is player else None):
            self.server.say(player, text)
        self.server.advance(0)
        return told

    def room(self, player: Player) -> str:
        assert player.room is not None
        return player.room.name

    def keep(self, **more: Any) -> str:
        return self.server.library.keep(header(ended=self.server.wall_time(), **more), [SAVED])


class Watching(UsherTestCase):
    def test_leads_to_the_last_match_of_the_room_where_all_watch_together(self) -> None:
        ann, bob, eve = self.play()
        (line,) = self.told(ann, "/watch")
        self.assertIn(f"/watch {self.last}", line)
        self.told(bob, "/watch")
        self.server.world.send_to(eve, None)
        self.told(eve, f"/watch {self.last}")
        self.assertEqual([self.room(one) for one in (ann, bob, eve)], ["replay-1"] * 3)
        theatre = self.server.world.rooms["replay-1"]
        self.assertEqual((theatre.belongs_to, theatre.origin.setup), ("replays", {"replay": self.last}))
        for text in ("/watch", f"/watch {self.last}"):
            self.assertEqual(self.told(ann, text), [line])
        self.assertEqual(self.room(ann), "replay-1")

    def test_the_people_in_theatres_are_counted_at_home(self) -> None:
        ann, *_ = self.play()
        self.told(ann, "/watch")
        self.server.advance(2)
        home: Any = self.server.world.homes[0].game
        self.assertEqual(home.facts()["rooms"]["room", "replays"]["people"], 1)

    def test_a_theatre_closes_when_it_is_empty_and_can_be_opened_again(self) -> None:
        ann, *_ = self.play()
        self.told(ann, "/watch")
        self.server.world.send_to(ann, "noughts")
        self.assertNotIn("replay-1", self.server.world.rooms)
        self.told(ann, "/watch")
        self.assertEqual(self.room(ann), "replay-2")

    def test_in_a_room_without_a_match_there_is_nothing_to_watch(self) -> None:
        (ann,) = self.server.at("noughts", "ann")
        self.assertEqual(self.told(ann, "/watch"), [NOT_PLAYED])
        self.server.world.send_to(ann, None)
        self.assertEqual(self.told(ann, "/watch"), [NOT_PLAYED])
        self.assertEqual(self.told(ann, "/watchful"), ["There is no /watchful. /help lists what there is."])

    def test_a_match_that_was_not_kept_cannot_be_watched(self) -> None:
        with patch("tilenet.replays.library.MOST_WAITING", 0):
            ann, *_ = self.play()
        self.assertEqual(self.told(ann, "/watch"), [NOT_KEPT])

    def test_after_a_crash_the_room_knows_its_last_match(self) -> None:
        ann, *_ = self.play()
        before = self.last
        self.server.world.rooms["noughts"].chronicle.note_all()  # in another segment, the match is not done again
        self.server.end_turn()
        self.server = Recorded(self.folder, seed=2)
        self.told(self.server.back(ann.id), "/watch")
        self.assertEqual(self.room(self.server.world.known(ann.id)), "replay-1")
        self.server = Recorded(self.folder, seed=3)
        eve = self.server.join("fay")
        self.told(eve, f"/watch {before}")
        self.assertEqual(self.room(eve), "replay-1")  # it is open since before the crash
        (line,) = self.told(eve, "/watch")
        self.assertIn(before, line)

    def test_a_server_without_replays_says_so(self) -> None:
        server = Running(self.folder / "other")
        server.recovery.run()
        ann = server.join("ann")
        for text in ("/watch", "/watch set-abcdefgh"):
            told: list[str] = []
            with patch.object(Room, "tell", lambda room, who, line, told=told: told.append(line)):
                assert ann.room is not None
                ann.room.act(ann, Speech(ann.room.objid, text))
            self.assertEqual(told, [NO_REPLAYS])

    def test_somebody_who_talks_too_fast_is_told(self) -> None:
        ann, *_ = self.play()
        with patch.object(Player, "say", side_effect=Muted("too fast")):
            self.assertEqual(self.told(ann, "/watch"), ["too fast"])
        self.assertEqual(self.room(ann), "noughts")


class WhoMaySee(UsherTestCase):
    def test_a_private_one_is_for_those_who_were_there_and_to_others_as_if_there_were_none(self) -> None:
        ann, bob = self.server.join("ann"), self.server.join("bob")
        private = self.keep(people=ann.id, is_private=True)
        self.assertEqual(self.told(bob, f"/watch {private}"), [UNKNOWN])
        self.assertEqual(self.told(bob, "/watch set-zzzzzzzz"), [UNKNOWN])
        self.assertNotIn("replay-1", self.server.world.rooms)
        self.told(ann, f"/watch {private}")
        self.assertEqual(self.room(ann), "replay-1")
        self.assertEqual(self.told(bob, f"/watch {private}"), [UNKNOWN])
        self.assertNotEqual(self.room(bob), "replay-1")

    def test_the_list_has_what_the_player_may_see(self) -> None:
        ann, bob = self.server.join("ann"), self.server.join("bob")
        public = self.keep(people="x")
        self.server.advance(1)
        private = self.keep(people=ann.id, is_private=True)
        usher = self.server.world.building.usher
        assert usher is not None
        for who, only_theirs, ids in (
            (ann, False, [private, public]),
            (ann, True, [private]),
            (bob, False, [public]),
            (bob, True, []),
        ):
            found = usher.answer(Replays(who, 9, only_theirs))
            self.assertEqual([one.id for one in found], ids, (who, only_theirs))

    def test_a_row_says_how_it_ended(self) -> None:
        ann, bob, eve = self.play()
        self.server.advance(60)
        usher = self.server.world.building.usher
        assert usher is not None
        for who, place in ((ann, 1), (bob, 2), (eve, None)):
            (row,) = usher.answer(Replays(who, 9, only_theirs=True))
            self.assertEqual((row.id, row.title, row.kind), (self.last, "Noughts and crosses", "noughts/1"))
            self.assertEqual((row.ago, row.seconds, row.players), (60.0, 10.0, 2))
            self.assertEqual((row.was_there, row.place, row.is_private), (True, place, False))
            self.assertEqual(row.top, (Placed(1, "ann", 1), Placed(2, "bob", 0)))

    def test_a_header_that_somebody_has_edited_does_no_harm(self) -> None:
        people = [
            {"id": "x", "name": 7, "place": 1, "score": "much"},
            {"id": "y", "name": "b\u202eo\nb" * 99, "place": True},
            {"id": "z", "place": -1, "score": 1},
        ]
        self.server.library.keep({**header(ended=TODAY * 9), "people": people, "kind": ["x"], "seconds": -5}, [SAVED])
        self.server.library.keep(header(title="a\x00\n" * 99, game="set", people="y"), [SAVED])
        usher = self.server.world.building.usher
        assert usher is not None
        other, row = sorted(usher.answer(Replays(self.server.join("ann"), 9)), key=lambda one: len(one.top))
        self.assertEqual((row.top, row.kind, row.ago, row.seconds), ((Placed(1, "", 0.0),), "", 0.0, 0.0))
        self.assertLess(len(other.title), 61)
        self.assertTrue(other.title.isprintable())

    def test_one_answer_is_never_long(self) -> None:
        for _ in range(usher.MOST_ROWS + 5):
            self.keep()
        found = self.server.world.building.usher
        assert found is not None
        self.assertEqual(len(found.answer(Replays(self.server.join("ann"), 10**9))), usher.MOST_ROWS)


class Bounds(UsherTestCase):
    def ids(self, count: int) -> list[str]:
        return [self.keep() for _ in range(count)]

    def test_one_player_opens_a_few_in_a_minute_and_can_go_to_those_that_are_open(self) -> None:
        ann, bob = self.server.join("ann"), self.server.join("bob")
        first, *others = self.ids(OPENINGS + 2)
        self.told(bob, f"/watch {first}")
        for id in others[:OPENINGS]:
            self.told(ann, f"/watch {id}")
        self.assertEqual(self.told(ann, f"/watch {others[-1]}"), [TOO_FAST])
        self.told(ann, f"/watch {first}")
        self.assertEqual(self.room(ann), self.room(bob))
        self.server.advance(PERIOD / OPENINGS + 1)
        self.told(ann, f"/watch {others[-1]}")
        self.assertNotEqual(self.room(ann), self.room(bob))

    def test_there_are_only_so_many_at_once(self) -> None:
        with patch.object(usher, "MOST_THEATRES", 2):
            people = [self.server.join(name) for name in ("ann", "bob", "cid")]
            ids = self.ids(3)
            self.told(people[0], f"/watch {ids[0]}")
            self.told(people[1], f"/watch {ids[1]}")
            self.assertEqual(self.told(people[2], f"/watch {ids[2]}"), [TOO_MANY])
            self.server.world.send_to(people[0], None)
            self.told(people[2], f"/watch {ids[2]}")
            self.assertEqual(self.room(people[2]), "replay-3")
        self.assertGreater(MOST_THEATRES, 2)


class AtTheEnd(UsherTestCase):
    def result(self, player: Player) -> Any:
        assert player.room is not None
        return player.room.facts._public.get("result")

    def test_the_result_in_the_facts_has_the_replay_until_the_next_match(self) -> None:
        ann, bob = self.server.at("noughts", "ann", "bob")
        self.server.world.reformat(ann, XML_FACTS)
        for number, cell in enumerate(MOVES):
            self.assertIsNone(self.result(ann))
            self.server.click((ann, bob)[number % 2], ("cell", *cell))
        self.assertEqual(self.result(ann)["replay"], self.last)
        self.server.click(ann, "restart")
        self.assertIsNone(self.result(ann))

    def test_one_that_is_not_kept_is_not_in_it(self) -> None:
        ann, bob = self.server.at("noughts", "ann", "bob")
        self.server.world.reformat(ann, XML_FACTS)
        with patch("tilenet.replays.library.MOST_WAITING", 0):
            for number, cell in enumerate(MOVES):
                self.server.click((ann, bob)[number % 2], ("cell", *cell))
        self.assertNotIn("replay", self.result(ann))
