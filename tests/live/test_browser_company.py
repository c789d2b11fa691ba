"""One table for everybody: browsers, terminals, bots and programs of other protocols finish a game together."""

from __future__ import annotations

import re
import sys

from tests.doubles.play import Play, walk
from tests.doubles.processes import LOCAL, Start
from tests.doubles.tombala_callers import TombalaCaller
from tests.doubles.visitor import Visitors, address, serve

BOT = [sys.executable, "-m", "tilenet", "bot"]
COUNTDOWN = 25  # seconds, for a terminal and a bot to come in
NUMBERS = 90
OVER = "!document.getElementById('ending').hidden"
RANKING = "[...document.querySelectorAll('#places .name')].map((one) => one.textContent)"


def test_a_browser_a_terminal_a_program_and_a_bot_play_tombala(start: Start, visitors: Visitors, play: Play) -> None:
    server = serve(start, "--tombala", LOCAL)
    port = server.port_for("Tombala")
    ann, bob = visitors(), play.at_home(server.port, "bob")
    ann.login(address(server), "ann", "tombala")
    walk(bob, "Tombala", "New timed room")
    jay = TombalaCaller(port).login("jay")
    jay.does("CCROOM", roomname="table", countdown=COUNTDOWN)
    jay.join("table")
    bot = start([*BOT, "tombala-json"], str(port), "robo", "--count", "1")
    bob.sees("table (")
    bob.click(*bob.find("table ("))
    bob.sees("starts in")
    ann.page.run("location.hash = '#/tombala/tombala-room-1'")
    ann.is_in("tombala/tombala-room-1")
    ann.page.wait("document.querySelectorAll('.tombala .seats li').length === 4")
    ann.page.press("a")
    bob.press("a")
    bob.sees("On: drawn numbers are marked for you")

    jay.take("BNUMBR")
    assert sorted(jay.game.users) == ["ann", "bob", "jay", "robo"]
    for number in range(1, NUMBERS + 1):
        ann.page.wait(f"document.querySelectorAll('.ninety .out').length >= {number} || {OVER}")
        drawn = jay.game.numbers[-1]
        bob.until(f"number {number}", lambda sign=f": {drawn}.": sign in bob.row(1) or "Game over" in str(bob))  # type: ignore[misc]
        for one in (ann.page, bob):
            for key in "cn":  # a cinko, if there is one
                one.press(key)
        if jay.can_claim and not jay.game.is_over:
            jay.claim()
        if not jay.game.is_over:
            jay.ask("CNNMBR")
        while len(jay.game.numbers) <= number and not jay.game.is_over:
            jay.take("BNUMBR", "BCINKO")
        if jay.game.is_over:
            break
    # The end, told to everybody alike
    winner, _ = jay.game.cinkos[-1]
    ann.page.wait(OVER)
    ann.page.sees("You win" if winner == "ann" else f"{winner} wins")
    assert ann.page.run(RANKING)[0] == winner
    assert ann.page.run("document.querySelectorAll('.ninety .out').length") == len(jay.game.numbers)
    bob.sees("─ Game over ─", f"│ 1. {winner} ")
    bot.log.wait_for(rf"robo: {winner} has won in table")
    jay.close()
    assert "Traceback" not in server.log.text


def test_a_browser_a_binary_bot_and_a_terminal_play_memory(start: Start, visitors: Visitors, play: Play) -> None:
    server = serve(start, "--memory", LOCAL)
    port = server.port_for("Memory")
    ann, bob = visitors(), play.at_home(server.port, "bob")
    ann.login(address(server), "ann", "memory")
    walk(bob, "Memory", "to find.")
    bot = start([*BOT, "memory-binary", "--pace", "0.2", "--skill", "1"], str(port))
    ann.page.wait("document.querySelectorAll('.memory .seats li').length === 3")
    # Each turns a card, and the others see whose it is when it has found its twin
    ann.enabled(3, 3)
    ann.click(3, 3)
    ann.page.wait("document.querySelector('[data-spot=\"3,3\"]').ariaLabel.startsWith('hidden') === false")
    row = next(row for row in range(2, 18) if "?" in bob.row(row))
    bob.click(bob.row(row).index("?"), row)
    ann.page.wait(OVER)
    bob.sees("─ Game over ─")
    shown = [re.sub(r"\W.*", "", one) for one in ann.state.split("|")]
    assert sorted(shown) == sorted(["aa", "ab", "ac", "ad", "ba", "bb", "bc", "bd"] * 2)
    ranking = ann.page.run(RANKING)
    assert sorted(ranking) == ["ann", "bob", "memory-1"]
    bob.sees(f"│ 1. {ranking[0]} ")
    bot.log.wait_for(r"has (won|lost) with \d+ points")
    assert "Traceback" not in server.log.text
