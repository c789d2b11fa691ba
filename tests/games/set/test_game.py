"""Set in its room: who plays and who watches, how it begins and ends, and what is seen and said."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.contrast import contrast
from tests.doubles.set_table import (
    BEGUN,
    BOARD,
    CAP,
    OVER,
    PLAYING,
    TWELVE,
    SetTableTestCase,
    SetTestCase,
    card,
    dealt,
    letter,
)
from tilenet.game import HELP, HOME
from tilenet.games.set.game import SetGame
from tilenet.games.set.hand import SELECTED
from tilenet.games.set.layouts import NO_SET, QUIT, SUBMIT, key_of
from tilenet.games.set.rules import words
from tilenet.games.set.table import CARD, INK, KEYS, RESTART
from tilenet.testing import Seat, Table
from tilenet.world.rooms.commands import ABOUT_HELP

WRONG_NO_SET = "ann said no set, but there is one (-5)."
THERE_IS_ONE = "Wrong (-5): there is a set."
IDLE = "You did nothing for 2 minutes while others played: you watch, and play in the next game."


class WhatIsSeen(SetTableTestCase):
    def test_the_room_is_4_by_9(self) -> None:
        scene = self.game.scene()
        self.assertEqual((self.game.title, scene.size), ("Set", (4, 9)))
        self.assertEqual([scene.tiles[card(n)][:2] for n in range(12)], [(n % 4, n // 4) for n in range(12)])
        self.assertEqual([scene.tiles["seat", n][:2] for n in range(12)], [(n % 4, 3 + n // 4) for n in range(12)])
        rows = {y: {t.x: t.name for t in scene.tiles.values() if t.y == y} for y in (6, 7, 8)}
        self.assertEqual(rows[6], {0: "Home", 1: "Help", 2: "Submit", 3: "No set"})
        self.assertEqual(rows[7], {0: "Restart", 1: "Keys", 3: "69 in the deck"})
        self.assertEqual(rows[8], {0: "At three: off"})

    def test_cards_are_named_in_words(self) -> None:
        self.assertEqual(self.names(self.bob), [words(number) for number in BOARD])
        self.assertEqual(self.names(self.bob)[2:4], ["1 red o slash", "1 red @ diamond"])
        self.assertEqual([self.bob.tile(card(n)).text for n in (0, 11)], ["Card a", "Card l"])

    def test_cards_can_be_read(self) -> None:
        """Light on a dark room, and inks that can be told apart, selected or not."""
        self.assertEqual([*INK], ["red", "blue", "yellow"])
        scene = self.game.scene()
        self.assertGreater(contrast(CARD, scene.bg), 4.5)
        self.assertEqual(len({*INK.values(), CARD, SELECTED}), 5)
        for ink in INK.values():
            self.assertGreaterEqual(contrast(ink, CARD), 4.5)
            self.assertGreaterEqual(contrast(ink, SELECTED), 4.5)

    def test_a_card_has_the_ink_of_its_colour(self) -> None:
        self.lay([0, 9, 18, 27, 36, 45])
        for position, colour in enumerate(["red", "blue", "yellow"] * 2):
            tile = self.bob.tile(card(position))
            self.assertEqual((tile.fg, tile.bg), (INK[colour], CARD))
            self.assertIn(colour, tile.name)

    def test_an_empty_position_is_empty(self) -> None:
        self.lay([0, None, 2])
        tile, room = self.bob.tile(card(1)), self.game.scene()
        self.assertEqual((tile.name, tile.enabled, tile.fg, tile.bg), ("", False, room.fg, room.bg))
        self.assertTrue(self.bob.tile(card(2)).enabled)

    def test_before_the_game_begins_there_are_no_cards(self) -> None:
        table = Table(dealt())
        ann = table.enter("ann")
        self.assertEqual(self.names(ann), [""] * 12)
        self.assertFalse(any(ann.tile(tile).enabled for tile in [*map(card, range(12)), RESTART, SUBMIT]))
        self.assertEqual(self.players(ann), ["ann 0"])

    def test_what_can_be_clicked_while_a_game_is_on_and_when_it_is_over(self) -> None:
        tiles = [SUBMIT, NO_SET, card(0), RESTART]
        self.assertEqual([self.ann.tile(tile).enabled for tile in tiles], [True, True, True, False])
        self.end()
        self.assertEqual([self.ann.tile(tile).enabled for tile in tiles], [False, False, False, True])
        self.assertEqual(self.names(self.cid), [*map(words, CAP[:9]), "", "", ""])
        self.ann.click(RESTART)
        self.assertFalse(self.ann.tile(RESTART).enabled)

    def test_nothing_new_is_the_same_scene(self) -> None:
        scene = self.game.scene()
        self.select(self.ann, 0, 1, 1)
        self.ann.press(key_of(SUBMIT))
        self.ann.press(QUIT)
        self.ann.click(KEYS)
        self.ann.click(HELP)
        self.cid.say("hello")
        self.cid.click(card(3))
        self.cid.leave()
        self.table.advance(20)
        self.assertTrue(self.game.scene() is scene)
        self.claim(self.bob, 0, 1, 3)
        self.assertFalse(self.game.scene() is scene)

    def test_an_empty_room_announces_nothing(self) -> None:
        self.assertEqual(Table(dealt()).game.scene().text, "")


class Answering(SetTableTestCase):
    def test_a_streak(self) -> None:
        for first in (0, 3, 6):
            self.claim(self.ann, first, first + 1, first + 2)
        self.assertEqual(
            self.hear()[1:],
            [
                "ann found a set: 5 + 2 for a streak of 2; 63 in the deck.",
                "ann found a set: 5 + 3 for a streak of 3; 60 in the deck.",
            ],
        )
        self.assertEqual(self.players(self.cid)[0], "ann 20")

    def test_no_set_in_a_streak(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.lay(CAP[:12], [*range(60, 70)])
        self.forget()
        self.ann.press(key_of(NO_SET))
        self.assertEqual(self.hear(), ["ann saw that there is no set: 10 + 2 for a streak of 2; 10 in the deck."])

    def test_tiles_do_what_keys_do(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.ann.click(SUBMIT)
        self.bob.click(NO_SET)
        self.assertEqual(self.ann.heard[1:], ["bob said no set, but there is one (-5)."])
        self.assertEqual(self.players(self.cid), ["ann 5", "bob -5"])

    def test_only_three_cards_are_submitted(self) -> None:
        for positions in ((), (0,), (0, 1)):
            self.select(self.ann, *positions)
            self.ann.press(key_of(SUBMIT))
            self.assertEqual((self.ann.heard, self.bob.heard), (["Select three cards first."], []))
            self.assertEqual(self.selected(self.ann), [*positions])
            self.select(self.ann, *positions)
            self.forget()
        self.assertEqual(self.players(self.cid), ["ann 0", "bob 0"])

    def test_after_an_answer_the_selection_is_empty(self) -> None:
        self.select(self.bob, 4, 5)
        for positions, key in (((0, 1, 2), SUBMIT), ((3, 4, 6), SUBMIT), ((7,), NO_SET)):
            self.select(self.ann, *positions)
            self.ann.press(key_of(key))
            self.assertEqual(self.selected(self.ann), [])
        self.assertEqual(self.selected(self.bob), [4, 5])

    def test_a_wrong_answer_is_explained_to_its_player_and_the_others_hear_a_short_line(self) -> None:
        self.claim(self.ann, 0, 1, 3)
        self.assertEqual(self.ann.heard, ["Wrong (-3): two are open, one is striped.", "ann was wrong (-3)."])
        self.assertEqual((self.bob.heard, self.cid.heard), (["ann was wrong (-3)."], ["ann was wrong (-3)."]))

    def test_a_second_wrong_answer_within_a_second_is_told_to_its_player_alone(self) -> None:
        self.ann.press(key_of(NO_SET))
        self.assertEqual(self.ann.heard, [THERE_IS_ONE, WRONG_NO_SET])
        self.assertEqual((self.bob.heard, self.cid.heard), ([WRONG_NO_SET], [WRONG_NO_SET]))
        self.forget()
        self.table.advance(0.5)
        self.ann.press(key_of(NO_SET))
        self.claim(self.ann, 0, 1, 3)
        self.assertEqual(self.ann.heard, [THERE_IS_ONE, "Wrong (-3): two are open, one is striped."])
        self.assertEqual((self.bob.heard, self.cid.heard), ([], []))
        self.assertEqual(self.players(self.cid), ["ann -13", "bob 0"])

    def test_a_second_later_all_hear_of_a_wrong_answer_again(self) -> None:
        """What was told to one alone does not put that off."""
        for wait in (0.0, 0.75, 0.25):
            self.table.advance(wait)
            self.ann.press(key_of(NO_SET))
        self.assertEqual((self.ann.heard.count(THERE_IS_ONE), self.bob.heard), (3, [WRONG_NO_SET] * 2))

    def test_each_player_s_first_wrong_answer_and_every_right_one_are_told_to_all(self) -> None:
        self.ann.press(key_of(NO_SET))
        self.bob.press(key_of(NO_SET))
        self.claim(self.ann, 0, 1, 2)
        right = "ann found a set: 5 points; 66 in the deck."
        self.assertEqual(self.cid.heard, [WRONG_NO_SET, WRONG_NO_SET.replace("ann", "bob"), right])

    def test_who_leaves_and_comes_back_is_not_told_to_all_sooner(self) -> None:
        self.ann.press(key_of(NO_SET))
        self.ann.click(HOME)
        self.come_back(self.ann)
        self.ann.press(key_of(NO_SET))
        self.assertEqual(self.bob.heard.count(WRONG_NO_SET), 1)


class TheEnd(SetTableTestCase):
    def test_the_ranking_is_spoken_line_by_line(self) -> None:
        self.table.advance(1.0)
        self.claim(self.ann, 0, 1, 2)
        self.claim(self.ann, 3, 4, 5)
        self.table.advance(8.0)
        self.end()
        ranking = ["Game over. The ranking:", "1. ann           12", "2. bob           10"]
        first = "bob saw that there is no set: 10 points; 0 in the deck."
        self.assertEqual(self.cid.heard[2:], [first, *ranking])
        self.assertEqual(
            self.ann.heard[2:],
            [first, "Sets 2, no sets 0, wrong 0; fastest answer 0.0 s, mean 1.5 s.", *ranking],
        )
        self.assertEqual(
            self.bob.heard[3:], ["Sets 0, no sets 1, wrong 0; fastest answer 8.0 s, mean 8.0 s.", *ranking]
        )

    def test_only_watchers_are_left(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.ann.leave()
        self.assertEqual(self.cid.headline, PLAYING)
        self.forget()
        self.bob.leave()
        self.assertEqual(self.cid.headline, OVER)
        self.assertEqual(self.cid.heard, ["Game over. The ranking:", "1. ann            5", "2. bob            0"])
        self.cid.click(RESTART)
        self.table.advance(15)
        self.assertEqual(self.players(self.cid), ["cid 0"])
        self.claim(self.cid, 0, 1, 2)
        self.assertEqual(self.players(self.cid), ["cid 5"])

    def test_it_is_over_once(self) -> None:
        self.end()
        self.forget()
        self.ann.leave()
        self.bob.leave()
        self.table.advance(30)
        self.assertNotIn("Game over. The ranking:", self.cid.heard)

    def test_restart_begins_another_with_all_who_are_here(self) -> None:
        self.end()
        self.forget()
        self.bob.leave()
        self.cid.click(RESTART)
        self.assertEqual(self.ann.heard, ["cid starts another game."])
        self.assertEqual(self.names(self.ann), [""] * 12)
        self.assertEqual(self.players(self.ann), ["cid 0", "ann 0"])
        self.table.advance(15)
        self.assertEqual(self.ann.heard[-1], "The game begins: 69 in the deck.")
        self.claim(self.cid, 0, 1, 2)
        self.assertEqual(self.players(self.ann), ["cid 5", "ann 0"])


class Idle(SetTableTestCase):
    """Nobody plays, in a game that began at 15 s; now it is 17 s, and nobody watches."""

    def setUp(self) -> None:
        super().setUp()
        self.cid.leave()
        self.forget()

    def assert_over_at(self, when: float) -> None:
        self.assertEqual(self.game.deadline, when)
        self.table.advance(when - self.table.clock.seconds() - 0.5)
        self.forget()
        self.assertEqual(self.bob.headline, PLAYING)
        self.table.advance(0.5)
        self.assertEqual((self.bob.headline, self.game.deadline), (OVER, None))

    def test_after_ten_minutes_the_game_is_over(self) -> None:
        self.assert_over_at(615.0)
        ranking = ["Game over. The ranking:", "1. ann            0", "1. bob            0"]
        self.assertEqual(self.bob.heard, ["Nobody has played for 10 minutes.", *ranking])
        self.assertTrue(self.bob.tile(RESTART).enabled)
        self.forget()
        self.table.advance(2000)
        self.assertEqual(self.hear(), [])

    def test_an_answer_puts_it_off_right_or_wrong(self) -> None:
        self.select(self.ann, 0, 1, 2)
        for at, key in ((100.0, SUBMIT), (200.0, NO_SET)):
            self.table.advance(at - self.table.clock.seconds())
            self.ann.press(key_of(key))
            self.table.advance(1)
            self.assertEqual(self.game.deadline, at + 600)
        self.assert_over_at(800.0)

    def test_nothing_else_does(self) -> None:
        self.select(self.ann, 4)
        self.table.advance(100)
        self.select(self.ann, 4)
        self.ann.press(key_of(SUBMIT))
        self.ann.click(KEYS)
        self.ann.say("hello")
        self.ann.press(QUIT)
        cid = self.table.enter("cid")
        cid.click(card(0))
        cid.press(key_of(NO_SET))
        cid.leave()
        self.table.advance(6)
        self.assert_over_at(617.0)


class OthersWait(SetTableTestCase):
    """Nobody plays, and cid has been waiting for the next game since 15 s; now it is 17 s."""

    WARNING = "Others are waiting, and nobody plays: the game is over in 15 s, unless you play."
    OVER = "Nobody has played for 60 s, and others are waiting. The next game begins."

    def test_after_a_minute_the_next_game_begins_with_those_first_who_waited(self) -> None:
        self.table.advance(43.5)
        self.assertEqual([seat.heard for seat in self.everybody], [[self.WARNING], [self.WARNING], []])
        self.table.advance(14)
        self.assertEqual(self.cid.headline, PLAYING)
        self.table.advance(1)
        self.assertEqual(self.cid.heard[0], self.OVER)
        self.assertEqual(
            (self.cid.headline, self.players(self.cid)), ("The game begins in 15 s.", ["cid 0", "ann 0", "bob 0"])
        )

    def test_whoever_plays_keeps_the_game_going_for_all(self) -> None:
        for _ in range(3):
            self.table.advance(50)
            self.select(self.ann, 4, 4)
        self.assertNotIn(self.OVER, self.cid.heard)
        self.assertEqual(self.cid.headline, PLAYING)

    def test_after_three_minutes_in_which_nothing_is_found_it_is_over_nevertheless(self) -> None:
        """Otherwise one click a minute would keep the table for ever. Wrong answers are not enough; right ones are."""
        over = "Nobody has found a set for 3 minutes, and others are waiting. The next game begins."
        self.table.advance(40)
        self.claim(self.ann, 0, 1, 2)
        for _ in range(4):
            self.table.advance(40)
            self.claim(self.ann, 3, 4, 6)
        self.assertEqual((self.cid.headline, over in self.cid.heard), (PLAYING, False))
        self.table.advance(20)
        self.assertIn(over, self.cid.heard)
        self.assertEqual(self.players(self.cid)[0], "cid 0")

    def test_nobody_has_to_find_anything_if_nobody_waits(self) -> None:
        self.cid.leave()
        for _ in range(10):
            self.table.advance(50)
            self.select(self.ann, 4, 4)
        self.assertEqual((self.ann.headline, self.ann.heard), (PLAYING, ["cid left."]))

    def test_idlers_wait_for_nothing(self) -> None:
        """Of thirteen, those who had a seat and dozed off do not interrupt another game, until they do something."""
        table = Table(dealt())
        idlers = [table.enter(f"p{number}") for number in range(13)]
        for seconds in (15, 45, 15, 15):
            table.advance(seconds)
        self.assertIn(self.OVER, idlers[12].heard)
        self.assertEqual(len({f"p{number} 0" for number in range(13)} - {*self.players(idlers[0])}), 1)
        table.advance(400)
        self.assertEqual(idlers[0].headline, PLAYING)
        late = table.enter("late")
        table.advance(45)
        table.advance(15)
        self.assertEqual(self.players(late)[0], "late 0")
        table.advance(15)
        watching = next(one for one in idlers if f"{one.name} 0" not in self.players(one))
        watching.click(KEYS)
        table.advance(45)
        table.advance(15)
        self.assertEqual(idlers[0].headline, "The game begins in 15 s.")


class GivingUp(SetTableTestCase):
    """bob does nothing, while ann plays; the game began at 15 s, and now it is 17 s."""

    def play(self, seconds: int = 130) -> None:
        """ann selects a card every ten seconds."""
        for _ in range(0, seconds, 10):
            self.select(self.ann, 4, 4)
            self.table.advance(10)

    def test_then_one_watches(self) -> None:
        self.select(self.bob, 1, 2)
        self.play(140)
        self.assertEqual(self.selected(self.bob), [])
        self.forget()
        self.bob.press(letter(0))
        self.bob.press(key_of(NO_SET))
        self.assertEqual(self.bob.heard, ["You are watching."] * 2)

    def test_the_score_stays_and_the_tile_says_so(self) -> None:
        self.claim(self.bob, 0, 1, 2)
        texts = [self.cid.tile(("seat", number)).text for number in (0, 1, 2)]
        self.assertEqual({*texts}, {"A player and the score"})
        self.play(140)
        self.assertEqual(self.players(self.cid), ["ann 0", "bob 5"])
        self.assertEqual(self.cid.tile(("seat", 0)).text, texts[0])
        self.assertEqual(self.cid.tile(("seat", 1)).text, "Has given up the seat; the score stays")
        self.lay(CAP[:9])
        self.ann.press(key_of(NO_SET))
        self.assertEqual(self.cid.heard[-2:], ["1. ann           10", "2. bob            5"])

    def test_who_is_away_gives_it_up_too(self) -> None:
        self.bob.click(HOME)
        self.play()
        self.come_back(self.bob)
        self.assertEqual(self.bob.heard[-1], BEGUN)


class Beginning(SetTestCase):
    def setUp(self) -> None:
        self.table = Table(dealt())

    def enter(self, count: int, start: int = 0) -> list[Seat]:
        return [self.table.enter(f"p{number}") for number in range(start, start + count)]

    def test_the_first_to_enter_starts_the_countdown(self) -> None:
        self.table.advance(100)
        ann = self.table.enter("ann")
        shown = [ann.headline]
        for _ in range(15):
            self.table.advance(1)
            shown.append(ann.headline)
        self.assertEqual(shown, [*(f"The game begins in {left} s." for left in range(15, 0, -1)), PLAYING])
        self.assertEqual(ann.heard, ["The game begins: 69 in the deck."])

    def test_without_one_it_begins_at_once(self) -> None:
        ann = Table(dealt(countdown=0)).enter("ann")
        self.assertEqual((ann.headline, ann.heard), (PLAYING, ["The game begins: 69 in the deck."]))

    def test_twelve_play(self) -> None:
        seats = self.enter(13)
        self.assertEqual([seat.heard for seat in seats[11:]], [[], [TWELVE]])
        self.table.advance(15)
        self.assertEqual(self.players(seats[12]), [f"p{n} 0" for n in range(12)])
        seats[12].press(letter(0))
        self.assertEqual(seats[12].heard[-1], "You are watching.")

    def test_a_thirteenth_plays_if_a_place_is_free_in_time(self) -> None:
        seats = self.enter(14)
        seats[3].leave()
        self.assertEqual([seat.heard[1:] for seat in seats[12:]], [["A seat is free: you play."], []])
        self.assertEqual([seat.heard for seat in seats[:12]], [[]] * 12)
        seats[13].leave()
        self.table.advance(15)
        self.assertEqual(self.players(seats[0]), [f"p{n} 0" for n in range(13) if n != 3])

    def restarted(self) -> list[Seat]:
        """Twelve have played, p12 and p13 have watched; p0 starts another game, and p10 and p11 have to watch it."""
        seats = self.enter(14)
        self.table.advance(15)
        for seat in seats[:12]:
            seat.press(letter(0))
        self.lay(CAP[:12])
        seats[0].press(key_of(NO_SET))
        seats[0].click(RESTART)
        self.assertEqual([seat.heard[-1] == TWELVE for seat in seats], [False] * 10 + [True, True, False, False])
        for seat in seats:
            seat.heard.clear()
        return seats

    def test_a_newcomer_takes_nobodys_seat(self) -> None:
        seats = self.restarted()
        seated = ["p12 0", "p13 0", *(f"p{n} 0" for n in range(10))]
        self.assertEqual(self.players(seats[0]), seated)
        (late,) = self.enter(1, 14)
        self.assertEqual(late.heard, [TWELVE])
        self.assertEqual(self.players(late), seated)
        self.table.advance(15)
        self.assertEqual(self.players(late), seated)

    def test_but_that_of_somebody_who_did_nothing_in_the_last_game(self) -> None:
        seats = self.enter(12)
        self.table.advance(15)
        for seat in seats[:9]:
            seat.press(letter(0))
        self.table.advance(600)
        seats[9].click(RESTART)
        late = self.enter(4, 12)
        self.assertEqual(self.players(late[0]), [f"p{n} 0" for n in (*range(9), 12, 13, 14)])
        told = [f"You did nothing in the last game, so p{n} plays: {TWELVE[20:]}" for n in (12, 13, 14)]
        self.assertEqual([seat.heard[-1] for seat in (*seats[11:8:-1], late[3])], [*told, TWELVE])
        self.assertNotIn(TWELVE, " ".join(line for seat in (*seats, *late[:3]) for line in seat.heard))
        seats[0].leave()
        self.assertEqual((late[3].heard[-1], self.players(late[0])[-1]), ("A seat is free: you play.", "p15 0"))

    def begins_at(self) -> float | None:
        deadline = self.table.game.facts()["deadline"]
        assert deadline is None or isinstance(deadline, float)
        return deadline

    def test_somebody_who_comes_in_late_has_five_seconds_to_look_around(self) -> None:
        ann, *_ = self.enter(1)
        for number, (seconds, begins_at) in enumerate(((9, 15), (3, 17), (4.5, 21.5)), 1):
            self.table.advance(seconds)
            self.enter(1, number)
            self.assertEqual(self.begins_at(), begins_at)
        self.assertEqual(ann.headline, "The game begins in 5 s.")
        self.assertIn("The game starts a little later, so p3 has time to get ready.", ann.heard)
        self.table.advance(5)
        self.assertEqual(ann.headline, PLAYING)

    def test_all_together_lengthen_the_countdown_by_fifteen_seconds_at_most(self) -> None:
        self.enter(1)
        for number in range(1, 30):
            self.table.advance(1)
            self.enter(1, number)[0].leave()
        self.assertEqual(self.begins_at(), 30)

    def test_whoever_will_not_play_does_not_lengthen_it(self) -> None:
        self.enter(12)
        self.table.advance(14)
        self.enter(1, 12)
        self.assertEqual(self.begins_at(), 15)

    def test_a_short_countdown_is_not_made_longer_than_it_was(self) -> None:
        self.table = Table(dealt(countdown=2))
        self.enter(1)
        self.table.advance(1)
        self.enter(1, 1)
        self.assertEqual(self.begins_at(), 3)

    def test_if_all_leave_in_the_countdown_or_in_the_game_a_new_one_begins(self) -> None:
        for wait in (0, 15):
            ann = self.table.enter("ann")
            self.table.advance(wait)
            self.claim(ann, 0, 1, 2)
            ann.leave()
            self.assertIsNone(self.table.game.deadline)
            self.table.advance(7)
            bob = self.table.enter("bob")
            self.assertEqual((bob.headline, self.players(bob)), ("The game begins in 15 s.", ["bob 0"]))
            self.assertEqual(self.names(bob), [""] * 12)
            bob.leave()

    def test_who_comes_back_plays_on(self) -> None:
        ann, bob = self.enter(2)
        self.table.advance(15)
        self.claim(ann, 0, 1, 2)
        ann.click(HOME)
        self.assertEqual(self.players(bob), ["p0 5", "p1 0"])
        self.come_back(ann)
        self.assertEqual(ann.heard[-1], "You are still playing. 66 in the deck.")
        self.claim(ann, 3, 4, 5)
        self.assertEqual(self.players(bob), ["p0 12", "p1 0"])


class Whole(SynchronousTestCase):
    def test_it_has_a_title_and_help(self) -> None:
        table = Table(SetGame)
        ann = table.enter("ann")
        ann.heard.clear()
        ann.click(HELP)
        self.assertEqual(ann.heard, [*SetGame.help, ABOUT_HELP])
        self.assertLessEqual(max(map(len, SetGame.help)), 250)
        for word in ("5", "3", "10", "2, 3, 5, 8", "space", "6 quits", "Keys"):
            self.assertIn(word, " ".join(SetGame.help))
