"""What the user is doing: which tile has the focus, whether the keyboard clicks or types, and what each act sends.

It knows the link and the model, and neither urwid nor the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tilenet.clients.link import Link
from tilenet.clients.model import Cell, HeardLine, Model, Thing
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.ending import PAUSE, Ending
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.keys import JAVA, Binding, shown
from tilenet.clients.terminal.leaveguard import Hint, LeaveGuard
from tilenet.clients.terminal.roomwords import RoomWords
from tilenet.clients.terminal.talk import NotSaid, addressed
from tilenet.clients.vocabulary import HELP, HOME, KEY_TO, LOBBY, RESTART, members
from tilenet.wire.messages import KEY
from tilenet.words import Words

WAYS_OUT = HOME, LOBBY
ANSWERED = 5.0  # seconds in which a room answers an act

KIND = "account/1"  # of the room whose tiles are forms of this client
FORMS = ("create", "password", "rename", "add", "export", "delete")

RESERVED = {"tab", "f1", "f10"}  # the client's own keys, in every matrix


class Controller:
    """One user at one link."""

    def __init__(self, link: Link, now: Callable[[], float]) -> None:
        self.link = link
        self.model = link.model
        self.ending = Ending()
        self.words = RoomWords()  # beside the board
        self.is_typing = False
        self.focus: Cell | None = None
        self.origin: Cell = (0, 0)  # the first cell on the screen, if not all fit
        self.is_following = True  # whether the screen follows the focus
        self.back = 0  # how many lines the user has scrolled back
        self.command = ""  # which the user has typed last, with its slash, if that was the last thing they said
        self.answer: list[HeardLine] = []  # what the room has told them since
        self.notice = ""  # a message for the user, until the next act
        self.turn_bell: Callable[[], str] | None = None  # turns the bell off or on, and says what it is now
        self.favourite = ""  # the name of the tile where the focus begins, if there is one
        self.now = now
        self.new_password = ""  # of a name that has no account: it is typed again as soon as the room is there
        self.join = ""  # a code or an address to go to, as soon as there is a room to say so in
        self.way_in = ""  # a command that leads to a table, with {code} in it
        self.new_table: Callable[[], None] = lambda: None  # asks which, and opens one
        self.open_account: Callable[[str, str], None] = lambda role, password: None  # the form for this role
        self.save: Callable[[str, str], str] = lambda name, text: ""  # to a file, which is returned if there is one
        self.ask_for_code: Callable[[], None] = lambda: None  # and goes there
        self.show_places: Callable[[], None] = lambda: None  # who is where
        self.copy_out: Callable[[str], None] = lambda text: None  # puts a text where the user can paste it from
        self.open_help: Callable[[], None] = link.ask_for_help
        self.allows: Callable[[Thing], bool] = lambda thing: True  # whether the screen lets the user click or press it
        self.places: Callable[[], Mapping[Cell, tuple[float, float]] | None] = lambda: None  # of tiles on the screen
        self._before: Controller | None = None  # of the connection that was lost, until the room is back
        self._matrix: str | None = None
        self._was_told = False  # whether the room had told what it is
        self._chosen: Cell | None = None  # where the focus was put last, other than by the user
        self._doors: dict[str, str] = {}  # by which the user left rooms that lead to others, as roles
        self._lines_heard = 0
        self._leave_guard = LeaveGuard(now)

    # News

    def model_changed(self) -> list[HeardLine]:
        """The model has changed. Returns the lines that are new."""
        model = self.model
        new = min(model.lines_heard - self._lines_heard, len(model.heard))
        self._lines_heard = model.lines_heard
        lines = [model.heard[number] for number in range(len(model.heard) - new, len(model.heard))]
        self.ending.model_changed(model, self.now())
        self._join()
        if self.new_password and model.is_told:
            password, self.new_password = self.new_password, ""
            self.open_account("create", password)
        self.words.heard(lines)
        if model.current != self._matrix:
            self.command = ""  # what another room says is no answer to it
        if self.command:
            self.answer += [line for line in lines if self.is_answer(line) and not line.is_by_me]
        if model.current != self._matrix:
            if self._matrix is not None:
                self.notice = ""
            self._matrix = model.current
            self.focus, self.origin = None, (0, 0)
            self.is_following = True
        if model.is_told and not self._was_told and self.focus == self._chosen:
            self.focus = None  # now it is known what the tiles are for
        self._was_told = model.is_told
        if self.focus not in model.grid():
            self._choose_focus(self.focus)
        return lines

    def begin_again(self) -> None:
        """A match begins: what the user does is on the board now, and the focus goes to what it is played with."""
        if self.focus == self._chosen:
            self._choose_focus(None)

    def _choose_focus(self, near: Cell | None) -> None:
        cells = self.model.grid()
        self.focus = min(cells, key=lambda cell: self._aptness(cells[cell], near), default=None)
        self._chosen = self.focus

    def continue_from(self, other: Controller) -> None:
        """Go on where the user was in a session that is over."""
        self._remember(other.model.heard)
        self.is_typing, self.back = other.is_typing, other.back
        self._doors = other._doors
        self._before = other._before or other

    def _remember(self, lines: Iterable[HeardLine]) -> None:
        """Keep lines from an earlier session: they are neither news nor results.

        Its objids mean nothing any more, or something else: only what kind of thing spoke is kept of them.
        """
        for line in lines:
            self.model.note(replace(line, from_=line.from_[:1], to=line.to[:1]))
        self._lines_heard = self.model.lines_heard

    def restore_focus(self) -> None:
        """When the room is there again after a lost connection, put the focus back where it was.

        A server sends a matrix before the agents in it. So until our own agent is there, we may see only a part.
        """
        model, before = self.model, self._before
        if before is None or model.me is None or not model.is_here(model.me):
            return
        self._before = None
        if _room(model) == _room(before.model) and before.focus in model.grid():
            self.focus, self.origin, self.is_following = before.focus, before.origin, before.is_following

    def _aptness(self, tile: Thing, near: Cell | None) -> tuple[object, ...]:
        """A sort key for where the focus goes: tiles to play with come first, those that lead away last.

        Whoever comes back to a room that leads to others begins at the one where they have been.
        """
        role = self.model.role_of(tile.objid)
        leads_away = role in (*WAYS_OUT, HELP)
        is_first = near is None and (role == RESTART or tile.name == self.favourite) and tile.is_enabled
        was_there = near is None and role != "" and role == self._doors.get(_room(self.model) or "")
        x, y = near or (0, 0)
        return not was_there, not is_first, leads_away, not tile.is_enabled, _apart(tile.cell, (x, y)), tile.y, tile.x

    @property
    def focused(self) -> Thing | None:
        return None if self.focus is None else self.model.grid().get(self.focus)

    # Tiles

    def move(self, across: int, down: int) -> None:
        """Move the focus to the nearest tile in a direction, if there is one."""
        self.notice = ""
        self.is_following = True
        if self.focus is None:
            return
        places = self.places() or {cell: cell for cell in self.model.grid()}
        x, y = places.get(self.focus, self.focus)
        ways = []
        for cell, place in places.items():
            ahead = (place[0] - x) * across + (place[1] - y) * down
            aside = abs((place[0] - x) * down) + abs((place[1] - y) * across)
            if ahead > 0:
                ways.append((ahead + 3 * aside, cell[1], cell[0]))
        if ways:
            _, row, column = min(ways)
            self.focus = column, row

    def scroll_tiles(self, across: int, down: int) -> None:
        """Scroll to other tiles, without moving the focus."""
        self.is_following = False
        self.origin = self.origin[0] + across, self.origin[1] + down

    def click(self, cell: Cell | None = None) -> None:
        """Click the tile in a cell; without a cell, the one with the focus. Help opens the page of rules."""
        if cell is not None:
            if cell not in self.model.grid():
                self.notice = ""
                return
            self.focus, self.is_typing = cell, False
        self.is_following = True
        tile = self.focused
        if tile is None or not self._is_sure(tile, Words("Click {name}", name=tile.name)):
            return
        if self.model.role_of(tile.objid) == HELP:
            self.open_help()
        elif self.allows(tile) and not self._opens_form(tile):
            self._note_door(tile)
            self.words.acted()
            if not self.link.click(tile):
                self.notice = self._why_not(Words("That tile can't be clicked now."))

    def press(self, key: Thing, modifiers: int) -> None:
        how = Words("Press {key}", key=shown(JAVA[key.name]))
        if self._is_sure(key, how) and self.allows(key) and not self._opens_form(key):
            self._note_door(key)
            self.words.acted()
            if not self.link.press(key, modifiers):
                self.notice = self._why_not(Words("That key can't be pressed now."))

    def _opens_form(self, thing: Thing) -> bool:
        """Open the form that this stands for: what needs a password is never a click."""
        role = self.does(thing)
        if self.model.kind != KIND or role not in FORMS or not self.model.can_act_on(thing):
            return False
        self.open_account(role, "")
        return True

    def _note_door(self, thing: Thing) -> None:
        """If this leads to another room, remember which way the user went."""
        room, role = _room(self.model), self.does(thing)
        if room is not None and role in members(self.model.facts, "rooms"):
            self._doors[room] = role

    @property
    def left_by(self) -> str:
        """By which way the user has left this room the last time: a role, or a word of a skin's own; empty if never."""
        return self._doors.get(_room(self.model) or "", "")

    def leave_by(self, way: str) -> None:
        """Remember that the user leaves this room by something that is no tile."""
        if (room := _room(self.model)) is not None:
            self._doors[room] = way

    def go_on(self, role: str) -> None:
        """Click the tile with this role after the end of a game, and leave the focus where it is."""
        tile = self.model.tile(role)
        if tile is not None and self.now() - self.ending.since >= PAUSE:
            focus = self.focus
            self.click(tile.cell)
            self.focus = focus

    def play_again(self) -> None:
        """At a table of one's own: say that the user is ready for the next game."""
        if self.now() - self.ending.since >= PAUSE:
            self.say("/again")

    def watch_again(self) -> None:
        """Leave the room for the replay of the game that is over; if leaving costs something, when asked twice."""
        room, replay = self.model.matrix, self.ending.replay
        if room is None or not replay or self.now() - self.ending.since < PAUSE:
            return
        cost, how = text(self.model.you, "leave"), Words("Watch it")
        self.notice = self._leave_guard.question(visible(cost), how, self.notice)
        if not self.notice:
            self.link.say(room, f"/watch {replay}")

    def go(self, where: str) -> None:
        """Go to the table with a code, or to the room with an address; if leaving costs something, when asked twice."""
        cost = "" if is_replay(self.model) else text(self.model.you, "leave")
        self.notice = self._leave_guard.question(visible(cost), Words("Go there"), self.notice)
        if not self.notice:
            self.say(f"/join {where}")

    def _join(self) -> None:
        """Go where the user wanted to go with the login; what the room answers is for the user to read."""
        model = self.model
        if self.join and model.matrix is not None and model.me is not None and model.is_here(model.me):
            where, self.join = self.join, ""
            self.say(f"/join {where}")

    def copy(self, text: str) -> None:
        """Let the user paste this elsewhere. Not every terminal allows it, and none says so."""
        self.copy_out(text)
        self.notice = Hint("Copied: {text} (if your terminal allows it)", text=text)

    def can_click(self, role: str) -> bool:
        """Whether there is a tile with this role that can be clicked."""
        tile = self.model.tile(role)
        return tile is not None and self.model.can_act_on(tile)

    def _is_sure(self, thing: Thing, how: str) -> bool:
        """Whether to go on; the notice asks otherwise."""
        has_cost = self.does(thing) in WAYS_OUT and not is_replay(self.model)
        cost = text(self.model.you, "leave") if has_cost else ""
        self.notice = self._leave_guard.question(visible(cost), how, self.notice)
        return not self.notice

    def does(self, thing: Thing) -> str:
        """What a tile or key does: its role, or that of the tile that does the same."""
        return self.model.role_of(thing.objid).removeprefix(KEY_TO)

    def is_answer(self, line: HeardLine) -> bool:
        """Whether a new line may be the room's answer to what the user has just done."""
        is_to_me = line.is_by_me or (line.is_to_me and line.from_ == self.model.current)
        return is_to_me and self._leave_guard.has_acted_within(ANSWERED)

    def pointed(self) -> None:
        """The user does something with the mouse."""
        self._leave_guard.pointed()

    def is_stray(self, key: str, *, means_something: bool) -> bool:
        """Whether a key on the board means nothing, or belongs to a word of such keys; the notice says so."""
        words = self._leave_guard.pressed(key, means_something=means_something)
        self.notice = words or self.notice
        return bool(words)

    def _why_not(self, words: str) -> str:
        """Why nothing was sent: the headline of the room says what is going on."""
        me, room = self.model.my_agent, self.model.matrix
        if me is not None and not me.is_enabled:
            if self.model.energy_over_points:
                return Words("You have no points left, so you can only watch and chat.")
            return Words("You have no energy left, so you can only watch and chat.")
        return words if room is None or not room.text else Words("{words} {why}", words=words, why=room.text)

    # Keys of the matrix

    def _keys(self) -> dict[str, Thing]:
        """The keys of the matrix, by what is typed; if several are the same, one that is enabled."""
        found: dict[str, Thing] = {}
        for key in self.model.here(KEY):
            typed = JAVA.get(key.name)
            if typed is None or typed in RESERVED:
                continue
            if typed not in found or (key.is_enabled and not found[typed].is_enabled):
                found[typed] = key
        return found

    def matrix_bindings(self) -> list[Binding]:
        """The keys of the matrix."""
        return [self._binding(typed, key) for typed, key in self._keys().items()]

    def _binding(self, typed: str, key: Thing) -> Binding:
        does = self.does(key)
        tile = self.model.tile(does)
        has_words = bool(key.text) and does not in WAYS_OUT  # whose texts may have the price of leaving in them
        words = key.text if has_words or tile is None else tile.name
        return Binding(
            (typed,),
            words,
            words or key.name,
            lambda: self.press(key, 0),
            id=does,
            is_enabled=self.model.can_act_on(key),
            held=lambda modifiers: self.press(key, modifiers),
        )

    def free(self, bindings: Iterable[Binding]) -> list[Binding]:
        """These bindings without the keys that the matrix uses, enabled or not."""
        taken = self._keys().keys()
        left = [(binding, tuple(key for key in binding.keys if key not in taken)) for binding in bindings]
        return [replace(binding, keys=keys) for binding, keys in left if keys]

    def unreachable_keys(self) -> list[Thing]:
        """The keys of the matrix that this keyboard cannot press."""
        return [key for key in self.model.here(KEY) if JAVA.get(key.name) in (None, *RESERVED)]

    # Talk

    def say(self, text: str) -> bool:
        """Say what was typed, and return whether that was possible; if not, the notice says why."""
        self.notice = ""
        self._leave_guard.acted()
        try:
            said = addressed(text, self.model)
        except NotSaid as error:
            self.notice = str(error)
            return False
        if said is not None:
            words = text.strip()
            self.command, self.answer = words if words.startswith("/") else "", []
            if self.command:
                self.words.acted()
            self.link.say(*said)
        return True

    def scroll_back(self, lines: int) -> None:
        """Scroll back in what was said; the screen limits this to what there is."""
        self.back = max(0, self.back + lines)


def _room(model: Model) -> str | None:
    """The name of the room: after a restart of the server it has another objid."""
    return None if model.matrix is None else model.matrix.name


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
