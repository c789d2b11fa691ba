"""The throttle, told the time: a table of what it decides, and the same as a model that counts in whole ticks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.doors.throttle import EMPTY_READ, PAUSE_SECONDS, READ_AHEAD, Decision, Step, Throttle, Wait
from tilenet.limits import Limits, Tokens

TICK = 1 / 16  # seconds in which a token comes back
BURST = 4
FLOOD = 32  # ticks
LIMITS = Limits(commands_per_second=16, command_burst=BURST, flood_seconds=FLOOD * TICK, tag_bytes=1024)
HANDLE, READ, END = Step


def urgent_throttle() -> Throttle:
    return Throttle(LIMITS, 0, has_urgent=True)


def handled(throttle: Throttle, waiting: int, now: float = 0.0) -> tuple[int, Decision]:
    """How many of the messages that wait are handled now, and what comes then."""
    count = 0
    while (decision := throttle.next(waiting - count, now)) is HANDLE:
        count += 1
    return count, decision


class Decisions(SynchronousTestCase):
    def test_a_burst_is_handled_and_what_is_more_waits(self) -> None:
        for waiting, expected in (
            (0, (0, READ)),
            (1, (1, READ)),
            (BURST, (BURST, READ)),
            (BURST + 1, (BURST, Wait(TICK, False))),
        ):
            self.assertEqual(handled(Throttle(LIMITS, 0), waiting), expected, waiting)

    def test_messages_may_cost_less_or_more_than_a_command(self) -> None:
        for cost, expected in ((0.5, (2 * BURST, Wait(TICK / 2, False))), (3, (1, Wait(2 * TICK, False)))):
            self.assertEqual(handled(Throttle(LIMITS, 0, cost=cost), 100), expected, cost)

    def test_input_costs_by_its_size_and_costs_something_if_it_completes_nothing(self) -> None:
        for size, messages, cost in (
            (10, 1, 0),
            (1024, 1, 0),
            (1025, 1, 1 / 1024),
            (3072, 2, 1),
            (0, 0, EMPTY_READ),
            (2048, 0, 2 + EMPTY_READ),
        ):
            throttle = Throttle(LIMITS, 0)
            throttle.charge(size, messages, 0)
            self.assertAlmostEqual(throttle.commands_left(0), BURST - cost, msg=f"{size} bytes, {messages} messages")

    def test_a_client_in_debt_waits_though_nothing_waits_for_it(self) -> None:
        for spent, decision in ((BURST, READ), (BURST + 1, Wait(2 * TICK, False))):
            throttle = Throttle(LIMITS, 0)
            throttle.spend(spent, 0)
            self.assertEqual(throttle.next(0, 0), decision, spent)

    def test_what_is_urgent_is_handled_on_credit_with_what_came_before_it(self) -> None:
        for expedited, expected in (
            (0, (BURST, Wait(TICK, False))),
            (6, (6, Wait(3 * TICK, False))),
            (2 * BURST, (2 * BURST, Wait(5 * TICK, False))),
            (20, (2 * BURST, Wait(TICK, False))),
        ):
            throttle = urgent_throttle()
            throttle.expedite(expedited)
            self.assertEqual(handled(throttle, 20), expected, expedited)

    def test_it_reads_ahead_only_for_what_may_be_urgent_and_only_so_much(self) -> None:
        for what, throttle, waiting, size, spent, reads in (
            ("a little", urgent_throttle(), 1, 0, BURST, True),
            ("nothing can be urgent", Throttle(LIMITS, 0), 1, 0, BURST, False),
            ("many messages", urgent_throttle(), BURST, 0, BURST, False),
            ("almost as many", urgent_throttle(), BURST - 1, 0, BURST, True),
            ("many bytes", urgent_throttle(), 1, READ_AHEAD, BURST, False),
            ("almost as many bytes", urgent_throttle(), 1, READ_AHEAD - 1, BURST, True),
            ("much owed", urgent_throttle(), 1, 0, 2 * BURST, False),
            ("almost as much owed", urgent_throttle(), 1, 0, 2 * BURST - 1, True),
        ):
            throttle.spend(spent, 0)
            throttle.fall_behind()
            throttle.charge(size, 100, 0)
            decision = throttle.next(waiting, 0)
            self.assertEqual(isinstance(decision, Wait) and decision.reads_ahead, reads, what)

    def test_bytes_that_came_before_the_client_was_behind_do_not_count(self) -> None:
        throttle = urgent_throttle()
        throttle.charge(READ_AHEAD, 100, 0)
        throttle.spend(BURST, 0)
        self.assertEqual(throttle.next(1, 0), Wait(TICK, True))

    def test_bytes_are_counted_anew_after_the_client_has_caught_up(self) -> None:
        throttle = urgent_throttle()
        throttle.fall_behind()
        throttle.charge(READ_AHEAD, 100, 0)
        self.assertEqual(throttle.next(0, 0), READ)
        throttle.spend(BURST, 0)
        self.assertEqual(throttle.next(1, 0), Wait(TICK, True))

    def test_a_client_over_its_rate_is_given_up_in_the_end(self) -> None:
        throttle = Throttle(LIMITS, 0)
        throttle.spend(1000, 0)
        last = FLOOD * TICK - TICK / 8
        self.assertEqual(
            [throttle.next(0, now) for now in (0, last)], [Wait(FLOOD * TICK, False), Wait(TICK / 8, False)]
        )
        self.assertEqual(throttle.next(0, FLOOD * TICK), END)

    def test_a_flood_is_forgiven_only_after_a_pause(self) -> None:
        """Of a client that had caught up before it paused."""
        for what, is_behind, pause, expected in (
            ("a pause", False, PAUSE_SECONDS, Wait(2 * TICK, False)),
            ("no pause", False, PAUSE_SECONDS / 2, END),
            ("a pause of a client that waits", True, PAUSE_SECONDS, END),
        ):
            throttle = Throttle(LIMITS, 0)
            throttle.spend(BURST + 1, 0)
            self.assertIsInstance(throttle.next(0, 0), Wait)
            now = FLOOD * TICK
            self.assertEqual(throttle.next(0, now), READ)
            if is_behind:
                throttle.fall_behind()
            throttle.hears(now + pause)
            throttle.spend(BURST + 1, now + pause)
            self.assertEqual(throttle.next(0, now + pause), expected, what)


class Model:
    """The same rules in whole numbers: ticks, tokens, and bytes that never matter."""

    def __init__(self) -> None:
        self.now = 0
        self.tokens = BURST
        self.waiting: list[bool] = []  # messages, and whether each is urgent
        self.is_behind = False
        self.over_since: int | None = None
        self.caught_up = 0

    def pass_time(self, ticks: int) -> None:
        self.now += ticks
        self.tokens = min(BURST, self.tokens + ticks)

    def hear(self, messages: list[bool]) -> None:
        if not self.is_behind and self.now > self.caught_up:
            self.over_since = None
        self.waiting += messages

    def next(self) -> Decision:
        has_credit = any(self.waiting)
        owed = self.tokens + BURST * has_credit
        if self.waiting and owed >= 1:
            self.tokens -= 1
            self.waiting.pop(0)
            return HANDLE
        if not self.waiting and self.tokens >= 0:
            if self.is_behind:
                self.is_behind, self.caught_up = False, self.now
            return READ
        self.is_behind = True
        if self.over_since is None:
            self.over_since = self.now
        patience = self.over_since + FLOOD - self.now
        if patience <= 0:
            return END
        reads_ahead = len(self.waiting) < BURST and self.tokens + BURST >= 1
        return Wait(min(1 - owed, patience) * TICK, reads_ahead)


Act = tuple[str, int] | tuple[str, list[bool]]
acts = st.one_of(
    st.tuples(st.just("pass"), st.integers(1, FLOOD)),
    st.tuples(st.just("spend"), st.integers(1, 3 * BURST)),
    st.tuples(st.just("hear"), st.lists(st.booleans(), min_size=1, max_size=2 * BURST)),
    st.tuples(st.just("hold"), st.just(0)),
)


class AsTheModel(SynchronousTestCase):
    @given(st.lists(acts, max_size=40))
    def test_whatever_a_client_does_when(self, script: list[Act]) -> None:
        throttle, model = urgent_throttle(), Model()
        for act, given_ in script:
            now = model.now * TICK
            match given_:
                case int() if act == "pass":
                    model.pass_time(given_)
                case int() if act == "spend":
                    throttle.spend(given_, now)
                    model.tokens -= given_
                case int():
                    throttle.fall_behind()
                    model.is_behind = True
                case messages:
                    throttle.hears(now)
                    before = len(model.waiting)
                    model.hear(messages)
                    if any(messages):
                        throttle.expedite(before + len(messages) - [*reversed(messages)].index(True))
            now = model.now * TICK
            decisions: list[Decision] = []
            while not decisions or decisions[-1] is HANDLE:
                decisions.append(throttle.next(len(model.waiting), now))
                self.assertEqual(decisions[-1], model.next())
            if decisions[-1] is END:
                return

    @given(st.floats(0, 1000), st.floats(1, 100), st.integers(1, 1000), st.floats(0, 1000))
    def test_waiting_as_long_as_told_is_enough(self, now: float, rate: float, burst: int, owed: float) -> None:
        """Else a timer that waits so long would find nothing, and wait for next to nothing, over and over."""
        tokens = Tokens(rate, burst, now)
        tokens.spend(burst + owed, now)
        later = now + tokens.wait(now)
        self.assertEqual(tokens.wait(later), 0)
