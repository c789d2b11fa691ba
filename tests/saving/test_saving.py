"""Games are saved as readable JSON, and loaded without executing any of it."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from io import StringIO
from random import Random, SystemRandom
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.wrong_games import Right
from tilenet.catalogue import GamePlugin
from tilenet.chance import Chance
from tilenet.game import NO_VIEW, Game, Player, Tile, View, Words
from tilenet.games.noughts import Noughts
from tilenet.rehearsal.stage import StandIn
from tilenet.saving.reader import CannotLoad, from_text, load
from tilenet.saving.writer import CannotSave, save, to_text
from tilenet.testing import Table

ANN, BOB = StandIn("1", "ann"), StandIn("2", "bob")
PLAYERS = {one.id: one for one in (ANN, BOB)}


class Colour(Enum):
    RED = auto()
    BLUE = auto()


class Ways(Flag):
    UP = auto()
    DOWN = auto()


class Spot(NamedTuple):
    x: int
    y: object = None


@dataclass(frozen=True)
class Card:
    spot: Spot
    words: tuple[str, ...] = ()


@dataclass(eq=False)
class Hand:
    cards: list[Card] = field(default_factory=list)
    other: Hand | None = None


class Cell:
    def __init__(self, x: int) -> None:
        self.x = x
        self.near: list[Cell] = []


class Slotted:
    __slots__ = ("__weakref__", "one", "two")

    def __init__(self) -> None:
        self.one = 1  # the other is not set


class Trap:
    """Whoever makes one in the usual way, or gives it an attribute in the usual way, is found out."""

    sprung = 0

    def __init__(self) -> None:
        type(self).sprung += 1

    def __setattr__(self, name: str, value: object) -> None:
        type(self).sprung += 1
        object.__setattr__(self, name, value)

    def __setstate__(self, state: object) -> None:
        type(self).sprung += 1

    def spring(self) -> None:
        self.inside = 1  # so that its code has this attribute

    @property
    def risky(self) -> int:
        return 1

    @risky.setter
    def risky(self, value: int) -> None:
        type(self).sprung += 1


class Special(dict[str, int]):
    """More than its attributes."""


class Keeper(Right):
    """Keeps whatever a test gives it."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.kept: Any = None


class Optioned(Keeper):
    options = {"size": int}  # noqa: RUF012
    size = 3


def keeper(kept: object) -> Keeper:
    game = Keeper(Chance.named("keeper"))
    game.kept = kept
    return game


def text_of(kept: object) -> str:
    return to_text(save(keeper(kept), "keeper", {"size": 4}))


def loaded(text: str) -> Game:
    return load(from_text(text), Keeper, PLAYERS.__getitem__)


def again(kept: object) -> Any:
    """What is kept by a game that was saved and loaded."""
    game = loaded(text_of(kept))
    assert isinstance(game, Keeper)
    return game.kept


def change(text: str, alter: Callable[[Any], object]) -> str:
    """A saved game in which something was changed by hand."""
    data = json.loads(text)
    alter(data)
    return json.dumps(data)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary()
    | st.sampled_from([*Colour, ANN, BOB, range(1, 9, 2)]),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.lists(inner).map(deque)
        | st.dictionaries(st.text(), inner)
        | st.dictionaries(st.integers() | st.tuples(st.integers(), st.text()), inner)
        | st.sets(st.integers() | st.text() | st.tuples(st.integers()))
        | st.frozensets(st.sampled_from([*Colour]))
        | st.builds(Spot, st.integers(), inner)
    ),
    max_leaves=20,
)


