"""The rules of Memory, one by one; the numbers are those of the flow in docs/memory.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import Stacked
from tests.doubles.someone import Someone
from tilenet.chance import Chance
from tilenet.game import Event, Events, Points, Private
from tilenet.games.memory.events import (
    DOWN,
    BothHidden,
    Dealt,
    Filled,
    First,
    FirstHidden,
    Frozen,
    Over,
    Pick,
    State,
    TooEarly,
    Unfrozen,
    Welcome,
    Wrong,
)
from tilenet.games.memory.rules import Contest, Phase, deck

AA, AA2, AB, AB2, AC = (0, 0), (1, 0), (2, 0), (3, 0), (0, 1)


def happen(events: Events) -> list[Event]:
    return [event for event in events if not isinstance(event, Points)]


class MemoryTestCase(SynchronousTestCase):
    """ann and bob are at a board of 4 x 4, and nothing has happened yet."""

    def setUp(self) -> None:
        self.contest = Contest(4, Stacked())
        self.ids = 0
        self.now = 0.0
        self.ann, self.bob, self.cid, self.dan = (Someone(name) for name in ("ann", "bob", "cid", "dan"))
        self.enter(self.ann)
        self.enter(self.bob)

    def enter(self, player: Someone) -> list[Event]:
        return happen(self.contest.enter(player, self.now))

    def leave(self, player: Someone) -> list[Event]:
        return happen(self.contest.leave(player, self.now))

    def pick(self, player: Someone, *cells: tuple[int, int]) -> list[Event]:
        """Let a player pick cards, one after the other."""
        found: list[Event] = []
        for x, y in cells:
            self.ids += 1
            found += happen(self.contest.pick(player, Pick(self.ids, x, y), self.now))
        return found

    def wait(self, seconds: float) -> list[Event]:
        self.now += seconds
        return happen(self.contest.tick(self.now))

    def find_all(self, *players: Someone) -> list[Event]:
        """Find all pairs, the players taking turns."""
        found: list[Event] = []
        for number in range(8):
            x, y = 2 * (number % 2), number // 2
            found += self.pick(players[number % len(players)], (x, y), (x + 1, y))
        return found

    def state(self, cell: tuple[int, int]) -> State:
        return self.contest.places[cell[1] * 4 + cell[0]].state

    def to(self, events: Sequence[Event]) -> list[tuple[str, ...]]:
        """Whom events are for."""
        return [tuple(player.name for player in event.to) if isinstance(event, Private) else ("?",) for event in events]

    def kinds(self, events: Sequence[Event]) -> list[type[Event]]:
        return [type(event) for event in events]


class TheDeck(SynchronousTestCase):
    def test_flow_9_the_cards_are_pairs_of_letters(self) -> None:
        self.assertEqual(deck(2), ["aa", "aa", "ab", "ab"])
        self.assertEqual(sorted({*deck(4)}), ["aa", "ab", "ac", "ad", "ba", "bb", "bc", "bd"])

    def test_flow_9_each_is_on_two_cells(self) -> None:
        for dim in range(2, 27, 2):
            self.assertEqual({*Counter(deck(dim)).values()}, {2})
            self.assertEqual(len(deck(dim)), dim * dim)
            self.assertTrue(all(len(card) == 2 and card.isalpha() and card.islower() for card in deck(dim)))

    def test_flow_9_dim_is_even_and_2_to_26(self) -> None:
        for dim in (0, 1, 3, 25, 27, 28, -2):
            with self.assertRaises(ValueError):
                Contest(dim, Stacked())

    def test_flow_9_the_deal_is_random(self) -> None:
        deals = set()
        for seed in range(50):
            contest = Contest(4, Chance.named(str(seed)))
            for player in (Someone("ann"), Someone("bob")):
                [*contest.enter(player, 0.0)]
            deals.add(tuple(contest._letters))
        self.assertEqual(len(deals), 50)

    def test_flow_9_is_dealt_when_there_are_enough_players(self) -> None:
        """So nobody can have known the cards when players add words to the deal."""
        contest = Contest(4, Chance.named("any"))
        ann, bob = Someone("ann"), Someone("bob")
        [*contest.enter(ann, 0.0)]
        self.assertEqual(contest._letters, deck(4))
        [*contest.enter(bob, 0.0)]
        self.assertNotEqual(contest._letters, deck(4))


class Coming(MemoryTestCase):
    def test_flow_1_in_a_game_the_board_comes_at_once_with_only_the_cards_that_are_up_or_locked(
        self,
    ) -> None:
        self.pick(self.ann, AA, AA2)
        self.pick(self.bob, AB)
        welcome, dealt = self.enter(self.cid)
        assert isinstance(dealt, Dealt)
        self.assertEqual((welcome, dealt.to), (Welcome((self.cid,), 4), (self.cid,)))
        ann, bob = self.contest.seats[self.ann].colour, self.contest.seats[self.bob].colour
        shown = {cell: place for cell, place in enumerate(dealt.board) if place != DOWN}
        self.assertEqual(
            {cell: (place.state, place.letters, place.colour) for cell, place in shown.items()},
            {
                0: (State.LOCKED, "aa", ann),
                1: (State.LOCKED, "aa", ann),
                2: (State.UP, "ab", bob),
            },
        )
        self.assertEqual((DOWN.letters, DOWN.colour, DOWN.by), ("", (0, 0, 0), None))

    def test_flow_1_who_comes_in_the_pause_gets_the_board_at_its_end(self) -> None:
        self.find_all(self.ann)
        self.now += 4
        self.assertEqual(self.enter(self.cid), [Welcome((self.cid,), 4)])
        self.assertEqual(self.wait(5.75), [])
        (dealt,) = self.wait(0.25)
        self.assertEqual(dealt, Dealt((self.ann, self.bob, self.cid), (DOWN,) * 16))

    def test_flow_9_colours_are_unique_among_those_present(self) -> None:
        for number in range(98):
            self.enter(Someone(f"player {number}"))
        self.assertEqual(len({seat.colour for seat in self.contest.seats.values()}), 100)

    def test_a_newcomer_does_not_get_a_colour_that_is_on_the_board(self) -> None:
        was = self.contest.seats[self.bob].colour
        self.pick(self.bob, AA, AA2)
        self.leave(self.bob)
        self.enter(self.cid)
        self.assertNotEqual(self.contest.seats[self.cid].colour, was)
        self.assertNotEqual(self.contest.seats[self.cid].colour, self.contest.seats[self.ann].colour)


class Picking(MemoryTestCase):
    def test_flow_2_every_answer_goes_to_everybody_with_its_causer_in_one_order(self) -> None:
        self.enter(self.cid)
        events = self.pick(self.ann, AA, AB, AC) + self.pick(self.bob, AA, AC, AC) + self.wait(2)
        self.assertEqual(
            self.kinds(events), [First, Wrong, TooEarly, Filled, First, FirstHidden, BothHidden], self.contest.places
        )
        self.assertEqual({*self.to(events)}, {("ann", "bob", "cid")})

    def test_a_first_pick_on_a_card_that_is_up_or_locked_is_filled_and_the_next_still_a_first(self) -> None:
        self.pick(self.ann, AA)
        self.assertEqual(self.pick(self.bob, AA), [Filled((self.ann, self.bob), self.bob, Pick(2, 0, 0))])
        self.pick(self.ann, AA2)
        self.assertEqual(self.kinds(self.pick(self.ann, AA2) + self.pick(self.bob, AA, AB)), [Filled, Filled, First])

    def test_flow_4_a_second_pick_on_a_card_that_is_up_or_locked_hides_the_first(self) -> None:
        for before, second, state in (((), AA, State.DOWN), ((AB,), AB, State.UP), ((AB, AB2), AB, State.LOCKED)):
            self.setUp()
            self.pick(self.bob, *before)
            hidden = FirstHidden((self.ann, self.bob), Pick(len(before) + 1, 0, 0))
            self.assertEqual(self.pick(self.ann, AA, second)[1], hidden, before)
            self.assertEqual((self.state(AA), self.state(second)), (State.DOWN, state), before)

    def test_flow_8_what_is_not_a_cell_is_ignored(self) -> None:
        far = (4, -1, -2, 5, 100000, 2**31 - 1, -(2**31))
        for cells in ([(x, 0) for x in far], [(0, y) for y in far], [(x, x) for x in far if x != -1]):
            self.assertEqual(self.pick(self.ann, *cells), [])
        self.pick(self.ann, AA)
        self.assertEqual(self.pick(self.ann, (4, 0), (0, 4)), [])
        self.assertIs(self.state(AA), State.UP)
        self.pick(self.ann, AB)
        self.assertEqual(self.pick(self.ann, (4, 4)), [])

    def test_who_is_not_at_the_board_cannot_pick(self) -> None:
        self.assertEqual(self.pick(self.cid, AA), [])


class Hiding(MemoryTestCase):
    def test_flow_3_a_first_pick_is_hidden_after_5_s(self) -> None:
        self.pick(self.ann, AA)
        self.assertEqual(self.wait(4.999), [])
        self.now = 0.0
        self.assertEqual(self.wait(5.0), [FirstHidden((self.ann, self.bob), Pick(1, 0, 0))])
        self.assertIs(self.state(AA), State.DOWN)
        self.assertIsNone(self.contest.deadline)

    def test_flow_3_a_wrong_pair_is_hidden_2_s_after_its_second(self) -> None:
        self.pick(self.ann, AA)
        self.wait(4)
        self.pick(self.ann, AB)
        self.assertEqual(self.wait(1.75), [])
        self.assertEqual(
            self.wait(0.25), [BothHidden((self.ann, self.bob), Pick(1, 0, 0), Pick(2, 2, 0))], "and not by the 5 s"
        )
        self.assertEqual((self.state(AA), self.state(AB)), (State.DOWN, State.DOWN))

    def test_flow_3_in_those_2_s_all_picks_are_too_early(self) -> None:
        self.pick(self.ann, AA, AB)
        self.wait(1.75)
        self.assertEqual(self.pick(self.ann, AC), [TooEarly((self.ann, self.bob), self.ann, Pick(3, 0, 1))])
        self.assertEqual(self.kinds(self.pick(self.ann, AA)), [TooEarly])
        self.assertEqual(self.kinds(self.pick(self.bob, AC)), [First], "which concerns nobody else")
        self.wait(0.25)
        self.assertEqual(self.kinds(self.pick(self.ann, AA)), [First])

    def test_flow_3_a_pick_at_that_very_time_comes_after_the_hiding(self) -> None:
        self.pick(self.ann, AA, AB)
        self.now = 2.0
        self.assertEqual(self.kinds(self.pick(self.ann, AC)), [BothHidden, First])
        self.now = 7.0
        self.assertEqual(self.kinds(self.pick(self.bob, AC)), [FirstHidden, First])

    def test_flow_3_hiding_goes_on_for_players_who_left(self) -> None:
        self.enter(self.cid)
        self.pick(self.bob, AA, AB)
        self.pick(self.cid, AC)
        self.leave(self.bob)
        self.leave(self.cid)
        self.assertEqual((self.state(AA), self.state(AB), self.state(AC)), (State.UP, State.UP, State.UP))
        self.assertEqual(self.wait(2), [BothHidden((self.ann,), Pick(1, 0, 0), Pick(2, 2, 0))])
        self.assertEqual(self.wait(3), [FirstHidden((self.ann,), Pick(3, 0, 1))])

    def test_a_player_who_comes_back_has_a_new_turn(self) -> None:
        self.enter(self.cid)
        self.pick(self.bob, AA, AB)
        self.leave(self.bob)
        self.enter(self.bob)
        self.assertEqual(self.kinds(self.pick(self.bob, AC)), [First])
        self.assertEqual(self.kinds(self.wait(5)), [BothHidden, FirstHidden])


class TheEnd(MemoryTestCase):
    def test_flow_5_with_one_player_left_the_board_comes_with_the_second(self) -> None:
        """There is no game before that; and who waits for a board is told nothing else."""
        self.find_all(self.ann)
        self.leave(self.bob)
        self.assertEqual(self.wait(30), [])
        self.assertIs(self.contest.phase, Phase.WAITING)
        self.assertEqual(self.enter(self.cid), [Welcome((self.cid,), 4), Dealt((self.ann, self.cid), (DOWN,) * 16)])

    def test_a_pause_that_nobody_saw_end_is_over_when_somebody_comes(self) -> None:
        self.find_all(self.ann)
        self.leave(self.ann)
        self.leave(self.bob)
        self.now += 100
        self.assertEqual(self.enter(self.cid), [Welcome((self.cid,), 4)])
        self.assertIs(self.contest.phase, Phase.WAITING)


class TooFew(MemoryTestCase):
    def test_flow_6_one_who_is_left_is_told_that_it_is_frozen(self) -> None:
        self.assertEqual(self.leave(self.bob), [Frozen((self.ann,))])
        self.assertIs(self.contest.phase, Phase.WAITING)

    def test_flow_6_picks_are_dropped_in_silence(self) -> None:
        self.leave(self.bob)
        self.assertEqual(self.pick(self.ann, AA, AB, (9, 9)), [])
        self.assertIs(self.state(AA), State.DOWN)

    def test_flow_6_another_sets_it_going(self) -> None:
        """The old one is told so; the new one gets dimension and board."""
        self.leave(self.bob)
        self.assertEqual(
            self.enter(self.cid), [Welcome((self.cid,), 4), Unfrozen((self.ann,)), Dealt((self.cid,), (DOWN,) * 16)]
        )
        self.assertEqual(self.kinds(self.pick(self.cid, AA)), [First])

    def test_flow_6_who_waits_for_the_first_board_gets_neither(self) -> None:
        contest = Contest(4, Stacked())
        happen(contest.enter(self.cid, 0))
        self.assertEqual(self.kinds(happen(contest.enter(self.dan, 0))), [Welcome, Dealt])
        self.assertEqual(happen(contest.leave(self.cid, 0)), [Frozen((self.dan,))])
        self.assertEqual(happen(contest.leave(self.dan, 0)), [])
        self.assertEqual(happen(contest.enter(self.cid, 0)), [Welcome((self.cid,), 4)])

    def test_who_left_before_everybody_had_left_is_not_in_the_result(self) -> None:
        self.pick(self.ann, AA)
        self.leave(self.ann)
        self.leave(self.bob)
        self.enter(self.cid)
        self.enter(self.dan)
        self.wait(10)
        over = self.find_all(self.cid, self.dan)[-1]
        assert isinstance(over, Over)
        self.assertEqual(over.left, ())
