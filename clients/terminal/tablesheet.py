"""A table of somebody's own, while no match is on: how others come in, who is here, and what to do next.

While a match is on it is a key away, for the host and for the scores of the evening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tilenet.clients.roomfacts import Members
from tilenet.clients.tablefacts import Choice, OwnTable, has_match, own_table, phase_of, spoken
from tilenet.clients.terminal.countdown import next_second, seconds_to
from tilenet.clients.terminal.ending import PAUSE
from tilenet.clients.terminal.glyphs import cut, visible, wrap
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.largeletters import code_rows
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.qrcode import qr_code
from tilenet.clients.terminal.sheet import Line, Sheet
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tablepeople import TablePeople
from tilenet.clients.vocabulary import HOME, LOBBY, STARTING, members
from tilenet.words import Words

NEXT = "next"  # the id of the one thing to do next
START, AGAIN, BOT, INVITE = Words("Start now"), Words("Play again"), Words("Add a bot"), Words("Invite")
NARROWEST = 40  # columns beside the QR code
AIRY = 16  # lines in which some can be empty
HIGH = 20  # lines in which the code can be in large letters


class TableSheet(Sheet):
    """Draws the present table."""

    def __init__(
        self,
        context: SkinContext,
        close: Callable[[], None],
        invite: Callable[[], None],
        whisper: Callable[[str], None],
    ) -> None:
        """`invite` opens what invites people, and `whisper` begins a whisper to one."""
        super().__init__(context, close)
        self._invite = invite
        self._people = TablePeople(context, self._do, whisper)
        self.since = float("-inf")  # when a match has ended here, or the user has come
        self._told: Members = {}  # what the room has told of the table,
        self._read: OwnTable | None = None  # and what that says

    @property
    def _table(self) -> OwnTable:
        if self._read is None or self._told is not self.model.table:  # each message makes another
            self._told, self._read = self.model.table, own_table(self.model)
        assert self._read is not None
        return self._read

    @property
    def _is_host(self) -> bool:
        return self.model.me is not None and self._table.host == self.model.me

    def _do(self, command: str) -> None:
        self.controller.say(command)

    # What is where

    def title(self) -> str:
        table = self._table
        what = Words("A public table.") if table.is_public else Words("A private table.")
        if table.is_locked:
            what = Words("{what} Nobody else can come in.", what=what)
        return Words("{what} {host}", what=what, host=self._host_words(table))

    def _host_words(self, table: OwnTable) -> Words:
        if self._is_host:
            return Words("You are its host.")
        name = self._host_name(table)
        return Words("{name} is its host.", name=name) if name else Words("It has no host.")

    def _host_name(self, table: OwnTable) -> str:
        host = self.model.things.get(table.host)
        return "" if host is None else visible(host.name)

    def beside(self, width: int, room: int) -> Sequence[Row]:
        link = self._table.link
        return () if has_match(self.model) else qr_code(link, width - NARROWEST, room, self.inks, self.signs)

    def lines(self, width: int, room: int) -> list[Line]:
        """With empty lines between the parts, if there is room for all of it."""
        table = self._table
        parts = [
            [*self._ways_in(table, width, room)],
            [*self._next(table, width)],
            [*self._people.lines(table, width), *self._free_seat(table)],
            [*self._settings(table), *self._leaving()],
        ]
        gap = [Line()] if sum(map(len, parts)) + len(parts) <= room + 1 else []
        return [line for number, part in enumerate(parts) for line in (*(gap if number else ()), *part)]

    def due(self) -> float | None:
        return next_second(self.model, self.model.facts.get("deadline"), self.context.now())

    # How others come in

    def _ways_in(self, table: OwnTable, width: int, room: int) -> Iterator[Line]:
        code = visible(table.code)
        if not code:
            return
        is_small = has_match(self.model) or room < AIRY
        words = (
            Words("Code")
            if is_small
            else Words("Say the code, or send the link")
            if table.link
            else Words("Say the code")
        )
        row = [*self._plain("", f"{self.say(words)}: "), *([(self.inks["me"], code)] if is_small else [])]
        yield Line(row, "invite", self._invite, Words("invite"), right=self._hint(INVITE, "i"))
        for row_of_code in (
            [] if is_small else code_rows(code, width, self.inks["me"], self.signs, is_high=room >= HIGH)
        ):
            yield Line(row_of_code)
        link = table.link.partition("://")[2] or table.link  # as people type it
        for way in (link, table.ssh or self.controller.way_in.format(code=code)):
            for line in wrap(visible(way), width - 3) if way else ():
                yield Line([(self.inks["faint"], f" {line}")])

    def _hint(self, words: str, key: str) -> Row:
        return [(self.inks["headline"], self.say(words)), (self.inks["legend"], f" {key} ")]

    # What is next

    def _next(self, table: OwnTable, width: int) -> Iterator[Line]:
        """What to do, the most important first, which alone is in gold; and what everybody waits for."""
        news, act = self._news(table), self._first_act(table)
        if news:
            yield Line([(self.inks["headline"], cut(f" {visible(self.say(news))}", width - 1, self.signs.ellipsis))])
        if act is not None:
            words, do = act
            row: Row = [(self.inks["awake"], f" {self.say(words)} "), (self.inks["legend"], " Enter ")]
            yield Line(row, NEXT, partial(self._do_next, do), words, is_first=True)
            if words is AGAIN and self._is_host and not table.why_not:
                yield Line(
                    [(self.inks["headline"], f" {self.say(START)}")], "start", partial(self._do, "/start"), START
                )

    def _first_act(self, table: OwnTable) -> tuple[str, Callable[[], None]] | None:
        """The one thing to do next, in words; None while a match is on."""
        model = self.model
        if has_match(model):
            return None
        if model.me in table.waiting_for:
            return AGAIN, partial(self._do, "/again")
        if self._is_host and not table.why_not:
            return START, partial(self._do, "/start")
        if table.why_not and model.bots is not None:
            return BOT, self._bring
        return INVITE, self._invite

    def _do_next(self, do: Callable[[], None]) -> None:
        """Unless Enter was meant for what was here a moment ago, such as the game."""
        if self.context.now() - self.since >= PAUSE:
            do()

    def _news(self, table: OwnTable) -> str:
        """What everybody waits for; empty if there is nothing to say."""
        model = self.model
        if has_match(model):
            return Words("A game is on.")
        waited = [visible(agent.name) for agent in model.agents() if agent.objid in table.waiting_for]
        if model.me in table.ready and waited:
            return Words("You are ready. Waiting for {names}.", names=", ".join(waited))
        if model.me in table.waiting_for:
            ready = [visible(one.name) for one in model.agents() if one.objid in table.ready and not model.is_bot(one)]
            if ready:
                return Words("Ready to play again: {names}.", names=", ".join(ready))
            return Words("The next game starts when everybody here is ready.")
        if phase_of(model) == STARTING and (left := seconds_to(model, model.facts.get("deadline"))):
            return Words("The game starts in {n} s.", n=left)
        if table.why_not:
            return table.why_not
        if table.starts_itself:
            return Words("The game starts by itself.")
        if self._is_host:
            return Words("The game waits until you start it.")
        host = self._host_name(table)
        return Words("{name} starts the game.", name=host) if host else ""

    def _bring(self) -> None:
        self._do("/bot")

    def _free_seat(self, table: OwnTable) -> Iterator[Line]:
        act = self._first_act(table)
        seats = members(self.model.facts, "options").get("seats")
        is_full = isinstance(seats, int) and len(self.model.agents()) >= seats
        if self.model.bots is not None and not is_full and (act is None or act[0] is not BOT):
            free = self.say(Words("free seat"))
            yield Line([(self.inks["faint"], f"+ {free}")], "bot", self._bring, BOT, right=self._hint(BOT, "b"))

    # How the table is set

    def _settings(self, table: OwnTable) -> Iterator[Line]:
        """What the host can change, and others can see."""
        for choice in table.choices:
            yield self._choice(choice, table)
        who = Words("everybody") if table.is_public else Words("with the code")
        door = "/private" if table.is_public else "/public"
        yield self._setting("public", Words("Who can come"), who, lambda step: self._do(door))
        lock = Words("locked") if table.is_locked else Words("open")
        bolt = "/unlock" if table.is_locked else "/lock"
        yield self._setting("lock", Words("Door"), lock, lambda step: self._do(bolt))
        starts = Words("by itself") if table.starts_itself else Words("when the host says")
        wait = "/wait" if table.starts_itself else "/wait off"
        yield self._setting("starts", Words("Starts"), starts, lambda step: self._do(wait))

    def _choice(self, choice: Choice, table: OwnTable) -> Line:
        value: Any = table.options.get(choice.name)

        def turn(step: int) -> None:
            self._do(f"/option {choice.name} {spoken(choice.after(value, step))}")

        called = choice.called(value) or (spoken(value) if isinstance(value, bool | int | float | str) else "")
        is_fixed = has_match(self.model)
        return self._setting(f"option/{choice.name}", choice.text, called, None if is_fixed else turn)

    def _setting(self, id: str, words: str, value: str, turn: Callable[[int], None] | None) -> Line:
        label = f"{visible(self.say(words))}: "
        shown = visible(self.say(value))
        if turn is None or not self._is_host:
            return Line([(self.inks["faint"], label), (self.inks["plain"], shown)])
        left, right = self.signs.choose
        row: Row = [(self.inks["faint"], label), (self.inks["key"], f"{left} {shown} {right}")]
        change = turn
        return Line(row, id, lambda: change(1), Words("change"), turn)

    def _leaving(self) -> Iterator[Line]:
        way = next((tile for role in (LOBBY, HOME) if (tile := self.model.tile(role)) is not None), None)
        if way is not None:
            cell = way.cell
            words = Words("Leave the table")
            yield Line([(self.inks["plain"], self.say(words))], "leave", lambda: self.controller.click(cell), words)

    def _plain(self, pad: str, words: str) -> list[Run]:
        return [(self.inks["faint"], f"{pad}{self.say(words)}")]

    # Keys

    def keys(self) -> Sequence[Binding]:
        found = [Binding(("i",), Words("invite"), Words("invite people, or copy the code"), self._invite)]
        if self.model.bots is not None:
            found.append(Binding(("b",), Words("add a bot"), Words("bring a bot to this table"), self._bring))
        return found
