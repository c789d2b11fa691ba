"""The rules of Tombala once more, told in another way, and a match that is compared with them at every step."""

from __future__ import annotations

from random import Random

from tests.doubles.someone import Someone
from tilenet.games.tombala.rules import (
    NUMBERS,
    Card,
    Match,
)


class Told:
    """The rules once more, from what has happened and nothing else: who did what after which number."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.numbers: list[int] = []
        self.proceeded: list[tuple[int, int]] = []  # who, and how many numbers there were
        self.announced: list[tuple[int, int]] = []  # who, and how many
        self.gone: list[int] = []
        self.ran_out = False

    def here(self) -> list[int]:
        return [who for who in range(len(self.cards)) if who not in self.gone]

    def has_proceeded(self, who: int) -> bool:
        return who in self.here() and (not self.numbers or (who, len(self.numbers)) in self.proceeded)

    def total(self, who: int) -> int:
        return max([0, *(total for one, total in self.announced if one == who)])

    def winner(self) -> int | None:
        return next((who for who, total in self.announced if total == 3), None)

    def is_over(self) -> bool:
        return self.winner() is not None or self.ran_out or not self.here()

    def is_right(self, who: int, total: int) -> bool:
        card = self.cards[who] if who < len(self.cards) else ()
        complete = [row for row in card if all(number in self.numbers for number in row)]
        return not self.is_over() and who in self.here() and total > self.total(who) and total == len(complete)


class Played:
    """A match beside its second telling, compared at every step."""

    def __init__(self, seed: int, count: int) -> None:
        """The last of these is a stranger, who does not play."""
        *self.players, self.stranger = [Someone(f"p{number}") for number in range(count + 1)]
        self.match = Match(self.players, Random(seed))
        self.told = Told([self.match.cards[player] for player in self.players])

    def step(self, what: str, who: int, total: int) -> None:
        everybody = [*self.players, self.stranger]
        player = everybody[who % len(everybody)]
        who = everybody.index(player)
        match, told = self.match, self.told
        if what == "draw":
            self.draw()
        elif what == "proceed":
            expected = not told.is_over() and who in told.here() and not told.has_proceeded(who)
            assert match.proceed(player) is expected
            if expected:
                told.proceeded.append((who, len(told.numbers)))
        elif what == "claim":
            right = told.is_right(who, total)
            assert match.claim(player, total) is right
            if right:
                told.announced.append((who, total))
        elif what == "leave":
            match.leave(player)
            if who in told.here():
                told.gone.append(who)
        self.compare()

    def draw(self) -> None:
        was_over = self.told.is_over()
        number = self.match.draw()
        if was_over or len(self.told.numbers) == 90:
            assert number is None
            self.told.ran_out |= not was_over
        else:
            assert number in {*NUMBERS} - {*self.told.numbers}
            assert number is not None
            self.told.numbers.append(number)

    def compare(self) -> None:
        match, told = self.match, self.told
        here = [self.players[who] for who in told.here()]
        waited_for = [self.players[who] for who in told.here() if not told.has_proceeded(who)]
        winner = told.winner()
        assert [*match.cards] == here
        assert match.drawn == told.numbers
        assert match.totals == {self.players[who]: told.total(who) for who in told.here()}
        assert match.left == {self.players[who]: told.total(who) for who in told.gone}
        assert match.waited_for == waited_for
        assert not match.has_proceeded(self.stranger)
        assert match.is_turn_over is (bool(here) and not waited_for)
        assert [match.has_proceeded(player) for player in self.players] == [
            told.has_proceeded(who) for who in range(len(self.players))
        ]
        assert match.is_over is told.is_over()
        assert match.winner is (None if winner is None else self.players[winner])
