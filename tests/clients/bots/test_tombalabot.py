"""When a bot clicks what in Tombala, at a link that only notes it; and whole games of bots on a server in memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld, Noted, watch_clicks
from tests.doubles.botshow import Show
from tests.doubles.tombala_clients import ROOM_PLUGIN
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import GREETING, maker
from tilenet.clients.bots.tombalabot import LULL, MOST_PATIENCE, PACE, PATIENCE, REST, WALK, TombalaBot
from tilenet.clients.bots.tombalareader import TombalaReader
from tilenet.clients.model import Thing
from tilenet.games.tombala.lobby import Lobby as TombalaLobby
from tilenet.wire.messages import Message, Set

TOMBALA = GamePlugin("tombala", TombalaLobby), ROOM_PLUGIN
TICK = 0.0625
CARD = [[4, 16, 43, 51, 77], [18, 27, 33, 56, 61], [9, 35, 45, 66, 90]]
NUMBERS = [number for row in CARD for number in row]
BUTTONS = ("Next", "Cinko", "Auto mark", "Home", "Help")


class World(BotWorld):
    """The rooms of Tombala, as a bot is told of them."""

    bot: TombalaBot
    tick = TICK
    patience = 100.0

    def __init__(self, *, greets: bool = False, seed: int = 1, name: str = "bot") -> None:
        super().__init__()
        self.bot = TombalaBot(self.hand, self.clock, Random(seed), greets=greets)
        self.name = name
        self.drawn: list[int] = []
        self.marked: set[int] = set()
        self._first = 0  # of the objids of a room
        self._rooms: list[Message] = []

    @property
    def seen(self) -> TombalaReader:
        return TombalaReader(self.hand.model)

    # Home and lobby

    def at_home(self, *rooms: str) -> World:
        tiles = [Set(f"t{10 + x}", name=name, x=x, y=0) for x, name in enumerate(rooms or ("Set", "Tombala"))]
        self.tell(Set("m1", name="Home", x=4, y=2), *tiles, Set("a1", name=self.name))
        return self

    def in_the_lobby(self, rooms: Mapping[str, bool] | None = None, *, can_create: bool = True) -> World:
        """With these rooms, which can be joined or not."""
        buttons = [
            Set(f"t{100 + y}", name=name, x=3, y=y, energy=int(can_create or y > 1))
            for y, name in enumerate(("New room", "New timed room", "Home", "Help"))
        ]
        lobby = Set("m2", name="Tombala", x=4, y=4, text="Click a room.")
        self.tell(lobby, *buttons, *self._tiles(rooms or {}), Set("a1", name=self.name))
        return self

    def rooms(self, rooms: Mapping[str, bool]) -> None:
        """These are in the lobby now."""
        self.tell(*self._tiles(rooms))

    def _tiles(self, rooms: Mapping[str, bool]) -> list[Message]:
        names = [*rooms, *([""] * (9 - len(rooms)))]
        return [
            Set(f"t{200 + place}", name=name, x=place % 3, y=place // 3, energy=int(rooms.get(name, False)))
            for place, name in enumerate(names)
        ]

    # A room

    def in_a_room(self, name: str = "room1", *, is_on: bool = True, has_card: bool = True) -> World:
        """In a room, before its game, or when it has begun."""
        self._first += 1000
        self.drawn, self.marked = [], set()
        tokens = [
            *(self.token(x, y, str(10 * y + x + 1), 0) for y in range(9) for x in range(10)),
            *(self.token(x, 9, "", 0) for x in range(10)),
            *(self.token(x, y, "", 0) for y in range(10, 13) for x in range(9)),
            *(self.token(10, y, name, int(y > 1)) for y, name in enumerate(BUTTONS)),
            *(self.token(x, y, "", 0) for x in range(11, 14) for y in range(10)),
            self.token(11, 0, "ann 0", 0),
            self.token(11, 1, f"{self.name} 0", 0),
        ]
        room = Set(f"m{self._first}", name=f"Tombala: {name}", x=14, y=13, text="The game starts in 12 s.")
        began = self._begun(has_card) if is_on else []
        self.tell(room, *tokens, *began, Set("a1", name=self.name))
        return self

    def token(self, x: int, y: int, name: str, energy: int) -> Set:
        return Set(f"t{self._first + 14 * y + x}", name=name, x=x, y=y, energy=energy)

    def _begun(self, has_card: bool = True) -> list[Message]:
        card = [self.number(number) for number in NUMBERS] if has_card else []
        return [*card, self.button("Cinko", True), Set(f"m{self._first}", text="Number 0 of 90.")]

    def begin(self) -> None:
        self.tell(*self._begun())

    def number(self, number: int) -> Set:
        row = next(row for row in range(3) if number in CARD[row])
        return self.token(min(number // 10, 8), 10 + row, f"({number})" if number in self.marked else str(number), 1)

    def button(self, name: str, is_enabled: bool) -> Set:
        return self.token(10, BUTTONS.index(name), name, int(is_enabled))

    def draw(self, *numbers: int, is_timed: bool = False) -> None:
        """Numbers are drawn; the last of them is to be proceeded from."""
        self.drawn += numbers
        board = [self.token((number - 1) % 10, (number - 1) // 10, f"({number})", 0) for number in numbers]
        last = [self.token(x, 9, str(number), 0) for x, number in enumerate(self.drawn[:-11:-1])]
        text = f"Number {len(self.drawn)} of 90: {self.drawn[-1]}. Waiting for bot."
        self.tell(Set(f"m{self._first}", text=text), *board, *last, self.button("Next", not is_timed))

    def mark(self, *numbers: int) -> None:
        """A click on each of these numbers of the card has been executed."""
        self.marked ^= {*numbers}
        self.tell(*map(self.number, numbers))

    def proceeded(self) -> None:
        self.tell(self.button("Next", False))

    def announced(self, cinkos: int) -> None:
        self.tell(self.token(11, 1, f"{self.name} {cinkos} ...", 0))

    def end(self) -> None:
        self.tell(
            *(self.button(name, False) for name in ("Next", "Cinko")),
            *(Set(self.number(number).objid, energy=0) for number in NUMBERS),
            Set(f"m{self._first}", text="Game over: ann wins."),
        )


class Case(SynchronousTestCase):
    def check_next(self, world: World, name: str, span: tuple[float, float] = PACE) -> Thing:
        """This is clicked next, after so many seconds."""
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, name)
        self.assertTrue(span[0] <= seconds <= span[1] + TICK, (name, seconds))
        return tile


class ReadingTombala(SynchronousTestCase):
    def test_rooms_that_can_be_joined(self) -> None:
        world = World().in_the_lobby({"a": True, "New room": True, "b": False, "Home": True})
        self.assertEqual([tile.name for tile in world.seen.rooms], ["a", "New room", "Home"])
        self.assertEqual(world.seen.new_room and world.seen.new_room.cell, (3, 0))
        self.assertIsNone(World().in_the_lobby(can_create=False).seen.new_room)

    def test_rooms_with_most_company_come_first(self) -> None:
        world = World().in_the_lobby(dict.fromkeys("abcdef", True) | {"g": False})
        texts = {
            "a": "Starts in 30 s. Nobody is there yet.",
            "b": "Starts in 5 s. 1 player: 9 players: x.",
            "c": "Starts in 30 s. A number every 5 s. 12 players: bob, c, d, e and 8 more.",
            "d": "Starts in 60 min. 2 players: x, y.",
            "e": "Odd.",
            "f": "Starts in 30 s. 2 players: v, w.",
            "g": "Already started. 26 players: x, y, z, a and 22 more.",
        }
        world.tell(*(Set(f"t{200 + place}", text=text) for place, text in enumerate(texts.values())))
        self.assertEqual([tile.name for tile in world.seen.rooms], [*"cdfbae"])

    def test_a_card(self) -> None:
        world = World().in_a_room()
        self.assertEqual([[found.number for found in row] for row in world.seen.card], CARD)
        world.draw(1, 4, 43, 90)
        world.mark(4, 18)
        self.assertEqual(world.seen.drawn, {1, 4, 43, 90})
        self.assertEqual([found.number for found in world.seen.wrong], [43, 18, 90])

    def test_cinkos_of_ones_own(self) -> None:
        for name in ("bot", "bot 1", "b.t", "(bot", "..."):
            world = World(name=name).in_a_room()
            self.assertEqual(world.seen.announced, 0, name)
            world.announced(2)
            self.assertEqual(world.seen.announced, 2, name)

    def test_cinkos_of_others(self) -> None:
        world = World().in_a_room()
        for name in ("bot 1 2", "bot2 1", "a bot 1", "bot", "bot 1 .. ", ""):
            world.tell(world.token(11, 1, name, 0))
            self.assertIsNone(world.seen.announced, name)

    def test_over_is_read_from_what_can_be_clicked_and_not_from_the_headline(self) -> None:
        """Players are named in it."""
        self.assertFalse(World().in_a_room(is_on=False).seen.is_over)
        self.assertTrue(World().in_a_room(has_card=False).seen.is_over, "it has begun without us")
        world = World().in_a_room()
        world.draw(17)
        for is_over, text in ((False, "Game over, who has not clicked Next."), (True, "The end.")):
            if is_over:
                world.end()
            matrix = world.seen.matrix
            assert matrix is not None
            world.tell(Set(matrix.objid, text=text))
            self.assertIs(world.seen.is_over, is_over)


class Walking(Case):
    def test_from_somewhere_else_it_goes_home(self) -> None:
        world = World()
        world.tell(Set("m5", name="Set", x=4, y=8), Set("t5", name="Home", x=0, y=6), Set("a1", name="bot"))
        self.check_next(world, "Home", WALK)

    def test_what_comes_to_nothing_is_tried_less_and_less(self) -> None:
        world = World().at_home()
        self.assertLess(len(world.clicks(600)), 16)
        times = [at for at, _ in world.hand.clicks]
        waits = [b - a for a, b in pairwise(times)]
        self.assertGreaterEqual(waits[0], 2 * PATIENCE)
        for a, b in pairwise(waits[:5]):
            self.assertGreater(b, a * 1.2)
        self.assertLessEqual(max(waits), MOST_PATIENCE + PATIENCE + WALK[1] + 3 * TICK)


class Lobby(Case):
    def test_it_makes_a_room_if_there_is_none(self) -> None:
        for rooms in ({}, {"begun": False}):
            self.check_next(World().in_the_lobby(rooms), "New room", LULL)

    def test_rooms_begin_and_others_make_new_ones_meanwhile(self) -> None:
        for can_create in (True, False):
            world = World().in_the_lobby({"a": True}, can_create=can_create)
            world.rooms({"a": False})
            self.assertEqual(bool(world.clock.getDelayedCalls()), can_create)
            self.assertEqual(world.clicks(LULL[0] - TICK), [])
            world.rooms({"a": False, "b": True})
            self.check_next(world, "b", WALK)

    def test_news_and_a_new_name_do_not_put_it_off(self) -> None:
        """They say how many seconds are left. A room that does not let it in is the same under a new name."""
        for every, seconds, clicks in ((TICK, WALK[1] + TICK, range(1, 2)), (5, 120, range(3, 10))):
            world = World().in_the_lobby({"a (9 s, 1 player)": True}, can_create=False)
            for number in range(round(seconds / every)):
                world.tell(Set("t200", name=f"a ({number} s, 1 player)", text=f"Starts in {number} s."))
                world.clicks(every)
            self.assertEqual({tile.objid for _, tile in world.hand.clicks}, {"t200"})
            self.assertIn(len(world.hand.clicks), clicks)

    def test_a_room_that_does_not_let_it_in(self) -> None:
        """The next one is tried, then a new one; and all of them again, but less and less."""
        world = World().in_the_lobby({"a": True, "b": True})
        self.check_next(world, "a", WALK)
        self.check_next(world, "b", (PATIENCE + WALK[0], PATIENCE + WALK[1]))
        found = world.clicks(600)
        self.assertEqual({*found}, {"a", "b", "New room"})
        self.assertLess(len(found), 60)

    def test_bots_do_not_all_make_a_room_at_once(self) -> None:
        times = [World(seed=seed).in_the_lobby().next_click()[0] for seed in range(20)]
        self.assertGreater(len({*times}), 12)


class Playing(Case):
    def test_before_the_game(self) -> None:
        world = World().in_a_room(is_on=False)
        self.assertEqual((world.clicks(100), world.clock.getDelayedCalls()), ([], []))
        world.begin()
        self.assertEqual(world.clicks(100), [])

    def test_everything_is_marked_before_it_claims(self) -> None:
        world = World().in_a_room()
        world.draw(*CARD[0], *CARD[1])
        world.mark(*CARD[0], *CARD[1][:3])
        self.check_next(world, "56")
        world.mark(56)
        self.check_next(world, "61")
        world.mark(61)
        self.check_next(world, "Cinko")
        world.announced(2)
        self.check_next(world, "Next")
        world.proceeded()
        self.assertEqual(world.clicks(100), [])

    def test_what_cannot_be_marked_keeps_it_from_claiming(self) -> None:
        """The claim would be wrong if that were the last number of another row."""
        world = World().in_a_room()
        world.draw(*CARD[0], 18)
        world.mark(*CARD[0])
        self.check_next(world, "18")
        self.check_next(world, "Next", (PATIENCE + PACE[0], PATIENCE + PACE[1]))
        world.proceeded()
        found = world.clicks(300)
        self.assertEqual({*found}, {"18"})
        self.assertLess(len(found), 12)
        world.mark(18)
        self.check_next(world, "Cinko")

    def test_what_was_marked_by_mistake_is_taken_back(self) -> None:
        world = World().in_a_room()
        world.draw(*CARD[0])
        world.mark(*CARD[0], 18)
        self.check_next(world, "(18)")
        world.mark(18)
        self.check_next(world, "Cinko")

    def test_a_timed_room(self) -> None:
        world = World().in_a_room()
        world.draw(4, is_timed=True)
        self.check_next(world, "4")
        world.mark(4)
        self.assertEqual(world.clicks(100), [])

    def test_a_wrong_claim_holds_nobody_up(self) -> None:
        world = World().in_a_room()
        world.draw(*CARD[0])
        world.mark(*CARD[0])
        self.check_next(world, "Cinko")
        self.check_next(world, "Next", (PATIENCE + PACE[0], PATIENCE + PACE[1]))
        world.proceeded()
        claims = world.clicks(20).count("Cinko")
        world.draw(18)
        world.next_click()
        world.mark(18)
        found = world.clicks(300)
        self.assertLessEqual({*found}, {"Cinko", "Next"})
        self.assertLess(claims + found.count("Cinko"), 12, "and marking another does not make it forget that")

    def test_a_bot_that_is_not_in_the_list_remembers_what_it_has_claimed(self) -> None:
        world = World().in_a_room()
        world.tell(world.token(11, 1, "bob 0", 0))
        world.draw(*CARD[0])
        world.mark(*CARD[0])
        self.check_next(world, "Cinko")
        self.check_next(world, "Next", (PACE[0], PATIENCE + PACE[1]))
        world.proceeded()
        self.assertEqual(world.clicks(100), [])
        world.draw(*CARD[1])
        world.mark(*CARD[1])
        self.check_next(world, "Cinko")
        world.in_the_lobby().in_a_room("room2")
        world.tell(world.token(11, 1, "bob 0", 0))
        world.draw(*CARD[0])
        world.mark(*CARD[0])
        self.check_next(world, "Cinko")

    def test_it_says_hello_once_and_nothing_else(self) -> None:
        world = World(greets=True).at_home().in_the_lobby({"a": True})
        self.assertEqual(world.hand.said, [])
        world.in_a_room()
        world.end()
        world.clicks(REST[1] + 1)
        world.at_home().in_the_lobby().in_a_room("room2")
        self.assertEqual(world.hand.said, [("Tombala: room1", GREETING)])


class Ending(Case):
    def test_where_it_does_not_play_it_does_not_stay(self) -> None:
        self.check_next(World().in_a_room(has_card=False), "Home", REST)

    def test_a_room_that_is_out_of_order(self) -> None:
        world = World()
        tiles = [Set("t1", name="Home", x=0, y=0), Set("t2", name="Help", x=1, y=0)]
        world.tell(Set("m7", name="Tombala: room1", x=2, y=2), *tiles, Set("a1", name="bot"))
        self.check_next(world, "Home", REST)

    def test_an_end_that_comes_in_two_pieces(self) -> None:
        world = World().in_a_room()
        world.draw(4)
        world.tell(world.button("Next", False), *(Set(world.number(number).objid, energy=0) for number in NUMBERS))
        self.assertEqual(world.clicks(5), [])
        world.end()
        self.check_next(world, "Home", REST)

    def test_a_beginning_that_comes_in_two_pieces(self) -> None:
        world = World().in_a_room(is_on=False)
        world.tell(world.button("Cinko", True))
        world.clicks(1)
        world.begin()
        self.assertEqual(world.clicks(60), [])


class Company(SynchronousTestCase):
    def show(self, *names: str, seed: int = 1) -> Show:
        return Show(*TOMBALA, make_bot=maker(TombalaBot), seed=seed).start(*names)

    def headlines(self, show: Show) -> set[str]:
        matrices = [wire.link.model.matrix for wire in show.wires]
        return {matrix.text for matrix in matrices if matrix is not None}

    def heard(self, show: Show) -> list[list[str]]:
        """What each of them has heard."""
        return [[line.message for line in wire.link.model.heard] for wire in show.wires]

    def play(self, show: Show, seconds: int = 400) -> None:
        """Let them play until one has won."""
        for _ in range(seconds):
            show.advance(1)
            if any(re.fullmatch(r"Game over: \S+ wins\.", text) for text in self.headlines(show)):
                return
        raise AssertionError(f"nobody has won: {self.headlines(show)}")

    def clicks(self, show: Show) -> dict[str, list[Noted]]:
        """Watch when who clicks, wherever they are."""
        return watch_clicks(self, show.clock)

    def test_three_play_one_game_after_the_other(self) -> None:
        show = self.show("bot-1", "bot-2", "bot-3")
        times = self.clicks(show)
        for games in (1, 2):
            show.advance(WALK[1] + LULL[1] + 2 * WALK[1])
            places = {wire.link.model.current for wire in show.wires}
            self.assertEqual(len(places), 1, "all are in one room")
            self.play(show)
            for heard in self.heard(show):
                wins = [line for line in heard if line.endswith("has 3 cinkos and wins!")]
                self.assertEqual(len(wins), games)
                self.assertNotIn("Your cinko claim is wrong!", heard)
                self.assertNotIn("You have already asked for the next number.", heard)
            show.advance(REST[1] + 1)
        self.assertEqual(sorted(times), show.names)
        for clicks in times.values():
            self.assertGreater(len(clicks), 100)
            self.assertGreaterEqual(min(b.at - a.at for a, b in pairwise(clicks)), PACE[0] - 1e-6)
        greetings = sorted(heard.count(GREETING) for heard in self.heard(show))
        self.assertEqual(greetings, [1, 2, 3], "each says hello once, to those who are there")
        self.assertEqual((show.complaints, show.done), ([], []))
