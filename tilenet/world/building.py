"""The building: all rooms and Homes of a world; how they are named, numbered, made, listed and closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from math import isfinite
from random import Random
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.chance import SEED, Chance
from tilenet.game import Game, Json, Listing, Open, RoomsOf
from tilenet.limits import Limits
from tilenet.records import Replays
from tilenet.saving.classes import classes_of
from tilenet.saving.reader import Reader, checked, load
from tilenet.sources import digest_of
from tilenet.text import plain
from tilenet.turns.turn import Turn
from tilenet.words import Words
from tilenet.world.accountdesk import OPEN, AccountDesk
from tilenet.world.directory import ALL, Directory
from tilenet.world.home import RECHARGE, Home
from tilenet.world.invitations import Invitations
from tilenet.world.players.books import Books
from tilenet.world.players.notes import Notes
from tilenet.world.players.player import Player
from tilenet.world.playnow import NOWHERE_TO_PLAY, needs_bot, soonest
from tilenet.world.rooms.acts import Request
from tilenet.world.rooms.commands import NO_REPLAYS
from tilenet.world.rooms.fork import UNUSED, Resumed, Vacancies
from tilenet.world.rooms.host import Company, Links, Origin, Recorder, Usher
from tilenet.world.rooms.revival import restore
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.table import Table
from tilenet.world.rooms.tablefacts import invitation_to
from tilenet.world.rooms.talk import talk_by_address
from tilenet.world.screens.images import Images
from tilenet.world.tables import Tables

HOME = "home"  # the name of the plugin that Homes are made by, if it is not the usual one
PRIVATE = Words("a private table")
MOST_OPENED = 2**53  # rooms of one game, more than there can be


class NoSuchGame(LookupError):
    """A room cannot be opened again without its game; the text says which."""


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
        addressed: Callable[[str], tuple[Player | None, str]],
        journal: Notes | None = None,
    ) -> None:
        """`send_to` lets a player walk to the room of a name, or Home; seeds of rooms come from `random`. `addressed`
        finds the player by whose name a text begins, and the rest of it.
        """
        self.clock = clock
        self.limits = limits
        self.books = books
        self.send_to = send_to
        self.addressed = addressed
        self.journal = journal
        self.recorder: Recorder | None = None
        self.company: Company | None = None
        self.links = Links()
        self.shows_tracebacks = False
        self.usher: Usher | None = None
        self.desk: AccountDesk | None = None  # of the world
        self.images = Images()
        self.turn = Turn(clock)
        self.tables = Tables(self, clock, limits, random)
        self.invitations = Invitations(clock.seconds)
        self.talk_by_address = talk_by_address(limits, clock.seconds)
        self.directory = Directory(clock, self._hand_on_changes)
        self.rooms: dict[str, Room] = {}
        self.homes: list[Room] = []
        self._random = random
        self._last: dict[str, count[int]] = {}  # objids of each kind
        self._kinds: dict[tuple[str, str], type[Game]] = {}  # of games that were loaded, by plugin and setup
        self._openers: dict[str, str] = {}  # the rooms that have opened those which were opened again, by name
        self._opened: Counter[str] = Counter()  # how many rooms there have been for each plugin
        self._recharges: dict[str, float] = {}
        self._is_kept = True  # whether a crash would lose nothing
        usual: IGamePlugin = GamePlugin(HOME, Home)
        self._plugins = {game.name: game for game in games}
        self._home = self._plugins.pop(HOME, usual)
        self._choices = self.tables.choices_facts()

    @property
    def games(self) -> Collection[IGamePlugin]:
        """All games that rooms can be opened for."""
        return self._plugins.values()

    def plugin(self, name: str) -> IGamePlugin | None:
        """The game of this name."""
        return self._plugins.get(name)

    def start(self) -> None:
        """Open the rooms at Home, and a Home, unless they are open already."""
        if self.journal is not None:
            for plugin in self._plugins.values():
                if isinstance(plugin, GamePlugin):
                    digest_of(plugin.game)  # as it is now: later there may be another version on the disk
        for game in self._plugins.values():
            if game.is_at_home and game.name not in self.rooms:
                self._open(game)
        self._put_in_order()
        if not self.homes:
            self._open_home()
        self._hand_on_changes()

    def new_secret(self) -> bytes:
        """Something that nobody can guess, to deal the next match by."""
        return self._random.randbytes(SEED)

    def mint(self, kind: str) -> str:
        """A new objid."""
        return f"{kind}{next(self._last.setdefault(kind, count(1)))}"

    def close(self) -> None:
        """Stop everything, and tell nobody."""
        self.tables.close()
        for room in (*self.rooms.values(), *self.homes):
            room.close()
        self.directory.close()
        self.books.close()

    # Rooms

    def open(self, opening: Open, opener: Room | None = None) -> str | None:
        """Open a room, for a game if there is an `opener`; returns its name, or None if its game cannot start."""
        plugin = self._plugins.get(opening.game)
        if plugin is None:
            self.log.error(
                "{room} cannot open a room for {game}: there is no such game",
                room=opening.title if opener is None else opener.title,
                game=plain(opening.game),
            )
            return None
        number = self._next_number(plugin)
        name, title = f"{plugin.name}-{number}", opening.title or f"{plugin.title} {number}"
        if opening.moment is not None:
            return name if self._open_fork(name, title, plugin, opening, opening.moment) else None
        origin = Origin(plugin.name, plugin.about, opening.setup, opening.belongs_to, is_temporary=True)
        return name if self._open_temporary(name, title, plugin, origin, opener) else None

    def _open_temporary(self, name: str, title: str, plugin: IGamePlugin, origin: Origin, opener: Room | None) -> bool:
        """Whether its game can start, and has anything to do."""
        room = self.rooms[name] = Room(name, title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.start()
        if room.game.is_done:
            room.shut()
        if name not in self.rooms:
            return False
        room.opener = opener
        room.chronicle.note_all(is_new=True)
        return True

    def open_table(self, plugin: IGamePlugin, origin: Origin, title: str, table: Table, name: str = "") -> Room | None:
        """Open a table of somebody's own; None if its game cannot start.

        Its name has no number: nobody can find out by one how many private tables there are.
        """
        name = name or f"table-{self._random.randbytes(8).hex()}"
        room = self.rooms[name] = Room(name, title, origin, self._maker(plugin, origin), self, table=table)
        room.start()
        if room.is_out_of_order:
            self.forget(room)
            return None
        self.tables.opened(room)
        self.room_changed(room)
        room.chronicle.note_all(is_new=True)
        return room

    def remake(self, room: Room, setup: Mapping[str, Json]) -> None:
        """Let the game of a room begin anew with other options."""
        origin = room.origin._replace(setup=setup)
        room.remake(origin, self._maker(self._plugins[origin.game], origin))

    def hide(self, room: Room, *, is_hidden: bool) -> None:
        """Whether those who list rooms know nothing of one."""
        if is_hidden:
            self.directory.closed(room)
        else:
            self.directory.changed(room)

    def put_table_back(self, room: Room, noted: Mapping[str, Any]) -> None:
        """A table as it was noted after the room was. Raises ValueError or LookupError."""
        room.take_table(Table.of(noted))

    def _open_fork(self, name: str, title: str, plugin: IGamePlugin, opening: Open, moment: Mapping[str, Any]) -> bool:
        """Let a game go on from a moment of a replay; whether that is possible."""
        origin = Origin(plugin.name, plugin.about, opening.setup, opening.belongs_to, is_temporary=True)
        try:
            resumed = Resumed(moment, self._kind(plugin, origin))
            self._kinds.clear()  # each replay may have another setup
        except Exception as error:  # the replay may be of another version of the game
            self.log.warn("{title} cannot be opened: {why}", title=plain(str(title)), why=plain(str(error)))
            return False
        origin = origin._replace(ahead=resumed.at - self.clock.seconds(), replay=str(moment.get("replay", "")))
        room = self.rooms[name] = Room(name, title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.resume(resumed)
        room.chronicle.note_all(is_new=True)
        self.clock.callLater(UNUSED, self.shut, name)
        return True

    def forget(self, room: Room) -> None:
        """Forget a room, and tell nobody; those who were in it are nowhere."""
        for player in room.members.values():
            player.went_to(None)
        room.close()
        if room in self.homes:
            self.homes.remove(room)
        else:
            del self.rooms[room.name]
            self._closed(room)

    def _closed(self, room: Room) -> None:
        """Nobody can come there any more."""
        self.directory.closed(room)
        self.tables.closed(room)
        self.invitations.closed(room.name)

    def find(self, name: str) -> Room | None:
        """A room or a Home by its name."""
        return self.rooms.get(name) or next((home for home in self.homes if home.name == name), None)

    def _next_number(self, plugin: IGamePlugin) -> int:
        """Rooms are numbered for each game, from 1, which is the room at Home if there is one. None is used again."""
        self._opened[plugin.name] += 1
        self._note_opened(plugin.name)
        return self._opened[plugin.name] + plugin.is_at_home

    def _maker(self, plugin: IGamePlugin, origin: Origin) -> Callable[[], Game]:
        """A room has chance of its own, so what happens in one does not depend on the others."""
        random = Chance(self.new_secret())
        return lambda: plugin.make(random, origin.setup)

    def shut(self, room: str) -> None:
        """Close a room that was opened, as soon as nobody is in it."""
        if room in self.rooms:
            self.rooms[room].shut()

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""
        if self.journal is not None:
            self.journal.note("close", self.clock.seconds(), room.name, room.belongs_to)
        del self.rooms[room.name]
        room.close()
        self._closed(room)

    def _open(self, plugin: IGamePlugin) -> None:
        origin = Origin(plugin.name, plugin.about, {})
        room = self.rooms[plugin.name] = Room(plugin.name, plugin.title, origin, self._maker(plugin, origin), self)
        self.directory.changed(room)
        room.start()
        room.chronicle.note_all(is_new=True)

    # Homes

    def home_for(self, player: Player) -> Room:
        """The Home that the player came from, or the first that has space."""
        for home in [player.home, *self.homes]:
            if home is not None and len(home.members) < self.limits.home_size:
                return home
        return self._open_home()

    def _open_home(self) -> Room:
        origin = Origin(HOME, self._home.about, {})
        make = self._maker(self._home, origin)

        def make_home() -> Game:
            game = make()
            if isinstance(game, Home):
                game.recharges = self._recharges
                game.is_kept = self._is_kept
                game.offered = self._choices
            return game

        taken = {home.name for home in self.homes}
        name = next(name for name in chain((HOME,), map("home-{}".format, count(2))) if name not in taken)
        home = Room(name, self._home.title, origin, make_home, self, is_home=True)
        self.homes.append(home)
        home.start()
        home.chronicle.note_all(is_new=True)
        return home

    def change_account(self, player: Player, request: Mapping[str, Json]) -> None:
        """Do something with a player's account that needs no secret, and tell them what came of it."""
        if self.desk is not None and request.get("do") in OPEN:
            self.desk.ask(player, request).addCallbacks(partial(self._tell_done, player), self._not_done)

    def _tell_done(self, player: Player, answer: Mapping[str, Any]) -> None:
        words = answer.get("text") or answer.get("why")
        if player.room is not None and words:
            player.room.tell(player, words)

    def _not_done(self, failure: Failure) -> None:
        self.log.failure("An account could not be changed", failure)

    def recharge(self, player: Player) -> None:
        """Let a player who is not at Home recharge: any Home knows who may."""
        home = self.homes[0] if self.homes else self._open_home()
        home.act(player, Request(RECHARGE))

    def promise(self, is_kept: bool) -> None:
        """Whether a crash would lose nothing from now on: whoever is at Home can read it if it would."""
        self._is_kept = is_kept
        for home in self.homes:
            if isinstance(home.game, Home) and home.game.is_kept != is_kept:
                home.game.keep(is_kept)
                home.redraw()

    # The directory

    def room_changed(self, room: Room) -> None:
        """What the directory says about a room has changed."""
        if room.name in self.rooms and not room.is_private:
            self.directory.changed(room)
        if room.table is not None:
            self.tables.changed(room)

    def bring_company(self, company: Company | None) -> None:
        """From now on, bots can be brought to rooms."""
        self.company = company
        for room in self.rooms.values():
            self.room_changed(room)

    def bots_for(self, game: Game) -> Sequence[str] | None:
        """The strengths of bots that can be brought to a game, which may be none; None if no bot can."""
        return None if self.company is None or not game.bot else self.company.strengths(game.bot, game.kind)

    def place_of(self, room: Room) -> str:
        """Where those are who are in a room, as others may know it: a title, unless that is for those who are there."""
        if room.origin.replay or room.is_private:
            return PRIVATE
        parent = self.rooms.get(room.belongs_to)
        return room.title if parent is None or parent.game.lists is not None else parent.title

    def whereabouts(self) -> Mapping[str, Sequence[Player]]:
        """Everybody, by place; where most are comes first."""
        places: dict[str, list[Player]] = {}
        for room in (*self.homes, *self.rooms.values()):
            if room.members:
                places.setdefault(self.place_of(room), []).extend(room.members.values())
        return dict(sorted(places.items(), key=lambda item: -len(item[1])))

    def rooms_listed_by(self, lists: str) -> Mapping[str, Listing]:
        """All rooms that a game lists, by name."""
        return {one.room: one for one in self.directory.listed_by(lists)}

    # After a crash

    def note_all(self) -> Iterator[None]:
        """Note how many rooms there have been, and then all that there are, a few at each step.

        All Homes are one step, because they share what they know of who has recharged.
        """
        self._hand_on_changes()
        for plugin in self._opened:
            self._note_opened(plugin)
        for home in self.homes:
            home.chronicle.note_all()
        yield
        for room in [*self.rooms.values()]:
            if room.name in self.rooms:
                room.chronicle.note_all()
                yield

    def note_changes(self) -> None:
        """Note all rooms in which anything has happened since they were noted."""
        self._hand_on_changes()
        for room in (*self.homes, *self.rooms.values()):
            if not room.chronicle.is_saved:
                room.chronicle.note_all()

    def _note_opened(self, plugin: str) -> None:
        if self.journal is not None:
            self.journal.note("rooms", self.clock.seconds(), plugin, self._opened[plugin])

    def count_opened(self, plugin: str, number: int) -> None:
        """So many rooms had been opened for a game before a crash."""
        if not (type(plugin) is str and type(number) is int and 0 <= number < MOST_OPENED):
            raise ValueError(f"{plugin!r} has not had {number!r} rooms")
        self._opened[plugin] = number

    def reopen(self, name: str, noted: Mapping[str, Any], find: Callable[[str], Player]) -> Room:
        """Open a room again as it was noted in the journal. Raises CannotLoad or ValueError, or LookupError if somebody
        or something is not known.
        """
        plugin, origin = self._origin(noted)
        state, vacancies = checked(noted["state"]), Vacancies.of(noted["vacant"])
        find = vacancies.among(find)
        game = load(state, self._kind(plugin, origin), find)
        is_home = plugin is self._home
        room = self.find(name)
        if room is None:
            title = Reader(classes_of(type(game)), find).value(noted["title"])
            make = partial(plugin.make, game.random, origin.setup)
            room = Room(name, title, origin, make, self, is_home=is_home, table=_table_of(noted))
            if room.table is not None:
                self.tables.opened(room)
        if isinstance(game, Home):
            self._recharges.update(game.recharges)
            game.recharges = self._recharges
            game.offered = self._choices
        restore(room, game, noted, find, vacancies)
        if not is_home:
            self.rooms[name] = room
            self.room_changed(room)
        elif room not in self.homes:
            self.homes.append(room)
        self._openers[name] = noted["opener"]
        return room

    def begin_anew(self, name: str, noted: Mapping[str, Any]) -> bool:
        """Open a temporary room again of which only the outline is known; returns whether there is one now.

        Raises as `reopen`.
        """
        plugin, origin = self._origin(noted)
        title = noted["title"] if isinstance(noted["title"], str) else plugin.title
        table = _table_of(noted)
        if table is not None:
            return self.open_table(plugin, origin, title, table, name) is not None
        opener = self.find(noted["opener"])
        return origin.is_temporary and self._open_temporary(name, title, plugin, origin, opener)

    def keep_host(self, name: str, noted: Mapping[str, Any]) -> None:
        """Those who were at a table that has begun anew are back, in any order: its host is who it was."""
        room, table = self.rooms[name], _table_of(noted)
        if room.table is not None and table is not None and table.host in {one.id for one in room.members.values()}:
            room.table.host = table.host
            room.chronicle.note_table()

    def _origin(self, noted: Mapping[str, Any]) -> tuple[IGamePlugin, Origin]:
        plugin = self._home if noted["game"] == HOME else self._plugins.get(noted["game"])
        if plugin is None:
            raise NoSuchGame(f"the game {noted['game']} is not installed any more")
        setup, belongs_to, is_temporary = noted["setup"], noted["belongs_to"], noted["is_temporary"]
        if not (isinstance(setup, dict) and isinstance(belongs_to, str) and isinstance(is_temporary, bool)):
            raise ValueError("its origin is not noted as it should be")
        ahead = noted["ahead"]
        if not (ahead is None or (isinstance(ahead, float) and isfinite(ahead))):
            raise ValueError("its clock is not noted as it should be")
        replay = noted.get("replay_of", "")
        if not isinstance(replay, str):
            raise ValueError("the replay that it goes on from is not noted as it should be")
        return plugin, Origin(plugin.name, plugin.about, setup, belongs_to, is_temporary, ahead, replay)

    def _kind(self, plugin: IGamePlugin, origin: Origin) -> type[Game]:
        """The class of its game: to find out, one has to be made."""
        key = plugin.name, repr(origin.setup)
        found = self._kinds.get(key)
        if found is None:
            found = self._kinds[key] = type(plugin.make(Random(0), origin.setup))
        return found

    def closed_before(self, name: str, belongs_to: str) -> None:
        """A room was closed before a crash, and those who list it may not have heard of that."""
        self.directory.forget(name, belongs_to)

    def go_on(self) -> None:
        """The past is over: rooms know who has opened them, and those who list rooms are told of all of them."""
        self._kinds.clear()
        for name, opener in self._openers.items():
            room = self.find(name)
            if room is not None:
                room.opener = self.find(opener)
        self._openers.clear()
        for room in self.rooms.values():
            if room.table is not None:
                self.tables.changed(room)
        self._put_in_order()
        self._hand_on_changes()

    def _put_in_order(self) -> None:
        """Rooms at Home as they are installed, then those that were opened, by number: so it is after a crash, too."""
        places = {name: place for place, name in enumerate(self._plugins)}

        def place(item: tuple[str, Room]) -> tuple[bool, int, int]:
            name, room = item
            number = name.rpartition("-")[2]
            is_numbered = room.origin.is_temporary and number.isascii() and number.isdigit()
            return room.origin.is_temporary, places.get(room.origin.game, 0), int(number) if is_numbered else 0

        rooms = sorted(self.rooms.items(), key=place)
        self.rooms.clear()
        self.rooms.update(rooms)
        self.directory.begin(room for room in self.rooms.values() if not room.is_private)

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question, about rooms, replays or results."""
        if isinstance(question, RoomsOf):
            found(tuple(self.directory.listed_by(question.room)))
        elif isinstance(question, Replays):
            found(None if self.usher is None else self.usher.answer(question))
        else:
            self.books.look_up(question, found)

    def refuses(self, player: Player, replay: str) -> str:
        """Why a player may not see a replay; empty if they may."""
        return NO_REPLAYS if self.usher is None else self.usher.refuses(player, replay)

    def watch(self, player: Player, replay: str) -> None:
        """Lead a player to a replay, or to a table where one is played on; or tell them why not."""
        room = self.rooms.get(replay)
        if room is not None and room.origin.is_fork:
            self.send_to(player, replay)
            return
        reason = NO_REPLAYS if self.usher is None else self.usher.lead(player, replay)
        if reason and player.room is not None:
            player.room.tell(player, reason)

    def _hand_on_changes(self) -> None:
        changes = self.directory.take_changes()
        for room in (*self.rooms.values(), *self.homes):
            lists = room.game.lists
            if lists is not None and (news := self.directory.changes_for(lists, changes)):
                room.rooms_changed(news)

    # Tables of one's own

    def invitations_of(self, player: Player) -> list[dict[str, Any]]:
        """What a player is told of the invitations that they have."""
        found = []
        for one in self.invitations.of(player):
            room = self.rooms.get(one.room)
            if room is not None:
                found.append({"from": one.name, **invitation_to(room)})
        return found

    def invited(self, player: Player) -> None:
        """A player has other invitations than before."""
        if player.room is not None:
            player.room.invited(player)

    def play_now(self, player: Player) -> str:
        """Lead a player to where they can play soonest; return why that is not possible, or nothing."""
        found = soonest(one for one in self.directory.listed_by(ALL) if self._is_open_to(player, self.rooms[one.room]))
        if found is None:
            return NOWHERE_TO_PLAY
        room = self.rooms[found.room]
        self.send_to(player, room.name)
        if player.room is room and needs_bot(found) and self.company is not None:
            self.company.bring(room, player, "")
        return ""

    def _is_open_to(self, player: Player, room: Room) -> bool:
        return room.table is None or room.table.refuses(player.id, player.guest_origin) is None


def _table_of(noted: Mapping[str, Any]) -> Table | None:
    """The table that a room is, as it was noted. Raises ValueError or LookupError."""
    table = noted.get("table")
    return None if table is None else Table.of(table)
