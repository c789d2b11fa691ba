"""Whoever comes after the game of a Tombala room has begun: what they see and can do; nobody waits for them."""

from __future__ import annotations

from tests.doubles.tombala_table import AUTO, BACK, CINKO, KEYS, NEXT, GameTestCase
from tilenet.game import HELP, HOME
from tilenet.games.tombala.events import Create, UserList
from tilenet.games.tombala.rooms import LOBBY
from tilenet.testing import Seat
from tilenet.world.rooms.acts import Speech

ONLY_WATCHING = "You are watching. To play, join or make a room in the lobby."


class Watching(GameTestCase):
    def watch(self, name: str = "late") -> Seat:
        """Somebody comes in after five numbers."""
        self.draw(5)
        late = self.table.enter(name)
        self.everybody.append(late)
        return late

    def make(self, name: str, seconds: int) -> None:
        """Another room, in which nobody is."""
        maker = self.successResultOf(self.table.world.login(f"maker of {name}", ""))
        self.table.world.ask(maker, LOBBY, Create(name, seconds), lambda: None)

    def test_a_spectator_sees_the_numbers_and_the_players(self) -> None:
        late = self.watch()
        self.assertTrue(late.is_at_the_table)
        self.assertEqual(self.players(late), self.players(self.bob))
        self.assertEqual([late.tile(("board", n)).name for n in (1, 2, 10)], ["(1)", "2", "(10)"])
        self.assertEqual([late.tile(("last", n)).name for n in range(3)], ["40", "30", "20"])
        self.assertEqual({late.tile(("card", row, at)).name for row in range(3) for at in range(9)}, {""})
        self.assertEqual(late.headline, self.bob.headline)
        self.assertEqual(late.own, {"status": "You watch. To play, join or make a room in the lobby."})

    def test_a_spectator_is_told_so_in_one_line_and_how_to_play(self) -> None:
        told = "room1 has already started, so you are watching. To play, make a room in the lobby."
        self.assertIn(told, self.watch().heard)
        self.make("later", 600)
        self.make("soon", 90)
        told = "room1 has already started, so you are watching. You can play in soon, which starts in 90 s: /join soon"
        self.assertIn(told, self.watch("other").heard)

    def test_nobody_waits_for_a_spectator(self) -> None:
        late = self.watch()
        self.everything(self.ann, self.bob, self.cid)
        self.assertEqual(len(self.match.drawn), 6)
        self.assertEqual(late.tile(("last", 0)).name, "2")
        self.assertEqual(self.ann.facts["turn"], ["0", "1", "2"])

    def test_spectators_are_not_among_the_players(self) -> None:
        """Nor do clients of Tombala's own protocol hear of them."""
        self.watch().leave()
        self.watch("another")
        self.assertEqual([event for event in self.ann.happened_here if isinstance(event, UserList)], [])
        summary = self.game.summary()
        self.assertEqual((summary.players, summary.watching), (("ann", "bob", "cid"), 1))
        self.assertEqual((summary.can_join, summary.can_watch), (False, True))

    def test_a_spectator_can_leave_and_nothing_else(self) -> None:
        late = self.watch()
        buttons = NEXT, CINKO, AUTO, HOME, HELP, BACK
        self.assertEqual([late.tile(id).enabled for id in buttons], [False] * 3 + [True] * 3)
        self.assertEqual([late.key(key).enabled for key in KEYS], [False] * 3 + [True])
        self.assertEqual([role for role in late.legal if role in buttons], [BACK])
        self.forget()
        for text in ("/next", "/cinko 1", "/mark 1"):
            late.say(text)
        self.assertEqual(late.heard, [ONLY_WATCHING] * 3)
        late.click(BACK)
        assert late.player.room is not None
        self.assertEqual((late.player.room.name, self.game.summary().watching), (LOBBY, 0))

    def test_a_spectator_can_go_on_to_another_game(self) -> None:
        late = self.watch()
        self.make("other", 60)
        late.say("/join other")
        assert late.player.room is not None
        self.assertEqual(late.player.room.title, "Tombala: other")
        self.assertIn("You have joined other.", late.heard)

    def test_a_player_who_comes_back_watches(self) -> None:
        self.bob.say("/quit")
        self.act(self.bob, Speech(self.lobby.objid, "/join room1"))
        self.assertEqual(self.players(self.bob), ["ann 0 ...", "cid 0 ..."])
        self.assertNotIn("card", self.bob.own)

    def test_a_spectator_sees_the_end_and_is_not_in_the_result(self) -> None:
        late = self.watch()
        self.win()
        self.assertEqual(late.headline, "Game over: ann wins.")
        [result] = self.table.results
        self.assertNotIn("late", str(result))

    def test_the_game_is_over_when_only_spectators_are_left(self) -> None:
        late = self.watch()
        for seat in (self.ann, self.bob, self.cid):
            seat.leave()
        self.assertEqual((late.headline, late.facts["phase"]), ("Game over: no winner.", "over"))
        self.assertEqual((self.game.deadline, self.listed()), (None, []))
        late.leave()
        self.assert_gone()
