"""What a match of Dancing and its lobby say of themselves as data: to everybody, and to the player whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import FILE, PLAN, STARS, DancingServer, TwoRounds, rooms
from tilenet.catalogue import GamePlugin
from tilenet.game import Refuse, TileId, role
from tilenet.games.dancing import lobby
from tilenet.games.dancing.events import Place
from tilenet.games.dancing.game import STAKE, DancingGame
from tilenet.games.dancing.table import PALETTE
from tilenet.rehearsal.stage import StandIn
from tilenet.testing import Seat, Table
from tilenet.world.rooms.acts import Click
from tilenet.world.screens.facts import public_facts

FIRST = {"cell/0/0": 1, "cell/0/3": 2, "cell/2/0": 2, "cell/2/3": 1}
SECOND = {"cell/0/1": 1, "cell/0/3": 2, "cell/2/1": 2, "cell/2/3": 1}
LAST = {"cell/0/2": 1, "cell/0/3": 2, "cell/2/2": 2, "cell/2/3": 1}
TO_THE_GOAL = (
    *((0, 0), (0, 1), (2, 0), (2, 1), "step ends"),
    *((0, 1), (0, 2), (2, 1), (2, 2), "step ends", "lines"),
)
STAGE = ["lobby", "slower", "faster", "pause", "again"]

Acts = Sequence[tuple[int, int] | str]


class SmallMatch(DancingGame):
    """On a board of four rows, for two people who click."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, instance=FILE, size=4)


class LongMatch(DancingGame):
    def __init__(self, random: Random) -> None:
        super().__init__(random, instance=FILE, size=4, rounds=2)


def tile_of(act: tuple[int, int] | str) -> TileId:
    return act if isinstance(act, str) else ("cell", *act)


class MatchTestCase(SynchronousTestCase):
    def begin(self, game: type[DancingGame] = SmallMatch) -> None:
        """ann dances, bob spoils, and eve watches. Nothing happens on the stage before somebody clicks Pause."""
        self.table = Table(game)
        self.ann, self.bob, self.eve = (self.table.enter(name) for name in ("ann", "bob", "eve"))
        self.ann.click("dance")
        self.bob.click("spoil")
        self.eve.click("pause")

    def click(self, seat: Seat, acts: Acts) -> None:
        for act in acts:
            seat.click(tile_of(act))

    def play(self, dancer: Seat, spoiler: Seat) -> None:
        """A whole round, behind a stage that is stopped."""
        self.click(spoiler, [(3, 0), (1, 1), "done"])
        self.click(dancer, TO_THE_GOAL)

    def facts(self, *names: str) -> list[object]:
        return [self.eve.facts.get(name) for name in names]

    def stage(self, *names: str) -> list[object]:
        return [self.eve.facts["stage"].get(name) for name in names]


