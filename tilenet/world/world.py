"""The world: the players who come, walk from room to room, and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import IGamePlugin
from tilenet.game import Open, TurnedAway
from tilenet.limits import Limits
from tilenet.records import Replays
from tilenet.text import BadName, plain, proper_name
from tilenet.turns.turn import Turn
from tilenet.wire.format import Format
from tilenet.wire.messages import AGENT
from tilenet.words import Words
from tilenet.world.accountdesk import ROOM, AccountDesk
from tilenet.world.building import Building
from tilenet.world.directory import Directory
from tilenet.world.players.accounts import Account, Accounts, Refused
from tilenet.world.players.admission import Admission, Claim, Naming, NotAdmitted
from tilenet.world.players.books import Books
from tilenet.world.players.client import Client
from tilenet.world.players.notes import Notes
from tilenet.world.players.player import Player
from tilenet.world.players.population import Population, account_key
from tilenet.world.players.presence import Presence, Step
from tilenet.world.players.resuming import is_token
from tilenet.world.rooms.acts import Request
from tilenet.world.rooms.host import Recorder, Usher
from tilenet.world.rooms.room import Room
from tilenet.world.whereabouts import places_for

GRACE = 5.0  # seconds after a restart before games hear who is away: most clients are back sooner


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
        journal: Notes | None = None,
    ) -> None:
        """All chance comes from `random`: the seeds of rooms, and the ids of guests.

        With a journal, the rooms open when `start` is called.
        """
        self.clock = clock
        self.limits = limits
        self.books = Books(clock, accounts, journal)
        self.building = Building(clock, random, games, limits, self.books, self.send_to, self._addressed, journal)
        self._journal = journal
        self._people = Population(
            clock, random, limits, accounts, self._leave_soon, self._note_token, shows_addresses=shows_addresses
        )
        self.desk = self.building.desk = AccountDesk(accounts, self._people, self, clock.seconds)
        self._unsaid: dict[str, str] = {}  # what players are told when they are back, by their ids
        self._came_through: dict[str, str] = {}  # the Homes of players who were revived, by their ids
        if journal is None:
            self.start()

    def start(self) -> None:
        """Open the rooms that are not open yet."""
        self.building.start()

    @property
    def turn(self) -> Turn:
        """The present turn of the reactor."""
        return self.building.turn

    @property
    def directory(self) -> Directory:
        """All rooms, as data."""
        return self.building.directory

    @property
    def rooms(self) -> dict[str, Room]:
        """All rooms but the Homes, by name."""
        return self.building.rooms

    @property
    def homes(self) -> list[Room]:
        return self.building.homes

    @property
    def players(self) -> dict[str, Player]:
        """Everybody in the world, by objid."""
        return self._people.players

    @property
    def away(self) -> int:
        """How many seats are held."""
        return len(self._people.absent)

    def _addressed(self, text: str) -> tuple[Player | None, str]:
        return self._people.addressed(text)

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
        if is_token(password):
            return self._people.resume(claim, password).addCallback(lambda found: self.enter_world(*found))
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
        self._people.forget_token_of(player)  # a client before this one may have it
        self.note(player)
        return player

    def _come(self, admission: Admission) -> Player:
        """Let in somebody who is new here, or was gone."""
        known = admission.returning
        if known is not None:
            known.step(Step.LOGIN)
            known.login_name = admission.claim.name
            known.renumber(self.building.mint(AGENT))
            if self._may_declare(known):
                known.is_bot = False
        player = self._people.add(admission, self.building.mint(AGENT) if known is None else known.objid)
        reason = self.building.home_for(player).admits(player)
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
            client.end(Words("You have logged in from somewhere else."))
        player.step(Step.LOGIN)
        player.login_name = claim.name
        if self._may_declare(player):
            player.is_bot = False  # a bot's next client says so again
        objid = self.building.mint(AGENT)
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
        news = player.attach(client, self._people.origin_of(client.address))
        self.note(player)
        if player.room is not None:
            player.room.audience.tell_all(news)
            player.room.attach(player, client)
        if player.room is not None:
            self._settle_name(player)
            player.room.back(player)
        words = self._unsaid.pop(player.id, None)
        if words is not None and player.room is not None:
            player.room.tell(player, words)

    def tell_when_back(self, player: Player, words: str) -> None:
        """Tell a player something as soon as they have a client."""
        self._unsaid[player.id] = words

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
        if holds_seat:
            self._people.outlive_connection(player)
        else:
            self._people.forget_token_of(player)
        if holds_seat and self.limits.seat_seconds:
            player.step(Step.LOSE)
            self.note(player)
            self._people.hold_seat(player)
            self.turn.put_off(partial(self._miss, player))
        else:
            self._leave_soon(player)

    def _leave_soon(self, player: Player) -> None:
        player.step(Step.END)
        self.note(player)
        self.turn.put_off(partial(self._depart, player))

    def _depart(self, player: Player) -> None:
        """Take out a player who is about to leave, unless they have come again in the meantime."""
        if player.presence is Presence.LEAVING:
            self.logout(player)

    def _miss(self, player: Player) -> None:
        """Let everybody know that a player is away, unless they are back already."""
        if player.is_away and player.room is not None:
            player.room.away(player)

    def _miss_all(self, players: Iterable[Player]) -> None:
        """The same for many, spread over some turns."""
        for player in players:
            self.turn.put_off(partial(self._miss, player))

    def place(self, player: Player, room: str | None = None) -> None:
        """Put a new player into a room, or into a Home; there others see the name that tells them apart."""
        target = None if room is None else self.rooms.get(room)
        if room is not None and target is None:
            self.log.warn("There is no room named {room} to put {name} into", room=plain(room), name=plain(player.name))
        if target is not None and (reason := target.admits(player)) is not None:
            player.notify(TurnedAway((player,), target.name, reason))
            target = None
        (target or self.building.home_for(player)).enter(player)
        self._settle_name(player)

    def _settle_name(self, player: Player) -> None:
        """Let others see the name that nobody else has."""
        if player.room is not None and player.settle_name():
            player.room.changed(player)

    def leave_room(self, player: Player) -> None:
        """A player leaves the room for nowhere, but not the world."""
        if player.room is not None:
            if player.room is not player.home and player.room in self.homes:
                player.home = player.room
                self.note(player)
            player.room.leave(player)

    def send_to(self, player: Player, room: str | None) -> None:
        """Let a player walk to a room, if it admits them; otherwise they are told why, and stay where they are."""
        target = self.building.home_for(player) if room is None else self.rooms.get(room)
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

    def logout(self, player: Player) -> None:
        """A player is gone from the world. A game may still keep them, but not the client."""
        if player.objid in self.players:
            self._people.remove(player)
            self.building.invitations.forget(player)
            self.note(player)
            self.detach(player)
            self.leave_room(player)

    def close(self) -> None:
        """Forget everybody, and tell nobody: all of them are about to go at once."""
        self.building.close()
        self._people.clear()

    def reformat(self, player: Player, format: Format) -> None:
        """A player's client is told everything in another format from now on, such as one that has facts."""
        screen = None if player.client is None else player.client.screen
        if screen is None or screen.format is format:
            return
        if player.room is None:
            screen.reformat(format)
        else:
            player.room.reformat(player, format)

    def help_of(self, player: Player) -> list[str]:
        """The help of the room that the player is in, line by line."""
        return [] if player.room is None else player.room.help

    def places_for(self, player: Player) -> list[dict[str, Any]]:
        """Who is where, as data."""
        return places_for(player, self.building)

    def resume_token(self, player: Player) -> str:
        """A new token, with which the player's client can come back after a lost connection."""
        return self._people.give_token(player)

    def is_online(self, objid: str) -> bool:
        return objid in self.players

    def table_about(self, code: str, address: str) -> Mapping[str, Any] | None:
        """What somebody at this address may know of a table, whose code they have; None if there is none. Raises
        TooOften.
        """
        return self.building.tables.about(code, self._people.origin_of(address))

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
            self.note(player)
            if player.room is not None:
                player.room.changed(player)
                self.building.room_changed(player.room)

    def _may_declare(self, player: Player) -> bool:
        """Whether no game has met this player, or nothing is rated anyway."""
        return player.home is None or not self.books.keeps_results

    # The journal

    def note(self, player: Player) -> None:
        """What is known of a player has changed."""
        if self._journal is not None:
            self._journal.note("player", self.clock.seconds(), player.as_data())
            if self.books.changed is not None:
                self.books.changed(player, self.clock.seconds())

    def record(self, recorder: Recorder, usher: Usher | None = None) -> None:
        """Have replays kept of all matches, and shown. This is called before any room is open."""
        self.building.recorder = recorder
        self.building.usher = usher
        self.books.changed = recorder.changed

    def _note_token(self, id: str) -> None:
        """A player has another resume token, or none."""
        if self._journal is not None:
            digest, until = self._people.token_of(id)
            self._journal.note("token", self.clock.seconds(), id, digest and digest.hex(), until)

    def note_all(self) -> Iterator[None]:
        """Note all that has to be known after a crash, a little at each step."""
        if self._journal is not None:
            self._journal.note("salt", self.clock.seconds(), self.salt.hex())
        self.books.note_waiting()
        for player in [*self.players.values()]:
            if player.objid in self.players:
                self.note(player)
                yield
        for id in self._people.token_owners():
            if self._people.token_of(id)[0] is not None:
                self._note_token(id)
                yield
        yield from self.building.note_all()

    def revive(self, noted: Mapping[str, Any]) -> Player:
        """A player as they were noted. Raises ValueError or LookupError if that cannot be."""
        player = self._people.revive(noted, lambda: self.building.mint(AGENT))
        if noted["home"]:
            self._came_through[player.id] = noted["home"]
        return player

    def revive_points(self, id: str, points: object) -> None:
        """A player has so many points; nobody may know the player any more."""
        with suppress(KeyError):
            self._people.revive_points(self.known(id), points)

    def revive_token(self, id: str, digest: bytes | None, until: float | None) -> None:
        """With this token, a player who was noted can come back."""
        self._people.revive_token(id, digest, until)

    @property
    def salt(self) -> bytes:
        """What the words for addresses are made with."""
        return self._people.salt

    @salt.setter
    def salt(self, salt: bytes) -> None:
        self._people.salt = salt

    def known(self, id: str) -> Player:
        """The player with this id; KeyError if nobody knows them."""
        return self._people.known(id)

    def go_on(self) -> None:
        """The past is over: everybody's connection is lost, and the seats of those who can come back are held.

        Those who have a client already, because their connections were handed over, just stay.
        """
        for player in self._people.go_on():
            self.guest_no_more(player)
            self.others_see(player)
        self.building.go_on()
        for id, home in self._came_through.items():
            with suppress(KeyError):
                self.known(id).home = next((one for one in self.homes if one.name == home), None)
        self._came_through.clear()
        expected = []
        for player in [*self.players.values()]:
            if player.client is not None:
                continue
            if player.holds_seat and self.limits.seat_seconds and player.presence is not Presence.LEAVING:
                player.presence = Presence.AWAY
                self.note(player)
                self._people.outlive_connection(player)
                self._people.hold_seat(player)
                if player.room is not None:
                    player.room.expect(player)
                expected.append(player)
            else:
                self.logout(player)
        self.clock.callLater(GRACE, self._miss_all, expected)

    # What the store of accounts asks for

    def reserve(self, name: str) -> None:
        """If a guest has the name, the guest gets a number."""
        for guest in self._people.reserve(name):
            self.note(guest)
            self._settle_name(guest)

    def release(self, name: str) -> None:
        self._people.release(name)

    def is_here(self, name: str) -> bool:
        return self._people.is_here(name)

    def restore_token(self, account: int, digest: bytes, seconds: float) -> None:
        self._people.restore_token(account, digest, seconds)

    def expel(self, account: int, reason: str) -> None:
        self._people.forget_token(account_key(account))
        player = self._people.owner(account)
        if player is not None:
            if player.client is not None:
                player.client.end(reason)
            else:
                self.logout(player)

    # What the desk for accounts asks for

    def others_see(self, player: Player) -> None:
        """What others know of a player has changed: their name, or that they have an account."""
        player.settle_name()
        self.note(player)
        if player.room is not None:
            player.room.renamed(player)
            self.building.room_changed(player.room)

    def guest_no_more(self, player: Player) -> None:
        """A guest has just become an account: in matches that are on, they count as a guest."""
        rooms = (*self.rooms.values(), *self.homes)
        player.unrated |= {room.match_id() for room in rooms if room.is_playing(player)} - {""}

    def expel_soon(self, account: int, reason: str) -> None:
        self.clock.callLater(0, self.expel, account, reason)

    def tell_room(self, player: Player) -> None:
        self.ask(player, ROOM, ROOM, lambda: None)

    def replays_of(self, question: Replays) -> object:
        return None if self.building.usher is None else self.building.usher.answer(question)

    # Points and rooms

    def award(self, player: Player, change: int) -> None:
        """A player wins or loses points."""
        self.books.award(player, change)

    def open(self, opening: Open, opener: Room) -> str | None:
        """Open a room; returns its name, or None if its game cannot start."""
        return self.building.open(opening, opener)

    def shut(self, room: str) -> None:
        """Close a room that was opened, as soon as nobody is in it."""
        self.building.shut(room)