class Written(SynchronousTestCase):
    def test_is_readable(self) -> None:
        text = text_of({"ann": [Spot(1, 2.5), (3, 4)], "who": ANN, "why": Colour.RED})
        self.assertEqual(
            text.splitlines()[:5],
            [
                "{",
                ' "format": 1,',
                ' "game": "keeper",',
                ' "version": 1,',
                ' "setup": {"size": 4},',
            ],
        )
        self.assertIn(
            '  "kept": {"dict": {"ann": {"list": [{"class": "test_saving.Spot", "x": 1, "y": 2.5}, [3, 4]]}, '
            '"who": {"player": "1"}, "why": {"enum": "test_saving.Colour.RED"}}}',
            text.splitlines(),
        )
        self.assertIn('"test_saving.Spot": ["x", "y"]', text)

    @settings(deadline=None)
    @given(plain)
    def test_comes_back_as_it_was(self, kept: object) -> None:
        found = again(kept)
        self.assertEqual(found, kept)
        self.assertEqual(text_of(found), text_of(kept))  # 1 is not 1.0, and a list is no tuple

    @settings(deadline=None)
    @given(st.sets(st.integers() | st.text()))
    def test_sets_are_in_order(self, kept: set[int | str]) -> None:
        self.assertEqual(text_of(kept), text_of({*sorted(kept, key=str)}))

    def test_what_json_has_no_word_for(self) -> None:
        for kept in (float("inf"), float("-inf"), 0.1 + 0.2, -0.0, 2**100, b"\x00\xff", Counter(ab=0), deque([1], 3)):
            found = again(kept)
            self.assertEqual((found, type(found), str(found)), (kept, type(kept), str(kept)))
        self.assertEqual(again(deque([1], 3)).maxlen, 3)
        self.assertNotEqual(again(float("nan")), again(float("nan")))

    def test_words_are_kept_with_what_they_were_made_of(self) -> None:
        found = again(Words("{n} pair. {more}", many="{n} pairs. {more}", n=2, more=Words("Go {on}!", on="{on}")))
        self.assertEqual((found, found.template, found.args["n"]), ("2 pairs. Go {on}!", "{n} pair. {more}", 2))
        self.assertEqual((found.args["more"].template, found.args["more"].args), ("Go {on}!", {"on": "{on}"}))

    def test_words_that_look_into_what_is_put_there_are_not_loaded(self) -> None:
        text = text_of(Words("{n}", n=1)).replace("{n}", "{n.real}")
        self.assertIn("lack 'n.real'", str(self.assertRaises(CannotLoad, loaded, text)))

    def test_words_and_ranges_that_would_fill_the_memory_are_not_loaded(self) -> None:
        for spec in ("{n:>999}", "{n!r:>99999999999}", "{n:{n}}"):
            text = text_of(Words("{n}", n=1)).replace("{n}", spec)
            self.assertIn("wider", str(self.assertRaises(CannotLoad, loaded, text)))
        self.assertEqual(again(Words("{n:>5}|{x:+.2f}", n=1, x=0.5)), "    1|+0.50")
        for end in (10**7, 10**30):
            self.assertRaises(CannotLoad, loaded, text_of(range(end)))

    def test_words_that_are_much_longer_than_their_text_are_not_loaded(self) -> None:
        long = Words("{b}" * 50, b="x" * 1500)  # 75,000 characters
        self.assertEqual(len(again(long)), 75_000)
        text = text_of(Words("{a}", a=long))
        self.assertIn("longer", str(self.assertRaises(CannotLoad, loaded, text.replace("{a}", "{a}" * 2000))))
        self.assertIn("longer", str(self.assertRaises(CannotLoad, loaded, text.replace("{b}", "{b}" * 100, 1))))
        self.assertIn("longer", str(self.assertRaises(CannotLoad, loaded, text.replace("{b}", "{b!a}"))))
        many = [Words("{b}" * 50, b="x" * 1500) for _ in range(2000)]
        self.assertIn("stands for", str(self.assertRaises(CannotLoad, again, many)))
        self.assertIn("a list is put", str(self.assertRaises(CannotLoad, again, Words("{a}", a=[]))))
        seen = text_of(Words("{a}", a="x")).replace("{a}", "{a[0]}").replace('{"a":', '{"a[0]": 1, "a":')
        self.assertIn("lack 'a[0]'", str(self.assertRaises(CannotLoad, loaded, seen)))

    def test_shared_parts_that_stand_for_more_than_any_game_has_are_not_loaded(self) -> None:
        def nested(inner: object, levels: int, times: int = 10) -> object:
            for _ in range(levels):
                inner = [inner] * times
            return inner

        self.assertEqual(len(again(nested(["x"], 4))), 10)
        for bomb in (nested(["x"], 9), nested({"x": "x" * 20_000}, 5), nested({"x" * 20_000: 1}, 5), nested(Hand(), 9)):
            self.assertIn("stands for", str(self.assertRaises(CannotLoad, again, bomb)))

    def test_what_many_parts_lead_back_to_stands_for_itself(self) -> None:
        hand = Hand([Card(Spot(number)) for number in range(1000)])
        hand.cards += [Card(Spot(0, hand)) for _ in range(2000)]
        self.assertEqual(len(again(hand).cards), 3000)

    def test_a_number_that_no_float_can_be_is_not_loaded(self) -> None:
        text = text_of(1.5).replace("1.5", "1e999")
        self.assertIn("too large", str(self.assertRaises(CannotLoad, loaded, text)))

    def test_dicts_keep_their_order_and_their_keys(self) -> None:
        hand = Hand()
        kept = {3: "a", (1, 2): "b", ANN: "c", Colour.BLUE: "d", hand: "e", Card(Spot(1)): "f", "dict": "g"}
        found = again(kept)
        self.assertEqual([*found.values()], [*"abcdefg"])
        self.assertIs([*found][2], ANN)
        self.assertEqual(found[Card(Spot(1))], "f")

    def test_the_same_thing_twice_is_the_same_thing(self) -> None:
        shared: list[int] = [1]
        hand = Hand(other=Hand())
        assert hand.other is not None
        hand.other.other = hand
        one, other, first, second, alone = again([shared, shared, hand, hand.other, [1]])
        self.assertIs(one, other)
        self.assertIsNot(one, alone)
        self.assertIs(first.other, second)
        self.assertIs(second.other, first)

    def test_something_in_a_set_that_is_met_again(self) -> None:
        hands = {Hand() for _ in range(5)}
        found, others = again((hands, [*hands]))
        self.assertEqual(found, {*others})

    def test_only_what_is_shared_has_a_number(self) -> None:
        self.assertNotIn('"as"', text_of([[1], [1], Hand()]))

    def test_players_have_their_ids_wherever_they_are(self) -> None:
        text = text_of([ANN, {ANN: BOB}, BOB])
        self.assertEqual((text.count('{"player": "1"}'), text.count('{"player": "2"}')), (2, 2))

    def test_players_of_a_real_room_are_found_again(self) -> None:
        table = Table(Noughts)
        people: dict[str, Player] = {seat.player.id: seat.player for seat in (table.enter("ann"), table.enter("bob"))}
        found = load(save(table.game, "noughts"), Noughts, people.__getitem__)
        assert isinstance(found, Noughts)
        self.assertEqual([*found.seats.values()], [*people.values()])
        self.assertEqual(found.scene().tiles, table.game.scene().tiles)

    def test_the_game_may_be_met_in_itself(self) -> None:
        game = keeper(None)
        game.kept = [game]
        found = load(from_text(to_text(save(game, "keeper"))), Keeper, PLAYERS.__getitem__)
        assert isinstance(found, Keeper)
        self.assertIs(found.kept[0], found)

    def test_slots_and_views(self) -> None:
        found = again(Slotted())
        self.assertEqual((found.one, hasattr(found, "two")), (1, False))
        view = again(View({"a": Tile(1, 2, "b")}))
        self.assertEqual((view.tiles, view.keys), ({"a": Tile(1, 2, "b")}, {}))

    def test_random_numbers_go_on(self) -> None:
        for random in (Chance.named("a"), Random(1)):
            random.random()
            found, same = again([random, random])
            self.assertIs(found, same)
            self.assertEqual([found.random() for _ in range(5)], [random.random() for _ in range(5)])

    def test_a_game_with_an_option_is_the_same_game(self) -> None:
        plugin = GamePlugin("optioned", Optioned).with_option("size", "7")
        game = plugin.make(Chance.named("a"))
        assert isinstance(game, Optioned)
        game.kept = Spot(1)
        found = load(from_text(to_text(save(game, "optioned"))), type(game), PLAYERS.__getitem__)
        assert isinstance(found, Optioned)
        self.assertEqual((found.size, found.kept, type(found)), (7, Spot(1), type(game)))

    def test_what_cannot_be(self) -> None:
        local = type("Local", (), {})
        deep: list[Any] = []
        for _ in range(3000):
            deep = [deep]
        for kept, reason in (
            ([{"a": lambda: 1}], r"^game\.kept\[0\]\[a\]: a lambda \(test_saving.py, line \d+\) cannot"),
            (Hand(other=Hand([len])), r"^game\.kept\.other\.cards\[0\]: a builtin_function_or_method cannot"),  # type: ignore[list-item]
            (Spot(1, print), r"^game\.kept\.y: "),
            (local(), "whose class is not of this game's package"),
            (Special(), "are more than their attributes"),
            (Ways.UP | Ways.DOWN, "is not one member of"),
            (SystemRandom(), "a random.SystemRandom, whose class"),
            (Colour, "the class Colour itself cannot be saved"),
            (bytearray(b"a"), "a bytearray, whose class"),
            (StringIO(), "an open file cannot be saved"),
            (iter(()), "an iterator .* cannot be saved"),
            (WeakKeyDictionary[Any, Any](), "a weak reference"),
            (deep, "nested too deeply"),
        ):
            with self.subTest(reason):
                self.assertRaisesRegex(CannotSave, reason, text_of, kept)

    def test_a_game_that_is_in_no_module(self) -> None:
        class Local(Game):
            scene = Right.scene

        self.assertRaisesRegex(CannotSave, "inside a function", save, Local(Random(0)), "local")


