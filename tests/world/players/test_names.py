"""Names of many people: the number behind a name stays low, and is found without looking at all the others."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.text import MAX_NAME, name_key, proper_name
from tilenet.world.players.names import FIRST, Names, Numbers

MANY = 2000  # people at once: as many as a server has by default


class Counting(set[int]):
    """A set that knows how often it was looked into."""

    looks = 0

    def __contains__(self, number: object) -> bool:
        self.looks += 1
        return super().__contains__(number)


def counted(names: Names, before: str) -> Counting:
    """The taken numbers in it, which count the looks at them from now on."""
    numbers = names._numbers[before]
    taken = numbers._taken = Counting(numbers._taken)
    return taken


class Taking(SynchronousTestCase):
    def setUp(self) -> None:
        self.names = Names()

    def take(self, *names: str) -> list[str]:
        return [self.names.take(name) for name in names]

    def test_each_gets_the_lowest_number_of_its_own_name(self) -> None:
        """One that somebody has as a name is left out; one that begins with nought is another."""
        for wishes, expected in (
            (["ann"] * 12, ["ann", *(f"ann{number}" for number in range(2, 13))]),
            (["x3", "x2", "X5", *["x"] * 4], ["x3", "x2", "X5", "x", "x4", "x6", "x7"]),
            (["x02", "x002", "x", "x"], ["x02", "x002", "x", "x2"]),
            (["x1", "x1", "x", "x", "x1-", "x1-"], ["x1", "x1-2", "x", "x2", "x1-", "x1-3"]),
        ):
            self.names = Names()
            self.assertEqual(self.take(*wishes), expected)

    def test_one_is_not_a_number_to_be_given(self) -> None:
        self.take("ann", "ann1")
        self.names.free("ann1")
        self.assertEqual(self.take("ann"), ["ann2"])

    def test_the_lowest_that_is_free_is_given_again(self) -> None:
        self.take(*["ann"] * 30)
        for number in (20, 7, 25):
            self.names.free(f"ann{number}")
        self.assertEqual(self.take(*["ann"] * 4), ["ann7", "ann20", "ann25", "ann31"])

    def test_a_number_that_came_back_and_was_taken_as_a_name_is_not_given(self) -> None:
        self.take(*["ann"] * 9)
        self.names.free("ann4")
        self.take("Ann4")
        self.assertEqual(self.take("ann"), ["ann10"])

    def test_a_long_name_is_cut_a_little_more_for_each_digit(self) -> None:
        given = self.take(*["n" * MAX_NAME] * 120)
        self.assertEqual(len({name_key(name) for name in given}), 120)
        self.assertEqual(given[:3], ["n" * 32, "n" * 31 + "2", "n" * 31 + "3"])
        self.assertEqual(given[9:11], ["n" * 30 + "2", "n" * 30 + "3"])
        self.assertLessEqual(max(map(len, given)), MAX_NAME)
        self.assertLess(max(int(name.strip("n") or 0) for name in given), 120)

    def test_who_had_it_makes_no_difference(self) -> None:
        self.take("ann")
        self.assertIn("ANN", self.names)
        self.names.free("\uff41nn")
        self.assertNotIn("ann", self.names)

    def test_nothing_is_kept_when_all_are_gone_at_once(self) -> None:
        self.take("ann", "ann", "bot-1")
        self.names.clear()
        self.assertEqual(vars(self.names), vars(Names()))

    @settings(deadline=None, max_examples=100)
    @given(st.lists(st.tuples(st.sampled_from(["x", "x2", "x3", "x-", "x1", "x1-2", "X\u2461", "7"]), st.booleans())))
    def test_no_two_names_are_the_same(self, wishes: list[tuple[str, bool]]) -> None:
        names = Names()
        taken: list[str] = []
        for wish, leaves in wishes:
            taken.append(names.take(wish))
            self.assertEqual(proper_name(taken[-1]), taken[-1])
            self.assertEqual(len({name_key(name) for name in taken}), len(taken))
            if leaves:
                names.free(taken.pop(len(taken) // 2))
        for name in taken:
            names.free(name)
        self.assertEqual(vars(names), vars(Names()))


class SomebodyWhoWantsLargeNumbers(SynchronousTestCase):
    def test_names_chosen_by_doubling_do_not_help(self) -> None:
        names = Names()
        for number in (*range(2, 10), *(10 * 2**power for power in range(100))):
            names.take(f"x{number}"[:MAX_NAME])
        self.assertEqual((names.take("x"), names.take("x")), ("x", "x11"))

    def test_few_numbers_are_looked_at(self) -> None:
        """However many are taken, and whoever comes and goes in between."""
        names = Names()
        names.take("x")
        for number in range(2, MANY):
            names.take(f"x{number}")
        looks = counted(names, "x")
        self.assertEqual(names.take("x"), f"x{MANY}")
        self.assertLess(looks.looks, MANY + 10)  # once for all
        looks.looks = 0
        for _ in range(1000):
            names.free("x2")
            names.take("x2")
            given = [names.take("x"), names.take("x")]
            for name in given:
                names.free(name)
        self.assertLess(looks.looks, 12 * 1000)

    def test_the_search_does_not_begin_again_when_the_name_itself_is_given_back(self) -> None:
        names = Names()
        for number in range(2, MANY):
            names.take(f"x{number}")
        looks = counted(names, "x")
        for _ in range(100):
            given = [names.take("x"), names.take("x")]
            for name in given:
                names.free(name)
        self.assertLess(looks.looks, MANY + 1000)

    def test_what_is_kept_does_not_grow(self) -> None:
        names = Names()
        for _ in range(10):
            names.take("x")
        for _ in range(1000):
            names.free("x5")
            names.take("x5")
            names.take("x10000000")
            names.free("x10000000")
        numbers = names._numbers["x"]
        self.assertLess(len(numbers._heap) + len(numbers._returned), 10)


class TheLowest(SynchronousTestCase):
    @settings(deadline=None, max_examples=100)
    @given(st.lists(st.tuples(st.sampled_from(["take", "give", "free"]), st.integers(1, 12)), max_size=80))
    def test_is_the_lowest(self, steps: list[tuple[str, int]]) -> None:
        numbers = Numbers()
        taken: set[int] = set()
        for step, number in steps:
            lowest = next(one for one in range(FIRST, 100) if one not in taken)
            if step == "give":
                self.assertEqual(numbers.lowest(), lowest)
                number = lowest
            if step == "free" and number in taken:
                numbers.free(number)
                taken.remove(number)
            elif step != "free" and number not in taken:
                numbers.take(number)
                taken.add(number)
            self.assertEqual(len(numbers), len(taken))


class Reserved(SynchronousTestCase):
    """Names that belong to accounts."""

    def setUp(self) -> None:
        self.names = Names()

    def test_are_for_their_owners_alone(self) -> None:
        self.names.reserve("ann")
        self.assertEqual(self.names.take("ANN"), "ANN2")
        self.assertEqual(self.names.take("ann", is_owner=True), "ann")

    def test_are_not_given_as_counted_names(self) -> None:
        self.names.reserve("memory-1")
        self.assertEqual(self.names.counted("memory"), "memory-2")

    def test_can_be_released(self) -> None:
        self.names.reserve("ann2")
        self.names.release("ann2")
        self.names.release("ann2")
        self.assertEqual([self.names.take("ann") for _ in range(2)], ["ann", "ann2"])

    def test_can_be_released_while_the_owner_is_here(self) -> None:
        self.names.reserve("ann2")
        self.names.take("ann2", is_owner=True)
        self.names.release("ann2")
        self.assertEqual([self.names.take("ann") for _ in range(2)], ["ann", "ann3"])
        self.names.free("ann2")
        self.assertEqual(self.names.take("ann"), "ann2")

    @given(st.lists(st.tuples(st.sampled_from(["reserve", "release", "guest", "owner", "free"]), st.integers(2, 4))))
    @settings(max_examples=200, deadline=None)
    def test_leave_nothing_behind(self, steps: list[tuple[str, int]]) -> None:
        names, here, reserved = Names(), set[str](), set[str]()
        for step, number in steps:
            name = f"x{number}"
            match step:
                case "reserve":
                    names.reserve(name)
                    reserved.add(name)
                case "release":
                    names.release(name)
                    reserved.discard(name)
                case "guest":
                    taken = names.take("x2")
                    self.assertNotIn(taken, here | reserved)
                    here.add(taken)
                case "owner" if name in reserved and name not in here:
                    self.assertEqual(names.take(name, is_owner=True), name)
                    here.add(name)
                case "free" if name in here:
                    names.free(name)
                    here.discard(name)
        for name in here:
            names.free(name)
        for name in reserved:
            names.release(name)
        self.assertEqual(vars(names), vars(Names()))
