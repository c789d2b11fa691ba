"""The world: its rooms, its Homes, the players in it, their names and their points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from heapq import nsmallest
from itertools import count
from random import Random
from weakref import WeakKeyDictionary, WeakValueDictionary

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import IGamePlugin
from tilenet.game import Close, Open, Result, Standing
from tilenet.limits import Bucket, Limits
from tilenet.text import BadName, name_key, plain, proper_name
from tilenet.turns.turn import Turn
from tilenet.wire.messages import AGENT
from tilenet.world.home import NAMED, Home, Place, Recharges
from tilenet.world.players.absent import Absent
from tilenet.world.players.accounts import Account, Accounts, Played, Refused, Score
from tilenet.world.players.client import Client
from tilenet.world.players.names import Names
from tilenet.world.players.player import Player
from tilenet.world.players.remote_points import Elsewhere
from tilenet.world.rooms.acts import Request
from tilenet.world.rooms.room import Room
from tilenet.world.screens.images import Images

#: Home tells who is in which room at most this many seconds late: so walking about costs only those who see it.
CENSUS_SECONDS = 1.0

MOST_POINTS = 2**31 - 2  # energy, one more, is an integer of 32 bits


class Naming(Enum):
    """How newcomers get a name that nobody else has."""

    NUMBERED = auto()  # if it is taken they are let in as they asked, and then renamed: ann2
    AT_ONCE = auto()  # the same, before anybody sees them
    EXACT = auto()  # if it is taken they are refused
    COUNTED = auto()  # nobody can ask for one: everybody gets the lowest number that is free, from guest-1 on


class Taken(Refused):
    """Somebody else has the name."""


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
        shows_addresses: bool = True,
    ) -> None:
        """Newcomers go on from Home to the room named by `entrance` at once, if there is one."""
        self.clock = clock
        self.limits = limits
        self.images = Images()
        self.turn = Turn(clock)
        self.players: dict[str, Player] = {}
        self._random = random
        self._accounts = accounts
        self._entrance = entrance
        self._shows_addresses = shows_addresses
        self._names = Names()
        self._elsewhere = Elsewhere(clock)
        self._absent = Absent(clock, limits, self._leave_soon)
        self._owners: WeakValueDictionary[int, Player] = WeakValueDictionary()  # by the number of their account
        self._last: dict[str, count[int]] = {}
        self._census_is_due = False
        self._recharges: Recharges = WeakKeyDictionary()
        self._belonging: dict[str, str] = {}  # which temporary rooms belong to which room at Home
        self._games = list(games)
        self.rooms = {game.name: self._open(game) for game in self._games}
        self._places = self._count_places()
        self.homes = [self._open_home()]

    # Coming and going

    def has_account(self, user: str) -> bool:
        """Whether this is the name of an account."""
        try:
            return self._accounts.has_account(proper_name(user))
        except BadName:
            return False

    def vouch(self, user: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        """Find out who somebody is; `arrive` lets them in a little later. Fails with Refused."""
        try:
            return self._accounts.admit(proper_name(user), password, address, key)
        except BadName as error:
            return fail(Refused(str(error)))

    def login(
        self, user: str, password: str, naming: Naming = Naming.NUMBERED, address: str = "", key: str = ""
    ) -> Deferred[Player]:
        """Let somebody in; `attach` is next, and `place` for a player who is in no room.

        Fails with Refused, or with Taken, which is one kind of it. TileNet never alters a name at the login: a player
        who is numbered has the name as it was given at first. A player who is here already, or whose seat is held, is
        the same player, as another agent.
        """
        try:
            name = proper_name(user)
        except BadName as error:
            return fail(Refused(str(error)))
        if naming is Naming.COUNTED:
            name = self._names.counted(name)
        return self._accounts.admit(name, password, address, key).addCallback(
            self.arrive, user if naming is Naming.NUMBERED else name, naming, address, key
        )

    def arrive(self, account: Account, user: str, naming: Naming, address: str, key: str = "") -> Player:
        """Let somebody in whose account is known; the name is a proper one. Fails with Taken."""
        if naming is Naming.EXACT and user in self._names:
            raise Taken(f"Somebody else is called {user}.")
        player = self._known(account, user, naming, address, key)
        if player is None:
            speech = Bucket(self.limits.speech_per_second, self.limits.speech_burst, self.clock.seconds)
            player = Player(self.mint(AGENT), account, user, speech, shows_address=self._shows_addresses)
        else:
            self._take_seat(player, user)
        if player.objid not in self.players:
            self.players[player.objid] = player
            if account.id is None:
                player.distinct_name = self._names.take(proper_name(user))
            else:
                player.distinct_name = self._names.take(account.name, is_owner=True)
                self._owners[account.id] = player
            if naming is Naming.AT_ONCE:
                player.name = player.distinct_name
        player.key = key
        return player

    def _known(self, account: Account, user: str, naming: Naming, address: str, key: str) -> Player | None:
        """The player of this account, or the guest who was lost; if nobody keeps them any more there is none."""
        if account.id is None:
            return self._absent.guest(user, address, key) if naming is Naming.NUMBERED else None
        player = self._owners.get(account.id)
        if player is not None and player.is_leaving:
            self.logout(player)
        return player

    def _take_seat(self, player: Player, user: str) -> None:
        """Be somebody who is known. If there is a client, it has to go."""
        old, client = player.objid, player.client
        is_here = self.players.pop(old, None) is not None
        self._absent.forget(player)
        self.detach(player)
        if client is not None:
            client.end("You have logged in from somewhere else.")
        player.name = user
        player.is_gone = False
        if self._may_declare(player):
            player.is_bot = False  # a bot's next client says so again
        objid = self.mint(AGENT)
        if player.room is None:
            player.renumber(objid)
        else:
            player.room.renumber(player, objid)
        if is_here:
            self.players[objid] = player

    def attach(self, player: Player, client: Client) -> None:
        """A player uses this client from now on. If they are in a room, they are shown it."""
        if player.client is not None:
            self.detach(player)
        was_away = player.is_away
        news = player.attach(client)
        if player.room is not None:
            player.room.audience.tell_all(news)
            player.room.attach(player, client)
        if player.room is not None:
            self._give_distinct_name(player)
            if was_away:
                player.room.back(player)

    def detach(self, player: Player) -> None:
        """A player has no client any more, but stays where they are."""
        if player.client is not None:
            player.client = None
            if player.room is not None:
                player.room.detach(player)

    def part(self, player: Player, client: Client | None, *, holds_seat: bool) -> None:
        """A client's session is over. The player leaves, or if the seat is held, may be back soon with another client.

        Nothing more is sent to the client from now on; the rest may come a little later.
        """
        if player.client is not client:
            return  # the player uses another one by now
        self.detach(player)
        if holds_seat and self.limits.seat_seconds:
            self._absent.hold(player)
            self.turn.put_off(partial(self._miss, player))
        else:
            self._leave_soon(player)

    def _leave_soon(self, player: Player) -> None:
        player.is_leaving = True
        self.turn.put_off(partial(self._depart, player))

    def _depart(self, player: Player) -> None:
        """Take out a player who is about to leave, unless they have come again in the meantime."""
        if player.is_leaving:
            self.logout(player)

    def _miss(self, player: Player) -> None:
        """Let everybody know that a player is away, unless they are back already."""
        if player in self._absent and not player.is_away:
            player.is_away = True
            if player.room is not None:
                player.room.away(player)

    def place(self, player: Player, room: str | None = None) -> None:
        """Put a new player into a room, or into a Home; there they get the name that tells them apart from others."""
        target = None if room is None else self.rooms.get(room)
        if room is not None and target is None:
            self.log.warn("There is no room named {room} to put {name} into", room=plain(room), name=plain(player.name))
        (target or self._home_for(player)).enter(player)
        if target is not None:
            self.recount()
        self._give_distinct_name(player)
        if self._entrance is not None:
            self.send_to(player, self._entrance)

    def _give_distinct_name(self, player: Player) -> None:
        if player.name != player.distinct_name and player.room is not None:
            player.name = player.distinct_name
            player.room.changed(player)

    def withdraw(self, player: Player) -> None:
        """A player leaves the room for nowhere, but not the world."""
        self._leave(player)

    def logout(self, player: Player) -> None:
        """A player is gone from the world. A game may still keep them, but not the client."""
        if self.players.pop(player.objid, None) is not None:
            player.is_leaving = player.is_away = False
            player.is_gone = player.account_id is None
            self._absent.forget(player)
            self._names.free(player.distinct_name)
            self.detach(player)
            self._leave(player)

    def close(self) -> None:
        """Forget everybody, and tell nobody: all of them are about to go at once."""
        for room in (*self.rooms.values(), *self.homes):
            room.close()
        self._absent.clear()
        self._elsewhere.clear()
        self.players.clear()
        self._names.clear()

    def is_online(self, objid: str) -> bool:
        return objid in self.players

    def ask(self, player: Player, room: str, body: object, done: Callable[[], object]) -> None:
        """Let a player ask the game of a room for something, wherever the player is."""
        target = self.rooms.get(room)
        if target is None:
            done()
        else:
            target.act(player, Request(body), done)

    def declare_bot(self, player: Player) -> None:
        """A player is a program. That is settled when they first leave Home.

        Games with bots are not rated: otherwise somebody who is about to lose could still decide not to be.
        """
        if self._may_declare(player):
            player.is_bot = True
            if player.room is not None:
                player.room.changed(player)
                self.recount()

    def _may_declare(self, player: Player) -> bool:
        """Whether no game has met this player; where everybody goes on to the one game at once, nothing is rated."""
        return player.home is None or self._entrance is not None

    # What the store of accounts asks for

    def reserve(self, name: str) -> None:
        """If a guest has the name, the guest gets a number."""
        self._names.reserve(name)
        if name in self._names:
            for player in self.players.values():
                if player.account_id is None and name_key(player.distinct_name) == name_key(name):
                    self._names.free(player.distinct_name)
                    player.distinct_name = self._names.take(player.distinct_name)
                    self._give_distinct_name(player)

    def release(self, name: str) -> None:
        self._names.release(name)

    def is_here(self, name: str) -> bool:
        return name in self._names

    def expel(self, account: int, reason: str) -> None:
        player = self._owners.get(account)
        if player is not None and player.objid in self.players:
            if player.client is not None:
                player.client.end(reason)
            else:
                self.logout(player)

    # What rooms ask for

    def record(self, result: Result) -> None:
        self._accounts.record(Played(result.game, tuple(_score(standing) for standing in result.standings)))

    def look_up(self, question: object) -> Deferred[object]:
        return self._accounts.look_up(question)

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

    def scored(self, player: Player, room: str, change: int) -> None:
        self._elsewhere.scored(player, room, change)

    def send_to(self, player: Player, room: str | None) -> None:
        target = self._home_for(player) if room is None else self.rooms.get(room)
        if target is None:
            self.log.warn("There is no room named {room} to send {name} to", room=plain(str(room)), name=player.name)
        elif target is not player.room and player.objid in self.players:
            self._leave(player)
            target.enter(player)
            self.recount()

    def _leave(self, player: Player) -> None:
        if player.room is not None:
            if player.room in self.homes:
                player.home = player.room
            player.room.leave(player)
            self.recount()

    # Rooms and Homes

    def open(self, event: Open) -> None:
        """Open a temporary room."""
        if event.room in self.rooms:
            raise ValueError(f"there is already a room named {event.room}")
        room = Room(event.room, event.title, lambda: event.make(self._random), self, closed=event.closed)
        self.rooms[event.room] = room
        self._belonging[event.room] = event.belongs_to
        if room.game.is_done:  # it cannot start, or has nothing to do
            room.shut()

    def shut(self, event: Close) -> None:
        """Close a temporary room, if nobody is in it."""
        if event.room in self.rooms:
            self.rooms[event.room].shut()

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""
        del self.rooms[room.name]
        del self._belonging[room.name]
        room.close()

    def _open(self, game: IGamePlugin) -> Room:
        return Room(game.name, game.title, lambda: game.make(self._random), self)

    def _open_home(self) -> Room:
        return Room(
            "home", Home.title, lambda: Home(self._random, lambda: self._places, self._recharges), self, is_home=True
        )

    def _home_for(self, player: Player) -> Room:
        """The Home that the player came from, or the first that has space."""
        for home in [player.home, *self.homes]:
            if home is not None and len(home.members) < self.limits.home_size:
                return home
        self.homes.append(self._open_home())
        return self.homes[-1]

    def _count_places(self) -> list[Place]:
        rooms = {game.name: [self.rooms[game.name]] for game in self._games}
        for name, parent in self._belonging.items():
            rooms.get(parent, []).append(self.rooms[name])
        titles = {game.name: game.title for game in self._games}
        return [self._count_place(game, rooms[game.name], titles) for game in self._games]

    def _count_place(self, game: IGamePlugin, rooms: Sequence[Room], titles: Mapping[str, str]) -> Place:
        """Who is there now. A game is a variant of another if its name begins with that and a hyphen: set-practice."""
        players = [seat.player for room in rooms for seat in room.members.values()]
        bots = sum(player.is_bot for player in players)
        some = nsmallest(NAMED, players, key=lambda player: player.is_bot) if bots else players[:NAMED]
        parents = (name for name in titles if game.name.startswith(f"{name}-"))
        parent = titles.get(max(parents, key=len, default=""), "")
        names = [player.name for player in some]
        watching = sum(room.spectators for room in rooms)
        return Place(game.name, game.title, game.about, len(players) - bots, bots, watching, names, parent)

    def recount(self) -> None:
        """Show at every Home who is where, a moment later."""
        if not self._census_is_due:
            self._census_is_due = True
            self.clock.callLater(CENSUS_SECONDS, self._show_census)

    def _show_census(self) -> None:
        self._census_is_due = False
        self._places = self._count_places()
        for home in self.homes:
            home.refresh()


def _score(standing: Standing) -> Score:
    player = standing.player
    return Score(
        player.name,
        player.account_id,
        player.is_bot,
        standing.place,
        standing.score,
        standing.stayed,
        standing.feats,
    )
