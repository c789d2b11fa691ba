"""What is beside the board of Dancing: the commands with their keys, the clock, the step, the players; who is here."""

from __future__ import annotations

from collections.abc import Iterator

from tilenet.clients.model import Cell, Thing
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.countdown import seconds_to
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.vocabulary import CLOCK, HELP, HOME, LOBBY, OVER, STARTING, WAITING, Seat, members, seats
from tilenet.words import Words

PAUSE = "pause"
STAGE = "slower", "faster", PAUSE, "again"  # roles of what those who watch can use
COMMANDS = HOME, HELP, LOBBY, *STAGE  # line by line
SECOND_COMMANDS = {0: "dance", 1: "spoil", 3: "done", 4: "step ends", 5: "undo", 6: "lines"}  # beside them, by line
PLAYING = "done", "step ends", "undo", "lines"  # roles of what a player can use, in turn
SEAT_OF_MINE = "seat"
TOLD = CLOCK, "phase", "round", "step", "dancer", "spoiler"  # roles of the tiles that say what the lines below say
ROWS = len(COMMANDS) + len(TOLD)
WAITS_FOR: dict[str, str] = {
    "stars": Words("spoiler thinks"),
    "steps": Words("dancer thinks"),
    "lines": Words("lines are due"),
}
PHASES: dict[str, str] = {
    WAITING: Words("no match yet"),
    STARTING: Words("about to begin"),
    OVER: Words("match is over"),
}

LEAST_WIDTH, MOST_WIDTH = 18, 30  # without the players beside it
WIDEST = 59  # columns, with them
SECOND = 10  # the column of the second command in a line
PEOPLE = 16, 28  # columns for the list of players beside all this
LEAST_PEOPLE = 4  # lines for that list below all this, if there is no room beside it


class DancingPanel:
    """Draws it, in the order of the tiles, and says what is where."""

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._panels = Panels(context.inks, context.signs)

    def rows(self, width: int, lines: int) -> list[Row]:
        own, beside = _widths(width)
        plain = self._inks["plain"]
        found = [*self._commands(), *self._told(own - 2)]
        rows = [filled(row, own, plain) for row in found]
        left, _, across, down = _people(width, lines)
        people = self._panels.people(self._model, across, down) if down else []
        blank: Row = [(plain, " " * own)]
        if beside:
            rows += [blank] * (lines - ROWS)
            return [[*row, (plain, " " * (left - own)), *who] for row, who in zip(rows, people, strict=True)]
        return [*rows, *[blank] * (lines - ROWS - down), *people]

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | Thing | None:
        """A tile, or a player to talk to."""
        own, _ = _widths(width)
        if line < ROWS and column < own:
            second = SECOND_COMMANDS.get(line) if column >= SECOND else None
            return self._cell(second or (*COMMANDS, *TOLD)[line])
        left, top, _, down = _people(width, lines)
        people = listed(self._model, down) if down else []
        number = line - top - 1
        return people[number] if column >= left and 0 <= number < len(people) else None

    def _cell(self, role: str) -> Cell | None:
        tile = self._model.tile(role)
        return None if tile is None else tile.cell

    def _commands(self) -> Iterator[Row]:
        marks = self._inks["focus"]
        is_paused = members(self._model.facts, "stage").get("paused") is True
        for y, role in enumerate(COMMANDS):
            left, between = self._marks(self._cell(role))
            found: list[Run] = [(marks, left), *self._command(role, SECOND - 2, is_on=role == PAUSE and is_paused)]
            second = SECOND_COMMANDS.get(y)
            if second is not None:
                second_left, right = self._marks(self._cell(second))
                between = second_left if between == " " else between
                room = LEAST_WIDTH - SECOND - 1
                yield [*found, (marks, between), *self._command(second, room), (marks, right)]
            else:
                yield [*found, (marks, between)]

    def _command(self, role: str, width: int, *, is_on: bool = False) -> list[Run]:
        """A command: its key, if that is a letter, and its name."""
        tile, key = self._model.tile(role), self._model.key(role)
        is_open = tile is not None and self._model.can_act_on(tile)
        letter = JAVA.get(key.name, "") if key is not None and is_open else ""
        ink = self._inks["faint" if not is_open else "to me" if is_on else "headline"]
        is_hidden = not is_open and (role in STAGE or (role in PLAYING and SEAT_OF_MINE not in self._model.you))
        name = "" if tile is None or is_hidden else visible(tile.name)
        return [
            (self._inks["key"], f"{letter if len(letter) == 1 else ' '} "),
            (ink, fit_name(name, width - 2, self._signs.ellipsis)),
        ]

    def _told(self, width: int) -> Iterator[Row]:
        """The clock, what the match waits for, and what is on the stage; for the player whose turn it is, the match."""
        model, marks, ellipsis = self._model, self._inks["focus"], self._signs.ellipsis
        stage, options = (members(model.facts, name) for name in ("stage", "options"))
        here = members(model.you, "board") or stage
        step = here.get("step")
        seconds = seconds_to(model, model.facts.get("deadline"))
        is_dancer = _dances_now if here is not stage else self._dances_on_stage
        told = [
            ("headline", "" if seconds is None else Words("{n} s", n=seconds)),
            ("plain", self._state()),
            ("plain", Words("Round {number}/{of}", number=here.get("round"), of=options.get("rounds"))),
            ("plain", Words("Step {step}/{of}", step=step, of=here.get("steps", step))),
        ]
        for word, dances in ((Words("Dancer"), True), (Words("Spoiler"), False)):
            seat = next((one for one in seats(model) if is_dancer(one) is dances), None)
            is_me = seat is not None and seat.agent == model.me
            name = "" if seat is None else visible(seat.name)
            told.append(("me" if is_me else "plain", f"{self._signs.say(word):7} {name}"))
        for role, (ink, words) in zip(TOLD, told, strict=True):
            left, right = self._marks(self._cell(role))
            yield [(marks, left), (self._inks[ink], fit_name(self._signs.say(words), width, ellipsis)), (marks, right)]

    def _dances_on_stage(self, seat: Seat) -> bool:
        return seat.id == members(self._model.facts, "stage").get("choreographer")

    def _state(self) -> str:
        facts = self._model.facts
        if facts.get("cancelled"):
            return Words("cancelled")
        return WAITS_FOR.get(text(facts, "step")) or PHASES.get(text(facts, "phase"), "")


def _dances_now(seat: Seat) -> bool:
    return seat.part == "choreographer"


def _widths(width: int) -> tuple[int, int]:
    """Columns for the panel, and for the players beside it, if they fit there."""
    beside = min(width - LEAST_WIDTH - 1, PEOPLE[1])
    if beside < PEOPLE[0]:
        return min(width, MOST_WIDTH), 0
    return min(width - beside - 1, MOST_WIDTH), beside


def _people(width: int, lines: int) -> tuple[int, int, int, int]:
    """Where the players are listed: column, line, width and lines."""
    own, beside = _widths(width)
    if beside:
        return own + 1, 0, beside, lines
    down = lines - ROWS - 1
    return 0, ROWS + 1, own, down if down >= LEAST_PEOPLE else 0