class Loading(SynchronousTestCase):
    def refuses(self, text: str, reason: str) -> None:
        with self.assertRaisesRegex(CannotLoad, reason):
            loaded(text)

    def test_executes_nothing_that_was_saved(self) -> None:
        trap = Trap()
        trap.spring()
        text = text_of([trap])
        Trap.sprung = 0
        found = loaded(text)
        assert isinstance(found, Keeper)
        self.assertEqual((found.kept[0].inside, Trap.sprung), (1, 0))
        risky = change(text, lambda data: data["state"]["kept"]["list"][0].update(risky=5))
        loaded(risky)
        self.assertEqual(Trap.sprung, 0)

    def test_what_is_not_a_saved_game(self) -> None:
        for text, reason in (
            ("", "not JSON"),
            ("[1]", "not a saved game"),
            ("{}", "not a saved game"),
            ('{"format": 2, "game": "x"}', "format 2, and only format 1"),
            ('{"format": 1, "game": "x"}', "a saved game has classes, format, game, setup, state, version"),
            (text_of(0.5).replace("0.5", "NaN"), "NaN is not JSON"),
            ("[" * 100_000, "not JSON"),
        ):
            with self.subTest(text[:30]):
                self.refuses(text, reason)

    def test_what_was_changed(self) -> None:
        """Each is said to be wrong where it is."""

        def kept(value: Any) -> Callable[[Any], object]:
            return lambda data: data["state"].update(kept=value)

        for alter, reason in (
            (kept({"class": "os.system"}), r"^game\.kept: this game has no class os\.system"),
            (kept({"class": "test_saving.SynchronousTestCase"}), "this game has no class"),
            (kept({"class": "test_saving.Special"}), "more than their attributes"),
            (kept({"class": "test_saving.Colour"}), "more than their attributes"),
            (kept({"class": "test_saving.Hand", "cards": 1, "sleeve": 2}), "Hand has no field sleeve"),
            (kept({"class": "test_saving.Spot", "x": 1}), "Spot has the fields x, y, and not x"),
            (kept({"enum": "test_saving.Colour.GREEN"}), "there is no test_saving.Colour.GREEN"),
            (kept({"enum": "test_saving.Hand.RED"}), "there is no test_saving.Hand.RED"),
            (kept({"player": "9"}), r"^game\.kept: nobody is known as '9'"),
            (kept([1, {"list": [{"same": 7}]}]), r"^game\.kept\[1\]\[0\]: nothing before this has the number 7"),
            (kept({"call": "print"}), "nobody knows what this is: call"),
            (kept({}), "nobody knows what this is"),
            (kept({"list": [], "more": 1}), "nobody knows what this is: list, more"),
            (kept({"list": 5}), "5 is not a list"),
            (kept({"dict": [[1]]}), r"^game\.kept: "),
            (kept({"dict": [[{"list": []}, 1]]}), r"^game\.kept: unhashable"),
            (kept({"bytes": "xy"}), "non-hexadecimal"),
            (kept({"float": "1.5"}), "'1.5' is written as a number"),
            (kept({"chance": "00", "at": 0}), "a seed has 32 bytes"),
            (kept({"random": [3, [1], None]}), r"^game\.kept: "),
            (kept({"range": [1, 2, 0]}), r"^game\.kept: "),
            (kept({"deque": []}), "most"),
            (lambda data: data["state"].update(unheard=1), "Keeper has no field unheard"),
            (lambda data: data["state"].update({"class": "wrong_games.Right"}), "and not a test_saving.Keeper"),
            (lambda data: data.update(state=[]), "and not a test_saving.Keeper"),
            (lambda data: data.update(setup=3), "the setup is a dict"),
            (lambda data: data.update(version=2), "it was saved by version 2 of the game, and this is 1"),
            (lambda data: data.update(classes=1), "the classes are not a dict"),
            (
                lambda data: data["classes"].update({"test_saving.Hand": 1}),
                "fields of test_saving.Hand are not names",
            ),
            (lambda data: data["classes"].update({"test_saving.Nobody": []}), "no class test_saving.Nobody"),
            (
                lambda data: data["classes"]["test_saving.Keeper"].remove("kept"),
                "the class test_saving.Keeper has other attributes now: kept is new",
            ),
            (
                lambda data: data["classes"]["test_saving.Keeper"].append("lost"),
                "the class test_saving.Keeper has other attributes now: lost is gone",
            ),
        ):
            with self.subTest(reason):
                self.refuses(change(text_of(None), alter), reason)

    def test_a_board_of_cells_that_know_their_neighbours(self) -> None:
        cells = {(x, y): Cell(x) for x in range(9) for y in range(9)}
        for (x, y), cell in cells.items():
            cell.near = [cells[at] for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if at in cells]
        kept = loaded(text_of(cells)).kept  # type: ignore[attr-defined]
        self.assertIs(kept[3, 4].near[0], kept[4, 4])

    def test_a_cache_is_empty_and_its_own(self) -> None:
        first, second = (loaded(text_of(Cached())) for _ in range(2))
        assert isinstance(first, Keeper) and isinstance(second, Keeper)
        self.assertEqual((first.kept.drawn, first.kept.view), ({}, NO_VIEW))
        self.assertIsNot(first.kept.drawn, second.kept.drawn)
        text = change(text_of(Cached()), lambda data: data["state"]["kept"].update(drawn=1))
        self.refuses(text, "Cached has no field drawn")


class Cached:
    caches = {"drawn": {}, "view": NO_VIEW}  # noqa: RUF012

    def __init__(self) -> None:
        self.drawn = {1: 2}
        self.view = View({"a": Tile(0, 0)})
