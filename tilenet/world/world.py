"""The world: its rooms, its Homes, and the players who walk between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from random import Random

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import NO_SETUP, GamePlugin, IGamePlugin
from tilenet.chance import Chance
from tilenet.game import Game, Listing, Open, Result, RoomsOf, Standing, TurnedAway
from tilenet.limits import Limits
from tilenet.text import BadName, plain, proper_name
from tilenet.turns.turn import Turn
from tilenet.wire.messages import AGENT
from tilenet.world.directory import Directory
from tilenet.world.home import Home
from tilenet.world.players.accounts import Account, Accounts, Played, Refused, Score
from tilenet.world.players.admission import Admission, Claim, Naming, NotAdmitted
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.players.population import Population
from tilenet.world.players.presence import Presence, Step
from tilenet.world.players.remote_points import RemotePoints
from tilenet.world.rooms.acts import Request
from tilenet.world.rooms.host import Origin
from tilenet.world.rooms.room import Room
from tilenet.world.screens.images import Images

HOME = "home"  # the name of the plugin that Homes are made by, if it is not the usual one
SEED_BYTES = 32
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
        shows_addresses: bool = True,
    ) -> None:
        """All chance comes from `random`: the seeds of rooms, and the ids of guests."""
        self.clock = clock
        self.limits = limits
        self.images = Images()
        self.turn = Turn(clock)
        self.directory = Directory(clock, self._hand_on_changes)
        self._random = random
        self._accounts = accounts
        self._people = Population(clock, random, limits, accounts, self._leave_soon, shows_addresses=shows_addresses)
        self._remote_points = RemotePoints(clock)
        self._last: dict[str, count[int]] = {}  # objids of each kind
        self._opened: Counter[str] = Counter()  # how many rooms there have been for each plugin
        self._recharges: dict[str, float] = {}
        usual: IGamePlugin = GamePlugin(HOME, Home)
        self._plugins = {game.name: game for game in games}
        self._home = self._plugins.pop(HOME, usual)
        self.rooms: dict[str, Room] = {}
        for game in self._plugins.values():
            if game.is_at_home:
                self._open(game)
        self.homes: list[Room] = []
        self._open_home()
        self._hand_on_changes()

    @property
    def players(self) -> dict[str, Player]:
        """Everybody in the world, by objid."""
        return self._people.players

    @property
    def away(self) -> int:
        """How many seats are held."""
        return len(self._people.absent)

    # Coming and going

    def has_account(self, user: str) -> bool:
        """Whether this is the name of an account."""
        return self._people.has_account(user)

    def authenticate(self, user: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        """Find out who somebody is; `enter_world` lets them in a little later. Fails with Refused."""
        return self._people.authenticate(Claim(user, address=address, key=key), password)

    def login(
        self, user: str, password: str, naming: Naming = Naming.NUMBERED, address: str = "", key: str = ""
    ) -> Deferred[Player]:
        """Let somebody in; `attach` is next, and `place` for a player who is in no room.

        Fails with Refused, or with Taken, which is one kind of it. TileNet never alters a name at the login: a player
        who is numbered has the name as it was given at first. A player who is here already, or whose seat is held, is
        the same player, as another agent.
        """
        try:
            name = user if naming is Naming.NUMBERED else proper_name(user)
            claim = Claim(name, naming, address, key)
            if naming is Naming.COUNTED:
                claim = self._people.count(claim)
        except BadName as error:
            return fail(Refused(str(error)))
        return self._people.authenticate(claim, password).addCallback(self.enter_world, claim)

    def enter_world(self, account: Account, claim: Claim) -> Player:
        """Let somebody in whose account is known. Raises Refused."""
        admission = self._people.decide(account, claim)
        known = admission.returning
        if known is not None and known.presence is Presence.LEAVING:
            self.logout(known)
        if known is not None and known.objid in self.players:
            player = self._return(known, claim)
        else:
            player = self._come(admission)
        player.key = claim.key
        return player

    def _come(self, admission: Admission) -> Player:
        """Let in somebody who is new here, or was gone."""
        known = admission.returning
        if known is not None:
            known.step(Step.LOGIN)
            known.login_name = admission.claim.name
            known.renumber(self.mint(AGENT))
            if self._may_declare(known):
                known.is_bot = False
        player = self._people.add(admission, self.mint(AGENT) if known is None else known.objid)
        reason = self._home_for(player).admits(player)
        if reason is not None:
            self._people.remove(player)
            raise NotAdmitted(reason)
        return player

    def _return(self, player: Player, claim: Claim) -> Player:
        """Let somebody take their own seat again. If there is a client, it has to go."""
        client = player.client
        del self.players[player.objid]
        self._people.absent.forget(player)
        self.detach(player)
        if client is not None:
            client.end("You have logged in from somewhere else.")
        player.step(Step.LOGIN)
        player.login_name = claim.name
        if self._may_declare(player):
            player.is_bot = False  # a bot's next client says so again
        objid = self.mint(AGENT)
        if player.room is None:
            player.renumber(objid)
        else:
            player.room.renumber(player, objid)
        self.players[objid] = player
        return player

    def attach(self, player: Player, client: Client) -> None:
        """A player uses this client from now on. If they are in a room, they are shown it."""
        if player.client is not None:
            self.detach(player)
        news = player.attach(client)
        if player.room is not None:
            player.room.audience.tell_all(news)
            player.room.attach(player, client)
        if player.room is not None:
            self._settle_name(player)
            player.room.back(player)

    def detach(self, player: Player) -> None:
        """A player has no client any more, but stays where they are."""
        if player.client is not None:
            player.client = None
            if player.room is not None:
                player.room.detach(player)

    def disconnected(self, player: Player, client: Client | None, *, holds_seat: bool) -> None:
        """A client's session is over. The player leaves, or if the seat is held, may be back soon with another client.

        Nothing more is sent to the client from now on; the rest may come a little later.
        """
        if player.client is not client:
            return  # the player uses another one by now
        self.detach(player)
        if holds_seat and self.limits.seat_seconds:
            player.step(Step.LOSE)
            self._people.absent.hold(player)
            self.turn.put_off(partial(self._miss, player))
        else:
            self._leave_soon(player)

    def _leave_soon(self, player: Player) -> None:
        player.step(Step.END)
        self.turn.put_off(partial(self._depart, player))

    def _depart(self, player: Player) -> None:
        """Take out a player who is about to leave, unless they have come again in the meantime."""
        if player.presence is Presence.LEAVING:
            self.logout(player)

    def _miss(self, player: Player) -> None:
        """Let everybody know that a player is away, unless they are back already."""
        if player.is_away and player.room is not None:
            player.room.away(player)

    def place(self, player: Player, room: str | None = None) -> None:
        """Put a new player into a room, or into a Home; there others see the name that tells them apart."""
        target = None if room is None else self.rooms.get(room)
        if room is not None and target is None:
            self.log.warn("There is no room named {room} to put {name} into", room=plain(room), name=plain(player.name))
        if target is not None and (reason := target.admits(player)) is not None:
            player.notify(TurnedAway((player,), target.name, reason))
            target = None
        (target or self._home_for(player)).enter(player)
        self._settle_name(player)

    def _settle_name(self, player: Player) -> None:
        """Let others see the name that nobody else has."""
        if player.room is not None and player.settle_name():
            player.room.changed(player)

    def leave_room(self, player: Player) -> None:
        """A player leaves the room for nowhere, but not the world."""
        if player.room is not None:
            if player.room in self.homes:
                player.home = player.room
            player.room.leave(player)

    def logout(self, player: Player) -> None:
        """A player is gone from the world. A game may still keep them, but not the client."""
        if player.objid in self.players:
            self._people.remove(player)
            self.detach(player)
            self.leave_room(player)

    def close(self) -> None:
        """Forget everybody, and tell nobody: all of them are about to go at once."""
        for room in (*self.rooms.values(), *self.homes):
            room.close()
        self.directory.close()
        self._remote_points.clear()
        self._people.clear()

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
                self.room_changed(player.room)

    def _may_declare(self, player: Player) -> bool:
        """Whether no game has met this player, or nothing is rated anyway."""
        return player.home is None or not self._accounts.keeps_results

    # What the store of accounts asks for

    def reserve(self, name: str) -> None:
        """If a guest has the name, the guest gets a number."""
        for guest in self._people.reserve(name):
            self._settle_name(guest)

    def release(self, name: str) -> None:
        self._people.release(name)

    def is_here(self, name: str) -> bool:
        return self._people.is_here(name)

    def expel(self, account: int, reason: str) -> None:
        player = self._people.owner(account)
        if player is not None:
            if player.client is not None:
                player.client.end(reason)
            else:
                self.logout(player)

    # What rooms ask for

    def record(self, result: Result) -> None:
        self._accounts.record(Played(result.game, tuple(_score(standing) for standing in result.standings)))

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        if isinstance(question, RoomsOf):
            found(tuple(self.directory.listed_by(question.room)))
            return
        answer = self._accounts.look_up(question).addCallback(found)
        answer.addErrback(lambda failure: self.log.failure("A question was not answered", failure))

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
        self._remote_points.scored(player, room, change)

    def send_to(self, player: Player, room: str | None) -> None:
        """Let a player walk to a room, if it admits them; otherwise they are told why, and stay where they are."""
        target = self._home_for(player) if room is None else self.rooms.get(room)
        if target is None:
            self.log.warn("There is no room named {room} to send {name} to", room=plain(str(room)), name=player.name)
        elif target is not player.room and player.objid in self.players:
            reason = None if room is None else target.admits(player)
            if reason is not None:
                player.notify(TurnedAway((player,), target.name, reason))
                if player.room is not None:
                    player.room.tell(player, reason)
                return
            self.leave_room(player)
            target.enter(player)

    # Rooms

    def open(self, opening: Open, opener: Room) -> str | None:
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
        if room in self.rooms:
            self.rooms[room].shut()

    def close_room(self, room: Room) -> None:
        del self.rooms[room.name]
        room.close()
        self.directory.closed(room)

    def _open(self, plugin: IGamePlugin) -> None:
        origin = Origin(plugin.name, plugin.about, NO_SETUP)
        room = self.rooms[plugin.name] = Room(plugin.name, plugin.title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.start()

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

    def _home_for(self, player: Player) -> Room:
        """The Home that the player came from, or the first that has space."""
        for home in [player.home, *self.homes]:
            if home is not None and len(home.members) < self.limits.home_size:
                return home
        return self._open_home()

    # The directory

    def room_changed(self, room: Room) -> None:
        if room.name in self.rooms:
            self.directory.changed(room)

    def rooms_listed_by(self, lists: str) -> Mapping[str, Listing]:
        return {one.room: one for one in self.directory.listed_by(lists)}

    def _hand_on_changes(self) -> None:
        changes = self.directory.take_changes()
        for room in (*self.rooms.values(), *self.homes):
            lists = room.game.lists
            if lists is not None and (news := self.directory.changes_for(lists, changes)):
                room.rooms_changed(news)


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
