"""`tilenet dancing replay` in a terminal, with a match that the arena has just saved; and where it cannot be shown."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.doubles.dancing_tapes import conversation
from tests.doubles.processes import PATIENCE, Start
from tests.doubles.pseudoterminal import Terminals

TILENET = [sys.executable, "-m", "tilenet"]
REPLAY = [*TILENET, "dancing", "replay"]


def saved(start: Start) -> Path:
    path = start.folder / "conversation.jsonl"
    path.write_text("\n".join(conversation()), encoding="utf-8")
    return path


@pytest.mark.parametrize(("columns", "lines"), [(80, 25), (120, 50)])
def test_a_match_of_the_arena_from_its_beginning_to_its_end(
    start: Start, terminals: Terminals, columns: int, lines: int
) -> None:
    folder = start.folder / "saved"
    board = ["--size", "8", "--colors", "2", "--dancers", "4", "--seed", "7"]
    contest = start([*TILENET, "arena", "dancing"], "sample", "bob=sample", *board, "--save", str(folder))
    assert contest.status(PATIENCE) == 0, contest.errors.text
    rounds = [str(folder / name) for name in ("0001-sample-bob", "0001-bob-sample")]
    terminal = terminals([*REPLAY, *rounds, "--pace", "0.025"], columns, lines)
    terminal.sees("Replay: sample-1 dances, bob-1 places stars", "Dancer  sample-1", "Spoiler bob-1")
    terminal.sees("Round 1: sample-1 reaches the goal in ", "1/1 Round 1")
    terminal.press("left")
    terminal.sees("sample-1 dances: step ")
    terminal.press("f10")
    terminal.sees("Replay: bob-2 dances, sample-2 places stars", "Round 1: bob-2 reaches the goal in ")
    terminal.press("f10")
    assert terminal.wait() == 0
    assert terminal.left_behind == []


def test_a_signal_leaves_all_rounds(start: Start, terminals: Terminals) -> None:
    path = str(saved(start))
    terminal = terminals([*REPLAY, path, path], 80, 25)
    terminal.sees("ann-1 reaches the goal in 2 steps.")
    terminal.send_signal(signal.SIGTERM)
    assert terminal.wait() == 0
    assert terminal.left_behind == []


def test_ctrl_c_leaves_all_rounds(start: Start, terminals: Terminals) -> None:
    path = str(saved(start))
    terminal = terminals([*REPLAY, path, path], 80, 25)
    terminal.sees("ann-1 reaches the goal in 2 steps.")
    terminal.press("ctrl c")
    assert terminal.wait() == 0
    assert terminal.left_behind == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_terminal_as_it_was(start: Start, terminals: Terminals, number: signal.Signals) -> None:
    terminal = terminals([*REPLAY, str(saved(start))], 80, 25)
    terminal.sees("ann-1 reaches the goal in 2 steps.")
    terminal.send_signal(number)
    assert terminal.wait() == 0
    assert terminal.left_behind == []


def test_what_is_not_a_terminal(start: Start) -> None:
    replay = start(REPLAY, str(saved(start)))
    assert replay.status() == 1
    assert replay.errors.text == "tilenet dancing replay: standard input is not a terminal\n"


def test_a_broken_file(start: Start) -> None:
    path = saved(start)
    path.write_text(path.read_text().replace('"text"', '"words"', 1))
    replay = start(REPLAY, str(path))
    assert replay.status() == 1
    reason = 'line 1: this is not a message with "at", "from", "to" and "text"'
    assert replay.errors.text == f"tilenet dancing replay: {path}: {reason}\n"
