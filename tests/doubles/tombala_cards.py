"""Cards of Tombala: what a real one is, and all of them in order, found in another way than the rules do."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from tilenet.games.tombala.rules import (
    CARDS,
    Card,
    nth_card,
)

CARD: Card = ((1, 10, 20, 30, 40), (2, 50, 60, 70, 80), (3, 11, 21, 31, 90))
TENS = [range(1, 10), *(range(ten, ten + 10) for ten in range(10, 80, 10)), range(80, 91)]


def by_column(card: Card) -> list[list[tuple[int, int]]]:
    """The numbers of each column, with their rows, downwards."""
    return [
        [(row, number) for row, numbers in enumerate(card) for number in numbers if number in numbers_of_column]
        for numbers_of_column in TENS
    ]


def check(card: Card) -> None:
    """Whether it is a real card."""
    assert type(card) is tuple and len(card) == 3
    numbers = [number for row in card for number in row]
    assert len(numbers) == len({*numbers}) == 15
    assert all(type(number) is int and 1 <= number <= 90 for number in numbers)
    for row in card:
        assert type(row) is tuple and len(row) == 5
        assert list(row) == sorted(row)
    for cells in by_column(card):
        assert 1 <= len(cells) <= 3
        assert len({row for row, _ in cells}) == len(cells)
        downwards = [number for _, number in cells]
        assert downwards == sorted(downwards)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Any real card, made in another way than the rules do."""
    places = [draw(st.sets(st.integers(0, 8), min_size=5, max_size=5)) for _ in range(3)]
    assume(set.union(*places) == {*range(9)})
    rows: list[list[int]] = [[], [], []]
    for at, numbers in enumerate(TENS):
        having = [row for row in range(3) if at in places[row]]
        some = draw(st.sets(st.sampled_from(numbers), min_size=len(having), max_size=len(having)))
        for row, number in zip(having, sorted(some), strict=True):
            rows[row].append(number)
    return tuple(map(tuple, rows))


def order(card: Card) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(tuple(row for row, _ in cells), tuple(number for _, number in cells)) for cells in by_column(card)]


def index_of(card: Card) -> int:
    """The number of a card among all cards, or where it is missing, from their order alone."""
    low, high = 0, CARDS
    while low < high:
        middle = (low + high) // 2
        if order(nth_card(middle)) < order(card):
            low = middle + 1
        else:
            high = middle
    return low
