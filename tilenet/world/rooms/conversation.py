"""What players say in a room: to everybody, to one player, or to the game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tilenet.wire.messages import AGENT, MATRIX, NEXT_LINE, NOT_SAID, Hear, Xresponse
from tilenet.words import Words
from tilenet.world.players.player import Muted, Player
from tilenet.world.rooms.commands import Commands, is_command
from tilenet.world.rooms.host import Host
from tilenet.world.rooms.talk import Spoken, Talk
from tilenet.world.screens.news import News

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room


class Conversation:
    """Takes everything that is said in one room to those for whom it is."""

    def __init__(self, host: Host) -> None:
        self._talk = Talk(host.limits, host.clock.seconds, host.talk_by_address)
        self._commands = Commands(host, self._talk)

    def forget(self, player: Player) -> None:
        """A player has left."""
        self._talk.forget(player)

    def say(self, room: Room, player: Player, target: str, text: str) -> None:
        """A player says something to the room or to an object in it, by its objid."""
        try:
            if target == room.objid and is_command(text):
                self._commands.obey(room, player, text)
            else:
                self._say(room, player, target, text)
        except Muted as reason:
            room.tell(player, str(reason))
            if player.takes_facts:
                given_back = Xresponse(json.dumps({"to": target, "text": text}), NOT_SAID)
                room.audience.tell(player.objid, News(given_back))

    def _say(self, room: Room, player: Player, target: str, text: str) -> None:
        listener = room.members.get(target)
        if listener is None and target != room.objid and not room.shows(target):
            return
        spoken = self._talk.say(player, text, listener, can_hear=room.audience.can_hear(target))
        if spoken is None:
            return
        if target[0] == AGENT:
            self._pass_on(room, player, target, spoken)
        else:
            to = None if target[0] == MATRIX else room.id_of(target)
            room.play(room.game.say, player, spoken.text, to)

    def _pass_on(self, room: Room, player: Player, target: str, spoken: Spoken) -> None:
        heard = News(Hear(player.objid, target, spoken.text))
        if spoken.is_whisper:
            room.audience.tell(target, heard)
        else:
            room.audience.tell_all(heard)

    def overhear(self, room: Room, speaker: Player, listener: Player, text: str) -> None:
        """A player who may be in another room whispers to one who is here. Raises Muted."""
        self._talk.bear_whisper(speaker, listener, can_hear=room.audience.can_hear(listener.objid))
        if speaker.room is room:
            self._pass_on(room, speaker, listener.objid, Spoken(f"({text})", is_whisper=True))
        else:
            place = "" if speaker.room is None else speaker.room.place
            if listener.takes_facts:
                about = {"whisper": text, "name": speaker.name, "place": place}
                room.audience.tell(listener.objid, News(Xresponse(json.dumps(about), NEXT_LINE)))
            room.tell(listener, Words("{name} whispers from {room}: {text}", name=speaker.name, room=place, text=text))
