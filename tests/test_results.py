"""Every installed game tells its result, once, at its end: each is played to it."""

from __future__ import annotations

from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import Stacked
from tests.doubles.pairs import PLAIN, Dealt
from tilenet.catalogue import GamePlugin, IGamePlugin, installed_games
from tilenet.checks.walk import check_result
from tilenet.games.dancing.game import DancingGame
from tilenet.games.memory.game import Memory
from tilenet.games.memory.rules import deck
from tilenet.games.pairpanicking.rules import SQUARES
from tilenet.games.set.game import SetGame
from tilenet.games.set.rules import PLACES, find_set
from tilenet.games.tombala.game import TombalaGame
from tilenet.testing import Seat, Table


def known(plugin: IGamePlugin) -> IGamePlugin:
    """The same, but the cards of Memory lie in order."""
    if not (isinstance(plugin, GamePlugin) and issubclass(plugin.game, Memory)):
        return plugin
    game = plugin.game
    return GamePlugin(plugin.name, game, lambda random: game(Stacked(deck(game.dim))))


OPENED = [game for game in installed_games() if not game.is_at_home]
PLUGINS = {game.name: known(game) for game in installed_games() if game.is_at_home}


def open_room(table: Table, seats: list[Seat], new: object) -> None:
    """From a lobby, let everybody go to a new room, which is the table from now on."""
    seats[0].click(new)
    room = seats[0].player.room
    assert room is not None and room is not table.room
    for seat in seats[1:]:
        table.world.send_to(seat.player, room.name)
    table.room = room


# Everybody plays to the end; the last one leaves before it, where that is possible without ending it.


