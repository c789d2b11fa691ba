"""Which dancer takes which cell, once it is known where the lines are: everybody in time, and with time to spare."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.bots.dancing.board import Board, bits

ROUNDS = 20
TOO_LATE = 10**9


def targets(board: Board, lines: Sequence[Sequence[int]], seats: Sequence[Sequence[int]], steps: int) -> list[int]:
    """The cell for each dancer.

    `seats` has a dancer for each cell of the lines, all within reach. Dancers in one line change seats, and so do
    dancers of one colour, wherever that makes the sum of the cubes of their distances smaller.
    """
    length, each = board.task.colours, board.task.each
    cells = [cell for line in lines for cell in line]
    dancer_in = [dancer for line in seats for dancer in line]
    seat_of = {dancer: seat for seat, dancer in enumerate(dancer_in)}
    costs = [_costs(board, cell, steps) for cell in cells]
    is_changed, rounds = True, 0
    while is_changed and rounds < ROUNDS:
        is_changed, rounds = False, rounds + 1
        for seat, here in enumerate(costs):
            dancer = dancer_in[seat]
            first, mate = seat - seat % length, dancer - dancer % each
            for other in (*range(first, first + length), *map(seat_of.__getitem__, range(mate, mate + each))):
                there, stranger = costs[other], dancer_in[other]
                if here[stranger] + there[dancer] < here[dancer] + there[stranger]:
                    dancer_in[seat], dancer_in[other] = stranger, dancer
                    seat_of[stranger], seat_of[dancer] = seat, other
                    is_changed = True
                    break
    return [cells[seat_of[dancer]] for dancer in range(len(cells))]


def _costs(board: Board, cell: int, steps: int) -> list[int]:
    """What it costs each dancer to go to a cell."""
    costs = [TOO_LATE] * len(board.starts)
    seen = 0
    for number, circle in enumerate(board.circles(1 << cell, steps)):
        for start in bits(circle & board.crowd & ~seen):
            costs[board.dancer_at[start]] = number**3
        seen = circle
    return costs
