"""A bot in a real room: it is told what the game tells it, and what it clicks happens there.

table = Table(Noughts)
ann, bot = table.enter("ann"), BotSeat(table, NoughtsBot, skill=1.0)
ann.click(("cell", 0, 0))
assert bot.next_click().role == "cell/1/1"
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tilenet.clients.bots.bot import Bot
from tilenet.clients.model import Model, Thing
from tilenet.testing import Table
from tilenet.wire.codec import Decoder, opening
from tilenet.wire.format import XML_FACTS
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import Fault, LoggedIn, ServerOpen
from tilenet.world.rooms.acts import Click, Speech

TICK = 0.125  # seconds, by which time passes
PATIENCE = 200.0  # seconds, within which a click must come


class Noted(NamedTuple):
    """A click."""

    seconds: float  # since the beginning, or since it was waited for
    role: str


class BotSeat:
    """A bot at a table, or at Home, with what it has clicked and said. `seat` is the same player on the server."""

    def __init__(
        self,
        table: Table,
        bot: type[Bot],
        name: str = "bot",
        *,
        seed: int = 1,
        is_at_home: bool = False,
        **settings: Any,
    ) -> None:
        self._table = table
        self.model = Model(table.clock.seconds)
        self.clicks: list[Noted] = []
        self.said: list[str] = []
        self._decoder = Decoder(SERVER, 2**20)
        self._decoder.feed(opening(ServerOpen("testing", "table", "open")) + b'<logged-in message="" objid="a1"/>')
        self._bot: Bot | None = None
        self._early: list[bytes] = []  # what has come before there was a bot
        self.seat = table.enter(name, self._received)
        self.model.take(LoggedIn("", self.seat.player.objid))
        with table.nothing_fails():
            table.world.declare_bot(self.seat.player)
            if is_at_home:
                table.world.send_to(self.seat.player, None)
            table.world.reformat(self.seat.player, XML_FACTS)
        self.bot = self._bot = bot(self, table.clock, Random(seed), **settings)
        self._received(b"".join(self._early))

    def _received(self, data: bytes) -> None:
        if self._bot is None:
            self._early.append(data)
            return
        for message in self._decoder.feed(data):
            assert not isinstance(message, Fault), message.reason
            self.model.take(message)
        self._bot.model_changed()

    # What the bot does: it happens a little later, as it does through a network

    def click(self, token: Thing) -> bool:
        assert self.model.can_act_on(token), token
        self.clicks.append(Noted(self._table.clock.seconds(), self.model.role_of(token.objid)))
        self._table.clock.callLater(0, self._act, Click(token.objid))
        return True

    def say(self, target: Thing, text: str) -> None:
        self.said.append(text)
        self._table.clock.callLater(0, self._act, Speech(target.objid, text))

    def _act(self, act: Click | Speech) -> None:
        player = self.seat.player
        assert player.room is not None
        player.room.act(player, act)

    # What a test waits for

    def clicked(self, seconds: float) -> list[str]:
        """Let time pass; the roles of what the bot has clicked meanwhile."""
        before = len(self.clicks)
        for _ in range(round(seconds / TICK)):
            self._table.advance(TICK)
        return [click.role for click in self.clicks[before:]]

    def next_click(self) -> Noted:
        """What the bot clicks next, and how long it takes for that."""
        before, count = self._table.clock.seconds(), len(self.clicks)
        while len(self.clicks) == count:
            self._table.advance(TICK)
            assert self._table.clock.seconds() - before <= PATIENCE, "no click"
        self._table.advance(0)
        return Noted(self.clicks[count].seconds - before, self.clicks[count].role)
