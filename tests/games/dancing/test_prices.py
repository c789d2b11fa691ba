"""What expensive clicks cost in Dancing: a board of 30 x 30 has many tiles; 64 people must not keep a server busy."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import DancingServer
from tests.doubles.harness import Client
from tests.doubles.model import click
from tilenet.games.dancing.lobby import Lobby

AT_ONCE = 40  # cheap commands that a client is allowed


class Prices(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = DancingServer(Lobby)
        self.eve = self.server.join("eve")
        self.eve.click("Dancing")
        self.rest()

    def rest(self) -> None:
        self.server.advance(5)
        self.eve.heard  # noqa: B018

    def paid(self, client: Client) -> float:
        """How many commands a client has paid for, who had rested before."""
        return float(AT_ONCE - client.protocol.session.commands_left)

    def test_a_table_by_its_size(self) -> None:
        for size, price in (("12", 144 / 25), ("30", 900 / 25)):
            self.eve.click(f"New {size} x {size}")
            self.assertAlmostEqual(self.paid(self.eve), 1 + price)
            self.rest()
            self.eve.click("Lobby")
            self.rest()

    def test_a_program_is_shown_nothing_and_pays_nothing(self) -> None:
        ann = self.server.enter("ann")
        self.assertLess(AT_ONCE - ann.protocol.session.commands_left, 1)

    def test_a_click_on_a_board_and_the_stage_from_its_beginning_but_not_the_stage_faster(self) -> None:
        self.eve.click("New 30 x 30")
        self.eve.click("Spoil")
        self.server.enter("ann")
        fay = self.server.watch("fay")
        for client, name, price in ((self.eve, ".", 900 / 300), (fay, "Again", 900 / 300), (fay, "Faster", 0)):
            self.rest()
            objects = client.model.objects
            client.send(click(next(o for o in client.model.grid().values() if objects[o]["name"] == name)))
            self.assertAlmostEqual(self.paid(client), 1 + price)

    def test_looking_for_lines(self) -> None:
        self.eve.click("New 12 x 12")
        self.rest()
        self.eve.click("Dance")
        bob = self.server.enter("bob")
        column, row = next(at for at, o in self.eve.model.grid().items() if self.eve.model.objects[o]["name"] == ".")
        bob.say(f"{row} {column - 2}")
        self.rest()
        self.eve.click("Lines")
        self.assertEqual(self.eve.heard, ["The dancers do not stand in lines yet."])
        self.assertAlmostEqual(self.paid(self.eve), 1 + 10)
