"""A terminal in a real room: what the game shows and tells is on the screen, and what the user does happens there.

table = Table(Noughts)
ann, bob = Playing(table, "ann"), table.enter("bob")
ann.click_on("□")
assert "Your turn" not in str(ann.screen())
"""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.terminal import Stage
from tilenet.clients.model import Thing
from tilenet.doors.tilenet import act_of
from tilenet.testing import Table
from tilenet.wire.codec import encode
from tilenet.wire.format import XML_FACTS
from tilenet.wire.messages import HELP_LINES, POINTS, Cmd, Xrequest, Xresponse


class Playing(Stage):
    """One user of the terminal client at a table, who has asked for facts. `seat` is the same player on the server."""

    def __init__(self, table: Table, name: str, **how: Any) -> None:
        """`how` says which terminal it is, as in `Stage`."""
        self.table = table
        self._cmds: list[Cmd] = []
        self._early: list[bytes] | None = []  # what has come before there was a terminal
        self.seat = table.enter(name, self._received)
        with table.nothing_fails():
            table.world.reformat(self.seat.player, XML_FACTS)
        super().__init__(me=self.seat.player.objid, clock=table.clock, **how)
        early, self._early = self._early, None
        self.link.dataReceived(b"".join([encode(Xresponse("", POINTS)), *early]))

    def _received(self, data: bytes) -> None:
        if self._early is None:
            self.link.dataReceived(data)
        else:
            self._early.append(data)

    def thing(self, role: str) -> Thing:
        """The tile with this role, or else the key."""
        found = self.model.tile(role) or self.model.key(role)
        assert found is not None, f"no tile or key has the role {role}, but {sorted(self.model.roles.values())}"
        return found

    def press(self, *keys: str) -> list[str]:
        found = super().press(*keys)
        self._act()
        return found

    def click(self, column: int, line: int, button: int = 1) -> bool:
        found = super().click(column, line, button)
        self._act()
        return found

    def sent(self) -> list[Cmd]:
        """The commands that were sent since this was asked last. They have been executed."""
        self._act()
        found, self._cmds = self._cmds, []
        return found

    def _act(self) -> None:
        """Let happen what the client has sent."""
        player, world = self.seat.player, self.table.world
        for message in self._decoder.feed(self.wire.pop()):
            if isinstance(message, Cmd):
                self._cmds.append(message)
                with self.table.nothing_fails():
                    assert player.room is not None
                    player.room.act(player, act_of(message))
            elif isinstance(message, Xrequest) and message.options == HELP_LINES:
                self.link.dataReceived(encode(Xresponse(json.dumps(world.help_of(player)), HELP_LINES)))
