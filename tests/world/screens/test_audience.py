"""The audience of a room: who is shown what of it, in which format, and that nothing is encoded twice."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.counting import Counting
from tests.doubles.harness import Rang
from tests.world.scenes import CAT, new_painter, scene, tags
from tilenet.game import NO_VIEW, Event, Tile, View
from tilenet.lines.feed import GATHERING
from tilenet.lines.memory import MemoryLine
from tilenet.turns.turn import Turn
from tilenet.wire.format import XML, Format
from tilenet.wire.messages import Hear, Set
from tilenet.world.players.client import Client, Screen
from tilenet.world.screens import audience
from tilenet.world.screens.agent import Agent
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.images import BLANK, Images
from tilenet.world.screens.news import News
from tilenet.world.screens.pictures import NO_FACES, Face, Faces

HELLO = News(Hear("m1", "m1", "hello"))
MINE = View({1: Tile(1, 1, "mine")})


class Spectator:
    """Somebody in the audience, and what was written to their client."""

    def __init__(self, objid: str, turn: Turn, format: Format = XML, *, is_blind: bool = False) -> None:
        self.agent = Agent(objid, Face(11, f"name of {objid}", "127.0.0.1"))
        self.agent.move("m1")
        self.writes: list[bytes] = []
        self.events: list[Event] = []
        self.line = MemoryLine(turn, self.writes.append)
        screen = None if is_blind else Screen(self.line, format, lambda objid: True)
        self.client = Client("127.0.0.1", screen, self.events.append)

    @property
    def told(self) -> list[str]:
        """What was told since this was asked last, line by line."""
        data = b"".join(self.writes)
        self.writes.clear()
        return data.decode().splitlines()


class AudienceTestCase(SynchronousTestCase):
    """ann, bob and cid watch a room with two tiles."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.images = Images()
        self.painter = new_painter(images=self.images)
        self.audience = Audience("m1", self.turn)
        self.counting = Counting()
        self.show(Tile(1, 1, "a"), Tile(2, 2, "b"))
        self.ann, self.bob, self.cid = self.people = [self.come(f"a{number}") for number in (1, 2, 3)]
        self.settle()

    def come(self, objid: str, format: Format | None = None, view: View = NO_VIEW, **more: Any) -> Spectator:
        spectator = Spectator(objid, self.turn, format or self.counting.format, **more)
        self.audience.seat(spectator.agent, spectator.client, self.painter.faces(view))
        return spectator

    def settle(self) -> None:
        """Let the turn end, and forget what came until now."""
        self.clock.advance(0)
        self.counting.written.clear()
        for spectator in getattr(self, "people", ()):
            spectator.writes.clear()

    def show(self, *tiles: Tile, views: dict[str, View] | None = None, **more: Any) -> None:
        """Show these tiles, and these views from now on; the turn ends."""
        self.paint(*tiles, views=views, **more)
        self.clock.advance(0)

    def paint(self, *tiles: Tile, views: dict[str, View] | None = None, **more: Any) -> None:
        """The same, and the turn does not end."""
        change = self.painter.paint("Room", scene(*tiles, **more))
        faces: dict[str, Faces] = {objid: self.painter.faces(view) for objid, view in (views or {}).items()}
        self.audience.show(self.painter.picture, change, faces)

    def objid(self, id: object) -> str:
        return self.painter.objid_of(id)

    def introduction(self, objid: str) -> Set:
        return Set(objid, energy=11, name=f"name of {objid}", text="127.0.0.1")


class InACrowd(AudienceTestCase):
    """Comings and goings in a crowd are told in batches."""

    def setUp(self) -> None:
        super().setUp()
        self.patch(audience, "CROWD", 2)

    def test_those_who_come_and_go_are_told_of_a_moment_later(self) -> None:
        self.come("a4")
        self.audience.part("a3")
        self.clock.advance(0)
        self.assertEqual(self.ann.told, [])
        self.clock.advance(GATHERING)
        self.clock.advance(0)
        self.assertEqual(len(self.ann.writes), 1)
        self.assertEqual(self.ann.told, tags(*(self.introduction("a4"), Set("a3", x=-1))))

    def test_but_not_later_than_what_they_say_or_whisper(self) -> None:
        self.come("a4")
        self.audience.tell("a1", News(Hear("a4", "a1", "(hello)")))
        self.clock.advance(0)
        self.assertEqual(self.ann.told, tags(self.introduction("a4"), Hear("a4", "a1", "(hello)")))
        self.assertEqual(self.bob.told, [])
        self.audience.tell_all(News(Hear("a4", "m1", "hello")))
        self.clock.advance(0)
        self.assertEqual(self.bob.told, tags(self.introduction("a4"), Hear("a4", "m1", "hello")))

    def test_the_newcomer_sees_the_room_at_once_and_in_a_small_room_all_do(self) -> None:
        dan = self.come("a4")
        self.clock.advance(0)
        self.assertIn(tags(self.introduction("a4"))[0], dan.told)
        self.clock.advance(GATHERING)
        self.settle()
        self.patch(audience, "CROWD", 4)
        self.come("a5")
        self.clock.advance(0)
        self.assertEqual(self.ann.told, tags(self.introduction("a5")))


