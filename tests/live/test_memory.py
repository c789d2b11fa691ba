"""One game of Memory through every door: two bots by the binary protocol, one by TileNet, and a player at a screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing

from tests.doubles.memory_callers import memory_ports
from tests.doubles.memory_clients import ENDGAME, PLACE, RESPONSE, read_board, read_endgame, read_response
from tests.doubles.memory_model import CODE_OVER, RIGHT, Message
from tests.doubles.model import ModelClient
from tests.doubles.play import Play, restored, walk
from tests.doubles.processes import LOCAL, PATIENCE, Start
from tests.doubles.pseudoterminal import Terminal
from tests.doubles.tap import Tap

BOT = [sys.executable, "-m", "tilenet", "bot", "memory", "--pace", "0.4", "--skill", "1"]
DIM = 4
CELLS = [(x, y) for y in range(DIM) for x in range(DIM)]
GAME_SECONDS = 2 * PATIENCE

Letters = dict[tuple[int, int], str]

BOARD, PEOPLE = 32, 60  # the columns where the cards end, and where the list of people begins


def messages(heard: bytes) -> Iterator[Message]:
    """What a client of the binary protocol was sent, as far as it is whole."""
    at = 4
    has_board = False
    while True:
        size = RESPONSE if has_board else PLACE * DIM * DIM
        data = heard[at : at + size]
        if len(data) < size:
            return
        at += size
        message = read_response(data) if has_board else read_board(data, DIM)
        yield message
        has_board = True
        if message[1] == CODE_OVER:
            yield read_endgame(heard[at : at + ENDGAME])
            at += ENDGAME
            has_board = False


def game_of(heard: bytes) -> tuple[list[Message], list[Message]]:
    """The messages up to the first result, and those after it."""
    found = [*messages(heard)]
    end = next(at for at, message in enumerate(found) if message[0] == "end") + 1
    return found[:end], found[end:]


def letters_of(game: list[Message]) -> Letters:
    """What lay where, as one player saw it."""
    found: Letters = {}
    for message in game:
        if message[0] == "board":
            found |= {cell: text for cell, (text, _, _) in zip(CELLS, message[1], strict=True) if text}
        elif message[0] == "response" and message[1] in (RIGHT, CODE_OVER):
            found[message[2][1:]] = found[message[3][1:]] = message[4]
    return found


def letters_on(terminal: Terminal) -> Letters:
    rows = [re.findall(r"(?<!\S)[a-d]{2}(?=\W)", terminal.row(row)[:BOARD]) for row in range(2, 18)]
    shown = [row for row in rows if row]
    return {(x, y): text for y, row in enumerate(shown) for x, text in enumerate(row)}


def cards_on(terminal: Terminal) -> dict[str, int]:
    """The players with what they have found."""
    beside = " ".join(terminal.row(row)[BOARD:PEOPLE] for row in range(2, 18))
    return {name: int(cards) for name, cards in re.findall(r"(?<!\S)(ann|bot|memory-\d) (\d+)(?!\S)", beside)}


def shows_the_end(terminal: Terminal) -> bool:
    """All of it: a terminal may be in the middle of drawing."""
    is_whole = len(letters_on(terminal)) == sum(cards_on(terminal).values()) == DIM * DIM
    return "A new game in" in terminal.row(1) and is_whole


def pick_two(terminal: Terminal) -> None:
    """Click two cards that are down."""
    for _ in range(2):
        row = next(row for row in range(2, 18) if "?" in terminal.row(row))
        terminal.click(terminal.row(row).index("?"), row)


def test_one_game_through_every_door(start: Start, play: Play) -> None:
    server = start.local("--memory", LOCAL)
    (port,) = memory_ports(server)
    with closing(Tap(port)) as binary, closing(Tap(server.port)) as tilenet:
        ann = play.at_home(server.port, "ann")
        walk(ann, "Memory", "No opponent yet")
        bots = start([*BOT, "--door", "binary"], str(binary.port), "--count", "2")
        robot = start(BOT, str(tilenet.port))
        ann.sees("memory-1", "memory-2", "bot ", "to find.")
        pick_two(ann)
        ann.until("the end of the game", lambda: shows_the_end(ann), GAME_SECONDS)

        # the terminal: the ranking, and under it all cards, and who has found how many
        ann.sees("─ Game over ─")
        ann.press("esc")
        ann.gone("─ Game over ─")
        shown, cards = letters_on(ann), cards_on(ann)
        assert sorted(shown.values()) == sorted([*["aa", "ab", "ac", "ad", "ba", "bb", "bc", "bd"]] * 2)
        assert {*cards} == {"ann", "bot", "memory-1", "memory-2"}
        ann.until("the next deal", lambda: "8 pairs to find" in ann.row(1))

        # the binary protocol: the same cards, in one order for both; the same scores; then a board with nothing on it
        bots.log.wait_for(r"bot-\d has (won|lost) with \d+ points", 2)
        ann.until("the next deal everywhere", lambda: all(game_of(bytes(heard))[1] for heard in binary.heard))
        (one, after_one), (two, after_two) = (game_of(bytes(heard)) for heard in binary.heard)
        assert letters_of(one) == letters_of(two) == shown
        common = min(len(one), len(two)) - 2  # one of them came later; and their results differ
        assert one[-common - 1 : -1] == two[-common - 1 : -1]
        scores = [one[-1], two[-1]]
        most = max(cards.values())
        assert sorted(score[2] for score in scores) == sorted([cards["memory-1"], cards["memory-2"]])
        assert all(score[1] == (score[2] != most) for score in scores)
        down = ("board", (("", 0, (0, 0, 0)),) * DIM * DIM)
        assert after_one[0] == after_two[0] == down

        # TileNet: the same at the end of the game
        raw = bytes(tilenet.heard[0])
        model = ModelClient()
        model.feed(raw[: raw.index(b'message="Game over')].rpartition(b"<hear")[0])
        names = {cell: str(model.objects[objid]["name"]) for cell, objid in model.grid().items()}
        assert {cell: names[cell] for cell in CELLS} == shown
        seats = {names[DIM, row].rsplit(" ", 1)[0]: int(names[DIM, row].rsplit(" ", 1)[1]) for row in range(2, 6)}
        assert seats == cards

        winners = [name for name in cards if cards[name] == most]
        ann.press("f10")
        assert ann.wait() == 0
        assert all(name in ann.after for name in winners)
        assert "Game over: " in ann.after
        assert restored(ann)
        assert robot.errors.text == bots.errors.text == ""
    assert "Traceback" not in server.log.text
