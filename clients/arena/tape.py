"""A saved round of Dancing: the arena's conversation file, read into a board, stars, steps, lines and a verdict.

Each line of such a file is a message as JSON, {"at": seconds, "from": sender, "to": receiver, "text": "30 4 40&"}. The
arena tells the server both names, the choreographer's first; all else is said by the programs and the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tilenet.clients.bots.dancing.referee import fault
from tilenet.clients.bots.dancing.task import BadTask, Dance, Line, Point, Step, Task, parse
from tilenet.clients.bots.dancing.wire import DONE, END, is_parameters, read_numbers, read_points

ARENA, SERVER, CHOREOGRAPHER = "arena", "server", "choreographer"
LONGEST_SIDE = 50  # cells
MOST_COLOURS = 9
FILE = "conversation.jsonl"  # in the folder of a round
VERDICT = re.compile(r"round 1: (.*)", re.DOTALL)


class BadTape(ValueError):
    """This is not a saved round that can be shown; the text says why, and on which line."""


class Message(NamedTuple):
    """A line of the file."""

    at: float  # seconds
    sender: str
    receiver: str
    text: str  # without the & at its end


@dataclass
class Tape:
    """One round, as far as it was legal."""

    task: Task  # with its stars, if there were any
    names: list[str]  # of the choreographer and the spoiler
    stars_at: float = 0.0  # seconds since the beginning
    steps: list[Step] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # of the steps
    lines: list[Line] = field(default_factory=list)  # if they are right
    ended_at: float = 0.0
    verdict: str = ""  # empty if the contest was interrupted


def read_tape(path: str | Path) -> Tape:
    """Read the file, or the one in that folder. Raises BadTape."""
    path = Path(path)
    try:
        with (path / FILE if path.is_dir() else path).open(encoding="utf-8") as file:
            return _tape([*_messages(file)])
    except UnicodeDecodeError:
        raise BadTape(f"{path}: this is not UTF-8") from None
    except OSError as error:
        raise BadTape(f"{path}: {error.strerror}") from None
    except BadTape as error:
        raise BadTape(f"{path}: {error}") from None


def _messages(lines: Iterable[str]) -> Iterator[Message]:
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise BadTape(f"line {number}: this is not JSON") from None
        match found:
            case {"at": int() | float() as at, "from": str(sender), "to": str(receiver), "text": str(text)}:
                yield Message(float(at), sender, receiver, text.removesuffix(END).strip())
            case _:
                raise BadTape(f'line {number}: this is not a message with "at", "from", "to" and "text"')


def _tape(messages: list[Message]) -> Tape:
    told = [message for message in messages if (message.sender, message.receiver) == (SERVER, CHOREOGRAPHER)]
    tape = Tape(read_task([message.text for message in told]), [])
    tape.names = [*(message.text for message in messages if message.sender == ARENA), "", ""][:2]
    tape.verdict = next((found[1] for message in told if (found := VERDICT.fullmatch(message.text))), "")
    tape.ended_at = messages[-1].at
    if tape.task.stars:
        tape.stars_at = told[2].at
        _add_dance(tape, [message for message in messages if message.sender == CHOREOGRAPHER])
    return tape


def read_task(told: Sequence[str]) -> Task:
    """The board, and its stars, from what the server has told the choreographer. Raises BadTape."""
    if len(told) < 2:
        raise BadTape("no dance is in it: it ends before the server has told a board")
    parameters, file = told[:2] if is_parameters(told[0]) else (told[1], told[0])
    try:
        task = parse(parameters, file)
    except BadTask as error:
        raise BadTape(str(error)) from None
    if not (task.size <= LONGEST_SIDE and 0 < task.colours <= MOST_COLOURS):
        raise BadTape(f"a board of {task.size} x {task.size} with {task.colours} colours cannot be shown")
    return replace(task, stars=tuple(read_points(told[2]))) if len(told) > 2 else task


def _add_dance(tape: Tape, said: list[Message]) -> None:
    """Add the steps, up to the first that is illegal, and the lines. The first message is a name."""
    where = positions(tape.task)
    for number, message in enumerate(said[1:], 2):
        if message.text == DONE:
            lines = said[number].text if number < len(said) else ""
            tape.lines = _lines(tape, [*_pairs(read_numbers(lines))])
            return
        for step in _steps(message.text):
            if step is None or not is_legal(tape.task, where, step):
                return
            where = after(where, step)
            tape.steps.append(step)
            tape.times.append(message.at)


def _steps(text: str) -> Iterator[Step | None]:
    """The steps of one message; None is something else."""
    numbers = read_numbers(text)
    if text and not numbers:
        yield None
    at = 0
    while at < len(numbers):
        end = at + 1 + 4 * numbers[at]
        yield [*_pairs(numbers[at + 1 : end])] if end <= len(numbers) else None
        at = end


def _pairs(numbers: list[int]) -> Iterator[tuple[Point, Point]]:
    """Moves, or lines; numbers that are left over make none."""
    one = iter(numbers)
    return (((x1, y1), (x2, y2)) for x1, y1, x2, y2 in zip(one, one, one, one, strict=False))


def _lines(tape: Tape, lines: list[Line]) -> list[Line]:
    return [] if fault(tape.task, Dance(tape.steps, lines)) else lines


def positions(task: Task) -> dict[Point, int]:
    """Where dancers stand at first, and of which colour they are."""
    return {point: number // task.each + 1 for number, point in enumerate(task.dancers)}


def after(where: dict[Point, int], step: Step) -> dict[Point, int]:
    """Where dancers are after a legal step."""
    moves = dict(step)
    return {moves.get(point, point): colour for point, colour in where.items()}


def is_legal(task: Task, where: dict[Point, int], step: Step) -> bool:
    starts, ends = {start for start, _ in step}, {end for _, end in step}
    return (
        len(starts) == len(ends) == len(step)
        and starts <= where.keys()
        and not ends & (where.keys() - starts)
        and all(abs(x1 - x2) + abs(y1 - y2) == 1 for (x1, y1), (x2, y2) in step)
        and all(max(end) < task.size and end not in task.stars for end in ends)
    )
