"""What keeps a user from leaving a game by mistake: a question before it, and a look at how keys follow each other."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.clients.terminal.keys import shown
from tilenet.words import Words

MOMENT = 0.8  # seconds; nobody thinks again sooner, and nobody who types a word pauses for longer
WORD = 2  # keys that mean nothing, one soon after the other


class Hint(Words):
    """A question or a hint in the line for messages: nothing is wrong."""


class LeaveGuard:
    """Knows when the user did what."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._acted_at = float("-inf")
        self._strays = 0  # keys in a row that mean nothing
        self._strayed_at = float("-inf")

    def acted(self) -> float:
        """The user does something. Returns how many seconds ago the last act was."""
        before, self._acted_at = self._acted_at, self._now()
        return self._acted_at - before

    def has_acted_within(self, seconds: float) -> bool:
        return self._now() - self._acted_at < seconds

    def question(self, cost: str, how: str, notice: str) -> str:
        """What to ask before an act that costs something; empty if the user is sure.

        An act that leads out of a running game has to be done twice. The second time counts as long as the question is
        there to be read, but not within a moment: somebody who types "hello", or holds the key down, leaves nothing.
        """
        pause = self.acted()
        question = Hint("Leave? {cost} {how} again.", cost=cost, how=how)
        return "" if not cost or (notice == question and pause >= MOMENT) else question

    def stray(self, key: str, *, means_something: bool) -> str:
        """What to say of a key on the board that means nothing, or comes right after several of those; or empty."""
        is_next = self._now() - self._strayed_at < MOMENT
        if means_something and not (is_next and self._strays >= WORD):
            self._strays = 0
            return ""
        self._strays = self._strays + 1 if is_next else 1
        self._strayed_at = self._now()
        if self._strays >= WORD:
            return Hint("You're not in the chat: press Tab to type, or F1 for help.")
        return Hint("{key} does nothing here. Press Tab to chat, or F1 for help.", key=shown(key))
