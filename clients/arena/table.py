"""The end of a contest, as text: the ranking, why rounds were lost, and who beat whom."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tilenet.clients.arena.results import Match

WIN, DRAW, LOSS = range(3)


class Record:
    """How one player has done."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.against: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])  # wins, draws, losses
        self.steps: list[int] = []  # of every dance that reached the goal
        self.bounds: list[int] = []  # the fewest that there could be
        self.reasons: list[str] = []  # of lost rounds

    def count(self, result: int) -> int:
        return sum(results[result] for results in self.against.values())

    @property
    def mean_steps(self) -> float | None:
        return sum(self.steps) / len(self.steps) if self.steps else None

    @property
    def over_bound(self) -> float | None:
        """How many times the bound the steps are, on average."""
        ratios = [steps / max(1, bound) for steps, bound in zip(self.steps, self.bounds, strict=True)]
        return sum(ratios) / len(ratios) if ratios else None

    @property
    def rank(self) -> tuple[float, ...]:
        """The smaller, the better: wins count first, then draws, then steps."""
        over = self.over_bound
        return -self.count(WIN), -self.count(DRAW), float("inf") if over is None else over

    def add(self, match: Match) -> None:
        other = match.players[match.players[0] == self.name]
        result = DRAW if match.winner is None else WIN if match.winner == self.name else LOSS
        self.against[other][result] += 1
        for each in match.rounds:
            if each.choreographer == self.name and each.steps is not None and each.bound is not None:
                self.steps.append(each.steps)
                self.bounds.append(each.bound)
            if self.name in each.lost:
                self.reasons.append(each.lost[self.name])


def ranking(names: Sequence[str], matches: Sequence[Match]) -> list[Record]:
    """All players, the best first."""
    records = {name: Record(name) for name in names}
    for match in matches:
        for name in match.players:
            records[name].add(match)
    return sorted(records.values(), key=lambda record: record.rank)


def table(names: Sequence[str], matches: Sequence[Match]) -> list[str]:
    """The whole text, line by line."""
    records = ranking(names, matches)
    wide = max(6, *(len(name) for name in names))
    lines = [f"    {'player':<{wide}}  wins  draws  losses  mean steps  x bound  rounds lost"]
    for number, record in enumerate(records, 1):
        mean = "-" if record.mean_steps is None else f"{record.mean_steps:.1f}"
        over = "-" if record.over_bound is None else f"{record.over_bound:.2f}"
        lines.append(
            f"{number:>3} {record.name:<{wide}}  {record.count(WIN):>4}  {record.count(DRAW):>5}  "
            f"{record.count(LOSS):>6}  {mean:>10}  {over:>7}  {len(record.reasons):>11}"
        )
    reasons = [line for record in records for line in _reasons(record, wide)]
    if reasons:
        lines += ["", "Why rounds were lost:", *reasons]
    return [*lines, "", "Who beat whom, as wins-draws-losses of the player at the left:", *_matrix(records, wide)]


def _reasons(record: Record, wide: int) -> Iterator[str]:
    """Reasons that differ in their numbers only are counted together; the first is the example."""
    kinds = [re.sub(r"\d+", "0", reason) for reason in record.reasons]
    for kind, count in Counter(kinds).most_common():
        yield f"    {record.name:<{wide}}  {count:>3} x {record.reasons[kinds.index(kind)]}"


def _matrix(records: Sequence[Record], wide: int) -> Iterator[str]:
    cells = [
        ["-".join(map(str, record.against[other.name])) if other is not record else "." for other in records]
        for record in records
    ]
    cell = max(len(text) for row in cells for text in row)
    yield " " * (wide + 4) + "".join(f"  {number:>{cell}}" for number in range(1, len(records) + 1))
    for number, (record, row) in enumerate(zip(records, cells, strict=True), 1):
        yield f"{number:>3} {record.name:<{wide}}" + "".join(f"  {text:>{cell}}" for text in row)
