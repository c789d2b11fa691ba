"""Memory in a terminal, by the generic grid: a board of 8 x 8 with everything around it, on 80 columns and 25 lines."""

from __future__ import annotations

from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.model import click
from tests.doubles.roomscreen import seen_by
from tests.doubles.terminal import Screen
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal.inks import Depth
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.games.memory.game import LargeMemory


class Unshuffled(Random):
    """Chance that leaves cards in the order in which they were."""

    def shuffle(self, x: Any) -> None:
        x.sort()


class Plain(LargeMemory):
    """A board with the cards in order."""

    def __init__(self, random: Random) -> None:
        super().__init__(Unshuffled(0))


class MemoryOnAScreen(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("memory", Plain)])

    def enter(self, name: str) -> Client:
        client = self.server.join(name)
        client.click("Memory, large")
        return client

    def pick(self, client: Client, *cells: tuple[int, int]) -> None:
        for cell in cells:
            client.send(click(client.model.grid()[cell]))

    def shown(self, client: Client, depth: Depth = 1, signs: Signs = FANCY) -> Screen:
        stage = seen_by(client, depth=depth, signs=signs)
        stage.controller.focus = (8, 0)
        return stage.screen()

    def test_states_differ_without_colours(self) -> None:
        ann, bob = self.enter("ann"), self.enter("bob")
        self.pick(ann, (0, 0), (1, 0))
        self.pick(ann, (2, 0), (4, 0))
        self.pick(bob, (6, 0))
        for signs in (FANCY, ASCII):
            row = self.shown(ann, signs=signs).lines[2].replace(" ]", "]")
            self.assertEqual(row.split()[:8], ["[aa]", "[aa]", "ab!", "?", "ac!", "?", "ad", "?"])

    def test_states_differ_by_colours_too(self) -> None:
        ann, bob = self.enter("ann"), self.enter("bob")
        self.pick(ann, (0, 0), (1, 0))
        self.pick(ann, (2, 0))
        self.pick(bob, (6, 0))
        screen = self.shown(ann, depth=16777216)
        names = (" aa ", " ab ", " ad ", "ann 2", "bob 0")
        backs = {name: screen.background(*screen.find(name)) for name in names}
        self.assertEqual(backs[" ab "], backs["ann 2"])
        self.assertEqual(backs[" ad "], backs["bob 0"])
        self.assertEqual(len({*backs.values()}), 3)
