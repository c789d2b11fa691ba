"""The world: its rooms, its Homes, the players in it, their names and their points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count, islice
from random import Random
from weakref import WeakKeyDictionary

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.accounts import Account, Accounts, Refused, Taken
from tilenet.cache import Cache
from tilenet.catalogue import IGamePlugin
from tilenet.game import Close, Open
from tilenet.games.home import NAMED, Home, Place, Recharges
from tilenet.images import Images
from tilenet.limits import Bucket, Limits
from tilenet.messages import AGENT
from tilenet.player import Door, Player
from tilenet.room import Room
from tilenet.text import BadName, name_key, numbered, plain, proper_name

#: Home tells who is in which room at most this many seconds late: so walking about costs only those who see it.
CENSUS_SECONDS = 1.0

FEW = 10  # people of one name, who get the lowest numbers that are free

MOST_POINTS = 2**31 - 2  # energy, one more, is an integer of 32 bits


class World:
    """Everything that one server has behind its doors."""

    log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        random: Random,
        games: Iterable[IGamePlugin],
        limits: Limits,
        accounts: Accounts,
        *,
        entrance: str | None = None,
    ) -> None:
        """Newcomers go on from Home to the room named by `entrance` at once, if there is one."""
        self.clock = clock
        self.limits = limits
        self.images = Images()
        self.players: dict[str, Player] = {}
        self._random = random
        self._accounts = accounts
        self._entrance = entrance
        self._names: dict[str, Player] = {}
        self._last: dict[str, count[int]] = {}
        self._census_is_due = False
        self._recharges: Recharges = WeakKeyDictionary()
        self._belonging: dict[str, str] = {}  # which rooms that are there for a while belong to which at Home
        self._games = list(games)
        self.rooms = {game.name: self._open(game) for game in self._games}
        self._places = self._count_places()
        self.homes = [self._open_home()]

    # Coming and going

    def login(self, user: str, password: str, address: str, door: Door, *, renames: bool = True) -> Deferred[Player]:
        """Let somebody in, under the name as it was given; `place` is next.

        Fails with Refused: with Taken if others have the name, and the newcomer is not to be renamed.
        """
        try:
            name = proper_name(user)
        except BadName as error:
            return fail(Refused(str(error)))
        return self._accounts.admit(name, password).addCallback(
            self._arrive, user if renames else name, address, door, renames
        )

    def _arrive(self, account: Account, user: str, address: str, door: Door, renames: bool) -> Player:
        if not renames and name_key(user) in self._names:
            raise Taken(f"{user} already exists on the system. Please choose another username!")
        speech = Bucket(self.limits.speech_per_second, self.limits.speech_burst, self.clock.seconds)
        cache = Cache(self.players.__contains__)
        player = Player(self.mint(AGENT), account, user, address, door, cache, speech)
        player.distinct_name = self._distinct(proper_name(user))
        self.players[player.objid] = player
        self._names[name_key(player.distinct_name)] = player
        return player

    def place(self, player: Player) -> None:
        """Put a new player into a Home; there they get the name that tells them apart from all others."""
        self._home_for(player).enter(player)
        if player.name != player.distinct_name and player.room is not None:
            player.name = player.distinct_name
            player.room.changed(player)
        if self._entrance is not None:
            self.send_to(player, self._entrance)

    def withdraw(self, player: Player) -> None:
        """A player leaves the room for nowhere, but not the world."""
        self._leave(player)

    def logout(self, player: Player) -> None:
        """A player is gone from the world."""
        if self.players.pop(player.objid, None) is not None:
            del self._names[name_key(player.distinct_name)]
            self._leave(player)
            player.is_gone()

    def close(self) -> None:
        """Nobody is in the world any more, and nobody is told: all of them are about to go at once."""
        for room in (*self.rooms.values(), *self.homes):
            room.close()
        self.players.clear()
        self._names.clear()

    def _distinct(self, name: str) -> str:
        if name_key(name) not in self._names:
            return name
        for number in range(2, FEW):
            if not self._is_double(name, number):
                return numbered(name, number)
        # Where many share a name, they are not all looked through: some free number behind a taken one will do.
        taken, free = FEW - 1, FEW
        while self._is_double(name, free):
            taken, free = free, 2 * free
        while free - taken > 1:
            middle = (taken + free) // 2
            taken, free = (middle, free) if self._is_double(name, middle) else (taken, middle)
        return numbered(name, free)

    def _is_double(self, name: str, number: int) -> bool:
        return name_key(numbered(name, number)) in self._names

    # What rooms ask for

    def mint(self, kind: str) -> str:
        return f"{kind}{next(self._last.setdefault(kind, count(1)))}"

    def award(self, player: Player, change: int) -> None:
        account = player.account
        points = min(max(0, account.points + change), MOST_POINTS)
        if points != account.points:
            account.points = points
            self._accounts.keep(account)
            if player.room is not None:
                player.room.changed(player)

    def send_to(self, player: Player, room: str | None) -> None:
        target = self._home_for(player) if room is None else self.rooms.get(room)
        if target is None:
            self.log.warn("There is no room named {room} to send {name} to", room=plain(str(room)), name=player.name)
        elif target is not player.room and player.objid in self.players:
            self._leave(player)
            target.enter(player)
            self._take_census()

    def _leave(self, player: Player) -> None:
        if player.room is not None:
            if player.room in self.homes:
                player.home = player.room
            player.room.leave(player)
            self._take_census()

    # Rooms and Homes

    def open(self, event: Open) -> None:
        """A room that there is only for a while."""
        if event.room in self.rooms:
            raise ValueError(f"there is a room named {event.room} already")
        room = Room(event.room, event.title, lambda: event.make(self._random), self, closed=event.closed)
        self.rooms[event.room] = room
        self._belonging[event.room] = event.belongs_to
        if room.game.is_done:  # it cannot start, or has nothing to do
            room.shut()

    def shut(self, event: Close) -> None:
        """A room that there was only for a while is closed, if nobody is in it."""
        if event.room in self.rooms:
            self.rooms[event.room].shut()

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""
        del self.rooms[room.name]
        del self._belonging[room.name]
        room.close()
        for player in self.players.values():
            player.cache.forget(room.objid)

    def _open(self, game: IGamePlugin) -> Room:
        return Room(game.name, game.title, lambda: game.make(self._random), self)

    def _open_home(self) -> Room:
        return Room(
            "home", Home.title, lambda: Home(self._random, lambda: self._places, self._recharges), self, is_home=True
        )

    def _home_for(self, player: Player) -> Room:
        """The Home that the player came from, else the first that has room."""
        for home in [player.home, *self.homes]:
            if home is not None and len(home.members) < self.limits.home_size:
                return home
        self.homes.append(self._open_home())
        return self.homes[-1]

    def _count_places(self) -> list[Place]:
        rooms = {game.name: [self.rooms[game.name]] for game in self._games}
        for name, parent in self._belonging.items():
            rooms.get(parent, []).append(self.rooms[name])
        return [
            Place(
                game.name,
                game.title,
                game.about,
                sum(len(room.members) for room in rooms[game.name]),
                _some_names(rooms[game.name]),
            )
            for game in self._games
        ]

    def _take_census(self) -> None:
        if not self._census_is_due:
            self._census_is_due = True
            self.clock.callLater(CENSUS_SECONDS, self._show_census)

    def _show_census(self) -> None:
        self._census_is_due = False
        self._places = self._count_places()
        for home in self.homes:
            home.refresh()


def _some_names(rooms: Iterable[Room]) -> list[str]:
    members = chain.from_iterable(room.members.values() for room in rooms)
    return [member.player.name for member in islice(members, NAMED)]
