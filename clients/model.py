"""What a client knows: every object that the server has sent, where it is, and what was said [c4.3].

It takes messages, and knows neither socket nor screen. It raises Illegal for what the specification forbids: then the
server is wrong, and the session ends [c1.3.6].
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from sys import intern
from time import monotonic
from typing import Any

from tilenet.clients.passage import passage
from tilenet.clients.places import Place, places
from tilenet.clients.roomfacts import Members, RoomFacts, lines, read_members, text
from tilenet.clients.things import EMPTY_LINE as EMPTY_LINE
from tilenet.clients.things import Cell as Cell
from tilenet.clients.things import HeardLine as HeardLine
from tilenet.clients.things import Thing as Thing
from tilenet.wire.grammar import Illegal
from tilenet.wire.messages import (
    AGENT,
    FACTS,
    HELP_LINES,
    IMAGE,
    KEY,
    MATRIX,
    NEXT_LINE,
    POINTS,
    TOKEN,
    WHO,
    Hear,
    LoggedIn,
    LoggedOut,
    Message,
    ServerOpen,
    Set,
    Xresponse,
)
from tilenet.words import Words

REMEMBERED = 200  # lines heard
LONG = 500  # characters: so long is only what nobody else is told
LONGEST_LINE = 10_000  # characters of one that are kept
LEAST_SIZE = 2
GREETING = 0.5  # seconds after the user has come: what the room tells them then is no answer to anything


def shared(value: Any) -> Any:
    """The same; if many models in one process are told the same words, they are kept once."""
    return intern(value) if type(value) is str and len(value) < LONG else value


class Matrix:
    """What is in one matrix: things by objid, in order of arrival, and tokens by cell."""

    def __init__(self) -> None:
        self.members: dict[str, None] = {}
        self.cells: dict[Cell, str] = {}


class Model:
    """The picture that one session has of the server's world."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self.server: ServerOpen | None = None
        self.me: str | None = None  # the objid of the user's own agent
        self.last_words: str | None = None  # what the server said when it logged the client out
        self.current: str | None = None
        self.things: dict[str, Thing] = {}
        self.heard: deque[HeardLine] = deque(maxlen=REMEMBERED)
        self.lines_heard = 0
        self.energy_over_points = 0  # how much more than the points the energy of agents is, if the server has said so
        self.help: list[str] = []  # of the present room, as far as it was asked for
        self.places: list[Place] | None = None  # who is where, if that was asked for
        self._matrices: dict[str, Matrix] = {}
        self._places: dict[str, str] = {}  # an object is in one matrix at most
        self._seconds = seconds
        self._told = RoomFacts(seconds)
        self._entered_at = float("-inf")
        self._next_line: Members = {}  # what the server has said that the room's next line is

    # What is known

    @property
    def matrix(self) -> Thing | None:
        """The matrix that the user is in."""
        return None if self.current is None else self.things[self.current]

    @property
    def my_agent(self) -> Thing | None:
        return None if self.me is None else self.things.get(self.me)

    def here(self, kind: str) -> list[Thing]:
        """Everything of one kind in the current matrix, in order of arrival."""
        if self.current is None:
            return []
        return [self.things[objid] for objid in self._matrices[self.current].members if objid[0] == kind]

    def agents(self) -> list[Thing]:
        return self.here(AGENT)

    def names(self) -> Iterator[str]:
        """The names of all players the server has sent, wherever they are now."""
        return (thing.name for thing in self.things.values() if thing.kind == AGENT)

    def grid(self) -> dict[Cell, Thing]:
        """The tokens of the current matrix, by column and row."""
        if self.current is None:
            return {}
        return {cell: self.things[objid] for cell, objid in self._matrices[self.current].cells.items()}

    def can_act_on(self, thing: Thing) -> bool:
        """Whether a click or a press would be executable [c8.2]."""
        me = self.my_agent
        return self.is_here(thing.objid) and thing.is_enabled and me is not None and me.is_enabled

    def is_here(self, objid: str) -> bool:
        return self.current is not None and self._places.get(objid) == self.current

    # What the present room has told of itself; nothing, if the server does not know the question

    @property
    def is_told(self) -> bool:
        """Whether the room has told anything of itself."""
        return self._told.is_known

    @property
    def kind(self) -> str:
        """What the room is, with a version: noughts/1."""
        return self._told.kind

    @property
    def address(self) -> str:
        """The room's name in links."""
        return self._told.address

    @property
    def bots(self) -> list[str] | None:
        """The strengths of bots that can be brought here, which may be none; None if no bot can."""
        return self._told.bots

    @property
    def board_role(self) -> str:
        """How the roles of the tiles begin that are the board, and not buttons."""
        return self._told.board_role

    @property
    def fair(self) -> Members:
        """How the deals of the room can be checked: see docs/fair.md."""
        return self._told.fair

    @property
    def facts(self) -> Members:
        return self._told.facts

    @property
    def you(self) -> Members:
        """What the user knows besides the facts."""
        return self._told.you

    @property
    def result(self) -> Members:
        """How the last game ended, as long as it is over."""
        return self._told.result

    @property
    def table(self) -> Members:
        """What there is to know of the present table, if somebody has opened it; empty otherwise."""
        return self._told.table

    @property
    def server_time(self) -> float:
        """The server's clock, when it was told last."""
        return self._told.now

    @property
    def flags(self) -> Mapping[str, Members]:
        """Which agents, by objid, are bots or away."""
        return self._told.agents

    @property
    def roles(self) -> Mapping[str, str]:
        """The roles of tiles and keys, by objid."""
        return self._told.roles

    def is_bot(self, agent: Thing) -> bool:
        """Whether this player is a program that has said so."""
        return self.flags.get(agent.objid, {}).get("bot") is True

    def is_away(self, agent: Thing) -> bool:
        """Whether this player's connection is lost, and the seat waits."""
        return self.flags.get(agent.objid, {}).get("away") is True

    def role_of(self, objid: str) -> str:
        """The role of a tile or key; empty if it has none."""
        return self.roles.get(objid, "")

    def tile(self, role: str) -> Thing | None:
        """The tile with this role, if it is here."""
        return self._by_role(role, TOKEN)

    def key(self, role: str) -> Thing | None:
        """The key that does what the tile with this role does, or that has this role itself, if it is here."""
        return self._by_role(f"key/{role}", KEY) or self._by_role(role, KEY)

    def _by_role(self, role: str, kind: str) -> Thing | None:
        objid = self._told.objids.get(role, "")
        return self.things[objid] if objid[:1] == kind and self.is_here(objid) else None

    def seconds_left(self, deadline: object) -> float | None:
        """How much the clock of the facts has to go on until a time; None if that is not a time."""
        return self._told.seconds_left(deadline)

    @property
    def time(self) -> float:
        """What that clock shows at the moment."""
        return self._told.time

    @property
    def pace(self) -> float:
        """How many seconds that clock goes on in one second: 0 while it stands still."""
        return self._told.pace

    # What comes in

    def take(self, message: Message) -> None:
        """Update what is known. Raises Illegal."""
        match message:
            case ServerOpen():
                self.server = message
            case LoggedIn(_, objid):
                if self.me is not None:
                    raise Illegal("<logged-in> after a successful login")
                self.me = objid
            case Set():
                self._need(self.me is not None, "<set> before a login")
                self._set(message)
            case Hear():
                self._need(self.me is not None, "<hear> before a login")
                self._hear(message)
            case Xresponse(_, options) if options == POINTS:
                self.energy_over_points = 1
            case Xresponse(content, options) if options == FACTS:
                self._told = self._told.after(content, self.current)
                self._name_table()
            case Xresponse(content, options) if options == NEXT_LINE:
                self._next_line = read_members(content)
            case Xresponse(content, options) if options == HELP_LINES:
                self.help = lines(content)
            case Xresponse(content, options) if options == WHO:
                self.places = places(content)
            case LoggedOut(words):
                self.last_words = words

    def note(self, line: HeardLine) -> None:
        """Remember a line."""
        self.heard.append(line)
        self.lines_heard += 1

    def remark(self, words: str) -> None:
        """Remember a line of the client's own, which nobody has said."""
        self.note(replace(EMPTY_LINE, message=words, at=self._seconds()))

    def _name_table(self) -> None:
        """The line where the user has come to a table of somebody's own has the name of that, too."""
        name, matrix = text(self.table, "name"), self.matrix
        if not name or matrix is None:
            return
        for number in range(len(self.heard) - 1, -1, -1):
            line = self.heard[number]
            if line.is_room_change:
                if line.to == matrix.objid:
                    words = Words("{room}, table “{name}”", room=matrix.name, name=name)
                    self.heard[number] = replace(line, message=matrix.name if name in matrix.name else words)
                return

    def _note_room_change(self, matrix: Thing) -> None:
        """Remember that the user walks into another room; of rooms in which nothing was heard, only the last."""
        if self.heard and self.heard[-1].is_room_change:
            self.heard.pop()
            self.lines_heard -= 1
        self.note(replace(EMPTY_LINE, to=matrix.objid, message=matrix.name, at=self._seconds()))

    def line(self, from_: str, to: str, message: str) -> HeardLine:
        known, now = self._next_line if from_[:1] == MATRIX else {}, self._seconds()
        is_to_me = to == self.me and from_ != self.me
        is_other = not known.keys().isdisjoint(("whisper", "whispered", "ranking"))
        is_greeting = not self.is_told or now - self._entered_at < GREETING
        return HeardLine(
            shared(from_),
            shared(to),
            self._name(from_),
            self._name(to),
            shared(message[:LONGEST_LINE]),
            is_to_me=is_to_me,
            is_by_me=from_ == self.me,
            is_announcement=from_ == to and from_ == self.current,
            at=now,
            is_aside=is_to_me and from_ == self.current and not is_other and not is_greeting,
            whisper=text(known, "whisper"),
            is_whispered="whispered" in known,
            is_ranking=known.get("ranking") is True,
            arrivals=passage(known),
        )

    def _hear(self, hear: Hear) -> None:
        self._need(hear.from_[0] != IMAGE and hear.to[0] != IMAGE, "an image neither speaks nor hears")
        self.note(self.line(hear.from_, hear.to, hear.message))
        if hear.from_[:1] == MATRIX:
            self._next_line = {}

    def _name(self, objid: str) -> str:
        thing = self.things.get(objid)
        return objid if thing is None or not thing.name else thing.name

    def _need(self, is_legal: bool, why: str) -> None:
        if not is_legal:
            raise Illegal(why)

    # The three rules of set [c8.9]

    def _set(self, new: Set) -> None:
        old = self.things.get(new.objid)
        thing = self._updated(old, new)
        match thing.kind:
            case k if k == MATRIX:
                self._set_matrix(thing, is_new=old is None, is_resized=new.x is not None or new.y is not None)
            case k if k == IMAGE:
                self._need(min(thing.x, thing.y) > 0 and bool(thing.text), "an image without size or data")
                self.things[thing.objid] = thing
            case _:
                self._set_member(thing, new, is_new=old is None)

    def _updated(self, old: Thing | None, new: Set) -> Thing:
        self._need(new.y is None or new.y >= 0, "a negative y")
        if new.image is not None:
            self._need(new.image in self.things, "an image that is not defined")
        given: dict[str, Any] = {
            "energy": new.energy,
            "name": new.name,
            "text": new.text,
            "fg": new.fgcolor,
            "bg": new.bgcolor,
            "x": new.x,
            "y": new.y,
            "image": new.image,
        }
        thing = old or Thing(shared(new.objid))
        return replace(thing, **{name: shared(value) for name, value in given.items() if value is not None})

    def _set_matrix(self, matrix: Thing, *, is_new: bool, is_resized: bool) -> None:
        """Last is current."""
        if self.current is not None and self.current != matrix.objid:
            self._note_room_change(matrix)
            self._told, self.help = RoomFacts(self._seconds), []
            self._entered_at = self._seconds()
        self._need(min(matrix.x, matrix.y) >= LEAST_SIZE, f"a matrix smaller than {LEAST_SIZE} by {LEAST_SIZE}")
        self.things[matrix.objid] = matrix
        self.current = matrix.objid
        inside = self._matrices.setdefault(matrix.objid, Matrix())
        if is_resized and not is_new:
            for objid in inside.members:
                del self._places[objid]
            self._matrices[matrix.objid] = Matrix()

    def _set_member(self, thing: Thing, new: Set, *, is_new: bool) -> None:
        """Current is container; x to exit."""
        matrix = self.matrix
        if matrix is None:
            raise Illegal("a set of something that is in no matrix")
        self._need(thing.kind != KEY or bool(thing.name), "a key without a name")
        if is_new and thing.kind == TOKEN:
            self._need(new.x is not None and new.y is not None, "a new token without a cell")
            thing = replace(thing, fg=thing.fg or matrix.fg, bg=thing.bg or matrix.bg)
        inside = self._matrices[matrix.objid]
        if thing.x < 0 and new.x is not None:
            self._take_out(thing.objid)
        else:
            if self._places.get(thing.objid) != matrix.objid:
                self._take_out(thing.objid)
            if thing.kind == TOKEN:
                self._take_cell(thing, matrix, inside)
            inside.members[thing.objid] = None
            self._places[thing.objid] = matrix.objid
        self.things[thing.objid] = thing

    def _take_cell(self, token: Thing, matrix: Thing, inside: Matrix) -> None:
        """Put a token into its cell, and take out the one that was there."""
        self._need(0 <= token.x < matrix.x and token.y < matrix.y, "a token outside of its matrix")
        taken = inside.cells.get(token.cell)
        if taken == token.objid:
            return
        if taken is not None:
            self._take_out(taken)
        self._leave_cell(token.objid, inside)
        inside.cells[token.cell] = token.objid

    def _leave_cell(self, objid: str, inside: Matrix) -> None:
        thing = self.things.get(objid)
        if thing is not None and inside.cells.get(thing.cell) == objid:
            del inside.cells[thing.cell]

    def _take_out(self, objid: str) -> None:
        place = self._places.pop(objid, None)
        if place is not None:
            inside = self._matrices[place]
            del inside.members[objid]
            self._leave_cell(objid, inside)