class ForEverybody(MatchTestCase):
    def test_a_match_from_its_empty_seats_to_the_end(self) -> None:
        self.table = Table(SmallMatch)
        self.eve = self.table.enter("eve")
        board = {"size": 4, "colours": 2, "dancers": 2}
        options = {**board, "seats": 2, "rounds": 1, "seconds": 120.0, "palette": [*PALETTE[:2]]}
        self.assertEqual(self.facts("phase", "seats", "options", "turn", "round"), ["waiting", {}, options, None, None])
        self.begin()
        names = ("phase", "step", "deadline", "turn", "round", "winner")
        self.assertEqual(self.facts(*names), ["playing", "stars", 120.0, ["1"], 1, None])
        self.click(self.bob, [(3, 0), "done"])
        self.assertEqual(self.facts(*names), ["playing", "steps", 120.0, ["0"], 1, None])
        self.click(self.ann, TO_THE_GOAL)
        self.assertEqual(self.facts(*names), ["over", None, None, None, 1, None])

    def test_the_seats(self) -> None:
        self.begin(LongMatch)
        agents = [seat.player.objid for seat in (self.ann, self.bob)]
        self.assertEqual([seat["player"]["agent"] for seat in self.seats()], agents)
        for players in ((self.ann, self.bob), (self.bob, self.ann)):
            roles = {seat["player"]["name"]: seat["role"] for seat in self.seats()}
            self.assertEqual([roles[seat.name] for seat in players], ["choreographer", "spoiler"])
            self.play(*players)
        self.bob.leave()
        self.assertEqual([seat.get("gone") for seat in self.seats()], [None, True])

    def seats(self) -> list[dict[str, Any]]:
        return [self.eve.facts["seats"][side] for side in "01"]

    def test_the_stage_follows_and_tells_how_the_round_has_ended_when_it_is_there(self) -> None:
        self.begin()
        self.play(self.ann, self.bob)
        names = ("step", "steps", "dancers", "stars", "moved", "lines", "ended")
        self.assertEqual(self.stage(*names), [0, 2, FIRST, [], [], {}, False])
        self.eve.click("pause")
        self.table.advance(0)
        stars = ["cell/1/1", "cell/3/0"]
        self.assertEqual(self.stage(*names), [0, 2, FIRST, stars, [], {}, False])
        self.table.advance(0.2)
        self.assertEqual(self.stage(*names), [1, 2, SECOND, stars, ["cell/0/1", "cell/2/1"], {}, False])
        self.table.advance(0.2)
        self.assertEqual(self.facts("rounds"), [[]])
        self.table.advance(0.2)
        lines = {"cell/0/2": 1, "cell/0/3": 1, "cell/2/2": 0, "cell/2/3": 0}
        self.assertEqual(self.stage(*names), [2, 2, LAST, stars, [], lines, True])
        self.assertEqual(self.facts("rounds"), [[{"choreographer": "0", "steps": 2, "cause": "goal"}]])

    def test_who_wins_is_told_when_the_stage_has_shown_why(self) -> None:
        self.begin()
        self.click(self.bob, [(3, 0)])
        self.table.advance(120)
        self.assertEqual(self.facts("phase", "rounds", "winner"), ["over", [], None])
        self.eve.click("pause")
        self.table.advance(0)
        (one,) = self.eve.facts["rounds"]
        self.assertEqual(
            (one["loser"], one["cause"], one["reason"]), ("1", "time", "ran out of time (no stars within 120 s)")
        )
        self.assertEqual(self.facts("winner"), ["0"])

    def test_why_a_round_is_over_in_a_word(self) -> None:
        ends: dict[str, Callable[[], object]] = {
            "time": lambda: self.table.advance(120),
            "left": lambda: self.bob.leave(),
            "illegal": lambda: self.bob.ask(Place(1, [(0, 0)])),
            "goal": lambda: self.play(self.ann, self.bob),
        }
        for cause, end in ends.items():
            self.begin()
            end()
            self.eve.click("pause")
            for _ in range(4):
                self.table.advance(0.2)
            self.assertEqual([one["cause"] for one in self.eve.facts["rounds"]], [cause])

    def test_a_program_cannot_be_asked_to_stand_up(self) -> None:
        server = DancingServer()
        server.enter("ann")
        (game,) = server.games()
        self.assertEqual([seat["program"] for seat in game.facts()["seats"].values()], [True])


