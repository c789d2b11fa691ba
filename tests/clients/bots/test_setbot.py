"""When a bot clicks what in Set, at a link that only notes it; and whole games of bots on a server in memory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld, cards_without_a_set
from tests.doubles.botshow import Show
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import maker
from tilenet.clients.bots.setbot import FIDGET, LULL, PATIENCE, PAUSE, SETTLED, SetBot
from tilenet.clients.bots.setmind import Answer, Mind, Thought
from tilenet.games.set.hall import SetTable
from tilenet.games.set.practice import Practice
from tilenet.games.set.table import WATCHES
from tilenet.wire.messages import Set

SET = GamePlugin("set", SetTable)
PRACTICE = GamePlugin("set-practice", Practice)
LINE = ["1 red o diamond", "2 red o diamond", "3 red o diamond"]
OTHERS = ["1 blue @ box", "2 blue @ box", "3 blue @ box"]
TABLE = [*LINE, *OTHERS, *cards_without_a_set()[6:]]
TICK = 0.0625
BELOW = {"Home": (0, 6), "Help": (1, 6), "Submit": (2, 6), "No set": (3, 6), "Restart": (0, 7), "Keys": (1, 7)}


class PlannedMind(Mind):
    """A brain that thinks what a test wants, and then no more."""

    def __init__(self, thoughts: Sequence[Thought]) -> None:
        super().__init__(5, Random(1))
        self.looks = 0
        self._thoughts = list(thoughts)

    def think(self, names: Sequence[str]) -> Thought:
        self.looks += 1
        return self._thoughts.pop(0) if self._thoughts else Thought(Answer.NOTHING, 1000)

    def glance(self, cards: int) -> float:
        return float(cards)


def claim(*places: int, seconds: float = 4) -> Thought:
    return Thought(Answer.SET, seconds, places)


class World(BotWorld):
    """The rooms of Set, as a bot is told of them."""

    bot: SetBot
    tick = TICK
    patience = 60.0

    def __init__(self, *thoughts: Thought, greets: bool = False) -> None:
        super().__init__()
        self.mind = PlannedMind(thoughts)
        self.bot = SetBot(self.hand, self.clock, Random(1), mind=self.mind, greets=greets)

    def in_the_room(self, seats: Sequence[str] = ("ann 0", "bot 0"), *, is_on: bool = True) -> World:
        below = [Set(f"t{100 + x + 4 * y}", name=name, x=x, y=y) for name, (x, y) in BELOW.items()]
        state = [self._enabled("Submit", is_on), self._enabled("No set", is_on), self._enabled("Restart", False)]
        cards = self._cards(dict(enumerate(TABLE if is_on else [""] * 12)))
        names = [self._seat(seat, name) for seat, name in enumerate(seats)]
        self.tell(Set("m2", name="Set", x=4, y=8), *below, *state, *cards, *names, Set("a1", name="bot"))
        return self

    def _enabled(self, name: str, is_enabled: bool) -> Set:
        x, y = BELOW[name]
        return Set(f"t{100 + x + 4 * y}", energy=int(is_enabled))

    def _cards(self, cards: dict[int, str]) -> list[Set]:
        return [
            Set(f"t{300 + place}", name=name, x=place % 4, y=place // 4, energy=int(bool(name)))
            for place, name in cards.items()
        ]

    def _seat(self, seat: int, name: str) -> Set:
        return Set(f"t{200 + seat}", name=name, x=seat % 4, y=3 + seat // 4, energy=0)

    def cards(self, cards: dict[int, str]) -> None:
        """These cards lie on the table now."""
        self.tell(*self._cards(cards))

    def begin(self) -> None:
        cards = self._cards(dict(enumerate(TABLE)))
        self.tell(*cards, self._enabled("Submit", True), self._enabled("No set", True), self._enabled("Restart", False))

    def end(self) -> None:
        self.tell(self._enabled("Submit", False), self._enabled("No set", False), self._enabled("Restart", True))

    def score(self, seat: str) -> None:
        self.tell(self._seat(1, seat))

    def select(self, *places: int) -> list[float]:
        """The bot clicks these cards, in any order, and sees them selected; the times between the clicks."""
        left, times = {*places}, []
        while left:
            seconds, tile = self.next_click()
            place = tile.x + 4 * tile.y
            left.remove(place)
            times.append(seconds)
            self.cards({place: f"* {tile.name}"})
        return times


class Waiting(SynchronousTestCase):
    def test_before_the_game(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room(is_on=False)
        self.assertEqual((world.clicks(60), world.mind.looks), ([], 0))
        world.begin()
        self.assertEqual(world.mind.looks, 1)
        self.assertEqual(world.clicks(4 - TICK), [])
        self.assertEqual(world.clicks(2 * TICK), [LINE[0]])

    def test_a_bot_that_watches_does_nothing(self) -> None:
        for seats in (("ann 0", "bob 5"), ("bot2 0", "bot 1 0"), ()):
            world = World(claim(0, 1, 2)).in_the_room(seats)
            world.cards({0: "3 yellow █ slash"})
            self.assertEqual((world.clicks(100), world.mind.looks), ([], 0), seats)

    def test_it_begins_another_game_if_nobody_does(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room()
        world.end()
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, "Restart")
        self.assertTrue(LULL[0] <= seconds <= LULL[1] + TICK, seconds)
        self.assertEqual(world.clicks(LULL[0] - TICK), [], "and does not insist")

    def test_somebody_else_begins_it(self) -> None:
        world = World().in_the_room()
        world.end()
        world.clicks(15)
        world.begin()
        self.assertEqual(world.clicks(60), [])
        world.end()
        self.assertGreaterEqual(world.next_click()[0], LULL[0])


class Answering(SynchronousTestCase):
    def test_it_selects_three_and_submits_them(self) -> None:
        world = World(claim(2, 0, 1)).in_the_room()
        first, *others = world.select(0, 1, 2)
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, "Submit")
        self.assertTrue(4 <= first <= 4 + TICK, first)
        for pause in (*others, seconds):
            self.assertTrue(PAUSE[0] <= pause <= PAUSE[1] + TICK, pause)

    def test_it_does_not_click_a_card_twice_before_it_sees_what_came_of_it(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room()
        self.assertEqual(world.next_click()[1].name, LINE[0])
        self.assertEqual(world.clicks(PATIENCE - TICK), [])
        self.assertEqual(world.clicks(2 * TICK), [LINE[0]], "then it tries again")

    def test_after_an_answer_it_waits_for_what_comes_of_it_and_thinks_again(self) -> None:
        world = World(claim(0, 1, 2), claim(3, 4, 5, seconds=6)).in_the_room()
        world.select(0, 1, 2)
        self.assertEqual(world.next_click()[1].name, "Submit")
        self.assertEqual(world.clicks(1), [], "not even the selection is touched")
        world.cards(dict(enumerate(LINE)))
        world.score("bot -3")
        self.assertEqual((world.clicks(5 - TICK), world.mind.looks), ([], 2))
        world.select(3, 4, 5)
        self.assertEqual(world.next_click()[1].name, "Submit")

    def test_no_set(self) -> None:
        world = World(Thought(Answer.NO_SET, 7), claim(0, 1, 2, seconds=1)).in_the_room()
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, "No set")
        self.assertTrue(7 <= seconds <= 7 + TICK, seconds)
        self.assertEqual(world.clicks(1.5), [])
        world.score("bot -5")
        self.assertEqual(world.clicks(2 * TICK), [LINE[0]])

    def test_a_bot_that_is_not_sure_looks_again(self) -> None:
        world = World(Thought(Answer.NOTHING, 7), claim(0, 1, 2, seconds=3)).in_the_room()
        self.assertEqual(world.clicks(10 - TICK), [])
        self.assertEqual(world.clicks(2 * TICK), [LINE[0]])


class ThinkingLong(SynchronousTestCase):
    def test_it_shows_that_it_is_still_there(self) -> None:
        """It selects a card, and deselects it; and what it had in mind is the same."""
        world = World(claim(0, 1, 2, seconds=FIDGET + 20)).in_the_room()
        self.assertEqual(world.clicks(FIDGET - TICK), [])
        (name,) = world.clicks(2 * TICK)
        place = TABLE.index(name)
        world.cards({place: f"* {name}"})
        self.assertEqual(world.clicks(2), [f"* {name}"])
        world.cards({place: name})
        self.assertEqual((world.clicks(17), world.mind.looks), ([], 1))
        world.select(0, 1, 2)

    def test_it_shows_that_as_often_as_it_takes(self) -> None:
        world = World(Thought(Answer.NOTHING, FIDGET - 10), Thought(Answer.NOTHING, 1000)).in_the_room()
        times = []
        for _ in range(3):
            world.clicks(FIDGET - 5)
            times.append(len(world.hand.clicks))
            place = TABLE.index(world.clicks(10)[0])
            world.cards({place: f"* {TABLE[place]}"})
            world.clicks(1)
            world.cards({place: TABLE[place]})
        self.assertEqual(times, [0, 2, 4])

    def test_a_bot_that_has_lost_its_seat_watches(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room()
        world.tell(Set("t201", text="Has given up the seat; the score stays"))
        self.assertEqual(world.clicks(FIDGET + 30), [])


class Replacing(SynchronousTestCase):
    def test_other_cards_take_time(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room()
        world.clicks(2)
        world.cards(dict.fromkeys((6, 7, 8), "3 yellow █ slash"))
        self.assertEqual(world.clicks(5 - TICK), [])
        self.assertEqual(world.clicks(2 * TICK), [LINE[0]])
        self.assertEqual(world.mind.looks, 1)

    def test_one_of_its_own_is_another_thought(self) -> None:
        world = World(claim(0, 1, 2), claim(3, 4, 5, seconds=9)).in_the_room()
        world.clicks(3)
        world.cards({1: "3 yellow █ slash"})
        self.assertEqual((world.clicks(9 - TICK), world.mind.looks), ([], 2))
        self.assertEqual(world.clicks(2 * TICK), [OTHERS[0]])

    def test_what_it_has_selected_meanwhile_is_given_up(self) -> None:
        world = World(claim(0, 1, 2), claim(3, 4, 5, seconds=9)).in_the_room()
        world.select(0, 1)
        world.cards({1: "3 yellow █ slash"})
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, f"* {LINE[0]}")
        self.assertLessEqual(seconds, PAUSE[1] + TICK)
        world.cards({0: LINE[0]})
        self.assertEqual(world.clicks(8), [])
        world.select(3, 4, 5)

    def test_what_it_can_use_of_a_selection_it_keeps(self) -> None:
        world = World(claim(0, 1, 2)).in_the_room()
        world.clicks(3.9)
        world.select(0)
        world.cards({1: f"* {LINE[1]}", 5: f"* {OTHERS[2]}"})
        self.assertEqual(world.next_click()[1].name, f"* {OTHERS[2]}")
        world.cards({5: OTHERS[2]})
        world.select(2)
        self.assertEqual(world.next_click()[1].name, "Submit")

    def test_a_card_that_was_just_replaced_is_not_clicked(self) -> None:
        world = World(claim(0, 1, 2), claim(1, 3, 4, seconds=0.1)).in_the_room()
        world.clicks(3)
        world.cards({1: "3 yellow █ slash"})
        self.assertEqual(world.clicks(SETTLED - TICK), [])
        self.assertEqual(world.clicks(2 * TICK), ["3 yellow █ slash"])

    def test_every_change_is_taken_whatever_it_is(self) -> None:
        """Whatever lies there, selected or not, there is no trouble, and no more than five clicks in a second."""
        random = Random(5)
        world = World()
        world.bot = SetBot(world.hand, world.clock, random, level=5)
        world.in_the_room()
        for _ in range(2000):
            place = random.randrange(12)
            world.cards({place: random.choice(["", "* "]) + random.choice(TABLE)} if random.random() < 0.9 else {})
            world.clicks(random.choice([0.125, 0.25, 1]))
        times = [at for at, _ in world.hand.clicks]
        self.assertGreater(len(times), 100)
        self.assertGreaterEqual(min(b - a for a, b in pairwise(times)), PAUSE[0])


class Company(SynchronousTestCase):
    def game(self, show: Show) -> Any:
        return show.server.world.rooms["set"].game

    def play(self, show: Show, seconds: float) -> int:
        """Let them play until the game is over; the seconds that it takes, from now."""
        for second in range(round(seconds)):
            match = self.game(show).match
            if match is not None and match.is_over:
                return second
            show.advance(1)
        raise AssertionError(f"not over: {len(match.deck)} in the deck")

    def test_three_of_the_strongest_play_a_whole_game_to_its_ranking(self) -> None:
        show = Show(SET, PRACTICE, make_bot=maker(SetBot, level=5))
        ann = show.server.join("ann")
        show.start("bot-1", "bot-2", "bot-3").advance(5)
        self.assertLess(self.play(show, 400), 300)
        match = self.game(show).match
        ann.click("Set")
        self.assertEqual([player.name for player in match.scores], ["bot-1", "bot-2", "bot-3"])
        self.assertEqual(len(match.deck), 0)
        records = match.records.values()
        self.assertGreater(sum(record.sets for record in records), 18)
        self.assertGreater(min(record.sets for record in records), 1)
        self.assertLess(sum(record.wrong for record in records), 8)
        show.advance(LULL[0] - 2)
        self.assertTrue(self.game(show).match.is_over)
        show.advance(LULL[1] - LULL[0] + 3)
        begun = [line for line in ann.heard if line.endswith("starts another game.")]
        self.assertEqual(len(begun), 1)
        self.assertEqual((show.complaints, show.done), ([], []))

    def test_nobody_loses_a_seat(self) -> None:
        """However long the weakest think, while others play."""
        show = Show(SET, make_bot=maker(SetBot, level=1)).start("bot-1", "bot-2", "bot-3")
        show.pool.make_bot = maker(SetBot, level=3)
        show.start("strong").advance(5)
        self.play(show, 7200)
        self.assertNotIn(WATCHES, [tile.text for tile in self.game(show).scene().tiles.values()])
