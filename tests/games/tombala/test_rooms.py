"""What the lobby knows of the rooms: names, makers, and the order of interest; as much work for many as for few."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tests.doubles.steps import steps
from tests.doubles.tombala_rooms import listed
from tilenet.games.tombala.events import Create
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.rooms import ROOM, Entry, Rooms


def entry(name: str, begins_at: float = 30.0, players: tuple[str, ...] = (), can_join: bool = True) -> Entry:
    return Entry(f"tombala-room-{name}", name, f"maker of {name}", begins_at, None, players, not can_join, can_join)


class RoomsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.rooms = Rooms()

    def put(self, *entries: Entry) -> None:
        for one in entries:
            self.rooms.put(one)

    def by_interest(self) -> list[str]:
        return [one.name for one in self.rooms.by_interest()]


class Names(RoomsTestCase):
    def test_are_compared_as_players_names_are(self) -> None:
        for name, others in {
            "room1": ["ROOM1", " Room1 ", "room\uff11", "\uff52oom1"],
            "Straße": ["STRASSE", "strasse"],
            "Ren\u00e9": ["Rene\u0301", "REN\u00c9"],
            "new year": ["New  Year", "\uff4eew year"],
        }.items():
            self.put(entry(name))
            for other in others:
                self.assertEqual(self.rooms.find(other), entry(name), other)
        self.assertIsNone(self.rooms.find("room2"))

    def test_of_one_room_only(self) -> None:
        """The second of a name is not known: nobody could join it."""
        second = entry("DEN")
        self.put(entry("den"), second)
        self.assertEqual((len(self.rooms), self.rooms.find("den")), (1, entry("den")))
        self.rooms.remove(second.room)
        self.assertEqual(self.rooms.find("den"), entry("den"))

    def test_are_free_when_the_room_is_removed(self) -> None:
        self.put(entry("den"))
        self.rooms.remove(entry("den").room)
        self.rooms.remove(entry("den").room)
        self.assertEqual((len(self.rooms), self.rooms.find("den"), self.by_interest()), (0, None, []))

    def test_that_are_free(self) -> None:
        self.assertEqual(self.rooms.free_name(), "room1")
        self.put(entry("Room1"), entry("room3"))
        self.assertEqual(self.rooms.free_name(), "room2")
        self.put(entry("room2"))
        self.assertEqual(self.rooms.free_name(), "room4")
        self.rooms.remove(entry("room3").room)
        self.assertEqual(self.rooms.free_name(), "room3")


class Makers(RoomsTestCase):
    def test_have_as_many_rooms_as_they_made_and_are_still_there(self) -> None:
        rooms = [entry(name)._replace(by="ann") for name in "abc"]
        self.put(*rooms, entry("d"))
        self.put(rooms[0]._replace(players=("bob",)))
        self.assertEqual([self.rooms.made_by(player) for player in ("ann", "maker of d", "bob")], [3, 1, 0])
        self.rooms.remove(rooms[1].room)
        self.assertEqual(self.rooms.made_by("ann"), 2)


class Interest(RoomsTestCase):
    def test_is_in_rooms_that_can_be_joined_then_in_those_with_people_then_in_the_earliest(self) -> None:
        self.put(
            entry("started", 1.0, ("ann",), can_join=False),
            entry("empty", 10.0),
            entry("late", 50.0, ("ann",)),
            entry("soon", 20.0, ("ann",)),
            entry("emptier", 10.0),
        )
        self.assertEqual(self.by_interest(), ["soon", "late", "empty", "emptier", "started"])

    def test_changes_with_the_room(self) -> None:
        self.put(entry("a", 10.0), entry("b", 20.0), entry("c", 20.0))
        self.put(entry("c", 20.0, ("ann",)))
        self.assertEqual(self.by_interest(), ["c", "a", "b"])
        self.put(entry("c", 20.0))
        self.assertEqual(self.by_interest(), ["a", "b", "c"])

    def test_is_least_in_the_empty_room_that_begins_last(self) -> None:
        self.assertIsNone(self.rooms.least_missed())
        self.put(entry("full", 99.0, ("ann",), can_join=False))
        self.assertIsNone(self.rooms.least_missed())
        self.put(entry("ours", 99.0, ("ann",)))
        self.assertIsNone(self.rooms.least_missed())
        self.put(entry("soon", 10.0), entry("late", 30.0))
        self.assertEqual(self.rooms.least_missed(), entry("late", 30.0))

    def test_is_less_in_rooms_of_somebody_who_has_made_more(self) -> None:
        """However late the only room of somebody else begins."""
        self.put(entry("only", 60.0), *(entry(name, 10.0)._replace(by="ann") for name in ("one", "other")))
        self.assertEqual(self.rooms.least_missed(), entry("other", 10.0)._replace(by="ann"))


class ManyRooms(SynchronousTestCase):
    """What is done in a lobby with many is as much work as in one with few."""

    def lobby(self, rooms: int) -> Lobby:
        lobby = Lobby(Random(1))
        [*lobby.enter(Someone("ann"), 0.0)]
        [*lobby.rooms_changed({one.room: one for one in (listed(f"room{n}", 3600.0 - n) for n in range(rooms))}, 0.0)]
        return lobby

    def assert_the_same_work(self, act: Callable[[Lobby], object]) -> None:
        few, many = (self.lobby(rooms) for rooms in (60, 900))
        for lobby in (few, many):
            [*lobby.rooms_changed({f"{ROOM}-room7": listed("room7")}, 0.5)]
            lobby.click(Someone("cid"), "new", 0.5)
        self.assertLess(steps(lambda: act(many)), steps(lambda: act(few)) + 50)

    def test_making_one(self) -> None:
        self.assert_the_same_work(lambda lobby: lobby.ask(Someone("bob"), Create("new", 30), 1.0))

    def test_making_one_by_a_click(self) -> None:
        self.assert_the_same_work(lambda lobby: lobby.click(Someone("bob"), "new", 1.0))

    def test_a_change(self) -> None:
        changes = {f"{ROOM}-room7": listed("room7", 3600.0, "bob"), f"{ROOM}-room8": None}
        self.assert_the_same_work(lambda lobby: lobby.rooms_changed(changes, 1.0))

    def test_a_second_that_goes_by(self) -> None:
        self.assert_the_same_work(lambda lobby: [*islice(lobby.tick(1.0), 2)])
