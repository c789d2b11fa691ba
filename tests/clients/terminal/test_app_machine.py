"""The terminal client under any server and any user: connecting, logging in, losing the server, returning, leaving."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.app import AppStage, Call
from tests.doubles.terminal import HOSTILE, board, is_harmless, screen
from tilenet.clients.pauses import EARLIEST, FIRST
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Message,
    ServerOpen,
    Set,
    Status,
    Xresponse,
)

LATER = "Too many people are logging in right now. Try again in a moment."
TOKEN = "token"
REFUSALS = "Wrong password.", "The game has started.", LATER, ""
GROUPS = "testers", "Mallory Inc."
KEYS = "enter", "right", "tab", "esc", "f1", "x", "page up", "ctrl u", "up"


class AnyServer(RuleBasedStateMachine):
    """What the client may know and do is written down here again, without looking at the client."""

    @initialize(is_name_given=st.booleans(), comes_back=st.sampled_from([True] * 5 + [False]), is_in=st.booleans())
    def start(self, is_name_given: bool, comes_back: bool, is_in: bool) -> None:
        self.stage = AppStage()
        self.stage.begin(is_name_given, comes_back)
        self.stage.app.connect()
        self.may_log_in = is_name_given  # without asking the user
        self.is_first = True  # whether no server has been open yet
        self.comes_back = comes_back
        self.has_left = self.was_refused = self.said_goodbye = False
        self.typed: dict[str, str] = {}  # passwords and tokens, and the group of the server that each is for
        self.last = ""  # the password or token of the last login
        self.submitted: str | None = None  # a password that the user has sent off, until it is answered
        self.group = ""  # of the server that the last call reached
        self.open_calls: set[int] = set()
        self.sessions: set[int] = set()  # calls whose login was accepted
        self.unanswered = self.was_live = False
        self.lost_at = float("-inf")
        self.pauses = 5.0
        self.known_calls = 1
        if is_in:
            self.accept("open", GROUPS[0])
            if not is_name_given:
                self.submit()
            self.let_in()

    # What is the case

    @property
    def call(self) -> Call:
        return self.stage.call

    @property
    def number(self) -> int:
        return len(self.stage.calls)

    def is_over(self) -> bool:
        return bool(self.stage.ends)

    def is_ringing(self) -> bool:
        return not self.call.answer.called

    def is_live(self) -> bool:
        return self.call.is_live

    def is_open(self) -> bool:
        return self.is_live() and self.number in self.open_calls

    def is_in(self) -> bool:
        return self.is_live() and self.number in self.sessions

    def is_asking(self) -> bool:
        seen = self.stage.seen() if self.stage.loops and not self.is_over() else ""
        return "Password:" in seen and "Logging in ..." not in seen and "Esc closes" not in seen

    def settle(self) -> None:
        """Let the client finish its turn, and look at everything that it has said."""
        self.stage.turn()
        if self.was_live and not self.is_live():
            self.lost()
        self.was_live = self.is_live()
        for message in self.call.heard():
            self.judge(message)

    def lost(self) -> None:
        self.lost_at = self.stage.clock.seconds()
        self.unanswered = False

    def judge(self, message: Message) -> None:
        if isinstance(message, ClientOpen):
            assert self.number in self.open_calls, "an opening for a server that is not open"
        elif isinstance(message, Login):
            assert self.number in self.open_calls and self.number not in self.sessions and not self.unanswered
            assert not message.password or self.typed[message.password] == self.group, "a password for another server"
            is_question = self.submitted is not None and not message.password  # whether there is an account
            assert self.may_log_in or self.submitted == message.password or is_question, "a login that nobody asked for"
            self.may_log_in = self.may_log_in and not self.is_first
            self.unanswered, self.last = True, message.password
        else:
            assert self.number in self.sessions, f"{message} before a login"

    # What the server does

    @precondition(lambda self: not self.is_over() and self.is_ringing() and self.number > 1)
    @rule()
    def refuse(self) -> None:
        self.call.refuse()
        self.lost()
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_ringing())
    @rule(
        status=st.sampled_from(["open", "open", "open", "busy", "closed"]), group=st.sampled_from([*GROUPS, "testers"])
    )
    def accept(self, status: Status, group: str) -> None:
        self.call.accept()
        if status == "open":
            self.open_calls.add(self.number)
            self.may_log_in = self.may_log_in and (self.is_first or group == self.group)
            self.submitted = self.submitted if group == self.group else None
            self.group = group
            self.said_goodbye = False
        self.call.say(ServerOpen(group, "tilenet", status))
        self.settle()
        self.is_first = self.is_first and status != "open"

    @precondition(lambda self: not self.is_over() and self.is_ringing() and self.number > 1)
    @rule(words=st.sampled_from(["HTTP/1.0 400 Bad Request\r\n\r\n", "<html>", ""]))
    def be_something_else(self, words: str) -> None:
        self.call.accept()
        self.call.say_raw(words)
        if not words:
            self.call.hang_up()
        self.lost()
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_open() and self.unanswered)
    @rule(words=st.sampled_from(REFUSALS))
    def refuse_login(self, words: str) -> None:
        was_question = self.submitted is not None and self.last == "" and words != LATER
        self.unanswered, self.submitted = False, self.submitted if was_question else None
        self.was_refused = True
        self.call.say(LoggedIn(words))
        if words != LATER and not self.last.startswith(TOKEN):
            self.may_log_in = False
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_open() and self.unanswered)
    @rule()
    def let_in(self) -> None:
        self.unanswered = self.was_refused = False
        self.submitted = None
        self.sessions.add(self.number)
        self.may_log_in = not self.has_left
        self.call.say(LoggedIn("Welcome.", "a1"), *board())
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_in())
    @rule()
    def give_token(self) -> None:
        token = f"{TOKEN}{len(self.typed)}"
        self.typed[token] = self.group
        self.call.say(Xresponse(token, "resume"))
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_in())
    @rule(words=st.sampled_from(["hello", *HOSTILE]))
    def tell_news(self, words: str) -> None:
        self.call.say(Set("t1", name=words), Hear("m1", "m1", words))
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_live())
    @rule(words=st.sampled_from(["You were idle.", *HOSTILE]), closes=st.booleans())
    def log_out(self, words: str, closes: bool) -> None:
        if self.is_open():
            self.may_log_in, self.submitted = False, None
            self.said_goodbye = self.said_goodbye or self.number in self.sessions
            self.call.say(LoggedOut(words), *([Closed()] if closes else []))
            self.settle()

    @precondition(lambda self: not self.is_over() and self.is_in())
    @rule()
    def break_the_protocol(self) -> None:
        self.may_log_in = False
        self.call.say(Set("t99", name="a tile without a cell"))
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_live())
    @rule(is_back_soon=st.booleans(), group=st.sampled_from(GROUPS))
    def hang_up(self, is_back_soon: bool, group: str) -> None:
        self.call.hang_up()
        self.lost()
        self.settle()
        if is_back_soon:
            self.wait(5)
            self.no_call_comes_too_soon()
            if not self.is_over() and self.is_ringing():
                self.accept("open", group)

    # What the user does

    @precondition(lambda self: self.is_asking())
    @rule()
    def submit(self) -> None:
        """Type another password, and send it off."""
        shell = self.stage.loop.shell
        if "Password:" not in screen(shell).lines[(screen(shell).cursor or (0, 0))[1]]:
            self.stage.press("tab")
        password = f"secret{len(self.typed)}"
        self.typed[password] = self.group
        self.submitted = password
        self.pauses = 0.0
        self.stage.press("ctrl u", *password, "enter")
        self.settle()

    @precondition(lambda self: not self.is_over() and self.is_in())
    @rule(keys=st.lists(st.sampled_from(KEYS), max_size=6))
    def press(self, keys: list[str]) -> None:
        self.stage.press(*keys)
        self.settle()

    @precondition(lambda self: not self.is_over())
    @rule(is_sure=st.sampled_from([True] + [False] * 5))
    def leave(self, is_sure: bool) -> None:
        if is_sure:
            self.has_left, self.may_log_in, self.submitted = True, False, None
            self.stage.app.leave()
            self.settle()

    @rule(seconds=st.integers(1, 6))
    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            was_ringing = self.number
            self.stage.advance(1)
            if self.number == was_ringing:
                self.settle()

    # What is always so

    @invariant()
    def no_call_comes_too_soon(self) -> None:
        if self.number > self.known_calls:
            assert self.number == self.known_calls + 1
            self.known_calls = self.number
            waited = self.stage.clock.seconds() - self.lost_at
            least = 1 if self.said_goodbye else min(self.pauses, EARLIEST * FIRST) if self.sessions else self.pauses
            assert waited >= least, f"called again after {waited} s"
            self.pauses = 5.0

    @invariant()
    def one_page_is_shown_and_it_is_the_right_one(self) -> None:
        if self.is_over() or not self.stage.loops:
            return
        seen = self.stage.seen()
        is_room = "[tiles]" in seen or "[typing]" in seen
        is_help, is_form = "Esc closes" in seen, "Password:" in seen
        assert is_room + is_form <= 1
        assert (is_room or is_help) == self.is_in()
        assert not any(password in seen for password in self.typed)
        assert is_harmless(seen.replace("\n", ""))

    @invariant()
    def the_client_is_never_stuck(self) -> None:
        if not self.is_over():
            is_counting = bool(self.stage.clock.getDelayedCalls())
            assert self.is_ringing() or self.is_live() or is_counting or self.is_asking()

    @invariant()
    def it_ends_once_for_a_reason_and_leaves_nothing_behind(self) -> None:
        if not self.is_over():
            return
        ((status, words),) = self.stage.ends
        has_reason = self.has_left or self.was_refused or self.said_goodbye or self.is_first or not self.comes_back
        assert has_reason, f"it ended with {words!r}"
        assert (not words and status == 0) if self.has_left else words
        assert not self.is_ringing() and not self.is_live()
        assert [loop.stops for loop in self.stage.loops] == [1] * len(self.stage.loops)
        assert self.stage.clock.getDelayedCalls() == []


class Machine(SynchronousTestCase):
    def test_whatever_happens_the_client_keeps_its_promises(self) -> None:
        run_state_machine_as_test(AnyServer, settings=settings(max_examples=60, stateful_step_count=30))
