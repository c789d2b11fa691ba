"""The voice of a room: what its game says, to whom, and who hears of events that a game defines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from tilenet.game import Chat, Event, Private, Public, Say, Tell
from tilenet.game import Player as AnyPlayer
from tilenet.wire.messages import NEXT_LINE, Hear, Xresponse
from tilenet.world.players.player import Player
from tilenet.world.rooms.arrivals import Passage
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.news import News

_RANKING = News(Xresponse(json.dumps({"ranking": True}), NEXT_LINE))
_NAMED = 12  # of those who come or leave at once, how many clients are told by name, apart from the line in words


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

    def announce_passage(self, passage: Passage) -> None:
        """Say who came and who left. Clients that take facts are told the names first, and can fold such lines."""
        if passage.line:
            told = {"came": passage.came[:_NAMED], "left": passage.left[:_NAMED]}
            more = {
                f"more_{name}": len(all) - _NAMED for name, all in zip(told, passage, strict=True) if len(all) > _NAMED
            }
            self._audience.inform(News(Xresponse(json.dumps(told | more), NEXT_LINE)))
            self.say(passage.line)

    def announce_ranking(self, lines: Iterable[Event]) -> None:
        """Say how a game has ended. Clients that take facts know that already, and are told which lines these are."""
        for line in lines:
            match line:
                case Say():
                    self._audience.inform(_RANKING)
                case Tell(Player() as player) if player.takes_facts and player.objid in self._members:
                    self._audience.tell(player.objid, _RANKING)
            self.announce(line)

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
