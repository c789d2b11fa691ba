"""One game of Tombala through every door: two players by JSON, one at a terminal, and a bot."""

from __future__ import annotations

import re
import sys

from tests.doubles.play import Play, restored, walk
from tests.doubles.processes import LOCAL, Start
from tests.doubles.tombala_callers import TombalaCallers, tombala_ports

BOT = [sys.executable, "-m", "tilenet", "bot", "tombala", "--door", "json"]
COUNTDOWN = 25  # seconds, for a terminal and a bot to come in
MOST_TURNS = 91


def test_one_game_through_every_door(start: Start, play: Play, tombala_callers: TombalaCallers) -> None:
    server = start.local("--tombala", LOCAL)
    (port,) = tombala_ports(server)
    ann = play.at_home(server.port, "ann")
    walk(ann, "Tombala", "New timed room")

    players = jay, kay = tombala_callers(port).login("jay"), tombala_callers(port).login("kay")
    assert jay.ask("CCROOM", roomname="table", countdown=COUNTDOWN).text == "table is created!"
    for player in players:
        assert player.join("table").text == "Joined table successfully!"
        assert [message.header for message in player.heard[-2:]] == ["BUSRLS", "SSUCCS"]
    bot = start(BOT, str(port), "robo", "--count", "1")
    ann.sees("table")
    ann.click(*ann.find("table"))
    ann.sees("You have joined table.", "starts in")
    ann.press("a")
    ann.sees("On: drawn numbers are marked for you")

    # the beginning, in order: who is here, the card, a number
    for player in players:
        player.take("BNUMBR")
        assert [message.header for message in player.heard[-3:]] == ["BUSRLS", "BGCARD", "BNUMBR"]
        assert sorted(player.game.users) == ["ann", "jay", "kay", "robo"]
    assert jay.game.card != kay.game.card

    for turn in range(1, MOST_TURNS):
        number = jay.game.numbers[-1]
        ann.until(f"turn {turn}", lambda turn=turn: f"Number {turn} of 90" in str(ann) or "Game over" in str(ann))  # type: ignore[misc]
        if "Game over" not in str(ann):
            assert f": {number}." in ann.row(1)
            ann.press("c", "n")
        for player in players:
            if player.can_claim and not player.game.is_over:
                player.claim()  # in vain, if somebody has just won
        for player in players:
            if not player.game.is_over:
                player.ask("CNNMBR")  # the same
        for player in players:
            while len(player.game.numbers) <= turn and not player.game.is_over:
                player.take("BNUMBR", "BCINKO")
        if jay.game.is_over:
            break
    # the end, told to everybody alike
    winner, _ = jay.game.cinkos[-1]
    for player in players:
        assert player.game.cinkos[-1] == (winner, 3)
        assert player.game.numbers == jay.game.numbers
        assert player.ask("CLROOM").body["rooms"] == []
        assert player.ask("CQROOM").text == "You already aren't in a room currently!"
    ann.sees(f"Game over: {winner} wins.", "─ Game over ─", f"│ 1. {winner} ")
    bot.log.wait_for(rf"robo: {winner} has won in table")
    ann.press("f10")
    assert ann.wait() == 0
    assert ann.after.strip().startswith(f"{winner} has 3 cinkos and wins!")
    assert f"1. {winner} " in ann.after
    assert restored(ann)
    assert "Traceback" not in server.log.text
    assert re.findall(r"Left: jay", server.log.text) == []
