"""An evening with friends: a phone, ssh and a terminal meet at private tables, with a bot, and play on and on."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.doubles.chromium import PHONE
from tests.doubles.play import Play
from tests.doubles.processes import LOCAL, Start
from tests.doubles.pseudoterminal import Terminal, Terminals
from tests.doubles.visitor import Visitor, Visitors, address, serve
from tests.live.test_browser_tables import WAITS, code_of
from tests.live.test_ssh import Ssh

LETTERS = "abcdefghijkl"  # of the cards
LONGEST_GAME = 240  # seconds
MOMENT = "new Promise((done) => setTimeout(done, 250))"  # nobody may send commands all the time
FACTS = "JSON.stringify([it.kind, it.facts, it.result, it.table])"
PEOPLE = "document.querySelector('#waiting .at-table').textContent"
OVER = "!document.getElementById('ending').hidden"


class Evening:
    """ann is at the page, lin came by ssh, and kai has a terminal."""

    def __init__(self, ann: Visitor, lin: Terminal, kai: Terminal) -> None:
        self.ann, self.lin, self.kai = ann, lin, kai
        self.drawn: list[int] = []
        self.seen: dict[str, str] = {}

    def known(self) -> tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]:
        """The kind, the facts, the result and the table, as ann's page knows them."""
        (found,) = self.ann.page.instances("model.js", "Model", FACTS)
        kind, facts, result, table = json.loads(found)
        return kind, facts, result, table

    def phase(self) -> str:
        return str(self.known()[1].get("phase"))

    def play(self, act: Callable[[], None]) -> None:
        """Until the game is over."""
        self.until(act, lambda: bool(self.ann.page.run(OVER)))

    def until(self, act: Callable[[], None], is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONGEST_GAME
        while time.monotonic() < deadline:
            if is_so():
                return
            act()
            self.ann.page.run(MOMENT)
            for terminal in (self.lin, self.kai):
                terminal.catch_up()
        raise AssertionError(f"the game is not over: {self.known()[1]}\n{self.lin}\n{self.kai}")

    def find_a_set(self) -> None:
        """A set is three cards whose numbers, colours, shadings and shapes each add up to a multiple of three."""
        _, facts, *_ = self.known()
        cards = {int(role.split("/")[1]): card for role, card in facts.get("cards", {}).items()}
        sums = ((three, zip(*(cards[one] for one in three), strict=True)) for three in combinations(sorted(cards), 3))
        found = next((three for three, features in sums if all(sum(one) % 3 == 0 for one in features)), None)
        if found is None:
            self.ann.page.press("x")
        else:
            chosen = [f"card/{one}" for one in found]
            for role in {*chosen} ^ {*self.selected()}:
                self.ann.page.press(LETTERS[int(role.split("/")[1])])
            self.ann.page.press(" ")
        self.ann.settled()

    def selected(self) -> list[str]:
        (found,) = self.ann.page.instances("model.js", "Model", "JSON.stringify(it.you.selected ?? [])")
        selected: list[str] = json.loads(found)
        return selected

    def turn_two_cards(self) -> None:
        """ann remembers all cards that she has seen."""
        _, facts, *_ = self.known()
        turned = facts.get("cards", {})
        self.seen.update((role, card["letters"]) for role, card in turned.items())
        size = facts["options"]["dim"]
        hidden = [role for x in range(size) for y in range(size) if (role := f"card/{x}/{y}") not in turned]
        pairs: list[tuple[str, ...]] = [
            two for two in combinations(hidden, 2) if len({self.seen.get(one, one) for one in two}) == 1
        ]
        unseen = [role for role in hidden if role not in self.seen]
        for role in (pairs or [(*unseen[:1], *hidden[:1])])[0]:
            x, y = role.split("/")[1:]
            self.ann.page.run(f"document.querySelector('[data-spot=\"{x},{y}\"]')?.click()")
        self.ann.settled()

    def next_number(self) -> None:
        """If there is another number, everybody claims what they can, and is ready for the next one."""
        drawn = self.known()[1].get("drawn", [])
        if drawn == self.drawn:
            return
        self.drawn = drawn
        for key in "cn":
            self.ann.page.press(key)
            for terminal in (self.lin, self.kai):
                terminal.press(key)
        self.ann.settled()

    def play_again(self) -> None:
        """Everybody says so by Enter, which is not taken in the first second, and the next game begins."""
        self.until(self.press_enter, lambda: self.phase() == "playing")

    def press_enter(self) -> None:
        *_, table = self.known()
        waited_for = {one["name"] for one in table["scores"] if one.get("agent") in table.get("waiting_for", ())}
        for name, press in (("ann", self.ann.page.press), ("lin", self.lin.press), ("kai", self.kai.press)):
            if name in waited_for:
                press("Enter" if name == "ann" else "enter")
        self.ann.settled()

    def open(self, game: str) -> None:
        """ann opens another table, and the others follow her invitation with one key; a bot comes, too."""
        self.ann.say(f"/new {game} friday")
        self.ann.page.wait(WAITS)
        for name, terminal in (("lin", self.lin), ("kai", self.kai)):
            self.ann.say(f"/invite {name}")
            terminal.sees("ann invites you")
            terminal.press("f6")
            self.ann.page.wait(f"{PEOPLE}.includes('{name}')")
        self.ann.say("/bot")
        self.ann.page.wait(f"{PEOPLE}.includes('bot-')")
        self.start()

    def start(self) -> None:
        self.ann.page.run("document.getElementById('next').focus()")
        self.ann.page.press("Enter")
        self.ann.page.wait(f"!({WAITS})")


def test_three_friends_and_a_bot(
    start: Start, visitors: Visitors, play: Play, terminals: Terminals, tmp_path: Path
) -> None:
    server = serve(start, "--ssh", LOCAL)
    ann = visitors(PHONE, is_touch=True)
    ann.login(address(server), "ann")
    ann.say("/new set friday")
    ann.page.wait(WAITS)
    code = code_of(ann)
    # lin hears the code on the phone
    ssh = Ssh(terminals, tmp_path, server)
    lin = terminals([*ssh.command("-t", name="lin"), code], env={"HOME": str(tmp_path)})
    lin.sees("friday", code, "ann")
    ann.say("/bot strong")
    lin.sees("bot-1")
    ann.page.run("document.getElementById('next').focus()")
    ann.page.press("Enter")
    ann.page.wait("document.querySelectorAll('.set .card svg').length === 12")
    # kai is late: he watches, and is told so at once
    kai = play(str(server.port), "kai", code)
    kai.sees("You watch; you play in the next game.")
    friends = Evening(ann, lin, kai)
    friends.play(friends.find_a_set)
    winner = friends.known()[2]["standings"][0]["name"]
    ann.page.sees("You win" if winner == "ann" else f"{winner} wins")

    friends.open("tombala")
    for person in (ann.page, lin, kai):
        person.press("a")  # marks the numbers
    friends.until(friends.next_number, lambda: len(friends.drawn) == 5)
    ann.say("/kick bot-2")  # it thinks a second about each of ninety numbers
    ann.hears("bot-2 left")
    # lin's connection is lost, and the same command leads back to her seat
    lin.send_signal(signal.SIGKILL)
    lin.wait()
    ann.hears("lin")
    friends.lin = ssh("lin")
    friends.lin.sees("Tombala")
    friends.play(friends.next_number)

    friends.open("memory")
    for rematch in range(3):
        friends.seen.clear()
        friends.play(friends.turn_two_cards)
        if rematch < 2:
            friends.play_again()
    _, _, _, table = friends.known()
    assert table["games"] == 3
    scores = {one["name"]: one for one in table["scores"]}
    assert {"ann", "lin", "kai", "bot-1"} <= {*scores}
    assert all(scores[name]["games"] == 3 for name in ("ann", "lin", "kai"))
    assert sum(one["wins"] for one in scores.values()) >= 2
    ann.page.press("Escape")
    ann.page.wait(WAITS)
    ann.page.wait("document.querySelector('.tonight').textContent.includes('3 games')")
    for terminal in (friends.lin, friends.kai):
        terminal.press("esc")
        terminal.sees("tonight: 3 games")
    assert "Traceback" not in server.log.text
