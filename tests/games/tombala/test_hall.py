"""The rooms of Tombala: their names, how many there can be, and when they are gone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tests.doubles.steps import steps
from tilenet.game import Close, Events, Open, Player
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import Hall, NotPossible, Setup
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.table import SEATS


class HallTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.hall = Hall(TombalaGame, most=1000, most_each=1000)
        self.ann, self.bob = Someone("ann"), Someone("bob")

    def open(
        self, name: str, countdown: int = 30, every: int | None = None, now: float = 0.0, by: Player | None = None
    ) -> TombalaGame:
        """A room is made, and the world opens it."""
        game = self.create(name, countdown, every, now, by).make(Random(1))
        assert isinstance(game, TombalaGame)
        return game

    def create(
        self, name: str, countdown: int = 30, every: int | None = None, now: float = 0.0, by: Player | None = None
    ) -> Open:
        opening = next(self.hall.create(by or self.ann, name, countdown, now, every))
        assert isinstance(opening, Open)
        return opening

    def refused(self, name: str, countdown: int = 30, every: int | None = None, by: Player | None = None) -> str:
        """Why such a room cannot be made."""
        before = self.names()
        error = self.assertRaises(NotPossible, self.create, name, countdown, every, 0.0, by)
        self.assertEqual(self.names(), before)
        return str(error)

    def names(self) -> list[str]:
        return [room.setup.name for room in self.hall.rooms()]

    def listed(self) -> list[tuple[Setup, tuple[str, ...], bool]]:
        """All that is known of each room."""
        return [(room.setup, room.names, room.has_begun) for room in self.hall.rooms()]

    def happen(self, events: Events) -> None:
        for _ in events:
            pass


class Names(HallTestCase):
    def test_a_new_one(self) -> None:
        opening = self.create("room1", 120, now=7.5)
        self.assertEqual(opening.title, "Tombala: room1")
        self.assertEqual(self.names(), [])
        game = opening.make(Random(1))
        assert isinstance(game, TombalaGame)
        self.assertEqual(game.setup, Setup("room1", opening.room, 127.5, None))
        self.assertEqual(self.listed(), [(game.setup, (), False)])
        self.assertIs(self.hall.find_to_join(self.bob, "room1"), self.hall.rooms()[0])

    def test_the_world_calls_each_by_another_name(self) -> None:
        self.assertEqual(len({self.create(f"room{n}").room for n in range(50)}), 50)

    def test_nor_does_another_hall_give_the_same_name(self) -> None:
        """As when a lobby starts again while rooms of the old one still exist."""
        first = self.create("room1").room
        self.hall = Hall(TombalaGame, most=1000, most_each=1000)
        second = self.create("room1").room
        self.assertNotEqual(first, second)
        for address in (first, second):
            self.assertRegex(address, r"^tombala-\d+$")

    def test_the_worlds_name_is_not_given_again(self) -> None:
        """Somebody may still be looking at the old one."""
        first = self.open("room1")
        self.hall.remove(first.setup)
        self.assertNotEqual(self.open("room1").setup.address, first.setup.address)

    def test_one_that_exists(self) -> None:
        self.open("room1")
        self.assertEqual(self.refused("room1"), "room1 already exists!")
        self.assertEqual(self.refused("room1", by=self.bob), "room1 already exists!")

    def test_they_are_told_apart_as_players_names_are(self) -> None:
        for name, others in {
            "room1": ["ROOM1", " Room1 ", "room\uff11", "\uff52oom1"],
            "Straße": ["STRASSE", "strasse"],
            "Ren\u00e9": ["Rene\u0301", "REN\u00c9"],
            "new year": ["New  Year", "\uff4eew year"],
        }.items():
            self.open(name)
            for other in others:
                self.assertEqual(self.refused(other), f"{other.strip()} already exists!", name)
        self.open("room2")

    def test_they_are_found_as_they_are_told_apart(self) -> None:
        game = self.open("Straße")
        for name in ("Straße", " STRASSE ", "strasse"):
            self.assertIs(self.hall.find_to_join(self.bob, name).setup, game.setup)

    def test_a_name_is_kept_as_it_was_given_but_for_blanks_around(self) -> None:
        self.assertEqual(self.open("  New Year ").setup.name, "New Year")

    def test_names_that_nobody_can_have(self) -> None:
        for name in ("", "  ", "n" * 33, "n" * 10**5, "a<b", "a\nb", "a\x07b", "\u202eroom", "\u200b"):
            self.assertIn("A name", self.refused(name))
        self.open("n" * 32)

    def test_names_of_tiles_that_are_everywhere(self) -> None:
        for name in ("Home", "Help", "Restart", "HOME", " help ", "\uff28ome"):
            self.assertEqual(self.refused(name), f"{name.strip()} already exists!")
        self.open("Homer")

    def test_a_free_name(self) -> None:
        self.assertEqual(self.hall.free_name(), "room1")
        self.open("Room1")
        self.open("room3")
        self.assertEqual(self.hall.free_name(), "room2")
        self.open(self.hall.free_name())
        self.assertEqual(self.hall.free_name(), "room4")


class Ranges(HallTestCase):
    def test_countdowns(self) -> None:
        for number, countdown in enumerate((1, 2, 120, 3600)):
            self.assertEqual(self.open(f"room{number}", countdown, now=10.0).setup.begins_at, 10.0 + countdown)
        for countdown in (0, -1, 3601, 10**9, -(10**30)):
            self.assertEqual(self.refused("room", countdown), "A countdown takes 1 to 3600 seconds!")

    def test_times_between_numbers(self) -> None:
        for number, every in enumerate((1, 5, 300)):
            self.assertEqual(self.open(f"room{number}", every=every).setup.every, every)
        for every in (0, -1, 301, 10**9):
            self.assertEqual(self.refused("room", every=every), "A new number comes every 1 to 300 seconds!")


class HowMany(HallTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.hall = Hall(TombalaGame, most=5, most_each=3)

    def test_each_has_so_many(self) -> None:
        rooms = [self.open(f"room{number}") for number in range(3)]
        self.assertEqual(self.refused("room3"), "You already have 3 rooms, and cannot make more!")
        self.open("room3", by=self.bob)
        self.hall.remove(rooms[1].setup)
        self.open("room4")
        self.refused("room5")

    def test_two_of_one_name_are_two(self) -> None:
        for number in range(3):
            self.open(f"room{number}")
        self.open("room3", by=Someone("ann"))

    def test_all_have_so_many(self) -> None:
        people = [Someone(f"p{number}") for number in range(6)]
        rooms = [self.open(f"room{number}", by=people[number]) for number in range(5)]
        for room, player in zip(rooms, people, strict=False):
            [*room.enter(player, 0.0)]
        self.assertEqual(self.refused("room5", by=people[5]), "There are too many rooms. Try again later!")
        self.hall.remove(rooms[0].setup)
        self.open("room5", by=people[5])

    def test_of_those_that_nobody_is_in_the_one_that_begins_last_makes_way(self) -> None:
        people = [Someone(f"p{number}") for number in range(6)]
        rooms = [self.open(f"room{number}", 30 + number, by=people[number]) for number in range(5)]
        [*rooms[4].enter(people[4], 0.0)]
        events = self.hall.create(people[5], "room5", 30, 0.0)
        self.assertEqual(next(events), Close(rooms[3].setup.address))
        self.assertIsInstance(next(events), Open)

    def test_one_that_does_not_open_is_not_possible(self) -> None:
        events = self.hall.create(self.ann, "room1", 30, 0.0)
        next(events)
        self.assertRaises(NotPossible, next, events)


class Joining(HallTestCase):
    def test_one_that_does_not_exist(self) -> None:
        error = self.assertRaises(NotPossible, self.hall.find_to_join, self.bob, "room1")
        self.assertEqual(str(error), "room1 does not exist!")

    def test_one_that_has_begun(self) -> None:
        game = self.open("room1", 5)
        self.happen(game.enter(self.ann, 0.0))
        self.assertIs(self.hall.find_to_join(self.bob, "room1").setup, game.setup)
        self.happen(game.tick(5.0))
        error = self.assertRaises(NotPossible, self.hall.find_to_join, self.bob, "ROOM1")
        self.assertEqual(str(error), "room1 has already started!")

    def test_one_that_is_full(self) -> None:
        game = self.open("room1")
        people = [Someone(f"p{number}") for number in range(SEATS)]
        for number, person in enumerate(people):
            self.assertIs(self.hall.find_to_join(self.bob, "room1").setup, game.setup, number)
            self.happen(game.enter(person, 1.0))
        error = self.assertRaises(NotPossible, self.hall.find_to_join, self.bob, "Room1")
        self.assertEqual(str(error), "room1 is full!")
        self.happen(game.leave(people[7], 2.0))
        self.assertIs(self.hall.find_to_join(self.bob, "room1").setup, game.setup)

    def test_those_that_can_be_joined_come_first_by_when_they_begin(self) -> None:
        begun, full, late, soon = (self.open(*args) for args in (("b", 1), ("f", 5), ("l", 50), ("s", 20)))
        self.happen(begun.enter(self.ann, 0.0))
        self.happen(begun.tick(1.0))
        for number in range(SEATS):
            self.happen(full.enter(Someone(f"p{number}"), 1.0))
        rooms = [room.setup for room in self.hall.rooms()]
        self.assertEqual(rooms[:2], [soon.setup, late.setup])
        self.assertEqual({*rooms[2:]}, {begun.setup, full.setup})


class Reports(HallTestCase):
    """What the hall knows of a room, it knows from the room's game."""

    def test_who_has_come_and_gone(self) -> None:
        game = self.open("room1")
        self.happen(game.enter(self.ann, 0.0))
        self.assertEqual(self.listed(), [(game.setup, ("ann",), False)])
        self.happen(game.enter(self.bob, 0.0))
        self.assertEqual(self.listed(), [(game.setup, ("ann", "bob"), False)])
        self.happen(game.leave(self.ann, 1.0))
        self.assertEqual(self.listed(), [(game.setup, ("bob",), False)])

    def test_that_it_has_begun(self) -> None:
        game = self.open("room1", 5)
        self.happen(game.enter(self.ann, 0.0))
        self.happen(game.tick(5.0))
        self.assertEqual(self.listed(), [(game.setup, ("ann",), True)])

    def test_another_revision_comes_with_whatever_changes(self) -> None:
        seen = {self.hall.revision}
        game = self.open("room1", 5)
        seen.add(self.hall.revision)
        self.happen(game.enter(self.ann, 0.0))
        seen.add(self.hall.revision)
        self.happen(game.tick(5.0))
        seen.add(self.hall.revision)
        self.hall.remove(game.setup)
        seen.add(self.hall.revision)
        seen.add(Hall(TombalaGame, most=1, most_each=1).revision)
        self.assertEqual(len(seen), 6)

    def test_nothing_new_is_no_revision(self) -> None:
        game = self.open("room1")
        revision = self.hall.revision
        self.hall.rooms()
        self.hall.find_to_join(self.bob, "room1")
        self.happen(game.click(self.ann, "next", 1.0))
        self.refused("room1")
        self.assertEqual(self.hall.revision, revision)

    def test_of_a_room_that_is_gone_nothing_is_taken(self) -> None:
        """Nor by another room that has its name now."""
        old = self.open("room1")
        self.hall.remove(old.setup)
        self.happen(old.enter(self.ann, 0.0))
        self.assertEqual(self.listed(), [])
        new = self.open("room1")
        self.happen(old.enter(self.bob, 0.0))
        self.assertEqual(self.listed(), [(new.setup, (), False)])

    def test_what_was_reported_does_not_change(self) -> None:
        """An entry is what it was when somebody got it: doors keep what they have made of it."""
        game = self.open("room1")
        before = self.hall.find_to_join(self.bob, "room1")
        self.happen(game.enter(self.ann, 0.0))
        self.assertEqual((before.names, self.hall.find_to_join(self.bob, "room1").names), ((), ("ann",)))


