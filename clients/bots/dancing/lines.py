"""Who dances with whom, and where: simulated annealing, until every group has a line that it can form in time.

A group has a dancer of each colour. Two dancers of one colour change places, each into the other's group, and both
groups look for a line that is free. This is accepted if it makes things better, or not much worse. What is bad about a
group: pairs who are too far apart to meet in time, having no line, and a line that leaves no time to spare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from random import Random

from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.choices import NO_LINE, NOWHERE, Choices
from tilenet.clients.bots.dancing.fit import seat

HOT, COLD = 0.3, 0.1  # temperatures, at the beginning and at the end
LATE = (0, 1, 3)  # a pair counts once for each of these numbers of steps by which it is late
NEAR = 12  # dancers of the same colour to change places with: those who stand nearest
MOVING = 0.1  # the part of the changes in which one group takes another line, and nothing else happens
TURN = 200  # changes between two looks at the clock
REST = 20  # turns between two solutions


class Lines:
    """All groups, each a set of dancers as bits, and the places of their lines, which never overlap."""

    def __init__(self, board: Board, steps: int, random: Random) -> None:
        self._board = board
        self._steps = steps
        self._random = random.random
        self._choices = Choices(board, steps, random)
        self._near, self._late = _relations(board, steps)
        each = board.task.each
        self._group_of = [group for _ in range(board.task.colours) for group in random.sample(range(each), each)]
        self._groups = [0] * each
        for dancer, group in enumerate(self._group_of):
            self._groups[group] |= 1 << dancer
        self._places = [NOWHERE] * each

    def cells(self) -> list[list[int]]:
        """The cells of every line."""
        return [self._board.line_cells(place) for place in self._places]

    def seats(self) -> list[list[int]]:
        """A dancer for each cell of every line."""
        return [self._seat(list(bits(group)), place) for group, place in zip(self._groups, self._places, strict=True)]

    def _seat(self, dancers: Sequence[int], place: int) -> list[int]:
        full = (1 << len(dancers)) - 1
        found = seat([self._board.reach(dancer, self._steps) >> place & full for dancer in dancers])
        assert found is not None, "a group has a line that it cannot form"
        return [dancer for _, dancer in sorted(zip(found, dancers, strict=True))]

    def anneal(self, clock: Callable[[], float], end: float) -> Iterator[None]:
        """Change groups and lines until then; yields whenever all groups have lines, after a while again."""
        return (None for is_solved in self.turns(clock, end) if is_solved)

    def turns(self, clock: Callable[[], float], end: float, changes: int = TURN) -> Iterator[bool]:
        """The same, but yields before every turn of so many changes, whether all groups have lines."""
        random, find, cells = self._random, self._choices.find, self._choices.cells
        groups, group_of, places, near = self._groups, self._group_of, self._places, self._near
        late1, late2, late3 = self._late
        pairs = [self._late_pairs(group) for group in groups]
        lacks = [NO_LINE] * len(groups)
        taken = 0
        everybody, mates = len(group_of), len(near[0])
        moving = MOVING if mates else 1.0
        begin, rest = clock(), 0
        while (now := clock()) < end:
            is_solved = not rest and max(lacks) < NO_LINE
            yield is_solved
            rest = REST if is_solved else max(0, rest - 1)
            minus_heat = -HOT * (COLD / HOT) ** ((now - begin) / (end - begin))
            for _ in range(changes):
                accepted = minus_heat * log(1.0 - random())
                if random() < moving:
                    group = int(random() * len(groups))
                    if not pairs[group]:
                        others = taken ^ cells[places[group]]
                        lack, place = find(groups[group], others)
                        if lack - lacks[group] <= accepted:
                            lacks[group], places[group], taken = lack, place, others | cells[place]
                    continue
                one = int(random() * everybody)
                two = near[one][int(random() * mates)]
                group1, group2 = group_of[one], group_of[two]
                rest1, rest2 = groups[group1] ^ 1 << one, groups[group2] ^ 1 << two
                more1 = (
                    (rest1 & late1[two]).bit_count()
                    + (rest1 & late2[two]).bit_count()
                    + (rest1 & late3[two]).bit_count()
                    - (rest1 & late1[one]).bit_count()
                    - (rest1 & late2[one]).bit_count()
                    - (rest1 & late3[one]).bit_count()
                )
                more2 = (
                    (rest2 & late1[one]).bit_count()
                    + (rest2 & late2[one]).bit_count()
                    + (rest2 & late3[one]).bit_count()
                    - (rest2 & late1[two]).bit_count()
                    - (rest2 & late2[two]).bit_count()
                    - (rest2 & late3[two]).bit_count()
                )
                # To look for lines takes long, so we do it only if the change can still be accepted.
                worse = more1 + more2 - lacks[group1] - lacks[group2]
                if worse > accepted:
                    continue
                others = taken ^ cells[places[group1]] ^ cells[places[group2]]
                new1, new2 = rest1 | 1 << two, rest2 | 1 << one
                lack1, place1 = (NO_LINE, NOWHERE) if pairs[group1] + more1 else find(new1, others)
                if worse + lack1 > accepted:
                    continue
                others |= cells[place1]
                lack2, place2 = (NO_LINE, NOWHERE) if pairs[group2] + more2 else find(new2, others)
                if worse + lack1 + lack2 > accepted:
                    continue
                taken = others | cells[place2]
                groups[group1], groups[group2] = new1, new2
                group_of[one], group_of[two] = group2, group1
                places[group1], places[group2] = place1, place2
                lacks[group1], lacks[group2] = lack1, lack2
                pairs[group1] += more1
                pairs[group2] += more2

    def _late_pairs(self, group: int) -> int:
        return sum((group & late[dancer]).bit_count() for dancer in bits(group) for late in self._late) // 2


def _relations(board: Board, steps: int) -> tuple[list[list[int]], list[list[int]]]:
    """For each dancer, those nearest of the same colour; and, for each of `LATE`, who would be as late to meet them."""
    each = board.task.each
    near: list[list[int]] = []
    late: list[list[int]] = [[] for _ in LATE]
    for one, row in enumerate(board.pair_costs):
        mates = range(one - one % each, one - one % each + each)
        near.append(sorted((mate for mate in mates if mate != one), key=row.__getitem__)[:NEAR])
        for masks, more in zip(late, LATE, strict=True):
            limit = steps + more
            masks.append(int("".join(["1" if cost > limit else "0" for cost in reversed(row)]), 2))
    return near, late