class ForOneAlone(MatchTestCase):
    def test_the_spoiler_and_the_choreographer_see_their_hands_and_what_leaving_costs(self) -> None:
        self.begin()
        self.click(self.bob, [(3, 0), (1, 1)])
        board = {"round": 1, "step": 0, "dancers": FIRST, "stars": ["cell/3/0", "cell/1/1"]}
        placed = "All 2 stars are placed: press Done."
        waits = "bob places the stars; then you dance."
        bob = {"leave": STAKE, "board": board, "turn": True, "status": placed}
        self.assertEqual((self.bob.own, self.ann.own), (bob, {"leave": STAKE, "status": waits}))
        self.click(self.bob, ["done"])
        self.click(self.ann, [(0, 0), (0, 1), (2, 0)])
        board["stars"] = ["cell/1/1", "cell/3/0"]
        moves = [["cell/0/0", "cell/0/1"]]
        own = {"leave": STAKE, "board": board, "moves": moves, "selected": ["cell/2/0"], "turn": True}
        own["status"] = "Click the cell next to this dancer where it goes."
        watches = {"leave": STAKE, "status": "ann dances around your stars."}
        self.assertEqual((self.ann.own, self.bob.own), (own, watches))
        self.assertEqual(self.eve.own, {"status": "You watch. To play, make a table in the lobby."})
        self.click(self.ann, [(2, 1), "step ends", (0, 1), (0, 2), (2, 1), (2, 2), "step ends", "lines"])
        over = {"status": "The match is over. To play again, make a table in the lobby."}
        self.assertEqual([seat.own for seat in (self.ann, self.bob, self.eve)], [over] * 3)

    def test_a_line_says_what_is_next(self) -> None:
        self.table = Table(SmallMatch)
        ann, bob = self.table.enter("ann"), self.table.enter("bob")
        self.assertEqual(ann.own, {"status": "Click Dance or Spoil to sit down."})
        ann.click("dance")
        find = "Add a bot or invite a friend: the match begins when both seats are taken."
        self.assertEqual((ann.own["status"], bob.own["status"]), (find, "Click Dance or Spoil to sit down."))
        bob.click("spoil")
        found = [bob.own["status"]]
        self.click(bob, [(3, 0)])
        found.append(bob.own["status"])
        self.click(bob, ["done"])
        last: Acts = ["step ends", (0, 1), (0, 2), (2, 1), (2, 2), "step ends"]
        turns: Sequence[Acts] = ([], [(0, 0)], [(0, 1)], [(2, 0), (2, 1)], last)
        for acts in turns:
            self.click(ann, acts)
            found.append(ann.own["status"])
        self.assertEqual(
            found,
            [
                "Your turn: click empty cells to place stars, then Done.",
                "1 star of 2 is placed. Place more, or press Done.",
                "Your turn: click a dancer, then a neighbouring cell; Space ends the step.",
                "Click the cell next to this dancer where it goes.",
                "1 dancer moves in this step. Move others, or end the step with Space.",
                "2 dancers move in this step. Move others, or end the step with Space.",
                "All dancers stand in lines: press Lines!",
            ],
        )


class Legal(MatchTestCase):
    def test_seats_that_are_free_or_ones_own_and_the_stage(self) -> None:
        self.table = Table(SmallMatch)
        ann, eve = self.table.enter("ann"), self.table.enter("eve")
        self.assertEqual(eve.legal, ["lobby", "dance", "spoil"])
        ann.click("dance")
        self.assertEqual((ann.legal, eve.legal), (["lobby", "dance", "spoil"], ["lobby", "spoil"]))
        eve.click("dance")
        self.assertEqual(eve.heard[-1], "ann sits there already.")
        eve.click("spoil")
        fay = self.table.enter("fay")
        self.assertEqual((ann.legal, fay.legal), (["lobby"], STAGE))
        self.table.advance(120)
        self.assertEqual((ann.legal, fay.legal), (STAGE, STAGE))

    def test_what_is_legal_is_done_and_what_else_can_be_clicked_is_refused(self) -> None:
        """Two people click at random, mostly what is legal."""
        refused = 0
        for seed in range(12):
            random = Random(seed)
            game = LongMatch(random)
            people = [StandIn(name, name) for name in ("ann", "bob")]
            for player, seat in zip(people, ("dance", "spoil"), strict=True):
                self.assertEqual([*game.enter(player, 0)], [])
                self.assertTrue([*game.click(player, seat, 0)])
            for _ in range(60):
                player = people[int(game.facts().get("turn", ["0"])[0])]
                legal = {*game.legal(player)} - {*STAGE}
                enabled = {id for id, tile in game.view(player).tiles.items() if tile.enabled} - {"home", "lobby"}
                self.assertLessEqual(legal, enabled)
                tile = random.choice(sorted(legal if random.random() < 0.8 else enabled, key=role))
                events = [*game.click(player, tile, 0)]
                self.assertEqual(any(isinstance(one, Refuse) for one in events), tile not in legal, tile)
                refused += tile not in legal
        self.assertGreater(refused, 50)


def all_of(seat: Seat) -> tuple[object, ...]:
    """Whatever a player can know of the room."""
    scene, view = seat._table.game.scene(), seat._table.game.view(seat.player)
    return scene.tiles, scene.text, view.tiles, view.keys, seat.facts, seat.own, seat.legal


class StarsLeak(SmallMatch):
    def facts(self) -> Mapping[Any, Any]:
        return {**super().facts(), "stars": None if self.match is None else self.match.round.stars}


