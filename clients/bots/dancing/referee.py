"""Whether a plan is valid: the rules, as plain as can be, and apart from everything that the solver uses."""

from __future__ import annotations

from tilenet.clients.bots.dancing.task import Dance, Line, Point, Step, Task


def fault(task: Task, dance: Dance) -> str:
    """What is wrong with a plan; nothing if it is valid."""
    where = {point: number // task.each for number, point in enumerate(task.dancers)}  # the colour in each cell
    for number, step in enumerate(dance.steps, 1):
        if reason := _fault_in_step(task, where, step):
            return f"step {number}: {reason}"
        moves = dict(step)
        where = {moves.get(point, point): colour for point, colour in where.items()}
    return _fault_in_lines(task, where, dance.lines)


def _fault_in_step(task: Task, where: dict[Point, int], step: Step) -> str:
    starts, ends = {start for start, _ in step}, {end for _, end in step}
    if len(starts) < len(step) or len(ends) < len(step):
        return "a dancer moves twice, or two go to one cell"
    if not starts <= where.keys():
        return "nobody is there to move"
    if ends & (where.keys() - starts):
        return "two dancers are in one cell"
    if any(abs(x1 - x2) + abs(y1 - y2) != 1 for (x1, y1), (x2, y2) in step):
        return "a dancer does not move by one cell"
    if any(point in task.stars or min(point) < 0 or max(point) >= task.size for point in ends):
        return "a dancer is on a star or outside"
    return ""


def _fault_in_lines(task: Task, where: dict[Point, int], lines: list[Line]) -> str:
    used: set[Point] = set()
    for line in lines:
        (x1, y1), (x2, y2) = sorted(line)
        cells = {(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)}
        if (x1 != x2 and y1 != y2) or len(cells) != task.colours or cells & used:
            return "a line is not straight, of the wrong length, or shares a cell"
        if {where.get(cell) for cell in cells} != set(range(task.colours)):
            return "a line does not have all colours"
        used |= cells
    return "" if len(lines) == task.each else f"{len(lines)} lines"
