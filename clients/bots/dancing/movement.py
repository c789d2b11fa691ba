"""How everybody gets to their cell in a number of steps: nobody shares a cell with anybody, at any time.

Each dancer takes the cheapest way through time and space. Where two want to be in one cell at one time, it becomes more
expensive, for now and a bit for ever, and those dancers look for another way. Passing through each other is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.slices import Work, finish

ROUNDS = 60
DANCERS = 6  # who find their way in one slice
SHARING = 1.0  # what it costs at first to be where another is at that time
DEARER = 1.3  # it becomes that many times as expensive in every round
GRUDGE = 1.0  # what a cell costs more at a time, for ever, after each round in which dancers shared it
NOISE = 0.1  # the most that a cell costs at a time at first

#: For each step, the cells where a dancer can be, each with those of the step before that lead there, by their indexes.
Layers: TypeAlias = list[list[tuple[int, list[int]]]]


@dataclass
class _Traffic:
    """How many dancers are in each cell at each time, and what that costs."""

    cells: int  # of the board
    taken: list[int]
    dear: list[float]
    sharing: float = SHARING


def move(
    board: Board, targets: Sequence[int], steps: int, random: Random, is_time: Callable[[], bool]
) -> list[list[int]] | None:
    """Where each dancer is at the beginning and after each step, or None if no way was found in time."""
    return finish(going(board, targets, steps, random, is_time))


def going(
    board: Board, targets: Sequence[int], steps: int, random: Random, is_time: Callable[[], bool]
) -> Work[list[list[int]] | None]:
    """The same in slices, each for a few dancers."""
    layers: list[Layers] = []
    for dancer, target in enumerate(targets):
        layers.append(_layers(board, dancer, target, steps))
        if not dancer % DANCERS:
            yield
    size = board.cells * (steps + 1)
    traffic = _Traffic(board.cells, [0] * size, [NOISE * random.random() for _ in range(size)])
    ways: list[list[int]] = [[] for _ in targets]
    moving = sorted(range(len(targets)), key=lambda dancer: sum(map(len, layers[dancer])))
    for _ in range(ROUNDS):
        if not is_time():
            break
        for number, dancer in enumerate(moving):
            if not number % DANCERS:
                yield
            _go(traffic, ways[dancer], -1)
            ways[dancer] = _cheapest_way(board.starts[dancer], layers[dancer], traffic)
            _go(traffic, ways[dancer], 1)
        shared = {key for key, count in enumerate(traffic.taken) if count > 1}
        if not shared:
            return ways
        moving = [
            dancer
            for dancer, way in enumerate(ways)
            if any(time * board.cells + cell in shared for time, cell in enumerate(way))
        ]
        random.shuffle(moving)
        for key in shared:
            traffic.dear[key] += GRUDGE
        traffic.sharing *= DEARER
    return None


def _layers(board: Board, dancer: int, target: int, steps: int) -> Layers:
    back = board.circles(1 << target, steps)
    numbers = {board.starts[dancer]: 0}
    width = board.width
    layers: Layers = []
    for time in range(1, steps + 1):
        layer: list[tuple[int, list[int]]] = []
        following = {}
        for cell in bits(board.reach(dancer, time) & back[steps - time]):
            around = (cell, cell - width, cell - 1, cell + 1, cell + width)
            before = [numbers[one] for one in around if one in numbers]
            if before:
                following[cell] = len(layer)
                layer.append((cell, before))
        layers.append(layer)
        numbers = following
    return layers


def _go(traffic: _Traffic, way: Sequence[int], count: int) -> None:
    """Add a way to the traffic, or take it out again."""
    for time, cell in enumerate(way):
        traffic.taken[time * traffic.cells + cell] += count


def _cheapest_way(start: int, layers: Layers, traffic: _Traffic) -> list[int]:
    taken, dear, sharing = traffic.taken, traffic.dear, traffic.sharing
    costs = [0.0]
    choices: list[list[int]] = []
    offset = 0
    for layer in layers:
        offset += traffic.cells
        now = []
        chosen = []
        for cell, before in layer:
            best = before[0]
            cost = costs[best]
            for one in before:
                if costs[one] < cost:
                    best, cost = one, costs[one]
            key = offset + cell
            now.append(cost + dear[key] + sharing * taken[key])
            chosen.append(best)
        costs = now
        choices.append(chosen)
    number = 0
    way = []
    for layer, chosen in zip(reversed(layers), reversed(choices), strict=True):
        way.append(layer[number][0])
        number = chosen[number]
    return [start, *reversed(way)]