class MovesLeak(SmallMatch):
    def own_facts(self, player: Any) -> Mapping[Any, Any]:
        dancers = {} if self.match is None else self.match.round.board.dancers
        return {"dancers": {("cell", *cell): colour for cell, colour in dancers.items()}}


class HandLeak(SmallMatch):
    def own_facts(self, player: Any) -> Mapping[Any, Any]:
        return {str(side): super(HandLeak, self).own_facts(one) for side, one in self._seats.items()}


class Secrets(MatchTestCase):
    """The same match but for what is hidden: others are told the same."""

    def known(self, game: type[DancingGame], bob: Acts, ann: Acts = ()) -> list[tuple[object, ...]]:
        """What others know after bob's clicks and ann's, while the stage is stopped."""
        self.begin(game)
        self.click(self.bob, bob)
        self.click(self.ann, ann)
        return [all_of(self.eve), all_of(self.bob if ann else self.ann)]

    def differs(self, game: type[DancingGame]) -> bool:
        stars: Sequence[Acts] = [[(1, 1)], [(3, 3)]]
        moves: Sequence[Acts] = [[(0, 0), (0, 1), "step ends"], [(2, 3), (3, 3), "step ends"]]
        placed = self.known(game, stars[0]) != self.known(game, stars[1])
        moved = self.known(game, [(1, 1), "done"], moves[0]) != self.known(game, [(1, 1), "done"], moves[1])
        done = self.known(game, [(1, 1), "done"])[0] != self.known(game, [(1, 2), "done"])[0]
        return placed or moved or done

    def test_stars_before_they_are_shown_and_moves_that_the_stage_has_not_made(self) -> None:
        self.assertFalse(self.differs(SmallMatch))

    def test_a_leak_is_found(self) -> None:
        for leaky in (StarsLeak, MovesLeak, HandLeak):
            self.assertTrue(self.differs(leaky), leaky.__name__)


class TheLobby(SynchronousTestCase):
    def test_matches_results_and_tables(self) -> None:
        server = DancingServer(TwoRounds)
        ann, bob = server.pair()
        server.enter("cid")
        server.advance(1)
        room = server.world.rooms["dancing"]
        board = {"size": 4, "colours": 2, "dancers": 2}
        first = {"title": "Dancing 1", "room": "dancing-match-1", "names": ["ann", "bob"], **board}
        second = {"title": "Dancing 2", "room": "dancing-match-2", "names": ["cid", ""], **board}
        facts = public_facts(room.game)
        self.assertEqual(
            facts["matches"],
            {
                "match/0": {"phase": "playing", "step": "stars", "round": 1, "rounds": 2, **first},
                "match/1": {"phase": "waiting", **second},
            },
        )
        self.assertEqual((facts["count"], facts["results"]), (2, {}))
        self.assertEqual(facts["tables"]["new/usual"], board)
        self.assertEqual(facts["tables"]["new/12/3/5"], {"size": 12, "colours": 3, "dancers": 5})
        bob.say(STARS)
        ann.say(*PLAN)
        ann.hang_up()
        server.advance(1)
        facts = public_facts(room.game)
        self.assertEqual(facts["results"], {"result/0": {**first, "winner": 1, "steps": [2, 0], "lost": [0]}})
        self.assertEqual([*facts["matches"]], ["match/1"])

    def test_a_table_is_legal_as_long_as_there_is_room_for_it_or_a_seat_at_another(self) -> None:
        self.patch(lobby, "MOST_CELLS", 12**2)
        table = Table(GamePlugin("dancing", lobby.Lobby), others=rooms()[1:])
        ann, bob, cid = (table.enter(name) for name in ("ann", "bob", "cid"))
        new = ["new/8/2/4", "new/12/3/5", "new/16/3/10", "new/20/4/15", "new/usual"]
        self.assertEqual(cid.legal, new[:2])
        ann.click(("new", 12, 3, 5))
        table.advance(1)
        self.assertEqual(cid.legal, ["match/0", *new])
        bob.click(("match", 0))
        for seat, tile in ((ann, "dance"), (bob, "spoil")):
            room = seat.player.room
            assert room is not None
            room.act(seat.player, Click(room.objid_of(tile)))
        table.advance(1)
        self.assertEqual(cid.legal, ["match/0"])
        cid.click(("new", "usual"))
        self.assertEqual(cid.heard[-1], lobby.FULL)
