"""A saved round of Dancing: the arena's conversation file, read into a board, what the programs said, and how it ended.

Each line of such a file is a message as JSON, {"at": seconds, "from": sender, "to": receiver, "text": "30 4 40&"}. The
arena tells the server both names, the choreographer's first; all else is said by the programs and the server. What only
the arena knows of a round is in `matches.jsonl`, beside the round's folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tilenet.clients.bots.dancing.task import BadTask, Task, parse
from tilenet.clients.bots.dancing.wire import END, is_parameters, read_points

ARENA, SERVER, CHOREOGRAPHER, SPOILER = "arena", "server", "choreographer", "spoiler"
LONGEST_SIDE = 50  # cells
MOST_COLOURS = 9
FILE = "conversation.jsonl"  # in the folder of a round
MATCHES = "matches.jsonl"  # in the folder of the contest
VERDICT = re.compile(r"round 1: (.*)", re.DOTALL)
LONGEST = 86_400.0  # seconds of a round


class BadTape(ValueError):
    """This is not a saved round that can be shown; the text says why, and on which line."""


class Message(NamedTuple):
    """A line of the file."""

    at: float  # seconds
    sender: str
    receiver: str
    text: str  # without the & at its end
    is_ended: bool = True  # whether there was one


@dataclass(frozen=True)
class Tape:
    """One round."""

    name: str  # of its folder
    size: int  # of the board
    file: str  # the input file
    is_file_first: bool  # whether the server told it before the parameters
    names: tuple[str, str]  # of the choreographer and the spoiler
    began: float  # when the board was told; all times are seconds since the arena began the conversation
    said: Sequence[Message]  # by both programs, after their names
    ended: float  # when the verdict was told, or else the last message
    verdict: str  # the server's; empty if there was none
    lost: Mapping[str, str] | None = None  # who lost, and why, as the arena has it; None if it has nothing
    saved: float = 0.0  # when the file was written last, in seconds since 1970


def read_tape(path: str | Path) -> Tape:
    """Read the file, or the one in that folder. Raises BadTape."""
    path = Path(path)
    try:
        file = path / FILE if path.is_dir() else path
        with file.open(encoding="utf-8") as lines:
            tape = _tape([*_messages(lines)])
        folder = file.resolve().parent
        name = folder.name if file.name == FILE else file.name
        return replace(tape, name=name, lost=_lost(folder), saved=file.stat().st_mtime)
    except UnicodeDecodeError:
        raise BadTape(f"{path}: this is not UTF-8") from None
    except OSError as error:
        raise BadTape(f"{path}: {error.strerror}") from None
    except BadTape as error:
        raise BadTape(f"{path}: {error}") from None


def _messages(lines: Iterable[str]) -> Iterator[Message]:
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise BadTape(f"line {number}: this is not JSON") from None
        match found:
            case {"at": int() | float() as at, "from": str(sender), "to": str(receiver), "text": str(text)}:
                if not 0 <= at <= LONGEST:
                    raise BadTape(f'line {number}: "at" is not a time within a day')
                yield Message(float(at), sender, receiver, text.removesuffix(END).strip(), text.endswith(END))
            case _:
                raise BadTape(f'line {number}: this is not a message with "at", "from", "to" and "text"')


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not JSON")


def _tape(messages: list[Message]) -> Tape:
    told = [message for message in messages if (message.sender, message.receiver) == (SERVER, CHOREOGRAPHER)]
    task = read_task([message.text for message in told])
    is_file_first = not is_parameters(told[0].text)
    names = [*(message.text for message in messages if message.sender == ARENA), "", ""]
    heard = [message for message in messages if message.sender == SERVER]  # also by the one who stayed
    verdicts = [(message.at, found[1]) for message in heard if (found := VERDICT.fullmatch(message.text))]
    ended, verdict = verdicts[0] if verdicts else (max(message.at for message in messages), "")
    return Tape(
        name="",
        size=task.size,
        file=told[0 if is_file_first else 1].text,
        is_file_first=is_file_first,
        names=(names[0], names[1]),
        began=told[0].at,
        said=[*_said(messages)],
        ended=ended,
        verdict=verdict,
    )


def _said(messages: Iterable[Message]) -> Iterator[Message]:
    """What both programs said to the end; the first that each says is its name."""
    named = set()
    for message in messages:
        if message.sender in (CHOREOGRAPHER, SPOILER):
            if message.sender in named and message.text and message.is_ended:
                yield message
            named.add(message.sender)


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


def _lost(folder: Path) -> dict[str, str] | None:
    """Who lost the round that was saved in this folder."""
    try:
        lines = (folder.parent / MATCHES).read_text(encoding="utf-8").splitlines()
        rounds = [one for line in lines for one in json.loads(line)["rounds"]]
        found = next((one["lost"] for one in rounds if one["folder"] == folder.name), None)
        return None if found is None else {str(name): str(why) for name, why in found.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # the round can be shown without it
