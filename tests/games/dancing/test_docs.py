"""The page about Dancing: its match is what a server says, message by message; and its examples are true."""

from __future__ import annotations

import re
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import board_of
from tests.doubles.dancing_clients import DancingServer, TwoRounds
from tilenet.games.dancing.instances import read

PAGE = (Path(__file__).parents[3] / "docs" / "dancing.md").read_text(encoding="utf-8")


class TheMatchOnThePage(SynchronousTestCase):
    def test_is_what_a_server_says(self) -> None:
        (block,) = re.findall(r"```dancing\n(.*?)```", PAGE, re.DOTALL)
        server = DancingServer(TwoRounds)
        clients = {"ann": server.dial(), "bob": server.dial()}
        read_so_far = dict.fromkeys(clients, 0)
        for line in block.splitlines():
            who, _, text = line.partition(": ")
            self.assertTrue(text.endswith("&"), line)
            if who in clients:
                clients[who].say(text[:-1])
                continue
            to = who.removeprefix("server to ")
            for name in clients if to == "both" else [to]:
                message = clients[name].heard[read_so_far[name]]
                self.assertEqual(message.replace("\n", "\\n"), text[:-1])
                read_so_far[name] += 1
        for name, client in clients.items():
            self.assertEqual(len(client.heard), read_so_far[name])
            self.assertFalse(client.is_open)


class TheExamples(SynchronousTestCase):
    def test_the_lines(self) -> None:
        (block,) = re.findall(r"^((?:    [1-4.]{7}\n)+)", PAGE, re.MULTILINE)
        lines = [(0, 0, 0, 3), (0, 6, 3, 6), (2, 2, 2, 5)]
        board = board_of("\n".join([*block.split(), *["." * 7] * 3]))
        self.assertEqual(len(board.check(lines)), 3)

    def test_the_input_file(self) -> None:
        (block,) = re.findall(r"^((?:    (?:Dancer positions for color: \d|\d+ \d+)\n)+)", PAGE, re.MULTILINE)
        self.assertEqual(read(re.sub("^    ", "", block, flags=re.MULTILINE), 30).parameters, "30 2 2")
