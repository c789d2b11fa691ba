"""What players say in a room: to everybody, to one player, to the game, or to the room itself, by words like /seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilenet.deals import explain
from tilenet.wire.messages import AGENT, MATRIX, Hear
from tilenet.words import Words
from tilenet.world.players.player import Muted, Player
from tilenet.world.rooms.host import Host
from tilenet.world.rooms.talk import Spoken, Talk
from tilenet.world.screens.news import News

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

SEED = "/seed"  # begins the words that a player adds to the next deal
WATCH = "/watch"  # leads to the replay of the last match here, or to the one whose id comes after it
NO_REPLAYS = Words("This server keeps no replays.")
NOT_PLAYED = Words("No game has ended in this room yet. To watch another one, say /watch and its id, or go to Replays.")
NOT_KEPT = Words("The last game in this room was not kept: it was too long, or there was no space.")


class Conversation:
    """Takes everything that is said in one room to those for whom it is."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._talk = Talk(host.limits, host.clock.seconds, host.talk_by_address)

    def forget(self, player: Player) -> None:
        """A player has left."""
        self._talk.forget(player)

    def say(self, room: Room, player: Player, target: str, text: str) -> None:
        """A player says something to the room or to an object in it, by its objid."""
        try:
            if target == room.objid and text.split(" ", 1)[0] == SEED:
                self._add_words(room, player, text)
            elif target == room.objid and (text == WATCH or text.startswith(f"{WATCH} ")):
                self._watch(room, player, text)
            else:
                self._say(room, player, target, text)
        except Muted as reason:
            room.tell(player, str(reason))

    def _say(self, room: Room, player: Player, target: str, text: str) -> None:
        listener = room.members.get(target)
        if listener is None and target != room.objid and not room.shows(target):
            return
        sign = room.game.command_sign if target == room.objid else ""
        can_hear = room.audience.can_hear(target)
        spoken = self._talk.say(player, text, listener, can_hear=can_hear, command_sign=sign)
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

    def _add_words(self, room: Room, player: Player, text: str) -> None:
        """Let a player add words to the next deal; without words, they are told how it stands."""
        spoken = self._talk.say(player, text, None, can_hear=True)
        words = "" if spoken is None else spoken.text.removeprefix(SEED).strip()
        deals = room.game.deals
        if deals is None or words:
            here = {one.name for one in room.members.values()}
            gone = deals.next.dispensable(player.name, here) if deals is not None and deals.next is not None else ""
            room.play(room.game.add_words, player, words, gone)
        else:
            for line in explain(deals):
                room.tell(player, line)

    def _watch(self, room: Room, player: Player, text: str) -> None:
        """Lead a player to a replay."""
        last = room.last_replay
        replay = player.say(text, self._host.limits).removeprefix(WATCH).strip() or last
        if replay:
            self._host.watch(player, replay)
        elif self._host.recorder is None:
            room.tell(player, NO_REPLAYS)
        else:
            room.tell(player, NOT_PLAYED if last is None else NOT_KEPT)
