"""Which skin draws the present room: the one for its kind, or else the panel, which can draw any room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from traceback import extract_tb
from typing import TypeVar

from twisted.logger import Logger

from tilenet.clients.model import Thing
from tilenet.clients.replayfacts import is_preparing, is_replay
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import headline_of, room_for_board
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.panelskin import PanelSkin
from tilenet.clients.terminal.replayskin import ReplaySkin
from tilenet.clients.terminal.skin import LineBudget, Skin, SkinContext
from tilenet.clients.terminal.skins import maker_for
from tilenet.words import Words

Answer = TypeVar("Answer")

PATIENCE = 1.0  # seconds that a room has to say what it is, before it is drawn without that

FAILED = Words("This room's own view has failed, so you now see plain tiles.")


class Nothing(Skin):
    """Draws nothing, in the moment between the tiles of a room and what it says of itself: they would only jump."""

    def __init__(self, context: SkinContext) -> None:
        self._ink = context.inks["plain"]
        self._now = context.now
        self.until = context.now() + PATIENCE

    def budget(self, columns: int, lines: int) -> LineBudget:
        return LineBudget(headline_of(lines), room_for_board(columns, lines, 0, 0)[1])

    def rows(self, columns: int, lines: int) -> list[Row]:
        return [[(self._ink, " " * columns)]] * lines

    def at(self, column: int, line: int) -> None:
        return None

    def allows(self, thing: Thing) -> bool:
        return False

    def due(self) -> float:
        return self.until

    def wait(self) -> None:
        """Somebody has come into a room that will say what it is."""
        self.until = self._now() + PATIENCE

    def is_over(self) -> bool:
        return self._now() >= self.until


class SkinChoice:
    """The skins of one session. Each visit to a room has a new one.

    A skin may come from a plugin. One that fails, whatever it is asked, is put away for the rest of the session: the
    user is told so, and the panel draws.
    """

    log = Logger()

    def __init__(
        self,
        context: SkinContext,
        remark: Callable[[str], None],
        sheet: Callable[[], Skin | None] = lambda: None,
    ) -> None:
        """`remark` says something to the user, and shows it; `sheet` is what lies on the board, if anything does."""
        self._context = context
        self._remark = remark
        self.sheet = sheet
        self.panel = PanelSkin(context)
        self._nothing = Nothing(context)
        self._replay = ReplaySkin(context, self.panel)
        self._has_been_told = False  # whether rooms on this server say what they are
        self._skin: Skin | None = None  # for the kind of the present room
        self._visited: tuple[str | None, str] = None, ""  # the room for which that is, and its kind
        self._broken: set[str] = set()  # kinds whose skins have failed

    def model_changed(self) -> None:
        model = self._context.controller.model
        self._has_been_told = self._has_been_told or model.is_told
        if (visited := (model.current, model.kind)) != self._visited:
            if self._has_been_told and model.current != self._visited[0]:
                self._nothing.wait()
            self._visited = visited
            self._skin = self._made(model.kind)
        self._ask(lambda: self._below, lambda skin: skin.model_changed())

    def _made(self, kind: str) -> Skin | None:
        if kind in self._broken:
            return None
        try:
            make = maker_for(kind)
            return None if make is None else make(self._context)
        except Exception as error:
            self._put_away(error)
            return None

    @property
    def skin(self) -> Skin:
        """The one that would draw the room if the terminal is large enough for it."""
        if (sheet := self.sheet()) is not None:
            return sheet
        return self._below

    @property
    def _below(self) -> Skin:
        """What draws the board."""
        model = self._context.controller.model
        if not model.is_told and not self._nothing.is_over():
            return self._nothing
        found = self._skin or self.panel
        if not is_replay(model):
            return found
        return self._replay.around(self.panel if is_preparing(model) else found)

    def ask(self, question: Callable[[Skin], Answer]) -> Answer:
        """What the skin of this room answers; what the panel does, if that one fails."""
        return self._ask(lambda: self.skin, question)

    def _ask(self, find: Callable[[], Skin], question: Callable[[Skin], Answer]) -> Answer:
        if self._skin is None or find() is self.sheet():
            return question(find())
        try:
            return question(find())
        except Exception as error:
            self._put_away(error)
            return question(find())

    def attempt(self, act: Callable[..., Answer], *args: object) -> Answer | None:
        """Do what the skin wants done, or ask it what nobody else can answer; nothing happens if that fails."""
        if self._skin is None or self.sheet() is not None:
            return act(*args)
        try:
            return act(*args)
        except Exception as error:
            self._put_away(error)
            return None

    def before(self) -> Sequence[Binding]:
        """What keys do in the skin, whatever else they do."""
        return self.ask(lambda skin: [self._guarded(one) for one in skin.before()])

    def bindings(self) -> Sequence[Binding]:
        """What keys do in the skin."""
        return self.ask(lambda skin: [self._guarded(one) for one in skin.bindings()])

    def _guarded(self, binding: Binding) -> Binding:
        held = None if binding.held is None else partial(self.attempt, binding.held)
        return replace(binding, act=partial(self.attempt, binding.act), held=held)

    def _put_away(self, error: Exception) -> None:
        _, kind = self._visited
        self._skin = None
        self._broken.add(kind)
        at = extract_tb(error.__traceback__)[-1]
        self.log.error(
            "The skin for {kind} has failed, and is put away: {error!r} at {file}:{line}",
            kind=kind,
            error=error,
            file=at.filename,
            line=at.lineno,
        )
        self._remark(FAILED)
