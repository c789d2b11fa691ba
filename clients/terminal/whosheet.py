"""Who is where on the server, asked for every few seconds; from here one can whisper, invite, and go there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tilenet.clients.places import Person, Place
from tilenet.clients.tablefacts import own_table
from tilenet.clients.terminal.glyphs import cut, visible
from tilenet.clients.terminal.inputline import InputLine
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.sheet import Line, Sheet
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words

PAUSE = 4.0  # seconds between two questions


class WhoSheet(Sheet):
    """Everybody by place. If it is for inviting, Enter invites, and what leads to the table can be copied."""

    def __init__(
        self, context: SkinContext, close: Callable[[], None], whisper: Callable[[str], None], *, invites: bool = False
    ) -> None:
        super().__init__(context, close)
        self._whisper = whisper
        self._invites = invites
        self._name = InputLine()
        self._invited: list[str] = []
        self._ask_at = self.context.now()
        self.model.places = None  # what was told last time is old
        self.tick()

    def tick(self) -> None:
        """Ask again, if it is time."""
        if self.context.now() >= self._ask_at:
            self._ask_at = self.context.now() + PAUSE
            self.controller.link.ask_for_places()

    def due(self) -> float | None:
        return self._ask_at

    def title(self) -> str:
        if self._invites:
            return Words("Invite somebody")
        places = self.model.places
        if places is None:
            return Words("Who is where")
        return Words("Who is where ({n})", n=sum(len(place.people) for place in places))

    # What is where

    def lines(self, width: int, room: int) -> list[Line]:
        return [*self._ways(width), *self._everybody(width)]

    def _ways(self, width: int) -> Iterator[Line]:
        """How to invite those who are not on the server, or whose names are easier to type than to find."""
        table = own_table(self.model)
        if not self._invites:
            return
        if table is not None and table.code:
            for id, words, what in (
                ("link", Words("Copy the link"), table.link),
                ("code", Words("Copy the code"), table.code),
            ):
                if what:
                    shown = cut(f"  {visible(what)}", width - 20, self.signs.ellipsis)
                    row: Row = [(self.inks["headline"], self.say(words)), (self.inks["me"], shown)]
                    yield Line(row, id, partial(self._copy, what), Words("copy"))
        label = f"{self.say(Words('Or type a name:'))} "
        yield Line([(self.inks["headline"], label)], "name", self._invite_named, Words("invite"), field=self._name)
        yield Line()

    def _everybody(self, width: int) -> Iterator[Line]:
        places = self.model.places
        faint = self.inks["faint"]
        if places is None:
            yield Line([(faint, f" {self.say(Words('Asking the server ...'))}")])
            return
        others = 0
        for number, place in enumerate(places):
            people = [person for person in place.people if not (self._invites and self._is_no_guest(person))]
            if people or not self._invites:
                others += len(people)
                yield self._place(place, number, width)
                for person in people:
                    yield self._person(person, place, number, width)
        if not others:
            yield Line([(faint, f" {self.say(Words('Nobody else is on the server.'))}")])

    def _is_no_guest(self, person: Person) -> bool:
        """Whether inviting makes no sense: bots are brought, and those who are here are here."""
        here = {agent.name for agent in self.model.agents()}
        return person.is_bot or person.name in here

    def _place(self, place: Place, number: int, width: int) -> Line:
        words = f"{cut(visible(place.title), width - 12, self.signs.ellipsis)} ({len(place.people)})"
        row: Row = [(self.inks["headline"], words)]
        if self._invites or not self._can_go(place):
            return Line(row)
        go = partial(self._go, place)
        keys = [Binding(("g",), "", Words("go where the focus is"), go)]
        return Line(row, f"place/{place.address}", go, Words("go there"), keys=keys, is_first=number == 0)

    def _can_go(self, place: Place) -> bool:
        return bool(place.address) and place.address != self.model.address

    def _person(self, person: Person, place: Place, number: int, width: int) -> Line:
        name = visible(person.name)
        notes = [
            *([Words("you")] if self.context.is_me(person.name) else []),
            *([Words("bot")] if person.is_bot else []),
            *([Words("away")] if person.is_away else []),
            *([Words("invited")] if person.name in self._invited else []),
        ]
        said = ", ".join(self.say(note) for note in notes)
        sign = self.signs.bot if person.is_bot else self.signs.person or " "
        role = "me" if self.context.is_me(person.name) else "audience" if person.is_away else "plain"
        row: Row = [
            (self.inks["present"], f"  {sign} "),
            (self.inks[role], cut(name, width - 22, self.signs.ellipsis)),
            (self.inks["faint"], f"  {said}" if said else ""),
        ]
        if self.context.is_me(person.name):
            return Line(row)
        whisper, invite = partial(self._whisper, person.name), partial(self._invite, person.name)
        id = f"person/{number}/{person.name}"
        if self._invites:
            return Line(row, id, invite, Words("invite"))
        keys: list[Binding] = []
        if not person.is_bot:
            keys.append(
                Binding(("i",), Words("invite"), Words("invite the player with the focus to this room"), invite)
            )
        if self._can_go(place):
            go = partial(self._go, place)
            keys.append(Binding(("g",), Words("go there"), Words("go where the focus is"), go))
        return Line(row, id, whisper, Words("whisper"), keys=keys)

    # What can be done

    def _go(self, place: Place) -> None:
        self.controller.go(place.address)

    def _invite(self, name: str) -> None:
        if self.controller.say(f"/invite {name}") and name not in self._invited:
            self._invited.append(name)

    def _invite_named(self) -> None:
        if name := self._name.edit_text.strip():
            self._invite(name)
            self._name.put("")

    def _copy(self, text: str) -> None:
        self.controller.copy(visible(text))
