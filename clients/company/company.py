"""The bots that players bring to rooms of this server with /bot: how many there may be, and when they leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.reflect import namedAny

from tilenet.clients.bots.bot import Bot, maker
from tilenet.clients.company.visitor import HERE, Visitor
from tilenet.clients.plugins import IBotPlugin, installed_bots
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.doors.gate import Gate
from tilenet.limits import Bucket, Buckets
from tilenet.words import Words
from tilenet.world.players.player import Player
from tilenet.world.rooms.room import Room

NAME = "bot"  # with a number
EVERY = 2.0  # seconds between two looks at who needs company
AWAY = 60.0  # seconds that a bot may be elsewhere, to fetch points for instance, before it leaves the server

FROM_ONE = 16  # bots that players at one address can have brought; this machine is exempt
COMINGS, PERIOD = 16, 8.0  # bots that can come at once, and the seconds until as many can come again
SHARE = 1 / 4  # of these, for players at one address; this machine is exempt

TOO_MANY = Words("Too many bots have just been added. Try again in a moment.")
FULL = Words("All seats are taken.")
BEGUN = Words("The game has already started. Add a bot before the next one.")
NOT_PLAYED = Words("There is no bot for this game.")
NONE_TO_GO = Words("No such bot: only bots that /bot brought can be sent away.")
NOT_YOURS = Words("Only the player who brought the bot can send it away.")


class Company:
    """All bots that were brought. They stay as long as people are in their room."""

    log = Logger()

    def __init__(self, gate: Gate, bots: Callable[[], Sequence[IBotPlugin]] = installed_bots) -> None:
        self._gate = gate
        self._world = gate.world
        self._clock = gate.clock
        self._queue = DrawQueue(gate.clock)
        self._plugins = {plugin.name: plugin for plugin in bots()}
        self._kinds: dict[str, type[Bot] | None] = {}  # the classes of bots, by name; None if they are no such bots
        self._here: dict[Visitor, float] = {}  # and when each was last seen in its room
        self._random = Random()
        self._comings = Bucket(COMINGS / PERIOD, COMINGS, gate.clock.seconds)
        self._comings_from = Buckets(SHARE * COMINGS / PERIOD, SHARE * COMINGS, gate.clock.seconds)
        self._looking: IDelayedCall | None = None

    def start(self) -> None:
        """The server is up: bots that were here before a restart come back to their seats."""
        for player in [*self._world.players.values()]:
            room = player.room
            if player.is_bot and player.address == HERE and player.client is None and room is not None:
                kind = self._kind(room.game.bot)
                if kind is not None:
                    self._call(room, kind, player.name)

    # What rooms ask for

    def strengths(self, bot: str, kind: str) -> Sequence[str] | None:
        found = self._kind(bot)
        return [*found.strengths] if found is not None and kind in (found.kind, found.table_kind) else None

    def bring(self, room: Room, player: Player, strength: str) -> str:
        kind, limits, summary = self._kind(room.game.bot), self._gate.limits, room.summary
        if kind is None:
            return NOT_PLAYED
        if len(self._of(room)) >= limits.bots_per_room:
            return Words("No more bots can come: this room already has {n}.", n=limits.bots_per_room)
        if len(self._here) >= limits.max_bots:
            return Words("No more bots can come: this server already runs {n}.", n=limits.max_bots)
        if player.origin and sum(one.came_for == player.origin for one in self._here) >= FROM_ONE:
            return Words("No more bots can come: players at your address have already brought {n}.", n=FROM_ONE)
        if summary.seats is not None and len(summary.players) >= summary.seats:
            return FULL
        if not (summary.can_join or kind.waits):
            return BEGUN
        if (player.origin and self._comings_from.of(player.origin).take()) or self._comings.take():
            return TOO_MANY
        self._call(room, kind, self._free_name(), strength, player)
        return ""

    def send_away(self, room: Room, player: Player, name: str) -> str:
        named = [one for one in self._of(room) if not name or _name_of(one).casefold() == name.casefold()]
        is_host = room.table is not None and room.table.host == player.id
        found = [one for one in named if is_host or one.bringer in (None, player) or one.bringer.room is not room]
        if not found:
            return NOT_YOURS if named else NONE_TO_GO
        found[-1].leave()
        return ""

    # Who is here

    def _kind(self, bot: str) -> type[Bot] | None:
        """The class of a bot; None if there is none, or if it is a program of its own."""
        if bot not in self._kinds:
            plugin = self._plugins.get(bot)
            kind = None if plugin is None else namedAny(plugin.bot)
            self._kinds[bot] = kind if isinstance(kind, type) and issubclass(kind, Bot) else None
        return self._kinds[bot]

    def _of(self, room: Room) -> list[Visitor]:
        return [one for one in self._here if one.room == room.name]

    def _free_name(self) -> str:
        number = 1
        while self._is_taken(f"{NAME}-{number}"):
            number += 1
        return f"{NAME}-{number}"

    def _is_taken(self, name: str) -> bool:
        return self._world.has_account(name) or self._world.building.addressed(name)[0] is not None

    def _call(self, room: Room, kind: type[Bot], name: str, strength: str = "", bringer: Player | None = None) -> None:
        make = maker(kind, room=room.name, **kind.strengths.get(strength, {}))
        visitor = Visitor(self._gate, self._queue, room.name, name, make, self._random, self._left, bringer)
        self._here[visitor] = self._clock.seconds()
        if self._looking is None:
            self._looking = self._clock.callLater(EVERY, self._look)

    def _left(self, visitor: Visitor) -> None:
        del self._here[visitor]

    def _look(self) -> None:
        """Send away bots that have been elsewhere for long, or that nobody needs any more."""
        now = self._clock.seconds()
        for visitor, seen_at in [*self._here.items()]:
            player, room = visitor.player, self._world.rooms.get(visitor.room)
            if player is not None and player.room is room:
                self._here[visitor] = now
            if room is None or not _has_people(room) or now - seen_at > AWAY:
                visitor.leave()
        self._looking = self._clock.callLater(EVERY, self._look) if self._here else None

    def stop(self) -> None:
        """The server stops, and ends all sessions."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None


def _has_people(room: Room) -> bool:
    return any(not player.is_bot for player in room.members.values())


def _name_of(visitor: Visitor) -> str:
    player: Player | None = visitor.player
    return visitor.name if player is None else player.name
