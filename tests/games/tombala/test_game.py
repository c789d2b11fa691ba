"""A room of Tombala: who plays, what is seen and said in it, how the turns go, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import ClassVar

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.contrast import contrast
from tests.doubles.harness import Client, sets, tags
from tests.doubles.model import click, say
from tests.doubles.someone import Someone
from tests.doubles.tombala_cards import CARD as ANN
from tests.doubles.tombala_cards import check
from tests.doubles.tombala_table import (
    AUTO,
    BACK,
    BOB,
    CID,
    CINKO,
    KEYS,
    NEXT,
    ORDER,
    Bag,
    GameTestCase,
    RoomTestCase,
    ServerTestCase,
    cell,
)
from tilenet.deals import announce
from tilenet.game import HELP, HOME, Events
from tilenet.games.tombala import rules
from tilenet.games.tombala.commands import USAGE
from tilenet.games.tombala.events import Claim, Joined, Proceed, UserList
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.rooms import LOBBY, ROOM
from tilenet.games.tombala.rules import Card
from tilenet.games.tombala.table import SEATS
from tilenet.world.rooms.acts import Speech
from tilenet.world.rooms.commands import ABOUT_HELP, EVERYWHERE
from tilenet.world.rooms.tablecommands import ANYWHERE

WRONG = "Your cinko claim is wrong!"
RIGHT = "Congratulations!"
NOT_FULL = "No row is full yet: a cinko takes all five numbers of a row."
ALREADY_ASKED = "You have already asked for the next number."

NOBODY_WINS = "All 90 numbers have been drawn. Game over: no winner."


class Before(RoomTestCase):
    def test_a_timed_room_says_so(self) -> None:
        self.open(10, 5)
        [ann] = self.come("ann")
        self.assertEqual(ann.headline, "The game starts in 10 s. A new number every 5 s.")

    def test_joining(self) -> None:
        ann, bob = self.come("ann", "bob")
        assert self.game.deals is not None and self.game.deals.next is not None
        self.assertEqual(self.heard(), [["You have joined room1.", announce(self.game.deals.next)]] * 2)
        self.assertEqual(self.players(ann), ["ann 0", "bob 0"])
        self.assertEqual(self.players(bob), self.players(ann))
        [cid] = self.come("cid")
        self.assertEqual(self.players(ann), ["ann 0", "bob 0", "cid 0"])
        bob.leave()
        self.assertEqual(self.players(cid), ["ann 0", "cid 0"])

    def test_other_doors_are_told_who_is_here(self) -> None:
        ann, bob = self.come("ann", "bob")
        joined = Joined((ann.player,), "room1")
        self.assertEqual(ann.happened_here, [UserList("room1", ("ann",)), joined, UserList("room1", ("ann", "bob"))])
        self.assertEqual(bob.happened_here, [UserList("room1", ("ann", "bob")), Joined((bob.player,), "room1")])
        bob.leave()
        self.assertEqual(ann.happened_here[-1], UserList("room1", ("ann",)))
        self.assertEqual(len(bob.happened_here), 2)

    def test_there_is_nothing_to_play_with_yet(self) -> None:
        [ann] = self.come("ann")
        cells = [ann.tile(("card", row, at)) for row in range(3) for at in range(9)]
        self.assertEqual({(tile.name, tile.enabled) for tile in cells}, {("", False)})
        buttons = NEXT, CINKO, AUTO, HOME, HELP, BACK
        self.assertEqual([ann.tile(id).enabled for id in buttons], [False] * 2 + [True] * 4)
        self.assertEqual([ann.key(key).enabled for key in KEYS], [False] * 2 + [True] * 2)
        self.assertEqual([ann.tile(("board", n)).name for n in range(1, 91)], [str(n) for n in range(1, 91)])
        self.assertEqual({ann.tile(("last", n)).name for n in range(10)}, {""})
        self.forget()
        for text in ("/next", "/cinko 1", "/mark 1"):
            ann.say(text)
        not_yet = "The game has not started yet!"
        self.assertEqual(ann.heard, [not_yet, not_yet, "There is nothing to mark right now."])

    def test_a_room_that_nobody_comes_into_is_removed(self) -> None:
        self.table.advance(29.75)
        self.assert_open()
        self.assertEqual(self.listed(), ["room1"])
        self.table.advance(0.25)
        self.assert_gone()
        self.table.advance(1)
        self.assertEqual(self.table.clock.getDelayedCalls(), [])

    def test_there_is_room_for_so_many(self) -> None:
        people = self.come(*(f"p{number}" for number in range(SEATS)))
        self.assertEqual(self.players(people[0]), [f"p{number} 0" for number in range(SEATS)])
        late = self.table.enter("late")
        self.assertFalse(late.is_at_the_table)
        self.assertEqual(late.heard[-1], "room1 is full!")
        self.assertEqual(self.players(people[0]), [f"p{number} 0" for number in range(SEATS)])
        people[3].leave()
        self.table.world.send_to(late.player, self.room.name)
        self.assertTrue(late.is_at_the_table)
        self.assertEqual(self.players(people[0])[-1], "late 0")
        self.table.advance(30)
        self.assertEqual(people[0].headline, f"Number 1 of 90: 1. Waiting for p0, p1, p2, p4 and {SEATS - 4} more.")


class TheBeginning(GameTestCase):
    def test_the_first_number_is_drawn(self) -> None:
        for seat in self.everybody:
            self.assertEqual(seat.headline, "Number 1 of 90: 1. Waiting for ann, bob, cid.")
            self.assertEqual([seat.tile(("board", n)).name for n in (1, 2)], ["(1)", "2"])
            self.assertEqual([seat.tile(("last", n)).name for n in (0, 1)], ["1", ""])
            self.assertEqual([seat.tile(id).enabled for id in (NEXT, CINKO, AUTO, BACK)], [True] * 4)
            self.assertEqual([seat.key(key).enabled for key in KEYS], [True] * 4)
            self.assertEqual(self.players(seat), ["ann 0 ...", "bob 0 ...", "cid 0 ..."])

    def test_each_has_a_card(self) -> None:
        for seat, card in zip(self.everybody, (ANN, BOB, CID), strict=True):
            for row in range(3):
                found = {at: tile for at in range(9) if (tile := seat.tile(("card", row, at))).name}
                self.assertEqual([tile.name for tile in found.values()], [*map(str, card[row])])
                self.assertEqual([*found], [min(number // 10, 8) for number in card[row]])
                for at in range(9):
                    self.assertEqual(seat.tile(("card", row, at)).enabled, at in found)

    def test_what_can_be_read_is_legible(self) -> None:
        self.mark(self.ann, ANN, [1])
        for seen in (self.ann.tile(cell(1, ANN)), self.ann.tile(cell(2, ANN)), self.ann.tile(("board", 1))):
            assert seen.fg and seen.bg
            self.assertGreater(contrast(seen.fg, seen.bg), 4.5)


class Marking(GameTestCase):
    def test_a_click_marks_and_takes_back(self) -> None:
        tile = cell(1, ANN)
        before = self.ann.tile(tile)
        self.ann.click(tile)
        after = self.ann.tile(tile)
        self.assertEqual((before.name, after.name, after.enabled), ("1", "(1)", True))
        self.assertNotEqual(before.bg, after.bg)
        self.ann.click(tile)
        self.assertEqual(self.ann.tile(tile), before)
        self.assertEqual(self.heard(), [[]] * 3)

    def test_what_cannot_be_marked(self) -> None:
        self.ann.say("/mark 1")
        for text, answer in {
            "/mark 1": "1 is already marked.",
            "/mark 4": "4 is not on your card.",
            "/mark 91": "91 is not on your card.",
            "/mark 0": "0 is not on your card.",
            "/mark 999999999": "999999999 is not on your card.",
        }.items():
            self.ann.say(text)
            self.assertEqual(self.heard(), [[answer], [], []])
        for text in ("/mark", "/mark x", "/mark -1", "/mark 1.0", "/mark \u0661", "/mark 1 2", "/mark " + "9" * 300):
            self.ann.say(text)
            [[answer], *others] = self.heard()
            self.assertEqual(answer, "Type a number, as in /mark 17.")
            self.assertEqual(others, [[], []])
        self.assertEqual(self.marked(self.ann), [1])

    def test_wrong_marks_are_ones_own_fault(self) -> None:
        """Nobody checks them, and a row is not full because of them."""
        self.mark(self.bob, BOB, BOB[0])
        self.assertEqual(self.heard(), [[]] * 3)
        self.bob.click(CINKO)
        self.assertEqual(self.heard(), [[], [NOT_FULL], []])
        self.assertEqual(self.marked(self.bob), [*BOB[0]])
        self.draw(3)
        self.assertEqual(self.marked(self.bob), [*BOB[0]])

    def test_auto_mark(self) -> None:
        self.assertRegex(self.ann.tile(AUTO).text, "^Off:")
        self.draw(3)
        self.ann.click(AUTO)
        self.assertRegex(self.ann.tile(AUTO).text, "^On:")
        self.assertRegex(self.bob.tile(AUTO).text, "^Off:")
        self.assertEqual(self.heard(), [["Drawn numbers are now marked for you."], [], []])
        self.assertEqual(self.marked(self.ann), ORDER[:3])
        self.draw(5)
        self.assertEqual([self.marked(seat) for seat in self.everybody], [ORDER[:5], [], []])
        self.ann.press(KEYS[2])
        self.assertRegex(self.ann.tile(AUTO).text, "^Off:")
        self.assertEqual(self.heard()[0], ["Drawn numbers are no longer marked for you."])
        self.draw(7)
        self.assertEqual(self.marked(self.ann), ORDER[:5])

    def test_it_announces_nothing(self) -> None:
        """Users are responsible for announcing their cinkos."""
        self.ann.click(AUTO)
        self.forget()
        self.draw(15)
        self.assertEqual(self.heard(), [[]] * 3)
        self.assertEqual(self.players(self.ann)[0], "ann 0 ...")


class Turns(GameTestCase):
    def test_who_has_proceeded_is_not_waited_for(self) -> None:
        self.bob.click(NEXT)
        for seat in self.everybody:
            self.assertEqual(seat.headline, "Number 1 of 90: 1. Waiting for ann, cid.")
            self.assertEqual(self.players(seat), ["ann 0 ...", "bob 0", "cid 0 ..."])
        self.assertEqual([seat.tile(NEXT).enabled for seat in self.everybody], [True, False, True])
        self.assertEqual(self.heard(), [[]] * 3)

    def test_twice_is_once(self) -> None:
        self.ann.press(KEYS[0])
        self.ann.press(KEYS[0])
        self.ann.say("/next")
        self.assertEqual(self.heard(), [[ALREADY_ASKED] * 2, [], []])
        self.assertEqual(self.match.drawn, [1])

    def test_nobody_is_waited_for_longer_than_a_minute(self) -> None:
        """Once somebody waits; and those who did nothing are waited for again when they ask for a number."""
        self.table.advance(600)
        self.ann.click(NEXT)
        self.bob.click(NEXT)
        self.table.advance(45)
        warned = ["The others are waiting: ask for the next number within 15 s."]
        self.assertEqual(self.heard(), [[], [], warned])
        self.table.advance(14.9)
        self.assertEqual(self.match.drawn, [1])
        self.table.advance(0.1)
        told = ["The game goes on without waiting for you, until you ask for a number again."]
        self.assertEqual((self.heard(), self.match.drawn), ([[], [], told], [1, 10]))
        self.assertEqual(self.players(self.cid), ["ann 0 ...", "bob 0 ...", "cid 0"])
        self.everything(self.ann, self.bob)
        self.assertEqual(self.match.drawn, [1, 10, 20])
        for seat in (self.ann, self.bob):
            seat.leave()
        self.table.advance(600)
        self.assertEqual(self.cid.headline, "Number 3 of 90: 20. Waiting for cid.")
        self.cid.click(NEXT)
        self.assertEqual(self.match.drawn, [1, 10, 20, 30])

    def test_the_last_ten(self) -> None:
        self.draw(12)
        self.assertEqual([self.ann.tile(("last", n)).name for n in range(10)], [*map(str, ORDER[11:1:-1])])

    def test_a_room_that_all_have_left_is_gone(self) -> None:
        for seat in self.everybody:
            self.assert_open()
            seat.leave()
        self.assert_gone()

    def test_all_90(self) -> None:
        self.draw(90)
        self.assertEqual(sorted(self.match.drawn), [*range(1, 91)])
        self.assertEqual({self.ann.tile(("board", n)).name[0] for n in range(1, 91)}, {"("})
        self.assertRegex(self.game.scene().text, "^Number 90 of 90: ")
        self.assertEqual(self.heard(), [[]] * 3)
        self.everything()
        self.assertEqual([heard[0] for heard in self.heard()], [NOBODY_WINS] * 3)
        for seat in self.everybody:
            self.assertEqual(seat.headline, "Game over: no winner.")
            self.assertEqual([seat.tile(id).enabled for id in (NEXT, CINKO)], [False, False])
            self.assertEqual(self.players(seat), ["ann 0", "bob 0", "cid 0"])
        self.assertEqual(self.listed(), [])
        self.assert_open()


class Cinkos(GameTestCase):
    def test_a_click_announces_a_full_row(self) -> None:
        """Whether or not its numbers are marked: the player who presses only what stands out wins, too."""
        self.draw(5)
        self.ann.click(CINKO)
        self.assertEqual(self.heard(), [["ann has 1 cinko.", RIGHT], ["ann has 1 cinko."], ["ann has 1 cinko."]])
        for seat in self.everybody:
            self.assertEqual(self.players(seat), ["ann 1 ...", "bob 0 ...", "cid 0 ..."])

    def test_one_that_was_announced(self) -> None:
        self.draw(5)
        self.ann.click(AUTO)
        self.ann.click(CINKO)
        self.forget()
        self.ann.click(CINKO)
        self.assertEqual(self.heard(), [["You have already announced 1: no other row is full."], [], []])
        self.ann.say("/cinko 1")
        self.assertEqual(self.heard(), [[WRONG], [], []])

    def test_a_click_announces_all_rows_that_are_full(self) -> None:
        self.draw(10)
        self.ann.click(CINKO)
        self.assertEqual(self.heard()[1], ["ann has 2 cinkos."])

    def test_no_row_is_full(self) -> None:
        self.draw(4)
        self.ann.click(CINKO)
        self.assertEqual(self.heard(), [[NOT_FULL], [], []])

    def test_a_full_row_stands_out_for_its_player_until_it_is_announced(self) -> None:
        """On the card, as the button, and in the line beside the board."""
        usual = self.ann.tile(CINKO)
        before = [self.ann.tile(cell(number, ANN)).bg for number in (ANN[0][0], ANN[1][0])]
        self.draw(5)
        full = [self.ann.tile(cell(number, ANN)).bg for number in (*ANN[0], ANN[1][0])]
        self.assertEqual((len({*full[:5]}), full[0] != before[0], full[5]), (1, True, before[1]))
        self.assertEqual(self.ann.own["status"], "Your row is full: press Cinko!")
        self.assertEqual(self.ann.tile(CINKO).bg, full[0])
        self.assertEqual(self.bob.tile(CINKO), usual)
        self.ann.click(CINKO)
        self.assertEqual([self.ann.tile(cell(number, ANN)).bg for number in ANN[0]], [before[0]] * 5)
        self.assertEqual(self.ann.tile(CINKO), usual)

    def test_whoever_does_only_what_stands_out_wins(self) -> None:
        """Nothing is marked: Cinko, whenever a row is full, and otherwise Next."""
        for _ in range(60):
            for seat in self.everybody:
                if seat.own.get("full"):
                    seat.click(CINKO)
                elif seat.tile(NEXT).enabled:
                    seat.click(NEXT)
        self.assertEqual((self.match.winner, len(self.match.drawn)), (self.ann.player, 15))

    def test_what_is_no_number(self) -> None:
        self.draw(5)
        for text in ("/cinko", "/cinko one", "/cinko -1", "/cinko 1 1"):
            self.ann.say(text)
            [[answer], *others] = self.heard()
            self.assertEqual(answer, "Type a number, as in /cinko 1.")
            self.assertEqual(others, [[], []])


class TheEnd(GameTestCase):
    def test_the_third_wins(self) -> None:
        self.win()
        line = "ann has 3 cinkos and wins!"
        ranking = ["Game over. The ranking:", "1. ann            3", "2. bob            0", "2. cid            0"]
        self.assertEqual(self.heard(), [[line, RIGHT, *ranking], [line, *ranking], [line, *ranking]])
        for seat in self.everybody:
            self.assertEqual(seat.headline, "Game over: ann wins.")
            self.assertEqual(self.players(seat), ["ann 3", "bob 0", "cid 0"])

    def test_nothing_can_be_done_any_more(self) -> None:
        self.win()
        for seat, card in zip(self.everybody, (ANN, BOB, CID), strict=True):
            self.assertEqual([seat.tile(id).enabled for id in (NEXT, CINKO)], [False, False])
            self.assertEqual({seat.tile(("card", row, at)).enabled for row in range(3) for at in range(9)}, {False})
            self.assertEqual([seat.key(key).enabled for key in KEYS], [False, False, True, True])
            self.assertEqual([seat.tile(id).enabled for id in (HOME, HELP, BACK)], [True] * 3)
            self.assertIn(seat.tile(cell(card[0][0], card)).name, (f"({card[0][0]})", str(card[0][0])))
        self.forget()
        for text in ("/next", "/cinko 3", "/mark 2"):
            self.bob.say(text)
        self.assertEqual(self.bob.heard, ["The game is over!"] * 2 + ["There is nothing to mark right now."])
        self.assertEqual(self.marked(self.bob), [])
        self.assertEqual(self.match.drawn, ORDER)

    def test_the_room_stays_for_those_who_look_at_it(self) -> None:
        self.win()
        self.assertEqual(self.listed(), [])
        self.table.advance(3600)
        self.assert_open()
        self.assertEqual(self.table.clock.getDelayedCalls(), [])
        self.ann.leave()
        self.bob.click(HOME)
        self.assert_open()
        self.assertEqual(self.cid.headline, "Game over: ann wins.")
        self.assertEqual(self.players(self.cid), ["ann 3", "bob 0", "cid 0"])
        self.cid.say("/quit")
        self.assertIs(self.cid.player.room, self.lobby)
        self.assert_gone()

    def test_its_name_is_free_at_once(self) -> None:
        """Even while somebody looks at it, so that it is not closed."""
        self.win()
        self.ann.click(BACK)
        self.act(self.ann, Speech(self.lobby.objid, "/create room1 20"))
        self.assertIn("You have joined room1.", self.ann.heard)
        self.bob.say("/join ROOM1")
        assert self.bob.player.room is not None
        self.assertEqual((self.bob.player.room.name, self.bob.player.room.title), (f"{ROOM}-2", "Tombala: room1"))
        self.cid.leave()
        self.assertEqual(self.listed(), ["room1"])

    def test_nobody_can_come_and_look(self) -> None:
        self.win()
        late = self.table.enter("late")
        self.assertEqual((late.is_at_the_table, late.heard[-1]), (False, "The game in room1 is over!"))
        self.table.world.send_to(late.player, LOBBY)
        self.table.advance(1)
        self.act(late, Speech(self.lobby.objid, "/join room1"))
        self.assertEqual(late.heard[-1], "room1 does not exist!")

    def test_if_it_fails_then_everybody_is_sent_to_the_lobby(self) -> None:
        """It does not begin again."""
        self.win()
        self.patch(self.game, "_switch", lambda player: 1 / 0)
        self.assertRaises(ZeroDivisionError, self.ann.click, AUTO)
        self.flushLoggedErrors(ZeroDivisionError)
        self.assertEqual([seat.player.room for seat in self.everybody], [self.lobby] * 3)


class Timed(RoomTestCase):
    def setUp(self) -> None:
        self.open(30, 5)
        self.ann, self.bob = self.come("ann", "bob")
        self.table.advance(30)
        self.table.advance(2)
        self.forget()

    def test_a_number_comes_every_so_often(self) -> None:
        self.assertEqual(self.ann.headline, "Number 1 of 90: 1. A new one every 5 s.")
        self.table.advance(2.75)
        self.assertEqual(self.match.drawn, [1])
        self.table.advance(0.25)
        self.assertEqual(self.ann.headline, "Number 2 of 90: 10. A new one every 5 s.")
        for count in range(3, 30):
            self.table.advance(4.75)
            self.assertEqual(len(self.match.drawn), count - 1)
            self.table.advance(0.25)
            self.assertEqual(len(self.match.drawn), count)

    def test_nobody_is_waited_for(self) -> None:
        for seat in (self.ann, self.bob):
            self.assertFalse(seat.tile(NEXT).enabled)
            self.assertTrue(seat.tile(CINKO).enabled)
            self.assertEqual([seat.key(key).enabled for key in KEYS], [False, True, True, True])
            self.assertEqual(self.players(seat), ["ann 0", "bob 0"])
            seat.say("/next")
            self.assertEqual(seat.heard[-1], "In this room, numbers come by themselves.")
        self.assertEqual(self.match.drawn, [1])
        self.bob.leave()
        self.assertEqual(self.match.drawn, [1])
        self.table.advance(3)
        self.assertEqual(self.match.drawn, [1, 10])


class Said(GameTestCase):
    def test_chat_is_chat(self) -> None:
        for text in ("hello", "1/2", "(/next)"):
            self.ann.say(text)
            self.assertEqual(self.heard(), [[text]] * 3)

    def test_a_word_to_a_tile_is_for_nobody(self) -> None:
        self.ann.say("/next", to=NEXT)
        self.ann.say("hello", to=("board", 1))
        self.assertEqual(self.heard(), [[]] * 3)
        self.assertTrue(self.ann.tile(NEXT).enabled)

    def test_commands_that_there_are_not(self) -> None:
        for text in ("/fly", "/", "/ next", "//next", "/" + "x" * 399):
            self.ann.say(text)
            [[answer], *others] = self.heard()
            self.assertRegex(answer, r"^There is no /.{0,32}\. /help lists what there is.$")
            self.assertEqual(others, [[], []])

    def test_quit(self) -> None:
        for leave in (
            lambda: self.ann.say("/quit"),
            lambda: self.ann.click(BACK),
            lambda: self.ann.press(KEYS[3]),
        ):
            self.setUp()
            leave()
            self.assertIs(self.ann.player.room, self.lobby)
            self.assertEqual(self.heard(), [["You have left room1."], [], []])
            self.assertEqual(self.players(self.bob), ["bob 0 ...", "cid 0 ..."])

    def test_help(self) -> None:
        self.ann.click(HELP)
        self.assertEqual(self.heard(), [[*TombalaGame.help, ABOUT_HELP], [], []])
        for word in ("15", "1 to 90", "/mark", "/cinko", "Auto mark", "Next", "/quit", "points"):
            self.assertIn(word, " ".join(TombalaGame.help))
        self.ann.say("/help")
        others = {**EVERYWHERE, **ANYWHERE}
        self.assertEqual(self.heard()[0], [*USAGE, *(others[word] for word in others if word not in ("bot", "join"))])

    def create(self, name: str) -> None:
        """Somebody makes another room, in the lobby."""
        maker = self.table.enter("somebody")
        self.table.world.send_to(maker.player, LOBBY)
        self.act(maker, Speech(self.lobby.objid, f"/create {name} 60"))

    def test_rooms(self) -> None:
        self.create("other")
        self.ann.say("/rooms")
        self.assertEqual(
            self.heard(),
            [
                [
                    "room1: Already started: you can watch. 3 players: ann, bob, cid.",
                    "other: Starts in 60 s. 1 player: somebody.",
                ],
                [],
                [],
            ],
        )

    def test_one_cannot_join_another_room_while_playing(self) -> None:
        self.create("other")
        for name in ("other", "room1", "none"):
            self.ann.say(f"/join {name}")
            self.assertEqual(self.heard(), [["You are in room1: /quit first!"], [], []])
        self.assertTrue(self.ann.is_at_the_table)

    def test_one_can_when_the_game_is_over(self) -> None:
        self.win()
        self.create("other")
        self.forget()
        self.ann.say("/join none")
        self.ann.say("/join")
        self.assertEqual(self.heard()[0], ["none does not exist!", "Which room? Type /join NAME."])
        self.ann.say("/join Other")
        assert self.ann.player.room is not None
        self.assertEqual(self.ann.player.room.title, "Tombala: other")
        self.assertEqual(self.ann.heard[-2], "You have joined other.")

    def test_create(self) -> None:
        self.ann.say("/create New Year 60 every 5")
        self.assertEqual(self.heard(), [["Rooms are made in the lobby: /quit first!"], [], []])


# With real bytes


class TheLook(ServerTestCase):
    CARD: ClassVar = {(x, y) for x in range(9) for y in (10, 11, 12)}

    def setUp(self) -> None:
        self.serve("ann", "bob")

    def layout(self, client: Client) -> None:
        """What is always in the same place."""
        names = self.names(client)
        for number in range(1, 91):
            at = (number - 1) % 10, (number - 1) // 10
            self.assertEqual(names[at], f"({number})" if number in self.drawn else str(number))
        commands = ["Next", "Cinko", "Auto mark", "Home", "Help", "Lobby"]
        self.assertEqual([names[10, y] for y in range(6)], commands)
        last = [*map(str, reversed(self.drawn)), *[""] * 10][:10]
        self.assertEqual([names[x, 9] for x in range(10)], last)
        seconds = self.game._seconds if self.game.match is None else 0
        self.assertEqual(names[10, 9], f"{seconds} s" if seconds else "")
        self.assertEqual(len(names), 90 + 10 + 27 + 6 + 1 + SEATS)
        matrix = client.model.objects[client.model.current or ""]
        self.assertEqual((matrix["name"], matrix["x"], matrix["y"]), ("Tombala: room1", 14, 13))
        keys = [client.model.objects[o] for o in client.model.members_single() if o[0] == "k"]
        is_on = int(self.game.is_on)
        self.assertEqual(
            {(key["name"], key["text"], key["energy"]) for key in keys},
            {("VK_N", "next", is_on), ("VK_C", "cinko", is_on), ("VK_A", "auto mark", 1), ("VK_L", self.lobby, 1)},
        )
        self.assertEqual({at for at in self.CARD if names[at]}, self.CARD & self.enabled(client))

    @property
    def lobby(self) -> str:
        """What the key says: leaving costs a seat before the game, a card in it, and nothing afterwards."""
        if self.game.is_done:
            return "lobby"
        cost = "You give up your seat." if self.game.match is None else "You lose your card."
        return f"lobby · Leave? {cost}"

    @property
    def drawn(self) -> list[int]:
        return [] if self.game.match is None else self.game.match.drawn

    def test_before(self) -> None:
        ann = self.clients[0]
        names = self.names(ann)
        self.assertEqual([names[11, 0], names[11, 1], names[11, 2]], ["ann 0", "bob 0", ""])
        self.assertEqual(names[10, 9], "30 s")
        self.layout(ann)
        self.assertEqual({names[at] for at in self.CARD}, {""})
        self.assertEqual(self.enabled(ann), {(10, 2), (10, 3), (10, 4), (10, 5)})
        self.assertEqual(ann.model.objects[self.room.objid]["text"], "The game starts in 30 s.")

    def test_seats_fill_columns_11_to_13(self) -> None:
        names = [f"p{number}" for number in range(SEATS)]
        self.serve(*names)
        shown = self.names(self.clients[0])
        self.assertEqual([shown[11 + seat // 10, seat % 10] for seat in range(SEATS)], [f"{name} 0" for name in names])

    def test_all_along(self) -> None:
        self.begin()
        ann, bob = self.clients
        for client in (ann, bob, ann, bob, bob, ann):
            client.click("Next")
            self.server.check()
            names = self.names(ann)
            waiting = [names[11, y].endswith(" ...") for y in (0, 1)]
            self.assertEqual(waiting, [(10, 0) in self.enabled(client) for client in (ann, bob)])
            for each in self.clients:
                self.layout(each)
                assert self.game.match is not None
                self.assertEqual(
                    [n for n in range(1, 91) if self.names(each)[(n - 1) % 10, (n - 1) // 10][0] == "("],
                    sorted(self.game.match.drawn),
                )
        self.assertEqual(len(self.drawn), 4)
        for x in range(9):
            for y in (10, 11, 12):
                if self.names(ann)[x, y]:
                    ann.send(click(ann.model.grid()[x, y]))
        self.assertEqual(sum(self.names(ann)[at].startswith("(") for at in self.CARD), 15)
        self.server.check()


class Secrets(ServerTestCase):
    """What is on one's card, and what is marked on it, is in nobody else's bytes."""

    def others(self, card: Card, acts: Sequence[bytes | str]) -> list[bytes]:
        """What bob and cid are sent while ann has this card and does this."""
        cards = iter([card, BOB, CID])
        self.patch(rules, "new_card", lambda random: next(cards))
        self.serve("ann", "bob", "cid")
        self.game.random = Bag([*range(20, 30)])
        self.server.advance(30, step=1)
        ann, bob, cid = self.clients
        for act in acts:
            match act:
                case "marks":
                    ann.send(*(click(self.room.objid_of(cell(number, card))) for row in card for number in row[:4]))
                case "auto" | "cinko":
                    ann.send(click(self.room.objid_of(act)))
                case str(text):
                    ann.say(text)
        for client in (bob, cid, ann):
            client.click("Next")
        bob.send(
            click(self.room.objid_of(("card", 0, 2))),
            say(self.room.objid_of(("card", 0, 2)), "hm"),
            say(ann.agent, "hm"),
        )
        bob.say("/cinko 1")
        ann.click("Home")
        self.server.advance(2)
        self.server.check()
        return [bob.raw, cid.raw]

    def test_the_cards_make_no_difference_to_others(self) -> None:
        other: Card = ((7, 17, 27, 37, 47), (8, 59, 69, 79, 88), (9, 28, 38, 48, 89))
        for card in (ANN, BOB, CID, other):
            check(card)
        nothing = self.others(ANN, [])
        for card in (ANN, CID, other):
            for acts in ([], ["marks"], ["auto"], ["marks", "cinko", "/mark 1", "/cinko 2", "/fly", "auto"]):
                self.assertEqual(self.others(card, acts), nothing, (card, acts))

    def test_ones_own_are_told(self) -> None:
        """So the test above sees something."""
        self.others(ANN, ["marks"])
        self.assertIn(b'name="(10)"', self.clients[0].raw)

    def test_numbers_to_come_make_no_difference(self) -> None:
        raw = []
        for order in ([5, 6, 7], [5, 6, 80]):
            cards = iter([ANN, BOB, CID])
            self.patch(rules, "new_card", lambda random, cards=cards: next(cards))
            self.serve("ann", "bob")
            self.game.random = Bag(order)
            self.server.advance(30, step=1)
            for _ in range(2):
                raw.append([client.raw for client in self.clients])
                for client in self.clients:
                    client.click("Next")
            raw.append([client.raw for client in self.clients])
        self.assertEqual(raw[:2], raw[3:5])
        self.assertNotEqual(raw[2], raw[5])


class Traffic(ServerTestCase):
    def setUp(self) -> None:
        self.serve(*(f"player{number}" for number in range(12)))
        self.begin()

    def kinds(self, client: Client) -> dict[str, int]:
        """How many messages a client was sent about what."""
        kinds = {
            self.room.objid_of((kind, n)): kind for kind, most in (("seat", SEATS), ("last", 10)) for n in range(most)
        }
        kinds |= {self.room.objid_of(("board", n)): "board" for n in range(1, 91)}
        kinds |= {self.room.objid_of(id): id for id in (NEXT, CINKO, AUTO, BACK)} | {self.room.objid: "headline"}
        kinds |= {self.room.objid_of(("card", row, at)): "card" for row in range(3) for at in range(9)}
        found: dict[str, int] = {}
        for tag, attributes in tags(client.raw):
            kind = "hear" if tag == "hear" else kinds[attributes["objid"]]
            found[kind] = found.get(kind, 0) + 1
        return found

    def test_next_costs_a_seat_and_a_headline(self) -> None:
        for client in self.clients[7:10]:
            self.forget()
            client.click("Next")
            self.assertIn(self.kinds(client), ({NEXT: 1, "seat": 1}, {NEXT: 1, "seat": 1, "headline": 1}))
            for other in self.clients:
                if other is not client:
                    self.assertIn(self.kinds(other), ({"seat": 1}, {"seat": 1, "headline": 1}))
                    self.assertLess(len(other.raw), 200)
        self.server.check()

    def test_a_number_costs_few(self) -> None:
        for turn in range(12):
            for client in self.clients[1:]:
                client.protocol.dataReceived(click(self.room.objid_of(NEXT)))
            self.server.settle()
            self.forget()
            self.clients[0].click("Next")
            for client in self.clients:
                kinds = self.kinds(client)
                self.assertEqual((kinds["board"], kinds["headline"]), (1, 1))
                self.assertLessEqual(kinds["last"], 10)
                self.assertLessEqual(kinds["seat"], 12)
                self.assertLessEqual(kinds.keys(), {"board", "headline", "last", "seat", NEXT})
                self.assertLess(len(client.raw), 1500, turn)
        self.server.check()

    def test_a_mark_costs_its_player_one_message_and_others_none(self) -> None:
        assert self.game.match is not None
        client = self.clients[0]
        [card] = [card for player, card in self.game.match.cards.items() if player.name == "player0"]
        for number in (card[0][0], card[1][3], card[0][0]):
            self.forget()
            client.send(click(self.room.objid_of(cell(number, card))))
            self.assertEqual(self.kinds(client), {"card": 1})
            self.assertLess(len(client.raw), 150)
            self.assertEqual({other.raw for other in self.clients[1:]}, {b""})

    def test_a_second_of_the_countdown_costs_a_headline_and_a_clock(self) -> None:
        self.serve("ann", "bob")
        self.server.advance(4, step=1)
        for _ in range(10):
            self.forget()
            self.server.advance(1)
            for client in self.clients:
                headline, clock = sets(client.raw)
                self.assertEqual([{*headline}, {*clock}], [{"objid", "text"}, {"objid", "name"}])

    def test_a_timed_number_costs_no_seats(self) -> None:
        self.serve("ann", "bob", button="New timed room")
        self.begin()
        self.server.advance(2, step=1)
        for client in self.clients:
            self.assertEqual(self.kinds(client), {"board": 1, "last": 2, "headline": 1})

    def test_nothing_happens_nothing_is_sent(self) -> None:
        self.server.advance(60, step=1)
        self.assertEqual({client.raw for client in self.clients}, {b""})
        self.assertEqual(self.server.clock.getDelayedCalls(), [])


class Time(SynchronousTestCase):
    def test_the_deadline_is_always_right(self) -> None:
        """The countdown's next second, the next number of a timed room, the end of the others' patience, or nothing.

        So nothing is late or in vain.
        """
        kinds = ["enter", "leave", "wait", "long", "tick", "next", "next", "claim", "auto"]
        steps = st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 60)), max_size=60)

        @settings(max_examples=200, deadline=None)
        @given(st.sampled_from([1, 2, 15]), st.sampled_from([None, 1, 7]), st.integers(0, 10**6), steps)
        def play(countdown: int, every: int | None, start: int, steps: list[tuple[str, int]]) -> None:
            now = start / 8  # so that nothing is rounded
            begins_at = now + countdown
            game = TombalaGame(Random(1), name="room1", begins_at=begins_at, every=every)
            people = [Someone(name) for name in ("ann", "bob", "cid")]
            here: set[Someone] = set()
            waited_for: set[Someone] = set()
            drawn, drawn_at, is_over = 0, 0.0, False
            late: dict[Someone, float] = {}  # who keeps others waiting, and since when
            warned: set[Someone] = set()
            dozing: set[Someone] = set()

            def draw() -> None:
                nonlocal drawn, drawn_at, is_over, waited_for
                if drawn == 90:
                    is_over = True
                else:
                    drawn, drawn_at, waited_for = drawn + 1, now, {*here}

            def tick() -> None:
                nonlocal is_over
                if not drawn and now >= begins_at and here:
                    draw()
                elif not drawn and now >= begins_at:
                    is_over = True
                elif drawn and every is not None:
                    draw()
                elif drawn:
                    warned.update(who for who, since in late.items() if now >= since + 45)
                    dozing.update(who for who, since in late.items() if now >= since + 60)
                    go_on()
                happen(game.tick(now))

            def go_on() -> None:
                awake = here - dozing or here
                if drawn and every is None and not is_over and not waited_for & awake:
                    draw()

            assert game.deadline == begins_at
            for what, number in [("enter", 0), ("enter", 1), *[("long", 2)] * (start % 2), *steps]:
                who = people[number % 3]
                if what in ("wait", "long"):
                    until = now + number * (11 if what == "long" else 0.125)
                    while game.deadline is not None and game.deadline <= until:
                        assert game.deadline > now or not drawn
                        now = game.deadline
                        tick()
                    now = until
                elif what == "tick" and game.deadline is not None:  # a late one
                    now = max(now, game.deadline) + number / 8
                    tick()
                elif what == "enter" and who not in here:
                    can_join = not drawn and not is_over
                    assert game.admits(who, now) is None or is_over
                    if can_join:
                        happen(game.enter(who, now))
                        here.add(who)
                elif what == "leave" and who in here and (drawn or len(here) > 1):
                    here.discard(who)
                    waited_for.discard(who)
                    dozing.discard(who)
                    if not here:
                        is_over = True
                    else:
                        go_on()
                    happen(game.leave(who, now))
                elif what == "next" and who in waited_for and not is_over:
                    waited_for.discard(who)
                    dozing.discard(who)
                    go_on()
                    happen(game.ask(who, Proceed(), now))
                elif what == "claim" and who in here:
                    happen(game.ask(who, Claim(number % 4), now))
                elif what == "auto" and who in here:
                    happen(game.click(who, AUTO, now))
                is_over = is_over or game.is_done
                awake = (here - dozing or here) if drawn and every is None else set()
                late = {who: late.get(who, now) for who in waited_for & awake} if awake - waited_for else {}
                warned &= late.keys()
                if is_over:
                    expected = None
                elif drawn:
                    ends = [since + (60 if who in warned else 45) for who, since in late.items()]
                    expected = min(ends, default=None) if every is None else drawn_at + every
                else:
                    later = [at for left in range(countdown) if (at := begins_at - left) > now]
                    expected = min(later, default=begins_at)
                    seconds = max(1, ceil(begins_at - now))
                    assert game.scene().text.startswith(f"The game starts in {seconds} s.") or not here
                assert game.deadline == expected, (what, now, game.deadline, expected)
                assert game.is_done == is_over
                assert (game.match is None and not drawn) or (game.match and len(game.match.drawn) == drawn)
                summary = game.summary()
                assert summary.phase == ("over" if is_over else "playing" if drawn else "waiting")
                assert (summary.begins_at, summary.can_join) == (begins_at, not is_over and not drawn)
                assert is_over or {*summary.players} == {person.name for person in here}

        def happen(events: Events) -> None:
            for _ in events:
                pass

        play()
