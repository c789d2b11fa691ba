"""Knows how comings and goings are put into words, and when."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.world.rooms.arrivals import Arrivals

#: Somebody who is there all the time, so that there is somebody to be told.
WATCHER: set[object] = {"watcher"}


class HeraldTest(SynchronousTestCase):
    def setUp(self) -> None:
        self.herald = Arrivals()

    def came(self, *names: str) -> None:
        for name in names:
            self.herald.came(name, name, 0.0, 0)

    def left(self, *names: str) -> None:
        for name in names:
            self.herald.left(name, name, 0.0, 0)

    def test_two_of_one_name_are_two(self) -> None:
        self.herald.came(1, "ann", 0.0, 0)
        self.herald.left(2, "ann", 0.0, 0)
        self.assertEqual(self.herald.news(WATCHER).line, "ann came in; ann left.")

    def test_who_left_or_only_looked_in_is_told_to_those_who_are_there(self) -> None:
        """By steps: + for who comes, - for who leaves."""
        for steps, here, line in (
            ("-ann -bob", "watcher", "ann and bob left."),
            ("-bob +ann", "watcher", "ann came in; bob left."),
            ("+ann +bob -ann", "watcher", "bob came in."),
            ("-ann -bob +ann", "watcher", "bob left."),
            ("+ann", "ann", ""),
            ("+ann +bob", "ann bob", "ann and bob came in."),
            ("+ann -bob", "ann", "bob left."),
        ):
            for step in steps.split():
                (self.came if step[0] == "+" else self.left)(step[1:])
            self.assertEqual(self.herald.news({*here.split()}).line, line)
            self.assertEqual(self.herald.news({*here.split()}).line, "", "it is told once")

    def test_who_is_renamed_is_told_by_the_new_name(self) -> None:
        self.came("ann")
        self.herald.renamed("ann", "ann2")
        self.assertEqual(self.herald.news(WATCHER).line, "ann2 came in.")

    def test_a_new_name_alone_is_no_news(self) -> None:
        self.herald.renamed("ann", "ann2")
        self.assertEqual(self.herald.news(WATCHER).line, "")
        self.assertIsNone(self.herald.due)


class DueTest(SynchronousTestCase):
    def setUp(self) -> None:
        self.herald = Arrivals()

    def test_the_larger_the_room_the_longer_it_waits_for_more(self) -> None:
        for crowd, wait in ((0, 1.0), (50, 5.5), (100, 10.0), (250, 10.0)):
            for tell in (Arrivals.came, Arrivals.left):
                herald = Arrivals()
                tell(herald, "ann", "ann", 100.0, crowd)
                self.assertEqual(herald.due, 100.0 + wait, f"{crowd}")

    def test_more_news_does_not_put_it_off(self) -> None:
        self.herald.came("ann", "ann", 100.0, 0)
        self.herald.left("bob", "bob", 100.5, 100)
        self.assertEqual(self.herald.due, 101.0)

    def test_when_nothing_is_left_to_tell_nothing_is_due(self) -> None:
        self.herald.came("ann", "ann", 100.0, 0)
        self.herald.left("ann", "ann", 100.5, 0)
        self.assertIsNone(self.herald.due)

    def test_the_next_news_is_due_in_its_own_time(self) -> None:
        self.herald.came("ann", "ann", 100.0, 0)
        self.herald.news(WATCHER)
        self.herald.left("ann", "ann", 200.0, 0)
        self.assertEqual(self.herald.due, 201.0)
