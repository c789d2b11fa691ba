"""The commands that work in every room, such as /who. /help lists them, and those of the room's game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tilenet.deals import explain
from tilenet.text import MAX_NAME, clean_speech, visible
from tilenet.wire.messages import NEXT_LINE, Xresponse
from tilenet.words import Words
from tilenet.world.codes import read_code
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import Host
from tilenet.world.rooms.tablecommands import ANYWHERE, AT_TABLE, TableCommands
from tilenet.world.rooms.talk import Talk
from tilenet.world.screens.news import News

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

SIGN = "/"  # with which all of them begin
JOIN = "join"
TO_ONE = "@"  # before a name: the rest is for that player alone

NAMED = 12  # players in one room whom /who names
ROOMS = 20  # rooms that /who lists
LOOKED_AT = 100  # players; listing as many costs one more command
LIGHT = 0.25  # how much of what may be said a command counts that nobody else hears
BRINGING = 5  # commands: what it costs to bring a bot, or to send one away
LEAVE = "leave"  # after /bot

#: Each word with what it does.
EVERYWHERE: Mapping[str, str] = {
    "help": Words("/help lists what you can type here."),
    "who": Words("/who lists who is on this server, room by room; /who NAME tells you where one player is."),
    "msg": Words("/msg NAME TEXT whispers to one player, in whatever room they are; so does @NAME TEXT."),
    "bot": Words("/bot brings a bot here; /bot weak and /bot strong say how good it is; /bot leave sends it away."),
    "seed": Words(
        "/seed tells you how the cards are dealt, and how to check it; /seed WORDS adds your words to the next deal."
    ),
    "watch": Words("/watch shows the last game of this room again; /watch ID shows the replay with that id."),
}
ABOUT_HELP = Words("/help lists what else you can type here, such as /who.")

NO_REPLAYS = Words("This server keeps no replays.")
NOT_PLAYED = Words("No game has ended in this room yet. To watch another, type /watch and its id, or go to Replays.")
NOT_KEPT = Words("The last game in this room was not kept: it was too long, or there was no space.")
NOBODY = Words("Who is it for? Type @NAME and a message.")


def is_command(text: str) -> bool:
    """Whether this is never said aloud. What begins with a blank and an @ is."""
    text = visible(text)
    return text.startswith(TO_ONE) or text.lstrip().startswith(SIGN)


class Commands:
    """Does what players in one room ask for."""

    def __init__(self, host: Host, talk: Talk) -> None:
        self._host = host
        self._talk = talk
        self._tables = TableCommands(host)
        self._everywhere: Mapping[str, Callable[[Room, Player, str], None]] = {
            "help": self._help,
            "who": self._who,
            "msg": self._whisper,
            "bot": self._bot,
            "seed": self._add_words,
            "watch": self._watch,
        }

    def obey(self, room: Room, player: Player, text: str) -> None:
        """Do what was typed. Raises Muted."""
        typed = clean_speech(text[: 4 * self._host.limits.speech_length]).lower()  # more is too long anyway
        is_whisper = typed.startswith((TO_ONE, f"{SIGN}msg"))
        text = player.say(text, self._host.limits, 1.0 if is_whisper else LIGHT)
        if text.startswith(TO_ONE):
            self._whisper(room, player, text.removeprefix(TO_ONE))
            return
        word, _, rest = text.removeprefix(SIGN).partition(" ")
        if word.lower() in room.game.commands and not (word.lower() == JOIN and read_code(rest)):
            room.play(room.game.say, player, text, None)
        elif word.lower() in self._everywhere:
            self._everywhere[word.lower()](room, player, rest.strip())
        elif not self._tables.obey(room, player, word.lower(), rest.strip()):
            room.tell(player, Words("There is no /{word}. /help lists what there is.", word=word[:MAX_NAME]))

    def _help(self, room: Room, player: Player, rest: str) -> None:
        known = {**EVERYWHERE, **ANYWHERE} if room.table is None else {**AT_TABLE, **EVERYWHERE, **ANYWHERE}
        everywhere = {word: about for word, about in known.items() if word not in room.game.commands}
        if room.game.deals is None:
            everywhere.pop("seed", None)
        if room.bots is None:
            everywhere.pop("bot", None)
        for line in dict.fromkeys((*room.game.commands.values(), *everywhere.values())):
            room.tell(player, line)

    # Others

    def _whisper(self, room: Room, player: Player, text: str) -> None:
        """Whisper to the player whose name comes first, whatever room they are in. Raises Muted."""
        listener, words = self._host.addressed(text)
        if listener is None or listener.room is None:
            room.tell(player, self._unknown(text) if text else NOBODY)
        elif not words:
            room.tell(player, Words("To whisper to {name}, type @{name} and a message.", name=listener.name))
        else:
            listener.room.overhear(player, listener, words)
            if player.takes_facts:
                about = {"whispered": words, "name": listener.name}
                room.audience.tell(player.objid, News(Xresponse(json.dumps(about), NEXT_LINE)))
            room.tell(player, Words("You whisper to {name}: {text}", name=listener.name, text=words))

    def _unknown(self, text: str) -> str:
        return Words("Nobody here is called {name}.", name=text.partition(" ")[0][:MAX_NAME])

    def _who(self, room: Room, player: Player, name: str) -> None:
        if name:
            one, _ = self._host.addressed(name)
            if one is None or one.room is None:
                room.tell(player, self._unknown(name))
            else:
                room.tell(player, Words("{name} is at {room}.", name=one.name, room=one.room.place))
            return
        places = self._host.whereabouts()
        count = sum(map(len, places.values()))
        player.charge(count / LOOKED_AT)
        room.tell(player, Words("{n} player is on this server:", many="{n} players are on this server:", n=count))
        for place, players in [*places.items()][:ROOMS]:
            names = ", ".join(_name(one) for one in players[:NAMED])
            if len(players) > NAMED:
                names = Words("{names} and {more} more", names=names, more=len(players) - NAMED)
            room.tell(player, Words("{room}: {names}", room=place, names=names))
        if len(places) > ROOMS:
            others = sum(len(players) for players in [*places.values()][ROOMS:])
            room.tell(player, Words("And {n} more in other rooms.", n=others))

    # Games

    def _bot(self, room: Room, player: Player, rest: str) -> None:
        """Bring a bot, or send one away."""
        company = self._host.company
        if company is None or room.bots is None:
            room.tell(player, Words("There is no bot for this room."))
            return
        player.charge(BRINGING)
        word, _, name = rest.partition(" ")
        if word.lower() == LEAVE:
            why_not = company.send_away(room, player, name.strip())
        elif word and word.lower() not in room.bots:
            words = ", ".join(f"/bot {one}" for one in room.bots) or "/bot"
            why_not = Words("There is no such bot here. Type {words}.", words=words)
        else:
            why_not = company.bring(room, player, word.lower())
        if why_not:
            room.tell(player, why_not)

    def _add_words(self, room: Room, player: Player, words: str) -> None:
        """Let a player add words to the next deal; without words, they are told how it stands."""
        deals = room.game.deals
        if deals is None or words:
            self._talk.bear(player)
            here = {one.name for one in room.members.values()}
            gone = deals.next.dispensable(player.name, here) if deals is not None and deals.next is not None else ""
            room.play(room.game.add_words, player, words, gone)
        else:
            for line in explain(deals):
                room.tell(player, line)

    def _watch(self, room: Room, player: Player, rest: str) -> None:
        """Lead a player to a replay."""
        last = room.last_replay
        replay = rest or last
        if replay:
            self._host.watch(player, replay)
        elif self._host.recorder is None:
            room.tell(player, NO_REPLAYS)
        else:
            room.tell(player, NOT_PLAYED if last is None else NOT_KEPT)


def _name(player: Player) -> str:
    return Words("{name} (bot)", name=player.name) if player.is_bot else player.name
