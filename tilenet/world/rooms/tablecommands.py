"""The commands of tables of one's own: opening one, coming to it, and what its host can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tilenet.text import MAX_NAME
from tilenet.words import Words
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import Host, NotPossible
from tilenet.world.rooms.table import Table
from tilenet.world.rooms.tablefacts import PLAYING, invitation_to
from tilenet.world.rooms.tabling import begin, go_on_if_ready

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

OPENING = 10  # commands: what it costs to open a table, or to let its game begin anew
INVITING = 5  # and to invite somebody

#: Those that work in every room, each with what it does.
ANYWHERE: Mapping[str, str] = {
    "play": Words("/play leads you to the game that you can join soonest."),
    "new": Words("/new GAME opens a table of your own; /new GAME public NAME lets everybody see it."),
    "join": Words("/join CODE leads to the table with that code."),
    "invite": Words("/invite NAME invites a player to this room, wherever they are."),
    "decline": Words("/decline turns down the invitations that you have."),
}
#: And those that work at a table of one's own.
AT_TABLE: Mapping[str, str] = {
    "again": Words("/again says that you would like to play again; the game starts when everybody has said so."),
    "start": Words("/start starts the game (host)."),
    "wait": Words("/wait makes games wait for /start; after /wait off they start by themselves (host)."),
    "option": Words("/option lists the options of this table, and /option NAME VALUE changes one (host)."),
    "kick": Words("/kick NAME sends a player away for good (host)."),
    "host": Words("/host NAME makes another player the host (host)."),
    "lock": Words("/lock keeps everybody else out; /unlock lets people in again (host)."),
    "unlock": Words("/lock keeps everybody else out; /unlock lets people in again (host)."),
    "public": Words("/public shows this table at Home, /private hides it (host)."),
    "private": Words("/public shows this table at Home, /private hides it (host)."),
}

ONLY_HOST = Words("Only the host of this table can do that.")
NOT_A_TABLE = Words("This is not a table of your own: type /new and the name of a game to open one.")
WHILE_ON = Words("You can change that between games.")
OFF = "off"


class TableCommands:
    """Does what players ask for."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.anywhere: Mapping[str, Callable[[Room, Player, str], None]] = {
            "play": self._play,
            "new": self._new,
            "join": self._join,
            "invite": self._invite,
            "decline": self._decline,
        }
        self.at_table: Mapping[str, Callable[[Room, Player, Table, str], None]] = {
            "again": self._again,
            "start": self._start,
            "wait": self._wait,
            "option": self._option,
            "kick": self._kick,
            "host": self._pass_on,
            "lock": lambda room, player, table, rest: self._lock(room, player, table, is_locked=True),
            "unlock": lambda room, player, table, rest: self._lock(room, player, table, is_locked=False),
            "public": lambda room, player, table, rest: self._show(room, player, table, is_public=True),
            "private": lambda room, player, table, rest: self._show(room, player, table, is_public=False),
        }

    def obey(self, room: Room, player: Player, word: str, rest: str) -> bool:
        """Do what a command says; whether it is one of these. Raises Muted."""
        try:
            if word in self.anywhere:
                self.anywhere[word](room, player, rest)
            elif word not in self.at_table:
                return False
            elif room.table is None:
                raise NotPossible(NOT_A_TABLE)
            else:
                self.at_table[word](room, player, room.table, rest)
        except NotPossible as reason:
            room.tell(player, str(reason))
        return True

    # In every room

    def _play(self, room: Room, player: Player, rest: str) -> None:
        why_not = self._host.play_now(player)
        if why_not:
            raise NotPossible(why_not)

    def _new(self, room: Room, player: Player, rest: str) -> None:
        player.charge(OPENING)
        self._host.send_to(player, self._host.tables.open(player, rest).name)

    def _join(self, room: Room, player: Player, rest: str) -> None:
        if not rest:
            raise NotPossible(Words("Type /join and the code of a table: three words, such as amber-otter-nine."))
        found = self._host.tables.join(player, rest)
        if found is room:
            raise NotPossible(Words("You are there already."))
        self._host.send_to(player, found.name)

    def _invite(self, room: Room, player: Player, rest: str) -> None:
        if not rest:
            raise NotPossible(Words("Type /invite and the name of a player."))
        guest, _ = self._host.addressed(rest)
        player.charge(INVITING)
        if room.is_home or room.origin.replay:
            raise NotPossible(Words("Go to a room first, or open a table, and invite them there."))
        if guest is None or guest.room is None:
            raise NotPossible(Words("Nobody here is called {name}.", name=rest[:MAX_NAME]))
        if guest is player or guest.room is room:
            raise NotPossible(Words("{name} is here already.", name=guest.name))
        if guest.is_bot:
            raise NotPossible(Words("{name} is a bot: type /bot to add one here.", name=guest.name))
        if room.table is not None and (reason := room.table.refuses(guest.id, guest.guest_origin, knows_code=True)):
            raise NotPossible(reason)
        if not guest.room.audience.can_hear(guest.objid):
            raise NotPossible(Words("{name} cannot be reached right now.", name=guest.name))
        self._host.invitations.invite(player, guest, room.name)
        told = invitation_to(room)
        what = told["game"] if not told["name"] else Words("{game} ({name})", game=told["game"], name=told["name"])
        line = Words(
            "{name} invites you to {game}. Type /join {code} to go there, or /decline.",
            name=player.name,
            game=what,
            code=told["join"],
        )
        guest.room.tell(guest, line)
        self._host.invited(guest)
        room.tell(player, Words("{name} is invited.", name=guest.name))

    def _decline(self, room: Room, player: Player, rest: str) -> None:
        if not self._host.invitations.decline(player):
            raise NotPossible(Words("You have no invitations."))
        self._host.invited(player)
        room.tell(player, Words("You have turned down your invitations."))

    # At a table

    def _again(self, room: Room, player: Player, table: Table, rest: str) -> None:
        if room.summary.phase == PLAYING:
            raise NotPossible(Words("A game is on."))
        if not table.is_ready(player.id):
            raise NotPossible(Words("You are ready. The game starts when everybody else is, too."))
        room.note_table()
        go_on_if_ready(room)
        if player.id in table.ready and (reason := room.why_not_start()):
            raise NotPossible(reason)

    def _start(self, room: Room, player: Player, table: Table, rest: str) -> None:
        _check_host(player, table)
        reason = room.why_not_start()
        if reason is not None:
            raise NotPossible(reason)
        begin(room)

    def _wait(self, room: Room, player: Player, table: Table, rest: str) -> None:
        _check_host(player, table)
        table.waits = rest.lower() != OFF
        room.chronicle.note_table()
        room.play(room.game.hold, table.waits)
        room.say(
            Words("Games now wait until {name} starts them.", name=player.name)
            if table.waits
            else Words("Games now start by themselves."),
        )

    def _option(self, room: Room, player: Player, table: Table, rest: str) -> None:
        name, _, value = rest.partition(" ")
        choices = room.game.choices
        if not name:
            self._list_options(room, player)
            return
        _check_host(player, table)
        if room.summary.phase == PLAYING:
            raise NotPossible(WHILE_ON)
        player.charge(OPENING)
        chosen = self._host.tables.chosen(choices, name.lower(), value.strip())
        self._host.remake(room, {**room.origin.setup, name.lower(): chosen})
        words = dict(choices[name.lower()].values).get(chosen, str(chosen))
        room.say(Words("{option}: {value}", option=choices[name.lower()].text, value=words))

    def _list_options(self, room: Room, player: Player) -> None:
        for name, one in room.game.choices.items():
            now = room.origin.setup.get(name, one.usual)
            shown = next((words for value, words in one.values if value == now), str(now))
            room.tell(
                player,
                Words(
                    "{option} is {value}. To change it: /option {name} and one of {values}.",
                    option=one.text,
                    value=shown,
                    name=name,
                    values=", ".join(self._host.tables.written(value) for value, _ in one.values),
                ),
            )
        if not room.game.choices:
            room.tell(player, Words("This game has no options."))

    def _kick(self, room: Room, player: Player, table: Table, name: str) -> None:
        _check_host(player, table)
        guest = self._find(room, name)
        if guest is player:
            raise NotPossible(Words("To leave, click Home. /host NAME makes somebody else the host."))
        if guest.account_id is not None and table.is_public and _is_in_game(room, guest):
            raise NotPossible(Words("This game counts for {name}: send them away when it is over.", name=guest.name))
        company = self._host.company
        if guest.is_bot and company is not None and not company.send_away(room, player, guest.name):
            return
        table.send_away(guest.id, guest.origin, self._host.tables.new_code())
        room.note_table()
        room.say(Words("{host} has sent {name} away. The table has a new code.", host=player.name, name=guest.name))
        invited = self._host.invitations.to(room.name)
        self._host.invitations.withdraw(guest, room.name)
        for one in dict.fromkeys(invited):
            self._host.invited(one)  # to the new code, or not any more
        self._host.send_to(guest, None)
        if guest.room is not None and guest.room is not room:
            guest.room.tell(guest, Words("The host of the table has sent you away."))

    def _pass_on(self, room: Room, player: Player, table: Table, name: str) -> None:
        _check_host(player, table)
        guest = self._find(room, name)
        if guest.is_bot:
            raise NotPossible(Words("A bot cannot be the host."))
        table.host = guest.id
        room.note_table()
        room.say(Words("{name} is the host now.", name=guest.name))

    def _lock(self, room: Room, player: Player, table: Table, *, is_locked: bool) -> None:
        _check_host(player, table)
        table.is_locked = is_locked
        self._host.room_changed(room)
        room.note_table()
        room.say(
            Words("The table is locked: nobody else can come in.") if is_locked else Words("The table is open again."),
        )

    def _show(self, room: Room, player: Player, table: Table, *, is_public: bool) -> None:
        _check_host(player, table)
        if room.summary.phase == PLAYING:
            raise NotPossible(WHILE_ON)
        table.is_public = is_public
        room.take_table(table)
        self._host.hide(room, is_hidden=not is_public)
        room.note_table()
        room.chronicle.begin_tape()  # a replay is for everybody, or for those who were there
        room.say(
            Words("Everybody can see this table at Home now, and come in.")
            if is_public
            else Words("This table is private now: only its code or an invitation leads here."),
        )

    def _find(self, room: Room, name: str) -> Player:
        """The player of this name who is at the table."""
        if not name:
            raise NotPossible(Words("Type the name of the player after the command."))
        found, _ = self._host.addressed(name)
        if found is None or found.room is not room:
            raise NotPossible(Words("Nobody at this table is called {name}.", name=name[:MAX_NAME]))
        return found


def _is_in_game(room: Room, player: Player) -> bool:
    players = room.summary.players  # if there are none, the game has no seats: everybody plays
    return room.summary.phase == PLAYING and (not players or player.name in players)


def _check_host(player: Player, table: Table) -> None:
    if player.id != table.host:
        raise NotPossible(ONLY_HOST)