def play_noughts(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    for seat, cell in ((ann, (0, 0)), (bob, (1, 0)), (ann, (0, 1)), (bob, (1, 1))):
        seat.click(("cell", *cell))
    cid.leave()
    ann.click(("cell", 0, 2))


def play_pairpanicking(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    table.game.random = Dealt(sorted(PLAIN))
    ann.click("restart")
    for number in range(len(SQUARES) // 2):
        if number == 1:
            cid.leave()
        for square in SQUARES[2 * number : 2 * number + 2]:
            (bob if number < 10 else ann).click(("square", *square))
    table.advance(2)


def play_memory(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    assert isinstance(table.game, Memory)
    dim = table.game.dim  # the cards lie in order
    for number in range(0, dim * dim, 2):
        seat = {0: cid, 2: bob}.get(number, ann)
        if seat is ann and cid.is_at_the_table:
            cid.leave()
        for cell in (number, number + 1):
            seat.click(("card", cell % dim, cell // dim))


def play_set(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    assert isinstance(table.game, SetGame)
    if not table.game.is_on:
        table.advance(15)
    match = table.game.match
    assert match is not None
    cid.leave()
    for number in range(200):
        table.advance(1)
        seat = ann if number else bob
        cards = find_set(match.cards)
        if cards is None:
            seat.click("no set")
        else:
            for place in range(PLACES):
                if match.board[place] in cards:
                    seat.click(("card", place))
            seat.click("submit")
        if match.is_over:
            return


def play_tombala(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    open_room(table, [ann, bob, cid], "new")
    game = table.game
    assert isinstance(game, TombalaGame)
    table.advance(30)
    assert game.match is not None
    cid.leave()
    ann.click("auto")
    bob.click("auto")
    for _ in range(90):
        for seat in (bob, ann):
            rows = sum({*row} <= {*game.match.drawn} for row in game.match.cards[seat.player])
            if game.is_on and rows > game.match.totals[seat.player] and (rows == 1 or seat is ann):
                seat.click("cinko")
        for seat in (ann, bob):
            if game.is_on:
                seat.click("next")


def play_dancing(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    open_room(table, [ann, bob, cid], ("new", "usual"))
    assert isinstance(table.game, DancingGame)
    ann.click("dance")
    bob.click("spoil")
    cid.leave()
    table.advance(120)  # bob has placed no stars
    _, row, column = next(role for role in ann.legal if role.startswith("cell/")).split("/")
    ann.click(("cell", int(row), int(column)))
    ann.click("done")
    table.advance(120)  # bob has not danced


Play = Callable[[Table, Seat, Seat, Seat], None]

#: How each game is played to its end, and the title, who is in the result, and who of them has left.
GAMES: dict[str, tuple[Play, str, str, str]] = {
    "dancing": (play_dancing, "Dancing", "ann bob", ""),
    "memory": (play_memory, "Memory", "ann bob cid", "cid"),
    "memory-large": (play_memory, "Memory, large", "ann bob cid", "cid"),
    "noughts": (play_noughts, "Noughts and crosses", "ann bob", ""),
    "pairpanicking": (play_pairpanicking, "PairPanicking", "ann bob cid", "cid"),
    "pairpanicking-pictures": (play_pairpanicking, "PairPanicking variant: pictures", "ann bob cid", "cid"),
    "set": (play_set, "Set", "ann bob cid", "cid"),
    "tombala": (play_tombala, "Tombala", "ann bob cid", "cid"),
}


def practise_set(table: Table, ann: Seat, bob: Seat, cid: Seat) -> None:
    cid.leave()
    board = vars(table.game)["_boards"][ann.player]
    for _ in range(200):
        table.advance(1)
        cards = find_set(board.match.cards)
        if cards is None:
            ann.click("no set")
        else:
            for card in cards:
                ann.click(("card", board.match.board.index(card)))
            ann.click("submit")
        if board.is_over:
            return
    raise AssertionError("practice does not end")


#: Those that have no result.
FOR_PRACTICE = {"set-practice": practise_set}


#: Rooms in which nothing is played.
NO_GAMES = {"account", "records", "replays"}


class EveryGame(SynchronousTestCase):
    def sit_down(self, name: str) -> tuple[Table, Seat, Seat, Seat]:
        table = Table(PLUGINS[name], seed=1, others=OPENED)
        ann, bob, cid = (table.enter(name) for name in ("ann", "bob", "cid"))
        return table, ann, bob, cid

    def test_is_here(self) -> None:
        self.assertEqual({*PLUGINS}, {*GAMES, *FOR_PRACTICE, *NO_GAMES})

    def test_tells_one_result_with_everybody_who_played(self) -> None:
        for name, (play, title, everybody, left) in GAMES.items():
            with self.subTest(name):
                table, *seats = self.sit_down(name)
                play(table, *seats)
                table.advance(0)
                self.assertEqual(len(table.results), 1)
                (played,) = table.results
                self.assertEqual(played.game, title)
                check_result(played)
                self.assertEqual(sorted(score.name for score in played.scores), everybody.split())
                self.assertEqual([score.name for score in played.scores if not score.stayed], left.split())
                self.assertEqual((played.scores[0].name, played.scores[0].place), ("ann", 1))
                self.assertGreater(played.scores[1].place, 1)
                for seat in seats[:2]:
                    seat.leave()
                for _ in range(30):
                    table.advance(30)
                self.assertEqual(len(table.results), 1)

    def test_tells_nothing_if_it_is_practice(self) -> None:
        for name, play in FOR_PRACTICE.items():
            table, *seats = self.sit_down(name)
            play(table, *seats)
            self.assertEqual(table.results, [])

    def test_tells_nothing_if_nobody_played(self) -> None:
        for name in PLUGINS:
            with self.subTest(name):
                table, *seats = self.sit_down(name)
                for seat in seats:
                    seat.leave()
                for _ in range(30):
                    table.advance(30)
                self.assertEqual(table.results, [])


class WhoHasLeft(SynchronousTestCase):
    """Games that are dropped because everybody has left have no result; others do."""

    def sit_down(self, name: str) -> tuple[Table, Seat, Seat]:
        table = Table(PLUGINS[name], others=OPENED)
        return table, table.enter("ann"), table.enter("bob")

    def test_noughts(self) -> None:
        """Whoever leaves after the first move loses, and so does whoever runs out of time; before it, nobody does."""

        def ann_leaves(table: Table, ann: Seat, bob: Seat) -> None:
            ann.click(("cell", 0, 0))
            ann.leave()

        def bob_leaves(table: Table, ann: Seat, bob: Seat) -> None:
            ann.click(("cell", 0, 0))
            bob.leave()

        for act, scores in (
            (ann_leaves, [("bob", 1, 1, True), ("ann", 2, 0, False)]),
            (bob_leaves, [("ann", 1, 1, True), ("bob", 2, 0, False)]),
            (lambda table, ann, bob: table.advance(60), [("bob", 1, 1, True), ("ann", 2, 0, True)]),
            (lambda table, ann, bob: bob.leave(), []),
        ):
            table, ann, bob = self.sit_down("noughts")
            act(table, ann, bob)
            found = [score for played in table.results for score in played.scores]
            self.assertEqual([(one.name, one.place, one.score, one.stayed) for one in found], scores)

    def test_noughts_a_draw(self) -> None:
        table, ann, bob = self.sit_down("noughts")
        for number, cell in enumerate([(0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (2, 1), (1, 2), (0, 2), (2, 2)]):
            (bob if number % 2 else ann).click(("cell", *cell))
        (played,) = table.results
        self.assertEqual([(score.place, score.score) for score in played.scores], [(1, 0.5), (1, 0.5)])

    def test_pairpanicking(self) -> None:
        """Nobody wins if the points are spent, nor does whoever has left with some; without a turn, nothing is told."""
        for turns, is_poor, scores in (
            (True, True, {("ann", 1, 0, False), ("bob", 1, 0, True)}),
            (False, True, set()),
            (True, False, set()),
        ):
            table, ann, bob = self.sit_down("pairpanicking")
            ann.click("restart")
            if turns:
                ann.click(("square", 0, 0))
            if is_poor:
                table.world.award(bob.player, -bob.points)
            ann.leave()
            if not is_poor:
                bob.leave()
            found = [score for played in table.results for score in played.scores]
            self.assertEqual({(one.name, one.place, one.score, one.stayed) for one in found}, scores)

    def test_set(self) -> None:
        """Nothing is told if nobody has answered, or nobody is left to watch."""
        for answers, is_watched in ((False, True), (True, True), (True, False)):
            table, ann, bob = self.sit_down("set")
            table.advance(15)
            if is_watched:
                table.enter("cid")
            if answers:
                bob.click("no set")
            ann.leave()
            bob.leave()
            self.assertEqual(len(table.results), int(answers and is_watched))

    def test_set_who_gave_up_the_seat(self) -> None:
        table, ann, bob = self.sit_down("set")
        table.advance(15)
        bob.click("no set")
        table.advance(1)
        ann.click("no set")
        table.advance(120)
        ann.click("no set")
        self.assertEqual(bob.heard[-1][:21], "You did nothing for 2")
        table.advance(600)
        self.assertEqual({score.name: score.stayed for score in table.results[0].scores}, {"ann": True, "bob": False})


class Feats(SynchronousTestCase):
    def test_set_the_longest_streak_and_the_fastest_set_since_the_board_changed_or_the_game_began(self) -> None:
        table = Table(PLUGINS["set"], seed=1, others=OPENED)
        ann, bob, cid = (table.enter(name) for name in ("ann", "bob", "cid"))
        table.advance(15)
        game = table.game
        assert isinstance(game, SetGame) and game.match is not None
        for seat, seconds in ((ann, 4), (ann, 3), (bob, 2.5), (ann, 9)):
            table.advance(seconds)
            cards = find_set(game.match.cards)
            assert cards is not None
            for card in cards:
                seat.click(("card", game.match.board.index(card)))
            seat.click("submit")
        cid.click("no set")
        table.advance(600)
        self.assertEqual(
            {score.name: [(feat.name, feat.value) for feat in score.feats] for score in table.results[0].scores},
            {
                "ann": [("best streak", 2), ("fastest set", 3)],
                "bob": [("best streak", 1), ("fastest set", 2.5)],
                "cid": [],
            },
        )