class WhatIsTheSameForAll(AudienceTestCase):
    def test_everybody_gets_the_very_same_bytes_encoded_once(self) -> None:
        self.show(Tile(1, 1, "c"), Tile(2, 2, "d"), text="t")
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        expected = [Set("m1", text="t"), Set(self.objid(1), name="c"), Set(self.objid(2), name="d")]
        self.assertEqual(self.counting.written, [*expected, *HELLO.messages])
        self.assertEqual([len(one.writes) for one in self.people], [2, 2, 2])
        for write in range(2):
            self.assertEqual(len({id(one.writes[write]) for one in self.people}), 1)
        self.assertEqual(self.ann.told, tags(*expected, *HELLO.messages))

    def test_also_when_the_room_is_resized(self) -> None:
        """And everybody has to be put back: a thousand people in the room are not encoded a thousand times each."""
        self.show(Tile(1, 1, "a"), Tile(2, 2, "b"), size=(5, 5))
        self.assertEqual(self.counting.written.count(Set("m1", x=5, y=5)), 1)
        self.assertEqual(self.counting.written.count(Set(self.objid(1), x=1, y=1)), 1)
        self.assertEqual([self.counting.written.count(Set(objid)) for objid in ("a1", "a2", "a3")], [1, 1, 1])
        for one in self.people:
            self.assertEqual(
                one.told,
                tags(
                    Set("m1", x=5, y=5),
                    *(Set(self.objid(id), x=x, y=x) for id, x in (("help", 0), (1, 1), (2, 2))),
                    *(Set(objid) for objid in ("a1", "a2", "a3")),
                ),
            )

    def test_nothing_is_sent_if_nothing_has_changed(self) -> None:
        self.show(Tile(1, 1, "a"), Tile(2, 2, "b"))
        self.audience.show(self.painter.picture, None, {})
        self.assertEqual((self.clock.getDelayedCalls(), self.counting.written), ([], []))
        self.assertEqual([one.told for one in self.people], [[], [], []])

    def test_nothing_is_encoded_if_nobody_is_there(self) -> None:
        for one in self.people:
            self.audience.part(one.agent.objid)
        self.settle()
        self.show(Tile(1, 1, "c"), Tile(2, 2, "d"))
        self.audience.tell_all(HELLO)
        self.assertEqual((self.clock.getDelayedCalls(), self.counting.written), ([], []))

    def test_newcomers_share_what_they_are_shown(self) -> None:
        """Only who they are is new."""
        late = [self.come(f"a{number}") for number in (4, 5)]
        self.clock.advance(0)
        new = [Set(one.agent.objid, 11, f"name of {one.agent.objid}", "127.0.0.1") for one in late]
        self.assertEqual(self.counting.written, new)
        self.assertEqual(late[1].told[: len(self.painter.picture.faces) + 1], tags(*self.whole()))

    def whole(self) -> list[Set]:
        change = self.painter.picture.whole
        return [*change.head, *change.body]

    def test_all_of_a_turn_is_one_write(self) -> None:
        self.audience.tell_all(HELLO)
        self.audience.tell_all(News())
        self.paint(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        for one in self.people:
            self.assertEqual(len(one.writes), 1)
            self.assertEqual(len(one.told), 3)

    def test_images_are_defined_for_those_who_lack_them(self) -> None:
        cat = self.images.register(CAT)
        definition = Set(cat.objid, x=4, y=4, text=CAT.data.hex())
        self.show(Tile(1, 1, "a", image=CAT), Tile(2, 2, "b"), text="t")
        expected = [Set("m1", text="t"), definition, Set(self.objid(1), image=cat.objid)]
        self.assertEqual(self.counting.written, expected)  # encoded once, though each client may lack others
        for one in self.people:
            self.assertEqual(one.told, tags(*expected))
        self.show(Tile(1, 1, "a"), Tile(2, 2, "b", image=CAT), text="t")
        blank = Set(BLANK.objid, x=1, y=1, text=BLANK.image.data.hex())
        for one in self.people:
            self.assertEqual(
                one.told,
                tags(blank, Set(self.objid(1), image=BLANK.objid), Set(self.objid(2), image=cat.objid)),
            )


class TwoFormats(AudienceTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.other = Counting(b"other ")
        self.dan, self.eve = (self.come(objid, self.other.format) for objid in ("a4", "a5"))
        self.people += [self.dan, self.eve]
        self.settle()
        self.other.written.clear()

    def test_each_is_encoded_once_and_everybody_gets_their_own(self) -> None:
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        expected = [Set(self.objid(1), name="c")]
        self.assertEqual((self.counting.written, self.other.written), (expected, expected))
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        lines = tags(*expected, *HELLO.messages)
        for one in (self.ann, self.bob, self.cid):
            self.assertEqual(one.told, lines)
        for one in (self.dan, self.eve):
            self.assertEqual(one.told, [f"other {line}" for line in lines])

    def test_an_own_view_in_the_one_is_nothing_to_the_other(self) -> None:
        self.audience.show(self.painter.picture, None, {"a4": self.painter.faces(MINE)})
        self.clock.advance(0)
        self.assertEqual(self.dan.told, [f'other <set objid="{self.objid(1)}" name="mine"/>'])
        self.show(Tile(1, 1, "c"), Tile(2, 2, "d"))
        both = [f'<set objid="{self.objid(1)}" name="c"/>', f'<set objid="{self.objid(2)}" name="d"/>']
        self.assertEqual([one.told for one in (self.ann, self.bob, self.cid)], [both] * 3)
        self.assertEqual(self.dan.told, [f"other {both[1]}"])
        self.assertEqual(self.eve.told, [f"other {line}" for line in both])

    def test_a_format_that_nobody_uses_any_more_costs_nothing(self) -> None:
        for objid in ("a4", "a5"):
            self.audience.part(objid)
        self.clock.advance(0)
        self.other.written.clear()
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.assertEqual(self.other.written, [])


class OwnViews(AudienceTestCase):
    def see(self, *objids: str, view: View) -> None:
        """Let these people see that from now on."""
        self.audience.show(self.painter.picture, None, {objid: self.painter.faces(view) for objid in objids})
        self.clock.advance(0)

    def test_one_alone_is_told_and_has_another_picture(self) -> None:
        self.see("a1", view=MINE)
        self.assertEqual(self.ann.told, tags(Set(self.objid(1), name="mine")))
        self.assertEqual((self.bob.told, self.cid.told), ([], []))
        self.assertEqual(self.audience.picture_of("a1").faces[self.objid(1)].name, "mine")
        self.assertEqual(self.audience.picture_of("a1").faces[self.objid(2)].name, "b")
        self.assertIs(self.audience.picture_of("a2"), self.audience.picture)

    def test_what_changes_under_it_is_not_told_and_what_comes_after_that_is(self) -> None:
        """Those who were left out of one piece are left out of no other in the same turn."""
        self.see("a1", view=MINE)
        self.settle()
        self.paint(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        hello = tags(*HELLO.messages)
        self.assertEqual((self.ann.told, self.bob.told), (hello, [*tags(Set(self.objid(1), name="c")), *hello]))

    def test_what_changes_around_it_is_told_with_the_others(self) -> None:
        self.see("a1", view=MINE)
        self.settle()
        self.show(Tile(1, 1, "a"), Tile(2, 2, "d"))
        self.assertEqual(self.counting.written, [Set(self.objid(2), name="d")])
        self.assertEqual(len({id(one.writes[0]) for one in self.people}), 1)
        self.settle()
        self.show(Tile(1, 1, "c"), Tile(2, 2, "e"), text="t")
        self.assertEqual(self.ann.told, tags(Set("m1", text="t"), Set(self.objid(2), name="e")))

    def test_who_leaves_with_one_is_told_nothing_more(self) -> None:
        self.see("a1", view=MINE)
        self.audience.part("a1")
        self.settle()
        self.show(Tile(1, 1, "c"), Tile(2, 2, "d"))
        self.assertEqual(self.ann.told, [])

    def test_it_ends(self) -> None:
        self.see("a1", view=MINE)
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.settle()
        self.see("a1", view=NO_VIEW)
        self.assertEqual(self.ann.told, tags(Set(self.objid(1), name="c")))
        self.assertIs(self.audience.picture_of("a1"), self.audience.picture)

    def test_one_that_several_share_is_compared_and_encoded_once(self) -> None:
        self.see("a1", "a2", view=View({1: Tile(1, 1, "ours")}))
        self.assertEqual(self.counting.written, [Set(self.objid(1), name="ours")])
        self.assertEqual((self.ann.told, self.bob.told), (tags(Set(self.objid(1), name="ours")),) * 2)
        self.assertEqual(self.cid.told, [])

    def test_also_when_what_all_see_changes_with_it(self) -> None:
        self.see("a1", "a2", view=View({1: Tile(1, 1, "ours")}))
        self.settle()
        view = View({1: Tile(1, 1, "other")})
        self.show(Tile(1, 1, "a"), Tile(2, 2, "d"), views={"a1": view, "a2": view})
        own = [Set(self.objid(1), name="other"), Set(self.objid(2), name="d")]
        self.assertEqual(
            sorted(map(str, self.counting.written)), sorted(map(str, [Set(self.objid(2), name="d"), *own]))
        )
        self.assertEqual((self.ann.told, self.bob.told), (tags(*own), tags(*own)))

    def test_a_newcomer_with_a_view_sees_it_at_once(self) -> None:
        dan = self.come("a4", view=MINE)
        self.clock.advance(0)
        told = dan.told
        self.assertIn(f'<set objid="{self.objid(1)}" energy="1" name="mine" text="" x="1" y="1"/>', told)
        self.assertNotIn('name="a"', " ".join(told))


class ComingAndGoing(AudienceTestCase):
    def test_a_newcomer_is_told_what_comes_after_in_the_same_turn(self) -> None:
        self.audience.tell_all(News(Hear("m1", "m1", "too early")))
        dan = self.come("a4")
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        told = dan.told
        self.assertEqual(told[-1:], tags(*HELLO.messages))
        self.assertNotIn("too early", " ".join(told))

    def test_who_leaves_is_told_nothing_more_and_the_others_who_has_left(self) -> None:
        """c5.1: x to exit."""
        self.audience.part("a1")
        self.clock.advance(0)
        self.assertEqual((self.bob.told, self.cid.told), (tags(Set("a1", x=-1)),) * 2)
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.audience.tell("a1", HELLO)
        self.clock.advance(0)
        self.assertEqual(self.ann.told, [])

    def test_those_who_know_them_already_are_told_less_in_its_place(self) -> None:
        """Also if somebody speaks before and after, in the same turn."""
        self.audience.part("a1")
        dan = self.come("a4")
        self.settle()
        self.audience.tell_all(HELLO)
        self.audience.seat(self.ann.agent, self.ann.client, NO_FACES)
        self.audience.tell_all(HELLO)
        self.clock.advance(0)
        [hello] = tags(*HELLO.messages)
        self.assertEqual((self.bob.told, self.cid.told), ([hello, *tags(Set("a1", x=0)), hello],) * 2)
        self.assertEqual(dan.told[-3:], [hello, *tags(self.introduction("a1")), hello])

    def test_all_are_forgotten_when_the_room_is_cleared(self) -> None:
        self.audience.clear()
        self.audience.tell_all(HELLO)
        self.audience.tell("a1", HELLO)
        self.audience.happened(Rang())
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        for one in self.people:
            self.assertEqual((one.told, one.events), ([], []))
        self.assertEqual(self.audience.watchers, {})


class Clients(AudienceTestCase):
    """A player lasts, and clients come and go."""

    def test_who_is_detached_is_told_nothing_more(self) -> None:
        """What was told before in the same turn arrives."""
        self.audience.tell_all(HELLO)
        self.audience.detach("a1")
        self.audience.tell_all(HELLO)
        self.audience.tell("a1", HELLO)
        self.audience.happened(Rang())
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.assertEqual((self.ann.told, self.ann.events), (tags(*HELLO.messages), []))

    def test_a_view_is_forgotten_with_its_client(self) -> None:
        self.audience.show(self.painter.picture, None, {"a1": self.painter.faces(MINE)})
        self.audience.detach("a1")
        self.settle()
        self.show(Tile(1, 1, "c"), Tile(2, 2, "b"))
        self.assertEqual(self.counting.written, [Set(self.objid(1), name="c")])
        self.assertEqual(self.ann.told, [])

    def test_events_are_for_those_who_listen(self) -> None:
        dan = self.come("a4", is_blind=True)
        deaf = Spectator("a5", self.turn)
        deaf.client.listener = None
        self.audience.seat(deaf.agent, deaf.client, NO_FACES)
        self.settle()
        rang = Rang()
        self.audience.happened(rang)
        self.assertEqual([one.events for one in (self.ann, dan, deaf)], [[rang], [rang], []])
        self.assertEqual((self.ann.told, self.clock.getDelayedCalls()), ([], []))

    def test_somebody_may_leave_because_of_an_event(self) -> None:
        self.ann.client.listener = lambda event: self.audience.part("a2")
        self.audience.happened(Rang())
        self.assertEqual(len(self.cid.events), 1)
