"""The rules of Tombala: what a card is, how a turn goes, which claim of a cinko is right, and when a game is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import TypeAlias

from tilenet.game import Player

NUMBERS = range(1, 91)
ROWS = 3
IN_ROW = 5
COLUMNS = 9
WIN = 3  # cinkos

#: Three rows of five numbers, each row ascending.
Card: TypeAlias = tuple[tuple[int, ...], ...]

# Cards


def column(number: int) -> int:
    """The column of a card where a number belongs, 0 to 8: 1-9, 10-19, ..., 80-90."""
    return min(number // 10, COLUMNS - 1)


_IN_COLUMN = [[number for number in NUMBERS if column(number) == at] for at in range(COLUMNS)]

#: The rows in which a column can have a number: at least one.
_TAKEN = sorted(rows for count in range(1, ROWS + 1) for rows in combinations(range(ROWS), count))

_Room: TypeAlias = tuple[int, ...]  # how many numbers each row has room for


def _fill(room: _Room, rows: Collection[int]) -> _Room:
    return tuple(count - (row in rows) for row, count in enumerate(room))


@cache
def _ways(at: int, room: _Room) -> int:
    """The number of ways to fill the columns from this one on, so that all rows are full afterwards."""
    if min(room) < 0:
        return 0
    if at == COLUMNS:
        return int(not any(room))
    return sum(comb(len(_IN_COLUMN[at]), len(rows)) * _ways(at + 1, _fill(room, rows)) for rows in _TAKEN)


_EMPTY: _Room = (IN_ROW,) * ROWS

#: How many different cards there are: about 3.7 * 10**18.
CARDS = _ways(0, _EMPTY)


def nth_card(index: int) -> Card:
    """One of all possible cards, by its number, from 0; they are sorted by their columns."""
    rows: list[list[int]] = [[] for _ in range(ROWS)]
    room = _EMPTY
    for at, numbers in enumerate(_IN_COLUMN):
        for taken in _TAKEN:
            further = _ways(at + 1, _fill(room, taken))
            count = comb(len(numbers), len(taken)) * further
            if index < count:
                break
            index -= count
        which, index = divmod(index, further)
        for row, number in zip(taken, [*combinations(numbers, len(taken))][which], strict=True):
            rows[row].append(number)
        room = _fill(room, taken)
    return tuple(map(tuple, rows))


def new_card(random: Random) -> Card:
    """A random card; all are equally likely."""
    return nth_card(random.randrange(CARDS))


def complete_rows(card: Card, numbers: Collection[int]) -> int:
    """How many rows of a card these numbers complete."""
    return sum({*numbers}.issuperset(row) for row in card)


def rows_in_order(card: Card, drawn: Sequence[int]) -> list[int]:
    """The rows of a card that are complete, by their numbers from 0, in the order in which they were completed."""
    at = {number: turn for turn, number in enumerate(drawn)}
    completed = {row: max(at[one] for one in numbers) for row, numbers in enumerate(card) if at.keys() >= {*numbers}}
    return sorted(completed, key=completed.__getitem__)


# The game


class Match:
    """One game. It does not draw by itself: its owner calls `draw` when the turn is over."""

    def __init__(self, players: Iterable[Player], random: Random) -> None:
        self.cards: dict[Player, Card] = {player: new_card(random) for player in dict.fromkeys(players)}
        self.drawn: list[int] = []
        self.totals = dict.fromkeys(self.cards, 0)  # the cinkos that each has announced
        self.left: dict[Player, int] = {}  # the same, of those who have left
        self.cinkos: dict[Player, list[int]] = {}  # how many numbers had been drawn at each cinko, of all of these
        self.is_over = not self.cards
        self.winner: Player | None = None
        self._bag = [*NUMBERS]  # the next number is the last
        random.shuffle(self._bag)
        self._waited_for: set[Player] = set()  # nobody, before the first number
        self.dozing: set[Player] = set()  # players for whom nobody waits until they ask for a number again

    def scramble(self, player: Player, random: Random) -> None:
        """Deal anew what a player cannot know: the cards of the others, and which number comes next."""
        for other in self.cards:
            if other is not player:
                self.cards[other] = new_card(random)
        random.shuffle(self._bag)

    def draw(self) -> int | None:
        """Draw a number and begin a new turn; None if none is left: then the game is over, and nobody has won."""
        if self.is_over:
            return None
        if not self._bag:
            self.is_over = True
            return None
        self.drawn.append(self._bag.pop())
        self._waited_for = {*self.cards}
        return self.drawn[-1]

    def proceed(self, player: Player) -> bool:
        """A player asks for the next number; False if they already have."""
        self.dozing.discard(player)
        if self.is_over or player not in self._waited_for:
            return False
        self._waited_for.remove(player)
        return True

    def has_proceeded(self, player: Player) -> bool:
        return player in self.cards and player not in self._waited_for

    @property
    def waited_for(self) -> list[Player]:
        """The players who are here and have not proceeded, except those who doze."""
        return [player for player in self._awake if player in self._waited_for]

    @property
    def is_turn_over(self) -> bool:
        """Whether anybody is here and awake, and all of them have proceeded."""
        return bool(self._awake) and not self.waited_for

    @property
    def keeping_others_waiting(self) -> list[Player]:
        """The players who have not proceeded, if somebody else who is here has."""
        waited_for = self.waited_for
        return waited_for if len(waited_for) < len(self._awake) else []

    @property
    def _awake(self) -> list[Player]:
        """The players who are here and do not doze; if all of them do, the game waits for them nevertheless."""
        here = [player for player in self.cards if not player.is_away]
        return [player for player in here if player not in self.dozing] or here

    @property
    def is_attended(self) -> bool:
        """Whether not all players are away."""
        return not all(player.is_away for player in self.cards)

    def claim(self, player: Player, total: int) -> bool:
        """A player announces a total of cinkos. The third wins."""
        if self.is_over or player not in self.cards:
            return False
        if total <= self.totals[player] or total != complete_rows(self.cards[player], self.drawn):
            return False
        self.cinkos.setdefault(player, []).extend([len(self.drawn)] * (total - self.totals[player]))
        self.totals[player] = total
        if total == WIN:
            self.is_over = True
            self.winner = player
        return True

    def full_rows(self, player: Player) -> list[int]:
        """The complete rows of a player's card that are not announced yet. Whoever announces any announces all."""
        if self.is_over or player not in self.cards:
            return []
        return sorted(rows_in_order(self.cards[player], self.drawn)[self.totals[player] :])

    def leave(self, player: Player) -> None:
        """A player has gone: the game no longer waits for them. A game without players is over."""
        if self.cards.pop(player, None) is not None:
            self.left[player] = self.totals.pop(player)
        self._waited_for.discard(player)
        self.dozing.discard(player)
        if not self.cards:
            self.is_over = True
