"""The three key layouts: which letter selects which card, and which one says that there is no set."""

from __future__ import annotations

from typing import NamedTuple

from tilenet.game import Key, KeyId

# The ids of the other keys, which say what they do.
SUBMIT, NO_SET, QUIT, YES = "submit", "no set", "quit", "yes"

_JAVA = {";": "VK_SEMICOLON", ",": "VK_COMMA", ".": "VK_PERIOD", "/": "VK_SLASH"}


class Layout(NamedTuple):
    """One way to assign cards to keys."""

    name: str
    letters: str  # one for each position, row by row
    no_set: str

    def card(self, position: int) -> str:
        return f"Card {self.letters[position]}"

    def keys(self) -> dict[KeyId, Key]:
        """The keys that differ between layouts."""
        cards: dict[KeyId, Key] = {
            ("key", position): Key(_java(letter), self.card(position)) for position, letter in enumerate(self.letters)
        }
        return {**cards, NO_SET: Key(_java(self.no_set), "no set")}

    def about(self) -> str:
        rows = " | ".join(" ".join(self.letters[at : at + 4]) for at in range(0, len(self.letters), 4))
        return f"Keys: {self.name}. Cards: {rows}, no set: {self.no_set}"


def _java(letter: str) -> str:
    return _JAVA.get(letter) or f"VK_{letter.upper()}"


ALPHABETIC = Layout("alphabetic", "abcdefghijkl", "x")
LEFT_HAND = Layout("left hand", "qwerasdfzxcv", "n")
RIGHT_HAND = Layout("right hand", "uiopjkl;m,./", "n")

NEXT_LAYOUT = {ALPHABETIC: LEFT_HAND, LEFT_HAND: RIGHT_HAND, RIGHT_HAND: ALPHABETIC}

#: The same in all layouts. "yes" is for players who have been asked whether they want to quit.
COMMON: dict[KeyId, Key] = {
    SUBMIT: Key("VK_SPACE", "submit"),
    QUIT: Key("VK_6", "quit"),
    YES: Key("VK_Y", "yes, quit", enabled=False),
}