class Removal(HallTestCase):
    def test_its_name_is_free(self) -> None:
        game = self.open("room1")
        self.hall.remove(game.setup)
        self.assertEqual((self.names(), self.hall.free_name()), ([], "room1"))
        self.assertRaises(NotPossible, self.hall.find_to_join, self.bob, "room1")
        self.open("ROOM1")

    def test_it_is_removed_when_the_world_closes_it(self) -> None:
        opening = self.create("room1")
        opening.make(Random(1))
        opening.closed()
        self.assertEqual(self.names(), [])

    def test_twice_is_as_good_as_once(self) -> None:
        game = self.open("room1")
        self.hall.remove(game.setup)
        self.hall.remove(game.setup)

    def test_another_of_the_same_name_stays(self) -> None:
        """The old one is closed when the last who looks at it leaves."""
        old = self.open("room1")
        self.hall.remove(old.setup)
        new = self.open("room1")
        self.hall.remove(old.setup)
        self.assertIs(self.hall.find_to_join(self.bob, "room1").setup, new.setup)

    def test_one_that_begins_anew_is_the_same_room(self) -> None:
        """As after a failure: the new game takes the place of the old one."""
        opening = self.create("room1")
        first = opening.make(Random(1))
        self.happen(first.enter(self.ann, 0.0))
        game = opening.make(Random(1))
        assert isinstance(game, TombalaGame)
        self.assertEqual(self.listed(), [(game.setup, (), False)])
        self.happen(game.enter(self.bob, 0.0))
        self.assertEqual(self.listed(), [(game.setup, ("bob",), False)])
        opening.closed()
        self.assertEqual(self.hall.rooms(), [])

    def test_one_that_begins_anew_when_it_was_over_leaves_another_of_the_same_name(self) -> None:
        opening = self.create("room1")
        opening.make(Random(1))
        opening.closed()
        new = self.open("room1")
        opening.make(Random(1))
        self.assertEqual(self.listed(), [(new.setup, (), False)])

    def test_the_game_itself_removes_it_when_it_is_over(self) -> None:
        game = self.open("room1", 5)
        self.happen(game.tick(5.0))
        self.assertTrue(game.is_done)
        self.assertEqual(self.names(), [])


