"""Who has a seat at a table of Set, who gives it up, and who gets the next one."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tilenet.games.set.seats import PATIENCE, Queue, Seats


class GivingUp(SynchronousTestCase):
    def setUp(self) -> None:
        self.ann, self.bob, self.cid = self.everybody = [Someone(name) for name in ("ann", "bob", "cid")]
        self.seats = Seats(self.everybody, 0.0)

    def test_it_counts_from_when_others_play_on(self) -> None:
        """If all think for long, nobody has been idle."""
        self.seats.act(self.ann, 1.0)
        self.seats.act(self.bob, 2.0)
        self.seats.act(self.cid, 3.0)
        self.assertEqual(self.seats.act(self.ann, 100.0), [])
        self.assertEqual(self.seats.act(self.ann, 500.0), [self.bob, self.cid])

    def test_whoever_was_the_last_to_play_has_time(self) -> None:
        self.seats.act(self.bob, 5.0)
        self.assertEqual(self.seats.act(self.ann, 400.0), [self.cid])
        self.assertEqual(self.seats.act(self.ann, 400.0 + PATIENCE - 1), [])
        self.assertEqual(self.seats.act(self.ann, 400.0 + PATIENCE), [self.bob])

    def test_who_has_played_has_done_something_and_kept_the_seat(self) -> None:
        self.seats.act(self.bob, 1.0)
        for now in (2.0, 300.0):
            self.seats.act(self.ann, now)
        self.assertEqual([self.seats.has_played(player) for player in self.everybody], [True, False, False])


class NextGame(SynchronousTestCase):
    def setUp(self) -> None:
        self.people = [Someone(f"p{number}") for number in range(5)]
        self.queue = Queue()
        for someone in self.people:
            self.queue.enter(someone)

    def names(self) -> list[str]:
        return [player.name for player in self.queue.order()]

    def line_up(self, *, played: list[int], idle: list[int]) -> None:
        """A game is over in which some played, some only sat there, and the others watched."""
        seats = Seats([self.people[number] for number in (*played, *idle)])
        for number in played:
            seats.act(self.people[number], 1.0)
        self.queue.line_up([*seats.taken], seats)

    def test_who_watched_comes_first_and_who_was_idle_last(self) -> None:
        self.line_up(played=[1, 2], idle=[0, 3])
        self.assertEqual((self.names(), self.queue.busy), (["p4", "p1", "p2", "p0", "p3"], 3))

    def test_newcomers_come_before_the_idle(self) -> None:
        self.line_up(played=[1, 2], idle=[0, 3])
        self.queue.enter(Someone("new"))
        self.assertEqual((self.names(), self.queue.busy), (["p4", "p1", "p2", "new", "p0", "p3"], 4))

    def test_who_leaves_and_comes_back_is_a_newcomer(self) -> None:
        self.line_up(played=[1, 2], idle=[0, 3])
        for number in (4, 0):
            self.queue.leave(self.people[number])
            self.queue.enter(self.people[number])
        self.assertEqual((self.names(), self.queue.busy), (["p1", "p2", "p4", "p0", "p3"], 4))
