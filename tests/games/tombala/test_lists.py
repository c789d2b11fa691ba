"""The lists of Tombala's own protocol: how long the users of a room may be, and which rooms are encoded again."""

from __future__ import annotations

from dataclasses import replace
from json import loads

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.published import AT_ONCE
from tests.doubles.tombala_rooms import listed
from tilenet.game import NO_SUMMARY
from tilenet.games.tombala import lists
from tilenet.games.tombala.lists import LONGEST_LIST, RoomList, fits, user_list
from tilenet.games.tombala.rooms import LOBBY
from tilenet.games.tombala.table import SEATS
from tilenet.games.tombala.wire import encode

POO = "\N{PILE OF POO}"
LETTERS = "x", "\N{LATIN SMALL LETTER S WITH CEDILLA}", POO


def players(name: str) -> list[str]:
    """As many as a room has seats for, with names like this one."""
    return [f"{name[: 32 - len(str(number))]}{number}" for number in range(SEATS)]


def those_who_fit(room: str, names: list[str]) -> tuple[str, ...]:
    """Who is in a room if all of these have tried to join it, one after the other."""
    inside: tuple[str, ...] = ()
    for name in names:
        inside = (*inside, name) if fits(room, (*inside, name)) else inside
    return inside


class UserLists(SynchronousTestCase):
    CARD = encode("BGCARD", {"gamecard": [[10, 20, 30, 40, 50], [11, 21, 31, 41, 51], [12, 22, 32, 42, 52]]})

    def behind(self, room: str) -> int:
        """The most bytes that come right after a list."""
        joined = encode("SSUCCS", {"seq": -(2**63), "message": f"Joined {room} successfully!"})
        return max(len(self.CARD) + len(encode("BNUMBR", {"number": 90})), len(joined))

    def test_has_at_most_880_bytes(self) -> None:
        self.assertEqual(LONGEST_LIST, 880)
        filled = (user_list("den", those_who_fit("den", players("x" * length))) for length in range(1, 33))
        self.assertIn(max(map(len, filled)), range(870, 881))

    def test_fits_into_one_read_with_what_comes_right_after_it(self) -> None:
        """Whoever is in the room: players who came through another door are let in with names of any length."""
        for room in (letter * length for letter in LETTERS for length in (1, 12, 32)):
            for name in (letter * length for letter in LETTERS for length in (1, 4, 12, 32)):
                for names in (those_who_fit(room, players(name)), tuple(players(name))):
                    self.assertLessEqual(len(user_list(room, names)) + self.behind(room), AT_ONCE, (room, name))

    def test_names_everybody_who_was_let_in_because_they_fit(self) -> None:
        """Nobody can come in before them, so those who came later are left out."""
        inside = those_who_fit("den", players(POO * 32))
        self.assertEqual(len(inside), 2)
        crowd = (*inside, *players("\N{LATIN SMALL LETTER S WITH CEDILLA}" * 30))
        self.assertEqual(loads(user_list("den", inside)[7:]), {"userlist": [*inside]})
        self.assertEqual(loads(user_list("den", crowd)[7:])["userlist"], [*inside])

    def test_always_has_space_for_one(self) -> None:
        self.assertTrue(fits(POO * 32, [POO * 32]))


class RoomLists(SynchronousTestCase):
    def setUp(self) -> None:
        self.dates: list[float] = []  # that were asked for
        self.list = RoomList(self.date)
        lobby = replace(listed(""), room=LOBBY, setup={}, summary=NO_SUMMARY)
        self.rooms = [lobby, *(listed(f"r{number}", 50.0 - number) for number in range(3))]

    def date(self, time: float) -> str:
        self.dates.append(time)
        return f"at {time:g}"

    def change(self, at: int, **changes: object) -> None:
        summary = replace(self.rooms[at].summary, **changes)  # type: ignore[arg-type]
        self.rooms = [*self.rooms]
        self.rooms[at] = replace(self.rooms[at], summary=summary)

    def json(self) -> list[dict[str, object]]:
        self.dates.clear()
        found: list[dict[str, object]] = loads(self.list.in_json(self.rooms))
        return found

    def names(self) -> list[object]:
        return [room["roomname"] for room in self.json()]

    def test_has_name_date_and_users(self) -> None:
        self.change(3, players=("ann", "b\u00f6b"))
        self.assertEqual(self.json()[0], {"roomname": "r2", "startTime": "at 48", "userlist": ["ann", "b\u00f6b"]})

    def test_begins_with_rooms_that_can_be_joined_the_earliest_first(self) -> None:
        self.assertEqual(self.names(), ["r2", "r1", "r0"])
        self.change(3, can_join=False)
        self.assertEqual(self.names(), ["r1", "r0", "r2"])
        self.change(2, can_join=False, phase="playing")
        self.assertEqual(self.names(), ["r0", "r2", "r1"])

    def test_leaves_out_rooms_whose_game_is_over_or_cannot_start(self) -> None:
        self.change(1, phase="over")
        self.change(2, phase="")
        self.assertEqual(self.names(), ["r2"])

    def test_encodes_only_rooms_that_have_changed(self) -> None:
        self.json()
        self.assertEqual(len(self.dates), 3)
        self.change(2, players=("ann",))
        self.assertEqual(self.json()[1]["userlist"], ["ann"])
        self.assertEqual(self.dates, [49.0])

    def test_is_the_same_bytes_if_nothing_has_changed(self) -> None:
        self.assertIs(self.list.in_json(self.rooms), self.list.in_json([*self.rooms]))

    def test_is_cut_before_the_first_room_that_does_not_fit(self) -> None:
        whole = len(self.list.in_json(self.rooms))
        self.list = RoomList(self.date)
        self.patch(lists, "LONGEST_ROOMS", whole - 3)
        self.assertEqual(self.names(), ["r2", "r1"])
