"""Who is at a table of somebody's own: scores of the evening, who is ready, and what the host can do with players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tilenet.clients.model import Thing
from tilenet.clients.tablefacts import OwnTable, Score
from tilenet.clients.terminal.glyphs import columns, cut, visible
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.leaveguard import Hint
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.panels import in_order
from tilenet.clients.terminal.sheet import Line
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words


class TablePeople:
    """Draws them, a line each."""

    def __init__(self, context: SkinContext, do: Callable[[str], None], whisper: Callable[[str], None]) -> None:
        """`do` says a command to the room, and `whisper` begins a whisper to a player."""
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._say = context.signs.say
        self._do = do
        self._whisper = whisper
        self._asked = ""  # whom the host is about to send away

    def lines(self, table: OwnTable, width: int) -> Iterator[Line]:
        here = in_order(self._model)
        heading = self._say(Words("Here ({n})", n=len(here)))
        games = self._say(Words("tonight: {n} game", many="tonight: {n} games", n=table.games)) if table.games else ""
        faint = self._inks["faint"]
        yield Line([(faint, f" {heading}")], right=[(faint, f"{games} ")] if games else ())
        scores = {score.agent: score for score in table.scores}
        for agent in here:
            yield self._person(agent, table, scores.get(agent.objid), width)
        present = {agent.objid for agent in here}
        for score in table.scores:
            if score.agent not in present:
                name = cut(visible(score.name), max(6, width - 30), self._signs.ellipsis)
                yield Line([(faint, f"  {name}  {self._say(Words('left'))}")], right=[(faint, self._won(score))])

    def _person(self, agent: Thing, table: OwnTable, score: Score | None, width: int) -> Line:
        is_host = table.host == self._model.me
        model, name = self._model, visible(agent.name)
        is_me, is_bot = agent.objid == model.me, model.is_bot(agent)
        notes = [
            *([Words("you")] if is_me else []),
            *([Words("host")] if agent.objid == table.host else []),
            *([Words("bot")] if is_bot else []),
            *([Words("away")] if model.is_away(agent) else []),
            *([Words("ready")] if agent.objid in table.ready and not is_bot else []),
        ]
        said = ", ".join(self._say(note) for note in notes)
        role = "me" if is_me else "audience" if model.is_away(agent) else "plain"
        sign = self._signs.bot if is_bot else self._signs.person or " "
        right: Row = [] if score is None else [(self._inks["key" if score.wins else "faint"], self._won(score))]
        room = max(6, width - 8 - columns(said) - sum(columns(run) for _, run in right))
        row: Row = [
            (self._inks["present" if not model.is_away(agent) else "audience"], f"{sign} "),
            (self._inks[role], cut(name, room, self._signs.ellipsis)),
            (self._inks["faint"], f"  {said}" if said else ""),
        ]
        if is_me:
            return Line(row, right=right)
        keys = [self._key("k", Words("send away"), partial(self._kick, agent))] if is_host or is_bot else []
        if is_host and not is_bot:
            keys.append(self._key("m", Words("make host"), partial(self._do, f"/host {agent.name}")))
        act = partial(self._kick, agent) if is_bot else partial(self._whisper, agent.name)
        short = Words("send away") if is_bot else Words("whisper")
        return Line(row, f"person/{agent.objid}", act, short, keys=keys, right=right)

    def _key(self, key: str, words: str, act: Callable[[], None]) -> Binding:
        return Binding((key,), words, words, act)

    def _kick(self, agent: Thing) -> None:
        """Bots go at once; people only if the host says so twice, because they cannot come back."""
        if self._model.is_bot(agent):
            self._do(f"/bot leave {agent.name}")
            return
        question = Hint(
            "Send {name} away? They can't come back to this table. Press k again.", name=visible(agent.name)
        )
        if self._asked == agent.objid and self._controller.notice == question:
            self._do(f"/kick {agent.name}")
        else:
            self._asked, self._controller.notice = agent.objid, question

    def _won(self, score: Score) -> str:
        wins = self._say(Words("{n} win", many="{n} wins", n=score.wins))
        return f"{wins} {self._signs.dot} {score.points} " if score.points else f"{wins} "
