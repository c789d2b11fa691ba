"""The building: all rooms and Homes of a world; how they are named, numbered, made, listed and closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import count
from random import Random

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import NO_SETUP, GamePlugin, IGamePlugin
from tilenet.chance import Chance
from tilenet.game import Game, Listing, Open, RoomsOf
from tilenet.limits import Limits
from tilenet.text import plain
from tilenet.turns.turn import Turn
from tilenet.world.directory import Directory
from tilenet.world.home import Home
from tilenet.world.players.books import Books
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import Origin
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.talk import talk_by_address
from tilenet.world.screens.images import Images

HOME = "home"  # the name of the plugin that Homes are made by, if it is not the usual one
SEED_BYTES = 32


class Building:
    """What rooms need around them. Its counters (objids, rooms of each game) never give a number twice."""

    log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        random: Random,
        games: Iterable[IGamePlugin],
        limits: Limits,
        books: Books,
        send_to: Callable[[Player, str | None], None],
    ) -> None:
        """`send_to` lets a player walk to the room of a name, or Home; seeds of rooms come from `random`."""
        self.clock = clock
        self.limits = limits
        self.books = books
        self.send_to = send_to
        self.images = Images()
        self.turn = Turn(clock)
        self.talk_by_address = talk_by_address(limits, clock.seconds)
        self.directory = Directory(clock, self._hand_on_changes)
        self.rooms: dict[str, Room] = {}
        self.homes: list[Room] = []
        self._random = random
        self._last: dict[str, count[int]] = {}  # objids of each kind
        self._opened: Counter[str] = Counter()  # how many rooms there have been for each plugin
        self._recharges: dict[str, float] = {}
        usual: IGamePlugin = GamePlugin(HOME, Home)
        self._plugins = {game.name: game for game in games}
        self._home = self._plugins.pop(HOME, usual)

    @property
    def games(self) -> Collection[IGamePlugin]:
        """All games that rooms can be opened for."""
        return self._plugins.values()

    def start(self) -> None:
        """Open the rooms at Home, and a Home."""
        for game in self._plugins.values():
            if game.is_at_home:
                self._open(game)
        self._open_home()
        self._hand_on_changes()

    def mint(self, kind: str) -> str:
        """A new objid."""
        return f"{kind}{next(self._last.setdefault(kind, count(1)))}"

    def close(self) -> None:
        """Stop everything, and tell nobody."""
        for room in (*self.rooms.values(), *self.homes):
            room.close()
        self.directory.close()
        self.books.close()

    # Rooms

    def open(self, opening: Open, opener: Room) -> str | None:
        """Open a room for a game; returns its name, or None if its game cannot start."""
        plugin = self._plugins.get(opening.game)
        if plugin is None:
            self.log.error(
                "{room} cannot open a room for {game}: there is no such game",
                room=opener.title,
                game=plain(opening.game),
            )
            return None
        number = self._next_number(plugin)
        name, title = f"{plugin.name}-{number}", opening.title or f"{plugin.title} {number}"
        origin = Origin(plugin.name, plugin.about, opening.setup, opening.belongs_to, is_temporary=True)
        room = self.rooms[name] = Room(name, title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.start()
        if room.game.is_done:  # it cannot start, or has nothing to do
            room.shut()
        if name not in self.rooms:
            return None
        room.opener = opener
        return name

    def _next_number(self, plugin: IGamePlugin) -> int:
        """Rooms are numbered for each game, from 1, which is the room at Home if there is one. None is used again."""
        self._opened[plugin.name] += 1
        return self._opened[plugin.name] + plugin.is_at_home

    def _maker(self, plugin: IGamePlugin, origin: Origin) -> Callable[[], Game]:
        """A room has chance of its own, so what happens in one does not depend on the others."""
        random = Chance(self._random.randbytes(SEED_BYTES))
        return lambda: plugin.make(random, origin.setup)

    def shut(self, room: str) -> None:
        """Close a room that was opened, as soon as nobody is in it."""
        if room in self.rooms:
            self.rooms[room].shut()

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""
        del self.rooms[room.name]
        room.close()
        self.directory.closed(room)

    def _open(self, plugin: IGamePlugin) -> None:
        origin = Origin(plugin.name, plugin.about, NO_SETUP)
        room = self.rooms[plugin.name] = Room(plugin.name, plugin.title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.start()

    # Homes

    def home_for(self, player: Player) -> Room:
        """The Home that the player came from, or the first that has space."""
        for home in [player.home, *self.homes]:
            if home is not None and len(home.members) < self.limits.home_size:
                return home
        return self._open_home()

    def _open_home(self) -> Room:
        origin = Origin(HOME, self._home.about, NO_SETUP)
        make = self._maker(self._home, origin)

        def make_home() -> Game:
            game = make()
            if isinstance(game, Home):
                game.recharges = self._recharges
            return game

        home = Room(HOME, self._home.title, origin, make_home, self, is_home=True)
        self.homes.append(home)
        home.start()
        return home

    # The directory

    def room_changed(self, room: Room) -> None:
        """What the directory says about a room has changed."""
        if room.name in self.rooms:
            self.directory.changed(room)

    def rooms_listed_by(self, lists: str) -> Mapping[str, Listing]:
        """All rooms that a game lists, by name."""
        return {one.room: one for one in self.directory.listed_by(lists)}

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question, about rooms or about results."""
        if isinstance(question, RoomsOf):
            found(tuple(self.directory.listed_by(question.room)))
        else:
            self.books.look_up(question, found)

    def _hand_on_changes(self) -> None:
        changes = self.directory.take_changes()
        for room in (*self.rooms.values(), *self.homes):
            lists = room.game.lists
            if lists is not None and (news := self.directory.changes_for(lists, changes)):
                room.rooms_changed(news)
