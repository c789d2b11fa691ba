"""What keeps a user from leaving a game by mistake: a question before it, and a look at how keys follow each other."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.clients.terminal.keys import shown
from tilenet.words import Words

MOMENT = 0.8  # seconds; nobody who types a word pauses for longer, and nobody needs longer for a double click
WORD = 2  # keys that mean nothing, one soon after the other
TRIPLE = 3  # times the same key; no word has that


class Hint(Words):
    """A question or a hint in the line for messages: nothing is wrong."""


class LeaveGuard:
    """Knows when the user did what."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._acted_at = float("-inf")
        self._key, self._repeats = "", 0  # the last key on the board, and how often it was pressed in a row
        self._typed_at = float("-inf")  # when the last letter was typed on the board
        self._is_hasty = False  # whether the present act may belong to a word or to a double click
        self._sure_at = float("inf")  # from when on doing it again answers the question
        self._strays = 0  # keys in a row that mean nothing
        self._strayed_at = float("-inf")

    def acted(self) -> None:
        """The user does something."""
        self._acted_at = self._now()

    def has_acted_within(self, seconds: float) -> bool:
        return self._now() - self._acted_at < seconds

    def question(self, cost: str, how: str, notice: str) -> str:
        """What to ask before an act that costs something; empty if the user is sure.

        An act that leads out of a running game has to be done twice. The second time counts as long as the question is
        there to be read. If the first one was a letter right after another one, or a click, it only counts a moment
        after the question, however often it is done meanwhile: "hello" and a double click leave nothing.
        """
        self.acted()
        question = Hint("Leave? {cost} {how} again.", cost=cost, how=how)
        if notice != question:
            self._sure_at = self._now() + (MOMENT if self._is_hasty else 0)
        elif self._now() >= self._sure_at:
            return ""
        return question if cost else ""

    def pointed(self) -> None:
        """What the user does next is done with the mouse."""
        self._is_hasty = True

    def pressed(self, key: str, *, means_something: bool) -> str:
        """The user presses a key on the board. Returns what to say if it will do nothing; otherwise nothing.

        That is a key that means nothing, and any letter that comes right after several of those.
        """
        is_letter = len(key) == 1 or key == "enter"
        self._repeats = self._repeats + 1 if key == self._key else 1
        self._key = key
        self._is_hasty = is_letter and self._now() - self._typed_at < MOMENT
        if not is_letter:
            return ""
        self._typed_at = self._now()
        is_next = self._now() - self._strayed_at < MOMENT
        is_in_word = is_next and self._strays >= WORD and self._repeats < TRIPLE
        if means_something and not is_in_word:
            self._strays = 0
            return ""
        self._strays = self._strays + 1 if is_next else 1
        self._strayed_at = self._now()
        if self._strays >= WORD:
            return Hint("You're not in the chat: press Tab to type, or F1 for help.")
        return Hint("{key} does nothing here. Press Tab to chat, or F1 for help.", key=shown(key))
