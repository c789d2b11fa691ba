"""The three key layouts: which letter selects which card, and which one says that there is no set."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tilenet.game import Key, KeyId, TileId, Words

# What tiles do, and their ids; and the ids of two keys that do what no tile does.
SUBMIT, NO_SET, AT_THREE = "submit", "no set", "at three"
QUIT, YES = "quit", "yes"

_JAVA = {";": "VK_SEMICOLON", ",": "VK_COMMA", ".": "VK_PERIOD", "/": "VK_SLASH"}


def key_of(tile: TileId) -> KeyId:
    """The id of the key that does what this tile does."""
    return ("key", *tile) if isinstance(tile, tuple) else ("key", tile)


class Layout(NamedTuple):
    """One way to assign cards to keys."""

    name: str  # for programs
    called: str  # for people
    letters: str  # one for each position, row by row
    no_set: str

    def card(self, position: int) -> str:
        return _card(self.letters[position])

    def keys(self) -> dict[KeyId, Key]:
        """The keys that differ between layouts."""
        cards: dict[KeyId, Key] = {
            key_of(("card", position)): Key(_java(letter), self.card(position))
            for position, letter in enumerate(self.letters)
        }
        return {**cards, key_of(NO_SET): Key(_java(self.no_set), Words("no set"))}

    def about(self) -> str:
        rows = " | ".join(" ".join(self.letters[at : at + 4]) for at in range(0, len(self.letters), 4))
        name = self.called
        return Words("Keys: {name}. Cards: {rows}, no set: {letter}", name=name, rows=rows, letter=self.no_set)


@cache
def _card(letter: str) -> str:
    return Words("Card {letter}", letter=letter)


def _java(letter: str) -> str:
    return _JAVA.get(letter) or f"VK_{letter.upper()}"


ALPHABETIC = Layout("alphabetic", Words("alphabetic"), "abcdefghijkl", "x")
LEFT_HAND = Layout("left hand", Words("left hand"), "qwerasdfzxcv", "n")
RIGHT_HAND = Layout("right hand", Words("right hand"), "uiopjkl;m,./", "n")

NEXT_LAYOUT = {ALPHABETIC: LEFT_HAND, LEFT_HAND: RIGHT_HAND, RIGHT_HAND: ALPHABETIC}

#: The same in all layouts. "yes" is for players who have been asked whether they want to quit.
COMMON: dict[KeyId, Key] = {
    key_of(SUBMIT): Key("VK_SPACE", Words("submit")),
    key_of(AT_THREE): Key("VK_3", Words("submit at three: on or off")),
    QUIT: Key("VK_6", Words("quit")),
    YES: Key("VK_Y", Words("yes, quit"), enabled=False),
}