class AFullHall(HallTestCase):
    """What is done in it is as much work as in one with few rooms."""

    def halls(self, fill: Callable[[int], object]) -> list[Hall]:
        """One with 20 rooms and one with 1000, the most there can be."""
        halls = []
        for rooms in (20, 1000):
            self.hall = Hall(TombalaGame, most=rooms, most_each=1000)
            for number in range(rooms):
                fill(number)
            halls.append(self.hall)
        return halls

    def assert_the_same_work(self, halls: list[Hall], work: Callable[[Hall], object]) -> None:
        few, many = (steps(lambda hall=hall: work(hall)) for hall in halls)  # type: ignore[misc]
        self.assertLess(many, few + 50)

    def test_making_a_room(self) -> None:
        halls = self.halls(lambda number: self.open(f"room{number}", 3600 - number))
        self.assert_the_same_work(halls, lambda hall: [*islice(hall.create(self.bob, "new", 30, 1.0), 2)])

    def test_coming_and_going(self) -> None:
        games: dict[Hall, TombalaGame] = {}
        halls = self.halls(lambda number: games.update({self.hall: self.open(f"room{number}", 3600 - number)}))

        def come_and_go(hall: Hall) -> None:
            hall.find_to_join(self.ann, games[hall].setup.name)
            self.happen(games[hall].enter(self.ann, 1.0))
            self.happen(games[hall].leave(self.ann, 1.0))

        self.assert_the_same_work(halls, come_and_go)
        self.assertEqual([len(hall.rooms()) for hall in halls], [19, 999])

    def test_looking_at_it_from_the_lobby(self) -> None:
        lobbies = {hall: Lobby(Random(1)) for hall in self.halls(lambda number: self.open(f"room{number}", 30))}
        for hall, lobby in lobbies.items():
            lobby.hall = hall
            [*lobby.enter(self.ann, 0.0)]
            lobby.scene()
            hall.remove(hall.rooms()[0].setup)

        def look(hall: Hall) -> None:
            [*lobbies[hall].tick(1.0)]
            lobbies[hall].scene()

        few, many = (steps(lambda hall=hall: look(hall)) for hall in lobbies)  # type: ignore[misc]
        self.assertLess(many, 2 * few)  # 24 rooms are shown, not 20
