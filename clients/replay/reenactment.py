"""A saved round of Dancing becomes a recording: it is played once more, by the rules of the game, at the times of then.

The server's verdict is what counts. A program that was lost, or that said something that makes no sense, did nothing
that could be played; then it loses for the reason in the verdict. What only the arena knows, the arena says at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from random import Random
from typing import Any, NamedTuple

from tilenet.clients.arena.tape import CHOREOGRAPHER, SPOILER, BadTape, Tape
from tilenet.game import Event, Result
from tilenet.games.dancing.events import Dance, Done, Fault, Finish, Place, TakeSeat
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.hall import MATCH
from tilenet.games.dancing.instances import BadInstance
from tilenet.games.dancing.match import SECONDS
from tilenet.games.dancing.stage import PACE
from tilenet.games.dancing.wire import StepReader, Wrong, is_done, read_lines, read_stars
from tilenet.rehearsal.stage import data_of, perform
from tilenet.replays.people import People
from tilenet.replays.recording import LONGEST_WORD, VERSION, Recording
from tilenet.saving.writer import save
from tilenet.text import plain

ROOM = "round"
ROLES = CHOREOGRAPHER, SPOILER  # of side 0 and side 1; they are the ids of the programs, too
ARENA = "arena"
LONGEST_NAME = 40  # characters
LEFT = "left before the end"
LOSES = re.compile(r"(\S+) loses: (?:step [0-9]+: )?(.*)", re.DOTALL)
#: Older tapes have only what is in the brackets.
TOO_LATE = re.compile(
    r"(?:ran out of time \()?no (stars|DONE|lines) within ([0-9]{1,6}(?:\.[0-9]{1,6})?) s(?: of DONE)?\)?"
)
LINES = "lines"  # for these everybody has the same time
UNKNOWN = "The conversation ends here, without a verdict."

Request = Place | Dance | Done | Finish


class Act(NamedTuple):
    """Something that a program did."""

    at: float  # seconds
    role: str
    request: Request


def recording_of(tape: Tape, pace: float = PACE) -> Recording:
    """The round as a recording; the stage shows a step in every `pace` seconds. Raises BadTape."""
    try:
        return Reenactment(tape, pace).play()
    except BadInstance as error:
        raise BadTape(str(error)) from None


class Reenactment:
    """A round that is played once more, and every entry of it."""

    def __init__(self, tape: Tape, pace: float) -> None:
        self._tape = tape
        self._acts = [*acts_of(tape)]
        self._names = [plain(name)[:LONGEST_NAME] for name in tape.names]
        self._setup: dict[str, Any] = {
            "instance": tape.file,
            "size": tape.size,
            "rounds": 1,
            "seconds": self._seconds(pace),
            "pace": pace,
            "file_first": tape.is_file_first,
        }
        self._game = DancingGame(Random(0), **self._setup)
        self._people = People()
        self._entries: list[list[Any]] = []
        self._now = tape.began
        self._result: Result | None = None

    def _seconds(self, pace: float) -> float:
        """How long each program had to think: only a verdict about time says it. Else nobody's time may run out."""
        tape = self._tape
        found = LOSES.fullmatch(tape.verdict)
        late = TOO_LATE.fullmatch(found[2]) if found is not None else None
        if late is not None and late[1] != LINES:
            return float(late[2])
        needed = tape.ended - tape.began
        if not tape.verdict:  # the round stays open until the stage has shown all of it
            steps = sum(len(one.request.steps) for one in self._acts if isinstance(one.request, Dance))
            needed += (steps + 2) * pace
        return max(SECONDS, float(ceil(needed) + 1))

    def play(self) -> Recording:
        tape, game = self._tape, self._game
        people = [_person(role, name) for role, name in zip(ROLES, self._names, strict=True)]
        for one in people:
            self._people.know(one)
        saved = save(game, MATCH, self._setup)
        noted = {"game": MATCH, "setup": self._setup, "members": [], "people": people, "state": saved}
        self._entries.append(["saved", self._now, ROOM, noted])
        for role in ROLES:
            self._do("enter", role)
            self._do("ask", role, TakeSeat())
        for act in self._acts:
            if act.at <= tape.ended:
                self._pass_until(act.at)
                self._do("ask", act.role, act.request)
        self._pass_until(tape.ended)
        self._settle()
        while game.deadline is not None and (self._is_over or game.stage.due is not None):
            self._tick(game.deadline)
        remarks = [*self._remarks()]
        if remarks:
            noted = _person(ARENA, ARENA)
            self._people.know(noted)
            self._entries.append(["player", self._now, noted])
            for text in remarks:
                self._do("say", ARENA, plain(text), None)
        return Recording(self._header(), self._entries)

    @property
    def _is_over(self) -> bool:
        return self._game.match is not None and self._game.match.is_over

    # What happens

    def _do(self, what: str, id: str, *args: object) -> None:
        self._enter(what, {"player": id}, *(data_of(self._game, arg) for arg in args))

    def _enter(self, what: str, *noted: Any) -> None:
        """Something enters the game."""
        self._entries.append([what, self._now, ROOM, *noted])
        happened: Sequence[Event] = perform(self._game, what, noted, self._now, self._people.__getitem__)
        for event in happened:
            if isinstance(event, Result):
                self._result = event

    def _pass_until(self, at: float) -> None:
        while self._game.deadline is not None and self._game.deadline <= at:
            self._tick(self._game.deadline)
        self._now = max(self._now, at)

    def _tick(self, at: float) -> None:
        self._now = max(self._now, at)
        self._enter("tick")

    def _settle(self) -> None:
        """Let somebody lose for what cannot be played."""
        match = self._game.match
        found = LOSES.fullmatch(self._tape.verdict)
        if match is None or match.is_over or found is None or found[1] not in self._tape.names:
            return
        role, why = ROLES[self._tape.names.index(found[1])], plain(found[2])
        if why == LEFT:
            self._do("leave", role)
        elif TOO_LATE.fullmatch(why) is not None:
            self._pass_until(match.round.deadline)
        else:
            self._do("ask", role, Fault(1, why))

    def _remarks(self) -> Iterator[str]:
        """What the game does not say by itself."""
        tape, match = self._tape, self._game.match
        if tape.verdict and (match is None or not match.is_over or self._verdict != tape.verdict):
            yield f"The server's verdict was: {tape.verdict}."
        for name, why in self._untold.items():
            yield f"{name} lost this round: {why}."
        if not tape.verdict and not tape.lost:
            yield UNKNOWN

    @property
    def _untold(self) -> dict[str, str]:
        """Who lost, and why, if the server's verdict does not say all of it."""
        return {name: why for name, why in (self._tape.lost or {}).items() if why not in self._tape.verdict}

    @property
    def _verdict(self) -> str:
        assert self._game.match is not None
        return str(self._game.match.round_verdict(1, self._names))

    # What it is

    def _header(self) -> dict[str, Any]:
        tape, result = self._tape, self._result
        standings = {} if result is None else {one.player.id: one for one in result.standings}
        people = []
        for role, name in zip(ROLES, self._names, strict=True):
            person: dict[str, Any] = {"id": role, "name": name, "account": None, "is_bot": True}
            if role in standings:
                person |= {"place": standings[role].place, "score": standings[role].score}
            people.append(person)
        return {
            "tilenet": "replay",
            "version": VERSION,
            "id": plain(tape.name),
            "game": MATCH,
            "kind": DancingGame.kind,
            "title": self._title(),
            "room": ROOM,
            "began": round(tape.saved - (tape.ended - tape.began), 3),
            "ended": round(tape.saved, 3),
            "start": tape.began,
            "seconds": round(self._now - tape.began, 3),
            "is_private": False,
            "people": people,
            "result": None if result is None else {"game": str(result.game), "reason": result.reason},
        }

    def _title(self) -> str:
        """What the server did not know is in it: what is said at the end is soon above the ranking."""
        found = LOSES.fullmatch(self._tape.verdict)
        known = "" if found is None else found[2]
        for name, why in self._untold.items():
            return plain(f"{name} lost: {why.removeprefix(known).strip(' ()')}")[:LONGEST_WORD]
        dancer, spoiler = self._names
        return f"{dancer} dances, {spoiler} places stars"


def acts_of(tape: Tape) -> Iterator[Act]:
    """What the programs did, until one of them says something that makes no sense."""
    has_stars = has_steps = False
    for message in tape.said:
        is_spoiler = message.sender == SPOILER
        if is_spoiler == has_stars:
            continue  # out of turn
        request: Request
        try:
            if is_spoiler:
                request, has_stars = Place(1, read_stars(message.text)), True
            elif has_steps:
                request = Finish(1, read_lines(message.text))
            elif is_done(message.text):
                request, has_steps = Done(1), True
            else:
                steps, fault = StepReader().read(message.text)
                yield Act(message.at, message.sender, Dance(1, steps))
                if fault:
                    return
                continue
        except Wrong:
            return
        yield Act(message.at, message.sender, request)


def _person(id: str, name: str) -> dict[str, Any]:
    """Somebody, as recordings note them."""
    return {"id": id, "name": name, "points": 0, "account": None, "is_bot": True, "presence": "here", "origin": ""}
