"""Set as a person sees it, in a terminal."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.doubles.callers import Caller, Callers
from tests.doubles.play import Play, restored
from tests.doubles.processes import Process, Start
from tests.doubles.pseudoterminal import Terminal

LETTERS = "abcdefghijkl"
SEED, COUNTDOWN = "7", 8


@pytest.fixture
def server(start: Start) -> Process:
    """Whoever hangs up leaves the game at once."""
    return start.local("--seed", SEED, "--room-option", f"set.countdown={COUNTDOWN}", "--seat-seconds", "0")


def walk(terminal: Terminal, sign: str = "Players (") -> None:
    terminal.sees(" practice")
    tiles = ((row, re.search(r"[│┃] ?(Set)\b", terminal.row(row))) for row in range(2, 25))
    row, tile = next((row, tile) for row, tile in tiles if tile)
    terminal.click(tile.start(1), row)
    terminal.sees(sign)


def cards(watcher: Caller) -> list[str]:
    """The names of the twelve cards, as another client is told them."""
    return [watcher.screen.mark(number % 4, number // 4).removeprefix("* ") for number in range(12)]


def triples(names: list[str], *, are_sets: bool) -> list[str]:
    """The letters of three cards that are a set, or are not."""
    found = []
    for three in combinations(range(12), 3):
        columns = zip(*(names[number].split() for number in three), strict=True)
        if all(len(set(column)) != 2 for column in columns) == are_sets:
            found.append("".join(LETTERS[number] for number in three))
    return found


def test_a_game_on_the_screen(server: Process, play: Play, callers: Callers) -> None:
    ann = play.at_home(server.port, "ann")
    watcher = callers.join(server.port, "bob")
    walk(ann)
    ann.sees("begins in ")
    watcher.walk("Set")
    ann.sees("The game begins: 69 in the deck.", "69 in the deck", "x      no set", "6      quit", "bob")
    watcher.until("the cards", lambda: all(cards(watcher)))
    # a set: selected at the cards, submitted, and replaced
    before = cards(watcher)
    claim = triples(before, are_sets=True)[0]
    ann.press(*claim)
    ann.until("three cards selected", lambda: sum(line.count(" selected ▔") for line in ann.display) == 3)
    ann.press(" ")
    ann.sees("ann found a set: 5 points; 66 in the deck.", " 66 in the deck")
    watcher.until("new cards", lambda: cards(watcher) != before)
    replaced = {LETTERS[number] for number in range(12) if cards(watcher)[number] != before[number]}
    assert replaced <= set(claim)
    # three cards that are not a set
    wrong = next(three for three in triples(cards(watcher), are_sets=False) if not replaced & set(three))
    ann.press(*wrong, " ")
    ann.sees("Wrong (-3): two ", "ann was wrong (-3).")
    # "no set" when there is one, or when there is none
    ann.press("x")
    ann.until("an answer", lambda: bool(re.search(r"Wrong \(-5\)|ann saw that", str(ann))))
    # out again, after a second 6
    ann.press("6")
    ann.sees("Leave the game? Press 6 again, or y, within 5 s.", "y yes, quit")
    ann.press("6")
    ann.sees("Click a room to walk into it.")
    ann.press("f10")
    assert ann.wait() == 0
    assert restored(ann)


def test_the_ranking_is_left_on_the_normal_screen(server: Process, play: Play, callers: Callers) -> None:
    bob = callers.join(server.port, "bob")
    bob.walk("Set")
    bob.until("the cards", lambda: all(cards(bob)))
    ann = play.at_home(server.port, "ann")
    walk(ann, "You watch (1)")
    ann.sees("The game has begun: you watch, and play in the next game.")
    bob.reset()
    ann.sees("Nobody found a set.", "1. bob       0  left", "Restart")
    ann.press("f10")
    assert ann.wait() == 0
    assert ann.after.strip().splitlines() == ["Set:", "1. bob 0"]
    assert restored(ann)
