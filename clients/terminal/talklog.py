"""What was said, in rows: arrivals put together, a rule where the user has come to another room, and times.

What the room has told the user alone is not among it: that is beside the board (`roomwords`). Nor is the ranking at the
end of a game, which is on the board (`endingbox`), except in a replay. Whoever reads back sees both.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from urwid import AttrSpec

from tilenet.clients.model import HeardLine, Model
from tilenet.clients.passage import NOBODY
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.terminal.glyphs import cut, visible, wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import YOU
from tilenet.clients.terminal.signs import Signs
from tilenet.wire.messages import AGENT, MATRIX

LONGEST_NAME = 64  # nobody calls a player by a longer name
LATER = 120.0  # seconds after the line before, from which on a line has its time in any terminal
WIDE = 100  # columns of a terminal where every line has it


def time_of_day(at: float) -> str:
    """A time on the client's clock as people read it, where the client runs."""
    return time.strftime("%H:%M", time.localtime(at))


class TalkLog:
    """Draws the log. Every row has exactly the width that was asked for."""

    def __init__(self, inks: Inks, signs: Signs, clock: Callable[[float], str] = time_of_day) -> None:
        self._inks = inks
        self._signs = signs
        self._say = signs.say
        self._clock = clock

    def heard(self, model: Model, width: int, lines: int, back: int) -> tuple[list[Row], int]:
        """The last lines that fit, and how far back they are, which is limited to what there is."""
        rows: list[Row] = []
        for line, is_later in entries(model.heard, is_whole=back > 0, has_ranking=is_replay(model)):
            rows += reversed(self.line(line, model, width, is_later=is_later))
            if len(rows) >= lines + back:
                break
        back = max(0, min(back, len(rows) - lines))
        shown = rows[back : back + lines][::-1]
        plain = self._inks["plain"]
        return [*shown, *[[(plain, " " * width)]] * (lines - len(shown))], back

    def line(self, line: HeardLine, model: Model, width: int, *, is_later: bool = False) -> list[Row]:
        """Something that was said: by whom, to whom, and what. What people say to the user, or about them, has a mark.

        What nobody has said is faint: who came in, remarks of the client's own, and the names of rooms. So is what a
        room has said that the user has left: its questions are over.
        """
        faint = self._inks["faint"]
        if line.is_room_change:
            name = cut(visible(self._say(line.message)), width - 6, self._signs.ellipsis)
            return [filled([(faint, f"  {self._signs.rule} {name} {self._signs.rule}")], width, faint)]
        stamp = f"{self._clock(line.at)} " if line.at and (is_later or width >= WIDE) else ""
        if line.arrivals.words or not line.from_:
            words = self._say(line.arrivals.words or line.message)
            return self._rows((faint, "  "), stamp, "", visible(words), width, faint, faint)
        is_room, is_whisper = line.from_[:1] == MATRIX, bool(line.whisper) or line.is_whispered
        me = model.my_agent
        is_spoken = line.from_[:1] == AGENT and not line.is_by_me
        is_personal = bool(line.whisper) or (line.is_to_me and not is_room)
        is_mention = is_personal or (is_spoken and me is not None and mentions(line.message, me.name))
        is_over = is_room and not is_whisper and line.from_ != model.current
        ink = self._inks["to me" if is_personal else "faint" if is_over else "plain"]
        head_ink = ink if is_personal or is_over else self._inks["room" if is_room else "speaker"]
        lead = f"{self._signs.to_me} " if is_mention else "  "
        head = "" if is_whisper else self._head(line, model)
        return self._rows((ink, lead), stamp, head, visible(line.message), width, ink, head_ink)

    def _head(self, line: HeardLine, model: Model) -> str:
        you = self._say(YOU)
        speaker = you if line.is_by_me else visible(line.speaker)
        listener = you if line.is_to_me or line.to == model.me else visible(line.listener)
        return f"{speaker}: " if line.to[:1] == MATRIX else f"{speaker} > {listener}: "

    def _rows(
        self, lead: Run, stamp: str, head: str, words: str, width: int, ink: AttrSpec, head_ink: AttrSpec
    ) -> list[Row]:
        left = 2 + len(stamp)
        texts = wrap(head + words, width - left)
        times: Row = [(self._inks["faint"], stamp)] if stamp else []
        length = len(head) if texts[0].startswith(head.rstrip()) else 0
        first: Row = [lead, *times, (head_ink, texts[0][:length]), (ink, texts[0][length:])]
        others: list[Row] = [[(ink, " " * left + text)] for text in texts[1:]]
        return [filled(row, width, ink) for row in (first, *others)]


def entries(
    heard: Sequence[HeardLine], *, is_whole: bool = False, has_ranking: bool = False
) -> Iterator[tuple[HeardLine, bool]]:
    """The lines of the log, the last one first, each with whether it came long after the one before it.

    Lines in a row about who came and who left are one line. What is to be seen elsewhere is left out, unless the
    whole log is wanted.
    """
    newer: HeardLine | None = None
    for line in reversed(heard):
        if not is_whole and (line.is_aside or (line.is_ranking and not has_ranking)):
            continue
        if newer is not None:
            if line.arrivals is not NOBODY and newer.arrivals is not NOBODY and line.from_ == newer.from_:
                newer = replace(newer, arrivals=line.arrivals.then(newer.arrivals))
                continue
            yield newer, newer.at - line.at >= LATER
        newer = line
    if newer is not None:
        yield newer, False


def mentions(message: str, name: str) -> bool:
    """Whether somebody's name is said."""
    return (
        0 < len(name) <= LONGEST_NAME
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", visible(message), re.IGNORECASE) is not None
    )
