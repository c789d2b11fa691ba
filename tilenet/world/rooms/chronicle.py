"""What a room writes down: every call of its game, in the journal and on its tape, and now and then all that it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from twisted.logger import Logger

from tilenet.game import HOME, Game, Result
from tilenet.saving.classes import classes_of
from tilenet.saving.entries import Unwritten, written
from tilenet.saving.writer import CannotSave, Writer, save_with_people
from tilenet.sources import digest_of
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import Host
from tilenet.world.rooms.taping import Taping

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room


_SIMPLE = frozenset((str, int))


class Chronicle:
    """Writes down what happens in one room, if the server keeps a journal or replays."""

    log = Logger()

    def __init__(self, room: Room, host: Host) -> None:
        self.taping: Taping | None = None  # if its matches are recorded
        self.is_saved = False  # as it is now
        self._room = room
        self._name = room.name
        self._journal = host.journal
        self._recorder = host.recorder
        self._clock = host.clock

    @property
    def is_recovering(self) -> bool:
        """Whether the past is being done again."""
        return self._journal is not None and self._journal.is_recovering

    # What happens

    def act(self, what: str, now: float, args: tuple[Any, ...]) -> None:
        """A method of the game is about to be called."""
        if self._journal is None:
            return
        if len(args) == 2 and type(args[0]) is Player and (type(args[1]) is str or _is_id(args[1])):  # most often
            entry: Unwritten = what, now, self._name, args[0].reference, args[1]
        else:
            entry = written((what, now, self._name, *[_data(arg, self._room.game) for arg in args]))
        self.is_saved = False
        self._journal.acts += 1
        self._journal.add(entry)
        if self.taping is not None:
            self.taping.tape.add(entry)

    def look(self) -> None:
        """What the game says of itself has changed: a match may be on."""
        if self.taping is not None:
            self.taping.look()

    def failed(self, now: float) -> None:
        """The last call has failed, and the room has gone on with another game."""
        if self._journal is not None:
            self._journal.note("failed", now, self._name)
        self.note_all(is_new=True)

    def shut(self) -> None:
        """The room closes as soon as nobody is here."""
        self.is_saved = False
        self._note("shut")

    def came(self, player: Player) -> None:
        """Somebody is about to enter."""
        if self.taping is not None:
            self.taping.come(player)

    def ended(self, result: Result) -> None:
        """The game has told how a match has ended."""
        if self.taping is not None:
            self.taping.result = result

    # All of the room

    def outline(self) -> dict[str, Any]:
        """All of the room but its game."""
        room = self._room
        origin, opener, away = room.origin, room.opener, room.absent
        return {
            "game": origin.game,
            "title": str(room.title),
            "setup": dict(origin.setup),
            "belongs_to": origin.belongs_to,
            "is_temporary": origin.is_temporary,
            "is_wanted": room.is_wanted,
            "ahead": origin.ahead,
            "replay_of": origin.replay,
            "is_private": room.is_private,
            "table": None if room.table is None else room.table.as_data(),
            "vacant": room.vacancies.as_data(),
            "opener": "" if opener is None else opener.name,
            "members": [player.id for player in room.members.values()],
            "away": [player.id for player in room.members.values() if player in away],
        }

    def note_all(self, *, is_new: bool = False) -> None:
        """Note all of the room in the journal, as it is now: what was noted before does not count any more.

        If its game is new, so is the tape.
        """
        if self._journal is None:
            return
        if self._room.is_out_of_order:
            self._note("unsaved", self.outline())
            return
        try:
            noted, people = self._saved()
        except CannotSave as error:
            if is_new:
                self.log.warn("The game of {room} cannot be saved: {why}", room=self._room.title, why=str(error))
            self._note("unsaved", self.outline())
            return
        self._note("saved", noted)
        self.is_saved = True
        if is_new:
            self.begin_taping()
        if self.taping is not None:
            if is_new or not self.taping.is_on:
                self.taping.begin(noted, people)
            else:
                self._note("tape", self.taping.tape.as_data())

    def note_table(self) -> None:
        """Something about the table is new, such as who may come to it."""
        self.is_saved = False
        if self._room.table is not None:
            self._note("table", self._room.table.as_data())

    def _note(self, what: str, *data: dict[str, Any]) -> None:
        if self._journal is not None:
            self._journal.note(what, self._clock.seconds(), self._name, *data)

    def _saved(self) -> tuple[dict[str, Any], list[Player]]:
        """All of the room as data, and the players that its game knows. Raises CannotSave.

        Of those who are in the world, nothing but the id: they are noted anyway.
        """
        room = self._room
        state, known = save_with_people(room.game, room.origin.game, room.origin.setup)
        writer = Writer(classes_of(type(room.game)))
        ended = room.facts.ended
        rest = {
            "changes": {**room.effects.changes},
            "asked": room.asked,
            "ended": None if ended is None else ([*ended.standings], {**ended.changes}, *ended[2:]),
            "replay": room.last_replay,
            "result": None if self.taping is None else self.taping.result,
        }
        saved = {"title": writer.value(room.title), "rest": writer.value(rest), "state": state}
        everybody = dict.fromkeys(one for one in (*known, *writer.people) if isinstance(one, Player))
        people = [one for one in everybody if one not in room.vacancies]
        noted = [{"id": one.id} if one.is_in_world else one.as_data() for one in people]
        return {**self.outline(), **saved, "code": self._code(), "people": noted}, people

    def _code(self) -> str:
        """A word for the source of the game, by which one can see that its rules may have changed."""
        return "" if self._room.origin.game == HOME else digest_of(type(self._room.game))

    def is_code_of(self, noted: Mapping[str, Any]) -> bool:
        """Whether the game has the same source as when this was noted, so that it would do the same again."""
        return noted.get("code", "") in ("", self._code())

    # The tape

    def begin_taping(self) -> None:
        """Another game has begun, and its matches are recorded if it is one of those."""
        if self.taping is not None:
            self.taping.stop()
        self.taping = None
        room = self._room
        if self._recorder is not None and room.game.is_recorded and not room.origin.is_fork:
            self.taping = Taping(room, self._recorder, room.seconds)

    def begin_tape(self) -> None:
        """What comes now is the beginning of what a replay has to tell, unless that is known already."""
        if self.taping is not None and not (self.is_recovering and self.taping.skip()):
            try:
                self.taping.begin(*self._saved())
            except CannotSave:
                self.taping.stop()
                self.taping = None

    def resume_tape(self, noted: Mapping[str, Any], people: Iterable[Player], result: object) -> None:
        """The game goes on as it was noted."""
        self.begin_taping()
        if self.taping is not None:
            if not self.taping.skip():
                self.taping.begin(noted, people)
            self.taping.result = result if isinstance(result, Result) else None

    def restore_tape(self, data: Mapping[str, Any]) -> None:
        """Go on with a tape that was noted in the journal."""
        if self.taping is not None:
            self.taping.restore(data)

    def go_on(self) -> None:
        """The past is over: what comes now is not known yet."""
        if self.taping is not None and self.taping.is_skipped:
            self.begin_tape()

    def replay_id(self) -> str:
        """The id that the replay of this match is going to have; empty if there will be none."""
        return "" if self._recorder is None or self.taping is None else self._recorder.id_of(self._room)

    def end_match(self) -> str | None:
        """A match is over: returns the id of its replay, empty if it is not kept, None if it has no result."""
        return None if self.taping is None else self.taping.end_match()

    def drop_result(self) -> None:
        """The match is not over in the way that is on the tape: its replay is not kept."""
        if self.taping is not None:
            self.taping.result = None

    def close(self) -> None:
        """The room is closed, and nothing that happens in it counts any more."""
        if self.taping is not None:
            self.taping.close()
        self.taping = self._journal = self._recorder = None
        del self._room  # so that it need not wait for the garbage collector


def _is_id(value: object) -> bool:
    """Whether this is the usual id of a tile or a key, which is JSON as it is."""
    return type(value) is str or (type(value) is tuple and _SIMPLE.issuperset(map(type, value)))


def _data(value: Any, game: Game) -> Any:
    """An argument as it is written: as in a saved game."""
    if type(value) is Player:
        return value.reference
    return value if value is None or _is_id(value) else Writer(classes_of(type(game))).value(value)
