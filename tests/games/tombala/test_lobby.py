"""The lobby of Tombala: which rooms it shows, and how one is made and joined there."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import ClassVar

from tests.doubles.harness import Client, sets
from tests.doubles.model import logout
from tests.doubles.tombala_lobby import LobbyTestCase
from tilenet.games.tombala import commands
from tilenet.games.tombala.events import Create
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import FAILED
from tilenet.games.tombala.rooms import LOBBY, NotPossible
from tilenet.games.tombala.table import SEATS

NOT_IN_A_ROOM = "You are not in a room."
BUTTONS = {(3, 0): "New room", (3, 1): "New timed room", (3, 2): "Home", (3, 3): "Help"}


class TheLook(LobbyTestCase):
    def test_an_empty_one(self) -> None:
        matrix = self.ann.model.objects[self.ann.model.current or ""]
        self.assertEqual((matrix["name"], matrix["x"], matrix["y"]), ("Tombala", 4, 4))
        found = {at: self.ann.model.objects[objid] for at, objid in self.ann.model.grid().items()}
        self.assertEqual({at: thing["name"] for at, thing in found.items()}, BUTTONS)
        self.assertEqual({thing["energy"] for thing in found.values()}, {1})
        self.assertIn("New room", self.headline(self.ann))
        self.assertIn("no rooms", self.headline(self.ann))

    def test_rooms_are_in_rows_of_three(self) -> None:
        self.make(*"abcd")
        self.look()
        grid = {at: self.ann.model.objects[objid]["name"] for at, objid in self.ann.model.grid().items()}
        rooms = {(0, 0): "a", (1, 0): "b", (2, 0): "c", (0, 1): "d"}
        self.assertEqual(grid, {**{at: f"{name} (29 s, 0 players)" for at, name in rooms.items()}, **BUTTONS})
        self.assertEqual(self.headline(self.ann), "4 rooms. Click one to join it before it starts, or New room.")

    def test_who_is_there_and_when_it_begins(self) -> None:
        self.make("a")
        self.look()
        self.assertEqual(self.both(self.ann, "a"), ("a (29 s, 0 players)", "Be the first to join."))
        self.join(self.bob, "a")
        self.look()
        self.assertEqual(self.both(self.ann, "a"), ("a (28 s, 1 player)", "Players: bob."))
        for name in ("c", "d", "e", "f", "g"):
            self.server.join(name).click("Tombala")
            self.join(self.server.clients[-1], "a")
        self.look()
        self.assertEqual(self.both(self.ann, "a"), ("a (27 s, 6 players)", "Players: bob, c, d, e and 2 more."))

    def both(self, client: Client, room: str) -> tuple[str, str]:
        """Name and text of a tile: neither says what the other says."""
        return self.shown(client, room), self.text(client, room)

    def test_long_times_are_minutes(self) -> None:
        self.make("a", seconds=3600)
        self.make("b", seconds=91)
        self.make("c", seconds=90)
        self.look()
        times = [self.shown(self.ann, name).split("(")[1].split(",")[0] for name in "abc"]
        self.assertEqual(times, ["60 min", "90 s", "89 s"])

    def test_the_name_says_the_same_in_short(self) -> None:
        self.make("kahve")
        self.look()
        self.assertEqual(self.shown(self.ann, "kahve"), "kahve (29 s, 0 players)")
        token = self.ann.token("kahve (29 s, 0 players)")
        self.join(self.bob, "kahve")
        self.server.advance(5, step=0.5)
        self.assertEqual(self.shown(self.ann, "kahve"), "kahve (24 s, 1 player)")
        self.server.advance(30, step=0.5)
        self.assertEqual(self.shown(self.ann, "kahve"), "kahve (started, 1 player)")
        self.assertEqual(self.ann.token("kahve (started, 1 player)"), token)
        self.make("late", seconds=3600)
        self.look()
        self.assertEqual(self.shown(self.ann, "late"), "late (60 min, 0 players)")
        self.server.check()

    def test_rooms_that_have_begun_stay_where_they_are_and_can_be_watched(self) -> None:
        self.make("a", seconds=5)
        self.make("b", "c", seconds=60)
        self.cid.click("Tombala")
        self.join(self.cid, "a")
        self.look()
        self.assertEqual(self.rooms(self.ann), ["a", "b", "c"])
        self.assertTrue(self.enabled(self.ann, "a"))
        self.server.advance(6, step=0.5)
        self.assertEqual(self.rooms(self.ann), ["a", "b", "c"])
        self.assertEqual([self.enabled(self.ann, name) for name in "abc"], [True] * 3)
        self.assertEqual(self.text(self.ann, "a"), "You can watch cid.")
        self.server.check()
        self.cid.click("Home")
        self.look()
        self.assertEqual(self.cells(self.ann), {"b": (1, 0), "c": (2, 0)})

    def test_more_than_24(self) -> None:
        names = [f"r{number}" for number in range(30)]
        self.make(*names[:24], seconds=60)
        self.look()
        self.assertEqual(self.rooms(self.ann), names[:24])
        self.assertEqual(self.headline(self.ann), "24 rooms. Click one to join it before it starts, or New room.")
        self.make(*names[24:], seconds=90)
        self.look()
        self.assertEqual(self.rooms(self.ann), names[:24])
        self.assertEqual(self.headline(self.ann), "24 of 30 rooms. Click one, or New room; /rooms lists more.")
        self.assertEqual(len(self.tell(self.ann, "/rooms")), 30)
        self.tell(self.ann, "/join r29")
        self.assertEqual(self.ann.room, "Tombala: r29")

    def test_those_that_can_be_joined_push_others_out(self) -> None:
        self.make("begun", seconds=2)
        self.look()
        self.cid.click("Tombala")
        self.join(self.cid, "begun")
        self.server.advance(2, step=0.5)
        self.make(*(f"r{number}" for number in range(23)), seconds=60)
        self.look()
        self.assertEqual(self.rooms(self.ann), ["begun", *(f"r{number}" for number in range(23))])
        self.make("r23", seconds=60)
        self.look()
        self.assertEqual(self.rooms(self.ann), ["r23", *(f"r{number}" for number in range(23))])

    def test_very_many_are_not_all_told(self) -> None:
        self.make(*(f"r{number}" for number in range(100)), seconds=60)
        lines = self.tell(self.ann, "/rooms")
        self.assertEqual((len(lines), lines[0]), (41, "There are 100 rooms. These are the first 40:"))
        about = "Starts in 60 s. Nobody is there yet."
        self.assertEqual(lines[1:], [f"r{number}: {about}" for number in range(39, -1, -1)])

    def end(self, *names: str) -> None:
        """These rooms are over."""
        for name in names:
            self.server.world.shut(self.entry(name).room)
        self.look()

    def test_a_room_stays_where_it_is(self) -> None:
        """Also when one before it ends, or a new one begins sooner; and new ones fill the gaps."""
        self.make(*"abcdefg", seconds=60)
        self.look()
        before = self.cells(self.ann)
        self.end("b", "d", "g")
        left = {name: before[name] for name in "acef"}
        self.assertEqual(self.cells(self.ann), left)
        self.make("h", seconds=50)
        self.look()
        self.assertEqual(self.cells(self.ann), {**left, "h": before["b"]})
        self.make("i", "j", "k", seconds=40)
        self.look()
        places = {**left, "h": before["b"], "i": before["d"], "j": before["g"], "k": (1, 2)}
        self.assertEqual(self.cells(self.ann), places)
        self.assertEqual(self.cells(self.bob), places)
        self.assertEqual(self.rooms(self.ann), [*"ahciefjk"])


class Clicks(LobbyTestCase):
    def test_new_room(self) -> None:
        self.ann.click("New room")
        self.assertEqual(self.ann.room, "Tombala: room1")
        self.assertEqual(self.headline(self.ann), "The game starts in 30 s.")
        self.assertIn("You have joined room1.", self.ann.heard)
        self.server.check()
        self.bob.click("New room")
        self.assertEqual(self.bob.room, "Tombala: room2")
        self.assertIsNone(self.entry("room2").every)

    def test_a_room_that_has_begun_since(self) -> None:
        """The click was on its way, and the lobby is a second late."""
        self.make("a", seconds=3)
        self.look()
        self.cid.click("Tombala")
        self.join(self.cid, "a")
        self.server.advance(2, step=1)
        self.forget()
        self.assertTrue(self.enabled(self.ann, "a"))
        self.join(self.ann, "a")
        self.assertEqual(self.ann.room, "Tombala: a")
        self.assertIn("a has already started, so you are watching.", self.ann.heard[0])

    def test_a_room_that_is_gone_since(self) -> None:
        self.make("a")
        self.look()
        self.forget()
        self.server.world.shut(self.entry("a").room)
        self.join(self.ann, "a")
        self.assertEqual((self.ann.room, self.ann.heard), ("Tombala", ["a does not exist!"]))


class Said(LobbyTestCase):
    def test_whoever_creates_a_room_has_a_seat_there(self) -> None:
        """And the answer and all tiles say the same time."""
        self.assertEqual(self.tell(self.ann, "/create den 12 every 3")[0], "You have joined den.")
        self.assertEqual((self.ann.room, self.entry("den").players), ("Tombala: den", ("ann",)))
        self.look()
        self.assertEqual(self.shown(self.bob, "den"), "den (11 s, 1 player)")
        self.assertEqual(self.text(self.bob, "den"), "Players: ann. A number every 3 s.")
        self.assertIn("starts in 11 s", self.headline(self.ann))
        self.ann.say("/quit")
        self.assertEqual(self.names(), [])

    def test_all_tiles_say_the_same_time(self) -> None:
        self.make("den", seconds=13)
        self.look()
        self.assertEqual(self.shown(self.ann, "den"), "den (12 s, 0 players)")
        self.ann.say("/join den")
        self.assertIn("starts in 12 s", self.headline(self.ann))
        self.assertTrue(self.ann.token("12 s"))

    def test_create_with_blanks_in_the_name(self) -> None:
        for text, name, seconds, every in (
            ("/create New Year's Eve 60", "New Year's Eve", 60, None),
            ("/create table 4 50", "table 4", 50, None),
            ("/create   table 5   50   every   3  ", "table 5", 50, 3),
            ("/CREATE every 40", "every", 40, None),
            ("/create 7 30", "7", 30, None),
        ):
            self.setUp()
            self.assertEqual(self.tell(self.ann, text)[0], f"You have joined {name}.")
            [room] = self.entries()
            found = room.name, room.begins_at - self.server.clock.seconds(), room.every
            self.assertEqual(found, (name, seconds, every))

    def test_create_in_other_ways(self) -> None:
        for text in ("/create", "/create room1", "/create 60", "/create room1 -5", "/create room1 soon"):
            [answer] = self.tell(self.ann, text)
            self.assertIn("/create NAME SECONDS", answer)
        for text in ("/create room1 60 every", "/create room1 9999999999", "/create room1 6.5"):
            [answer] = self.tell(self.ann, text)
            self.assertIn("/create NAME SECONDS", answer)
        self.assertEqual(self.names(), [])

    def test_create_with_very_many_blanks_takes_no_time(self) -> None:
        """Everybody else would wait for it."""
        began = thread_time()
        error = self.assertRaises(NotPossible, commands.new_room, f"a{' ' * 20_000}b")
        self.assertLess(thread_time() - began, 0.5)  # seconds; it was several
        self.assertEqual(str(error), commands.USAGE[0])

    def test_create_what_cannot_be(self) -> None:
        self.make("room1")
        for text, answer in {
            "/create room1 60": "room1 already exists!",
            "/create ROOM1 60": "ROOM1 already exists!",
            "/create Home 60": "Home already exists!",
            "/create room2 0": "The countdown must be 1 to 3600 seconds!",
            "/create room2 3601": "The countdown must be 1 to 3600 seconds!",
            "/create room2 60 every 0": "The time between numbers must be 1 to 300 seconds!",
            "/create room2 60 every 301": "The time between numbers must be 1 to 300 seconds!",
            "/create a<b 60": "A name cannot contain <.",
            f"/create {'n' * 33} 60": "A name has at most 32 characters.",
        }.items():
            self.assertEqual(self.tell(self.ann, text), [answer])
        self.assertEqual(self.names(), ["room1"])

    def test_join(self) -> None:
        self.make("room1", "New Year")
        for text, room in {"/join room1": "room1", "/JOIN  ROOM1 ": "room1", "/join new year": "New Year"}.items():
            joined, hash_of_the_deal = self.tell(self.ann, text)
            self.assertEqual(joined, f"You have joined {room}.")
            self.assertIn("hash: ", hash_of_the_deal)
            self.assertEqual(self.ann.room, f"Tombala: {room}")
            self.bob.say("/join " + room)
            self.ann.say("/quit")
            self.assertEqual(self.ann.room, "Tombala")
            self.server.advance(2, step=0.5)

    def test_join_what_cannot_be_joined(self) -> None:
        self.assertEqual(self.tell(self.ann, "/join room1"), ["room1 does not exist!"])
        self.assertEqual(self.tell(self.ann, "/join"), ["Which room? Type /join NAME."])
        self.make("room1")
        for number in range(SEATS):
            self.server.join(f"p{number}").click("Tombala")
            self.server.clients[-1].say("/join room1")
        self.forget()
        self.ann.say("/join room1")
        self.assertEqual((self.ann.heard, self.ann.room), (["room1 is full!"], "Tombala"))

    def test_join_what_has_begun(self) -> None:
        self.bob.say("/create room1 1")
        self.server.advance(1.5)
        self.forget()
        self.ann.say("/join room1")
        self.assertEqual(self.ann.room, "Tombala: room1")
        self.assertIn("you are watching", self.ann.heard[0])

    def test_rooms_that_can_be_joined_are_told_last(self) -> None:
        self.assertEqual(self.tell(self.ann, "/rooms"), ["There are no rooms. /create NAME SECONDS makes one."])
        self.bob.say("/create begun 1")
        self.make("later", seconds=50)
        self.make("soon", seconds=20)
        self.server.advance(1.5)
        lines = self.tell(self.ann, "/rooms")
        self.assertEqual([line.partition(":")[0] for line in lines], ["begun", "later", "soon"])

    def test_what_is_for_rooms(self) -> None:
        self.assertEqual(self.tell(self.ann, "/quit"), [NOT_IN_A_ROOM])
        for text in ("/next", "/mark 1", "/mark", "/cinko 1", "/CINKO"):
            self.assertEqual(self.tell(self.ann, text), ["You are not in a room: /join one first."])

    def test_help(self) -> None:
        answer = self.tell(self.ann, "/help")
        for word in ("/create", "/rooms", "/join", "/quit", "/mark", "/cinko", "/next"):
            self.assertIn(word, " ".join(answer))

    def test_commands_that_there_are_not(self) -> None:
        for text in ("/fly", "/", "//create x 5", "/" + "y" * 300):
            [answer] = self.tell(self.ann, text)
            self.assertRegex(answer, r"^There is no /.{0,32}\. /help lists what there is.$")

    def test_chat(self) -> None:
        self.ann.say("hello")
        self.assertEqual((self.ann.heard, self.bob.heard), (["hello"], ["hello"]))
        self.ann.say("/create room1 60", to=self.ann.token("New room"))
        self.assertEqual(self.names(), [])


class Limits(LobbyTestCase):
    options: ClassVar[dict[str, str]] = {"rooms": "4", "rooms_each": "3", "countdown": "7"}

    def test_each_has_so_many(self) -> None:
        for number in range(3):
            self.server.world.ask(
                self.server.world.players[self.ann.agent], LOBBY, Create(f"a{number}", 60), lambda: None
            )
        enough = "You already have 3 rooms, and cannot make more!"
        self.assertEqual(self.tell(self.ann, "/create a3 60"), [enough])
        self.forget()
        self.ann.click("New room")
        self.assertEqual((self.ann.room, self.ann.heard), ("Tombala", [enough]))
        self.bob.click("New room")
        self.assertEqual(self.bob.room, "Tombala: room1")

    def test_all_have_so_many(self) -> None:
        """If there are people in all of them; an empty one would make way."""
        self.make(*"abcd")
        for name in "abcd":
            self.server.join(f"in {name}").click("Tombala")
            self.server.clients[-1].say(f"/join {name}")
        for button in ("New room", "New timed room"):
            self.forget()
            self.ann.click(button)
            self.assertEqual(
                (self.ann.room, self.ann.heard), ("Tombala", ["There are too many rooms. Try again later!"])
            )
        self.server.clients[-1].lose()
        self.ann.click("New room")
        self.assertEqual(self.ann.room, "Tombala: room1")

    def test_the_countdown_is_an_option(self) -> None:
        self.assertIn("7 s", str(self.ann.model.objects[self.ann.token("New room")]["text"]))
        self.ann.click("New room")
        self.assertEqual(self.headline(self.ann), "The game starts in 7 s.")


class Quiet(LobbyTestCase):
    def timers(self) -> Sequence[object]:
        return self.server.clock.getDelayedCalls()

    def test_nothing_is_sent_while_nothing_changes(self) -> None:
        self.make("a", "b", seconds=3600)
        self.look()
        self.forget()
        self.server.advance(30, step=0.5)
        self.assertEqual((self.ann.raw, self.bob.raw), (b"", b""))

    def test_a_new_time_is_one_message(self) -> None:
        self.make("a", "b", seconds=10)
        self.look()
        self.forget()
        self.server.advance(1)
        self.assertEqual([{*new} for new in sets(self.ann.raw)], [{"objid", "name"}] * 2)
        self.assertEqual(self.ann.raw, self.bob.raw)

    def test_it_waits_for_the_next_change_of_what_it_shows(self) -> None:
        self.assertEqual(self.timers(), [])
        now = self.server.clock.seconds()
        for name, seconds, due in (("z", 1, None), ("a", 3600, now + 60), ("b", 100, now + 10), ("c", 10, now + 1)):
            maker = self.server.world.players[self.ann.agent]
            self.server.world.ask(maker, LOBBY, Create(name, seconds), lambda: None)
            self.assertEqual(self.lobby.deadline, due, name)

    def test_there_is_no_timer_while_nobody_is_there(self) -> None:
        for leave in (
            lambda client: client.click("Home"),
            lambda client: client.send(logout()),
            lambda client: client.lose(),
        ):
            self.setUp()
            self.make("a", seconds=60)
            self.look()
            leave(self.ann)
            self.assertIsNotNone(self.lobby.deadline)
            leave(self.bob)
            self.assertIsNone(self.lobby.deadline)
            self.server.advance(3, step=0.5)
            self.assertIsNone(self.lobby.deadline)

    def test_who_comes_into_an_empty_one_sees_what_is_now(self) -> None:
        self.make("a", seconds=60)
        self.ann.click("Home")
        self.bob.click("Home")
        self.server.advance(40, step=1)
        self.cid.click("Tombala")
        self.assertEqual(self.shown(self.cid, "a"), "a (20 s, 0 players)")
        self.server.check()
        self.server.advance(5, step=0.5)
        self.assertEqual(self.shown(self.cid, "a"), "a (15 s, 0 players)")


class AFailure(LobbyTestCase):
    def test_rooms_can_be_made_after_one(self) -> None:
        """Also while there are rooms from before."""
        self.ann.click("New room")
        self.lobby.tick = None  # type: ignore[method-assign, assignment]
        self.server.advance(2)
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)
        self.assertEqual(self.ann.room, "Tombala: room1")
        self.bob.click("New room")
        self.assertEqual(self.flushLoggedErrors(ValueError), [])
        self.assertEqual(self.bob.room, "Tombala: room2")
        self.server.check()

    def test_of_a_room_is_not_called_a_success(self) -> None:
        self.patch(TombalaGame, "_summarize", lambda self: 1 / 0)
        self.bob.click("New room")
        self.assertEqual((self.bob.room, self.bob.heard), ("Tombala", [FAILED]))
        self.bob.say("/create kahve 30")
        self.assertEqual(self.bob.heard, [FAILED])
        self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))
        self.assertEqual({*self.server.world.rooms}, {"tombala"})


class AtTheLastMoment(LobbyTestCase):
    """Whoever comes into a room just before its game begins has time to see where they are."""

    def begins(self) -> float:
        [room] = [room for room in self.server.world.rooms.values() if room.belongs_to == LOBBY]
        assert isinstance(room.game, TombalaGame)
        return room.game.begins_at - self.server.clock.seconds()

    def test_a_person_has_five_seconds(self) -> None:
        self.ann.say("/create den 30")
        self.server.advance(26)
        self.assertEqual(self.begins(), 4)
        self.bob.say("/join den")
        self.assertEqual(self.begins(), 5)

    def test_nobody_can_put_the_game_off_for_ever(self) -> None:
        self.ann.say("/create den 6")
        for _ in range(20):
            self.server.advance(2, step=1)
            self.bob.say("/join den")
            self.bob.say("/quit")
        self.assertLess(self.begins(), 0)

    def test_a_short_countdown_stays_short(self) -> None:
        self.ann.say("/create den 3")
        self.server.advance(2, step=1)
        self.bob.say("/join den")
        self.assertEqual(self.begins(), 3)

    def test_rooms_of_the_old_protocol_keep_their_time(self) -> None:
        self.make("den", seconds=30)
        self.server.advance(26)
        before = self.begins()
        self.join(self.bob, "den")
        self.assertEqual(self.begins(), before)
