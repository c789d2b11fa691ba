"""The tables of people's own: opened by them, found by their codes, and closed when nobody has come for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.catalogue import GamePlugin
from tilenet.game import Choice, Json, Summary
from tilenet.limits import Buckets, Limits
from tilenet.text import MAX_NAME, BadName, proper_name
from tilenet.words import Words
from tilenet.world.codes import new_code, read_code
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import NotPossible, Origin, TooOften
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.table import Table
from tilenet.world.rooms.tablefacts import choices_facts

if TYPE_CHECKING:
    from tilenet.world.building import Building

STAYS = 600.0  # seconds that a table stays when nobody is there
EACH = 3  # tables that one player can have opened, as long as they are there
FROM_ONE = 8  # the same for players at one address; this machine is exempt
OPENINGS, PERIOD = 6, 60.0  # tables that one player, or address, can open at once, and seconds until as many again
TRIES, REST = 10, 60.0  # wrong codes in a row from one address or player, and seconds until as many again

THIS_MACHINE = "this machine"  # who tries codes there before a login

OPTION = "="  # between an option's name and its value

TOO_MANY = Words("This server has as many tables as it can hold. Try again later.")
TOO_FAST = Words("You have opened too many tables just now. Try again in a minute.")
CANNOT_START = Words("Something went wrong here. Try again later.")
NO_SUCH = Words("There is no table with that code, or it has closed. Ask for the code again: it is three words.")


class Tables:
    """All of them."""

    def __init__(self, building: Building, clock: IReactorTime, limits: Limits, random: Random) -> None:
        self._building = building
        self._clock = clock
        self._limits = limits
        self._random = random
        self._rooms: dict[str, Room] = {}  # by the name of the room
        self._empty: dict[str, IDelayedCall] = {}  # what closes those in which nobody is
        self._tries = Buckets(TRIES / REST, TRIES, clock.seconds)
        self._openings = Buckets(OPENINGS / PERIOD, OPENINGS, clock.seconds)

    # Opening

    def choices(self, game: str) -> Mapping[str, Choice] | None:
        """What can be chosen for tables of a game, by the name of its room at Home; None if it has no tables."""
        plugin = self._plugin(game)
        return None if plugin is None else plugin.game.choices

    def choices_facts(self) -> dict[str, Any]:
        """All choices for all games, as facts, by the names of their rooms at Home."""
        return {game: choices_facts(self.choices(game) or {}) for game in self.games()}

    def games(self) -> list[str]:
        """The names of the games that have tables, as they are at Home."""
        return [one.name for one in self._at_home() if self._plugin(one.name) is not None]

    def _at_home(self) -> Iterator[GamePlugin]:
        found = [one for one in self._building.games if isinstance(one, GamePlugin) and one.is_at_home]
        yield from sorted(found, key=lambda one: one.game.order)

    def _plugin(self, game: str) -> GamePlugin | None:
        """What makes the tables of a game."""
        first = self._building.plugin(game)
        if not isinstance(first, GamePlugin) or not first.is_at_home or not first.game.table:
            return None
        found = self._building.plugin(first.game.table)
        return found if isinstance(found, GamePlugin) else None

    def open(self, player: Player, text: str) -> Room:
        """Open a table for a player: the game, whether it is public, options as NAME=VALUE, and what to call it.

        Raises NotPossible.
        """
        game, *words = text.split() or [""]
        game = game.lower()
        plugin, first = self._plugin(game), self._building.plugin(game)
        if plugin is None or first is None:
            games = ", ".join(self.games())
            raise NotPossible(
                Words("You can't open a table for that game. Type /new and one of: {games}.", games=games)
            )
        is_public = bool(words) and words[0].lower() in ("public", "private") and words.pop(0).lower() == "public"
        setup: dict[str, Json] = {name: one.usual for name, one in plugin.game.choices.items()}
        while words and OPTION in words[0]:
            name, _, value = words.pop(0).partition(OPTION)
            setup[name] = chosen(plugin.game.choices, name, value)
        name = _name(" ".join(words))
        self._make_way(player)
        table = Table(new_code(self._random), game, name, is_public=is_public, opener=player.id, origin=player.origin)
        while self.find(table.code) is not None:
            table.code = new_code(self._random)
        table.let_in(player.id)
        title = Words("{game} · {table}", game=first.title, table=name or Words("{name}'s table", name=player.name))
        origin = Origin(plugin.name, plugin.about, setup, is_temporary=True)
        room = self._building.open_table(plugin, origin, title, table)
        if room is None:
            raise NotPossible(CANNOT_START)
        return room

    def _make_way(self, player: Player) -> None:
        """See that a player can have one table more; an empty one of theirs may close for it. Raises NotPossible."""
        theirs = [room for room in self._rooms.values() if _table(room).opener == player.id]
        empty = None
        if len(theirs) >= EACH:
            empty = next((room for room in theirs if room.name in self._empty), None)
            if empty is None:
                raise NotPossible(Words("You have {n} tables already. An empty one closes after ten minutes.", n=EACH))
        others = [room for room in self._rooms.values() if room is not empty]
        if player.origin:
            same = [room for room in others if _table(room).origin == player.origin]
            if len(same) >= FROM_ONE:
                raise NotPossible(
                    Words("You have {n} tables already. An empty one closes after ten minutes.", n=FROM_ONE)
                )
        if len(others) >= self._limits.max_tables:
            raise NotPossible(TOO_MANY)
        if self._openings.of(player.origin or player.id).take():
            raise NotPossible(TOO_FAST)
        if empty is not None:
            self._close(empty.name)

    # Finding

    def find(self, code: str) -> Room | None:
        return next((room for room in self._rooms.values() if _table(room).code == code), None)

    def join(self, player: Player, text: str) -> Room:
        """The table with this code, or the room at this address, for a player who would like to go there.

        Raises NotPossible.
        """
        code = read_code(text)
        if code is None:
            room = self._building.rooms.get(text.strip().lower())
            if room is None or room.is_private:
                raise NotPossible(
                    Words(
                        "There is no table or room called {name}. A code is three words, such as amber-otter-nine.",
                        name=text.strip()[:MAX_NAME],
                    )
                )
            return room
        try:
            room = self._look(code, player.origin or player.id)
        except TooOften as error:
            raise NotPossible(Words("Too many wrong codes. Try again in {seconds} s.", seconds=error.seconds)) from None
        if room is None:
            raise NotPossible(NO_SUCH)
        reason = _table(room).refuses(player.id, player.guest_origin, knows_code=True)
        if reason is not None:
            raise NotPossible(reason)
        _table(room).let_in(player.id)
        room.note_table()
        return room

    def about(self, text: str, origin: str) -> Mapping[str, Any] | None:
        """What somebody who has a code may know before they come in; None if it is no table's. Raises TooOften."""
        code = read_code(text)
        room = None if code is None else self._look(code, origin or THIS_MACHINE)
        if room is None:
            return None
        table = _table(room)
        host = next((one.name for one in room.members.values() if one.id == table.host), "")
        people = sum(not one.is_bot for one in room.members.values())
        game = self._building.plugin(table.game)
        summary: Summary = room.summary
        found = {
            "game": str(room.title if game is None else game.title),
            "kind": room.game.kind,
            "name": table.name,
            "host": host,
            "people": people,
            "phase": summary.phase,
        }
        return {name: value for name, value in found.items() if value != ""}

    def _look(self, code: str, who: str) -> Room | None:
        """The table with a code. Whoever has named too many that there are not is told nothing. Raises TooOften."""
        tries = self._tries.of(who)
        if wait := tries.wait():
            raise TooOften(max(1, round(wait)))
        room = self.find(code)
        if room is None:
            tries.spend()
        return room

    def chosen(self, choices: Mapping[str, Choice], name: str, text: str) -> bool | int | float | str:
        """The value of an option that somebody has typed. Raises NotPossible."""
        return chosen(choices, name, text)

    def written(self, value: bool | int | float | str) -> str:
        """A value as people type it."""
        return written(value)

    def new_code(self) -> str:
        """A code that no table has."""
        code = new_code(self._random)
        return code if self.find(code) is None else self.new_code()

    # Coming and going

    def opened(self, room: Room) -> None:
        """There is one more."""
        self._rooms[room.name] = room
        self.changed(room)

    def closed(self, room: Room) -> None:
        """There is one less."""
        self._rooms.pop(room.name, None)
        self._stop(room.name)

    def changed(self, room: Room) -> None:
        """Somebody may have come in, or have gone: a table closes when nobody has been there for a while."""
        has_people = any(not player.is_bot for player in room.members.values())
        if has_people:
            self._stop(room.name)
        elif room.name not in self._empty and room.name in self._rooms:
            self._empty[room.name] = self._clock.callLater(STAYS, self._close, room.name)

    def _stop(self, name: str) -> None:
        closing = self._empty.pop(name, None)
        if closing is not None and closing.active():
            closing.cancel()

    def _close(self, name: str) -> None:
        self._stop(name)
        self._building.shut(name)

    def close(self) -> None:
        """The server stops."""
        for name in [*self._empty]:
            self._stop(name)
        self._rooms.clear()


def chosen(choices: Mapping[str, Choice], name: str, text: str) -> bool | int | float | str:
    """The value of an option that somebody has typed. Raises NotPossible."""
    choice = choices.get(name)
    if choice is None:
        names = ", ".join(choices) or Words("none")
        raise NotPossible(Words("There is no option called {name}. There are: {names}.", name=name, names=names))
    for value, _ in choice.values:
        if written(value) == text.lower():
            return value
    values = ", ".join(written(value) for value, _ in choice.values)
    raise NotPossible(Words("{name} cannot be {value}. Choose one of: {values}.", name=name, value=text, values=values))


def written(value: bool | int | float | str) -> str:
    """A value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


def _table(room: Room) -> Table:
    assert room.table is not None
    return room.table


def _name(text: str) -> str:
    """What somebody calls their table; it may be nothing. Raises NotPossible."""
    if not text:
        return ""
    try:
        return proper_name(text)
    except BadName as error:
        raise NotPossible(str(error)) from None
