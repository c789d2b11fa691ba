"""The voice of a room: what its game says, to whom, and who hears of events that a game defines."""

from __future__ import annotations

from collections.abc import Mapping

from tilenet.game import Chat, Event, Private, Public, Say, Tell
from tilenet.game import Player as AnyPlayer
from tilenet.wire.messages import Hear
from tilenet.world.players.player import Player
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.news import News


class Voice:
    """Speaks to the audience of one room, and to the players who are in it."""

    def __init__(self, matrix: str, audience: Audience, members: Mapping[str, Player]) -> None:
        self._matrix = matrix
        self._audience = audience
        self._members = members

    def say(self, text: str) -> None:
        """Say something to everybody here."""
        if text:
            self._audience.tell_all(News(Hear(self._matrix, self._matrix, text)))

    def tell(self, player: Player, text: str) -> None:
        """Say something to one player alone."""
        self._audience.tell(player.objid, News(Hear(self._matrix, player.objid, text)))

    def announce(self, event: Event) -> None:
        """Tell whomever an event of the game is for."""
        match event:
            case Say(text):
                self.say(text)
            case Tell(player, text):
                if (here := self._find(player)) is not None:
                    self.tell(here, text)
            case Chat(player, text):
                if (here := self._find(player)) is not None:
                    self._audience.tell_all(News(Hear(here.objid, self._matrix, text)))
            case Private(to):
                for player in to:
                    if isinstance(player, Player):
                        player.notify(event)
            case Public():
                self._audience.happened(event)

    def _find(self, player: AnyPlayer) -> Player | None:
        """The player, if they are here."""
        return self._members.get(player.objid) if isinstance(player, Player) else None
