"""What is a player's own in Set: the cards selected, the layout of keys, a question; others never hear of it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from math import ceil
from random import Random
from weakref import ref

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.model import click, press
from tests.doubles.set_table import BOARD, CAP, SetTableTestCase, card, dealt, letter
from tests.doubles.someone import Someone
from tilenet.game import HOME, Events, Go, Player, Tell, View
from tilenet.games.set.game import SetGame
from tilenet.games.set.hand import REMEMBERED, SELECTED, Hands
from tilenet.games.set.layouts import ALPHABETIC, AT_THREE, LEFT_HAND, NO_SET, QUIT, RIGHT_HAND, SUBMIT, YES, key_of
from tilenet.games.set.rules import words
from tilenet.games.set.seats import PATIENCE
from tilenet.games.set.table import CARD, INK, KEYS, OFF, ON, RESTART
from tilenet.testing import Seat

ASKED = "Leave the game? Press 6 again, or y, within 5 s."


class Selecting(SetTableTestCase):
    def test_a_letter_selects_and_deselects(self) -> None:
        self.ann.press(letter(4))
        tile = self.ann.tile(card(4))
        self.assertEqual((tile.name, tile.bg, tile.fg), (f"* {words(4)}", SELECTED, INK["red"]))
        self.ann.press(letter(4))
        self.assertEqual(self.ann.tile(card(4)), self.bob.tile(card(4)))
        self.assertEqual(self.ann.tile(card(4)).bg, CARD)

    def test_three_at_most(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.assertEqual(self.ann.heard, [])
        self.select(self.ann, 3)
        self.assertEqual((self.ann.heard, self.selected(self.ann)), (["Three cards are already selected."], [0, 1, 2]))
        self.select(self.ann, 2, 3)
        self.assertEqual(self.selected(self.ann), [0, 1, 3])
        self.assertEqual(self.bob.heard, [])

    def test_an_empty_position_cannot_be_selected(self) -> None:
        self.lay([0, None, 2])
        self.select(self.ann, 1)
        self.assertEqual((self.selected(self.ann), self.ann.heard), ([], []))

    def test_who_watches_selects_and_answers_nothing(self) -> None:
        self.cid.click(card(0))
        for key in (letter(0), key_of(SUBMIT), key_of(NO_SET)):
            self.cid.press(key)
        self.assertEqual((self.selected(self.cid), self.cid.heard), ([], ["You are watching."] * 4))
        self.assertEqual(self.ann.heard, [])

    def test_the_commands_of_those_who_watch_are_off_while_the_game_is_on(self) -> None:
        for seat, is_on in ((self.ann, True), (self.cid, False)):
            self.assertEqual([seat.tile(command).enabled for command in (SUBMIT, NO_SET)], [is_on] * 2)
        self.end()
        self.bob.click(RESTART)
        self.table.advance(16)
        self.assertTrue(self.cid.tile(SUBMIT).enabled)

    def test_three_cards_are_submitted_at_once_if_a_player_likes_that(self) -> None:
        self.ann.press(key_of(AT_THREE))
        self.assertEqual((self.ann.tile(AT_THREE).name, self.bob.tile(AT_THREE).name), (ON, OFF))
        self.assertEqual((self.ann.own["at_three"], "at_three" in self.bob.own), (True, False))
        self.select(self.bob, 0, 1, 2)
        self.assertEqual((self.selected(self.bob), self.points_of("bob")), ([0, 1, 2], 0))
        self.select(self.ann, 0, 1)
        self.assertEqual(self.points_of("ann"), 0)
        self.select(self.ann, 2)
        self.assertEqual((self.points_of("ann") > 0, self.selected(self.ann)), (True, []))
        self.ann.click(AT_THREE)
        self.select(self.ann, 3, 4, 5)
        self.assertEqual(len(self.selected(self.ann)), 3)

    def points_of(self, name: str) -> int:
        assert isinstance(self.game, SetGame) and self.game.match is not None
        return next(score for player, score in self.game.match.scores.items() if player.name == name)

    def test_that_is_remembered_of_somebody_who_comes_back(self) -> None:
        self.ann.click(AT_THREE)
        self.table.world.send_to(self.ann.player, None)
        self.table.world.send_to(self.ann.player, "set")
        self.assertEqual(self.ann.tile(AT_THREE).name, ON)

    def test_nothing_is_selected_before_a_game_or_after_it(self) -> None:
        self.end()
        self.forget()
        for why in ("The game is over.", "The game has not started."):
            for key in (letter(0), key_of(SUBMIT), key_of(NO_SET)):
                self.ann.press(key)
            self.assertEqual((self.ann.heard, self.bob.heard), ([why] * 3, []))
            self.assertEqual(self.selected(self.ann), [])
            if self.bob.tile(RESTART).enabled:
                self.bob.click(RESTART)
            self.forget()

    def test_a_replaced_position_cannot_be_selected_for_seven_tenths_of_a_second(self) -> None:
        for wait, selected in ((0.699, [5]), (0.7, [0, 5])):
            self.setUp()
            self.claim(self.ann, 0, 1, 2)
            self.table.advance(wait)
            self.select(self.bob, 0, 5)
            self.assertEqual(self.selected(self.bob), selected, wait)

    def test_the_last_selection_does_not_outlive_the_game(self) -> None:
        self.lay(CAP[:9])
        self.select(self.ann, 3, 4)
        self.bob.press(key_of(NO_SET))
        self.assertEqual(self.selected(self.ann), [])

    def test_who_leaves_lets_go_even_if_the_layout_is_remembered(self) -> None:
        self.ann.click(KEYS)
        self.select(self.ann, 3, 4)
        self.ann.click(HOME)
        self.come_back(self.ann)
        self.assertEqual(self.selected(self.ann), [])


class Layouts(SetTableTestCase):
    def letters(self, seat: Seat) -> str:
        keys = [seat.key(letter(n)) for n in range(12)]
        self.assertEqual([seat.tile(card(n)).text for n in range(12)], [key.text for key in keys])
        return " ".join(key.name.removeprefix("VK_") for key in [*keys, seat.key(key_of(NO_SET))])

    ALPHABETIC = "A B C D E F G H I J K L X"
    LEFT = "Q W E R A S D F Z X C V N"
    RIGHT = "U I O P J K L SEMICOLON M COMMA PERIOD SLASH N"

    def test_the_three(self) -> None:
        self.assertEqual(self.letters(self.ann), self.ALPHABETIC)
        for expected in (self.LEFT, self.RIGHT, self.ALPHABETIC, self.LEFT):
            self.ann.click(KEYS)
            self.assertEqual(self.letters(self.ann), expected)
            self.assertEqual(self.letters(self.bob), self.ALPHABETIC)

    def test_a_switch_is_told(self) -> None:
        for _ in range(3):
            self.ann.click(KEYS)
        self.assertEqual(
            self.ann.heard,
            [
                "Keys: left hand. Cards: q w e r | a s d f | z x c v, no set: n",
                "Keys: right hand. Cards: u i o p | j k l ; | m , . /, no set: n",
                "Keys: alphabetic. Cards: a b c d | e f g h | i j k l, no set: x",
            ],
        )
        self.assertEqual(self.bob.heard, [])

    def test_no_layout_has_a_key_twice(self) -> None:
        for layout in (ALPHABETIC, LEFT_HAND, RIGHT_HAND):
            keys = [key.name for key in layout.keys().values()]
            self.assertEqual(len({*keys, "VK_SPACE", "VK_6", "VK_Y"}), 16)

    def test_selected_cards_stay_selected(self) -> None:
        self.select(self.ann, 3)
        self.ann.click(KEYS)
        tile = self.ann.tile(card(3))
        self.assertEqual((tile.name, tile.text, tile.bg), (f"* {words(3)}", "Card r", SELECTED))

    def test_who_watches_may_switch_and_keeps_it(self) -> None:
        self.cid.click(KEYS)
        self.cid.click(HOME)
        self.come_back(self.cid)
        self.assertEqual(self.letters(self.cid), self.LEFT)

    def test_the_same_view_as_long_as_nothing_in_it_has_changed(self) -> None:
        watching = self.game.view(self.cid.player)
        self.select(self.ann, 7)
        self.bob.click(KEYS)
        one, other = (self.game.view(seat.player) for seat in (self.ann, self.bob))
        self.cid.say("hello")
        self.cid.press(key_of(SUBMIT))
        self.ann.press(key_of(SUBMIT))
        self.bob.press(key_of(NO_SET))
        for seat, view in ((self.ann, one), (self.bob, other), (self.cid, watching)):
            self.assertTrue(self.game.view(seat.player) is view)
        self.claim(self.bob, 0, 1, 2)
        self.assertTrue(self.game.view(self.ann.player) is one)
        self.assertFalse(self.game.view(self.bob.player) is other)
        self.select(self.ann, 7)
        self.assertEqual([*self.game.view(self.ann.player).tiles], [HOME])

    def test_keys_have_short_texts(self) -> None:
        texts = [self.ann.key(key).text for key in (letter(0), key_of(SUBMIT), key_of(NO_SET), QUIT, YES)]
        self.assertEqual(texts, ["Card a", "submit", "no set", "quit", "yes, quit"])
        names = [self.ann.key(key).name for key in (key_of(SUBMIT), QUIT, YES)]
        self.assertEqual(names, ["VK_SPACE", "VK_6", "VK_Y"])
        self.ann.click(KEYS)
        self.assertEqual([self.ann.key(key).text for key in (letter(0), key_of(NO_SET))], ["Card q", "no set"])


class Quitting(SetTableTestCase):
    def test_y_leads_home(self) -> None:
        self.ann.press(QUIT)
        self.ann.press(YES)
        self.assertFalse(self.ann.is_at_the_table)
        self.assertTrue(self.bob.is_at_the_table)

    def test_y_is_for_who_was_asked(self) -> None:
        self.ann.press(QUIT)
        self.assertEqual([seat.key(YES).enabled for seat in self.everybody], [True, False, False])
        self.table.advance(5)
        self.assertEqual([seat.key(YES).enabled for seat in self.everybody], [False] * 3)

    def test_after_5_seconds_it_is_asked_anew(self) -> None:
        self.ann.press(QUIT)
        self.table.advance(5.1)
        self.ann.press(QUIT)
        self.assertTrue(self.ann.is_at_the_table)
        self.assertEqual((self.ann.heard, self.bob.heard), ([ASKED] * 2, []))
        self.table.advance(4.9)
        self.ann.press(QUIT)
        self.assertFalse(self.ann.is_at_the_table)

    def test_an_answer_behind_the_time_is_none(self) -> None:
        """An act may be dealt with before a tick that is late."""
        game, ann = SetGame(Random(1)), Someone("ann")
        for events in (game.enter(ann, 0.0), game.press(ann, QUIT, 1.0), game.press(ann, YES, 6.5)):
            self.assertNotIn(Go(ann), [*events])
        self.assertEqual([*game.press(ann, QUIT, 6.5)], [Tell(ann, ASKED)])


class Time(SynchronousTestCase):
    def test_the_deadline_is_always_right(self) -> None:
        """What is due first, of the countdown's seconds, all questions and the end of an idle game. Nobody waits.

        So nothing is late, or woken for nothing.
        """
        kinds = ["quit", "wait", "leave", "enter", "tick", "select", "long"]
        steps = st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 60)))

        @settings(max_examples=150, deadline=None)
        @given(st.sampled_from([15.0, 2.5, 0.7]), st.integers(0, 10**6), steps)
        def play(countdown: float, start: int, steps: list[tuple[str, int]]) -> None:
            now, begins_at = start / 7, start / 7 + countdown
            game = SetGame(Random(1), countdown=countdown)
            people = [Someone(name) for name in ("ann", "bob", "cid")]
            here = {people[0]}
            asked: dict[Someone, float] = {}
            selected: dict[Someone, set[int]] = {}  # by the players, while a game is on
            idle: dict[Someone, float] = {}  # since when others have been playing without them
            acted_at = 0.0
            is_begun = False
            latest = begins_at + 15

            def tick() -> None:
                nonlocal selected, acted_at, is_begun
                if not is_begun and here and now >= begins_at:
                    is_begun, acted_at, selected = True, now, {player: set() for player in here}
                    idle.clear()
                elif selected and now >= acted_at + 600:
                    selected = {}
                self.happen(game.tick(now))

            self.happen(game.enter(people[0], now))
            for what, number in steps:
                who = people[number % 3]
                if what in ("wait", "long"):
                    until = now + number * (11 if what == "long" else 0.1)
                    while game.deadline is not None and game.deadline <= until:
                        now = game.deadline
                        tick()
                    now = until
                elif what == "tick":  # a late one
                    now += number / 10
                    tick()
                elif what == "select" and who in here:
                    position = number // 3 % 12
                    if who in selected:
                        if position not in selected[who] and len(selected[who]) < 3:
                            acted_at = now
                            selected[who].add(position)
                            idle.pop(who, None)
                            for other in [player for player in selected if player is not who]:
                                if now - idle.setdefault(other, now) >= PATIENCE:
                                    del selected[other]  # has given up the seat
                        else:
                            selected[who].discard(position)
                    self.happen(game.press(who, letter(position), now))
                elif what == "enter" and who not in here and (not selected or who in selected):  # so nobody waits
                    if not here:
                        begins_at, is_begun = now + countdown, False
                        latest = begins_at + 15
                    elif not is_begun:
                        begins_at = max(begins_at, min(now + min(5, countdown), latest))
                    here.add(who)
                    self.happen(game.enter(who, now))
                elif what == "leave" and who in here:
                    here.remove(who)
                    asked.pop(who, None)
                    if who in selected:
                        selected[who].clear()
                    if not selected.keys() & here:
                        selected = {}
                    self.happen(game.leave(who, now))
                elif what == "quit" and who in here and who not in asked:
                    asked[who] = now + 5.0
                    self.happen(game.press(who, QUIT, now))
                asked = {who: until for who, until in asked.items() if until > now}
                ends = [*asked.values()]
                if here and now < begins_at:
                    changes = [at for left in range(ceil(countdown)) if (at := begins_at - left) > now]
                    ends.append(min(changes))
                    assert game.scene().text == f"The game begins in {len(changes)} s."
                assert game.is_on == bool(selected)
                if selected:
                    ends.append(acted_at + 600)
                assert game.deadline == min(ends, default=None), (game.deadline, ends)

        play()

    def happen(self, events: Events) -> None:
        for event in events:
            assert not isinstance(event, Go)


class NothingIsTold(SynchronousTestCase):
    """What is one player's own, and what lies in the deck, is in nobody else's bytes."""

    def watched(self, cards: Sequence[int] = BOARD) -> tuple[Server, dict[str, Client]]:
        server = Server([dealt(cards)], command_burst=10**6)
        clients = {name: server.join(name) for name in ("ann", "bob", "cid")}
        for client in clients.values():
            client.click("Set")
        server.advance(17)
        for client in clients.values():
            client.raw = b""
        return server, clients

    def do(self, server: Server, client: Client, id: object) -> None:
        objid = server.world.rooms["set"].objid_of(id)
        client.send(press(objid) if objid[0] == "k" else click(objid))

    def test_others_cannot_tell_what_was_selected(self) -> None:
        """The bytes of all others are the same, whatever ann has selected, and whatever they do to learn of it."""

        def seen(own: Sequence[object]) -> bytes:
            server, clients = self.watched()
            ann, bob, cid = clients.values()
            for id in own:
                self.do(server, ann, id)
            for id in (letter(0), letter(1), letter(2), SUBMIT):
                self.do(server, bob, id)
            cid.click("Home")
            cid.click("Set")
            bob.say("hello", server.world.rooms["set"].objid_of(card(5)))
            server.advance(1)
            server.check()
            return bob.raw + cid.raw

        nothing = seen([])
        for own in ([card(5)], [card(0), card(1), card(2)], [KEYS, letter(9)], [KEYS, KEYS, letter(0)]):
            self.assertEqual(seen(own), nothing)

    def test_what_lies_in_the_deck_makes_no_difference(self) -> None:
        """Until it is dealt."""

        def seen(deck: Sequence[int]) -> list[bytes]:
            server, clients = self.watched([*BOARD, *deck])
            parts = []
            for ids in ((letter(0), letter(1), letter(3), SUBMIT, NO_SET), (letter(0), letter(1), letter(2), SUBMIT)):
                for id in ids:
                    self.do(server, clients["ann"], id)
                parts.append(b"".join(client.raw for client in clients.values()))
            return parts

        one, other = seen([20, 21, 22]), seen([50, 61, 72])
        self.assertEqual(one[0], other[0])
        self.assertNotEqual(one[1], other[1])


class WhoseViews(SetTableTestCase):
    """Many may have keys of their own: what one of them does costs the others nothing."""

    def asked(self, seat: Seat, tile: object) -> list[str]:
        """Whose views are asked for when somebody clicks a tile."""
        asked: list[str] = []
        view = SetGame.view

        def counted(game: SetGame, player: Player) -> View:
            asked.append(player.name)
            return view(game, player)

        self.patch(SetGame, "view", counted)
        seat.click(tile)
        return asked

    def test_what_a_player_does_concerns_nobody_else(self) -> None:
        """A view does not show scores."""
        for seat in self.everybody:
            seat.click(KEYS)
        for tile, whose in ((SUBMIT, []), (card(0), ["bob"]), (NO_SET, ["bob"])):
            self.assertEqual(self.asked(self.bob, tile), whose, tile)

    def test_nothing_that_changes_nothing_concerns_anybody(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.assertEqual(self.asked(self.ann, card(3)), [])
        self.ann.press(key_of(SUBMIT))
        self.assertEqual(self.asked(self.bob, card(0)), [])  # it is being replaced

    def test_who_sees_the_same_has_the_same_view(self) -> None:
        for seat in (self.ann, self.bob):
            seat.click(KEYS)
        one, other = (self.game.view(seat.player) for seat in (self.ann, self.bob))
        self.assertIs(one, other)
        self.select(self.ann, 3)
        self.assertIsNot(self.game.view(self.ann.player), other)
        self.select(self.ann, 3)
        self.assertIs(self.game.view(self.ann.player), other)

    def test_nothing_is_kept_of_players_who_have_all_left(self) -> None:
        """Nobody looks any more, so nobody's view is asked for."""
        gone = [ref(seat.player) for seat in self.everybody]
        self.select(self.bob, 1)
        for seat in self.everybody:
            seat.leave()
        self.table.advance(20)
        del self.ann, self.bob, self.cid, self.everybody, seat
        gc.collect()
        self.assertEqual([player() for player in gone], [None] * 3)

    def test_only_the_last_who_have_left_are_remembered(self) -> None:
        hands = Hands()
        people = [Someone(str(number)) for number in range(REMEMBERED + 1)]
        for one in people:
            hands.enter(one)
            hands.of(one).switch()
            hands.leave(one)
        for one in people:
            hands.enter(one)
        self.assertEqual([one for one in people if hands.of(one).layout == ALPHABETIC], people[:1])
