"""What is around the tiles: the title, who is here, what was heard, the tooltip, and the keys that work now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilenet.clients.model import Line, Model, Thing
from tilenet.clients.terminal.glyphs import columns, cut, fit, visible, wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.signs import Signs

SURELY = 10  # columns of a tile's name that are drawn on most screens
LONGEST_NAME = 64  # a longer one is nobody's, and nobody is called by it


class Panels:
    """Draws them; every row is as wide as it was asked for."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs

    def title(self, model: Model, address: str, width: int) -> Row:
        dot = f" {self._signs.dot} "
        me = model.my_agent
        right = ""
        if me is not None:
            right = f"{cut(visible(me.name), width // 3, self._signs.ellipsis)}{dot}energy {me.energy} "
        server = "" if model.server is None else f"{visible(model.server.name)} on {visible(address)}"
        matrix = "" if model.matrix is None else visible(model.matrix.name)
        left = f" {matrix}{dot}{server}" if matrix else f" {server}"
        room = width - columns(right) - 1
        return [(self._inks["title"], fit(left, room, self._signs.ellipsis) + " " + right)]

    def headline(self, model: Model, width: int, lines: int) -> list[Row]:
        text = "" if model.matrix is None else visible(model.matrix.text)
        found = wrap(text, width - 2) if lines else []
        if len(found) > lines:
            found = [*found[: lines - 1], cut(" ".join(found[lines - 1 :]), width - 2, self._signs.ellipsis)]
        ink = self._inks["headline"]
        return [[(ink, fit(f" {line}", width))] for line in [*found, *[""] * (lines - len(found))]]

    def people(self, model: Model, width: int, lines: int) -> list[Row]:
        faint, ellipsis = self._inks["faint"], self._signs.ellipsis
        shown = listed(model, lines)
        more = len(model.agents()) - len(shown)
        rows: list[Row] = [[(faint, fit(f"Here ({len(shown) + more})", width, ellipsis))]]
        rows += [self._person(agent, model, width) for agent in shown]
        if more:
            rows.append([(faint, fit(f"and {more} more", width, ellipsis))])
        return rows + [[(self._inks["plain"], " " * width)]] * (lines - len(rows))

    def _person(self, agent: Thing, model: Model, width: int) -> Row:
        is_me = agent.objid == model.me
        mark = (
            self._signs.audience if not agent.is_enabled else "you" if is_me and width >= 16 else "*" if is_me else ""
        )
        mark_width = 4 if width >= 16 else 2
        energy = str(agent.energy)
        room = max(width - mark_width - len(energy) - 1, 1)
        name = fit(visible(agent.name), room, self._signs.ellipsis)
        role = "me" if is_me else "plain" if agent.is_enabled else "audience"
        text = fit(f"{name} {energy}", width - mark_width, self._signs.ellipsis)
        return [(self._inks[role], text + fit(f" {mark}", mark_width))]

    def rule(self, width: int, text: str = "") -> Row:
        words = cut(self._signs.rule * 2 + (f" {text} " if text else ""), width, self._signs.ellipsis)
        return [(self._inks["rule"], words + self._signs.rule * (width - columns(words)))]

    def heard(self, model: Model, width: int, lines: int, back: int) -> tuple[list[Row], int]:
        """The last lines that fit, and how many lines back they are: never more than there are."""
        rows: list[Row] = []
        for line in reversed(model.heard):
            rows += reversed(self.line(line, model, width))
            if len(rows) >= lines + back:
                break
        back = max(0, min(back, len(rows) - lines))
        shown = rows[back : back + lines][::-1]
        blank: Row = [(self._inks["plain"], " " * width)]
        return [*shown, *[blank] * (lines - len(shown))], back

    def line(self, line: Line, model: Model, width: int) -> list[Row]:
        """Something heard: from whom, to whom, and what. What is for the user alone begins with a mark."""
        you = "you"
        speaker = you if line.is_by_me else visible(line.speaker)
        listener = you if line.is_mine or line.to == model.me else visible(line.listener)
        is_to_all = line.to[:1] == "m"
        head = f"{speaker}: " if is_to_all else f"{speaker} > {listener}: "
        me = model.my_agent
        is_spoken = line.from_[:1] == "a" and not line.is_by_me
        is_mention = line.is_mine or (is_spoken and me is not None and _mentions(visible(line.message), me.name))
        lead = f"{self._signs.to_me} " if is_mention else "  "
        texts = wrap(head + visible(line.message), width - len(lead))
        ink = self._inks["to me"] if line.is_mine else self._inks["plain"]
        head_ink = ink if line.is_mine else self._inks["room"] if line.from_[:1] == "m" else self._inks["speaker"]
        length = len(head) if texts[0].startswith(head.rstrip()) else 0
        first: Row = [(ink, lead), (head_ink, texts[0][:length]), (ink, texts[0][length:])]
        return [filled(row, width, ink) for row in [first, *([(ink, "  " + text)] for text in texts[1:])]]

    def tooltip(self, tile: Thing | None, notice: str, more: str, width: int) -> Row:
        right = f" {more} " if more else ""
        room = width - columns(right)
        if notice:
            return [
                (self._inks["warning"], fit(f" {visible(notice)}", room, self._signs.ellipsis)),
                (self._inks["faint"], right),
            ]
        text = ""
        if tile is not None:
            name, text = visible(tile.name), visible(tile.text)
            if not text or (columns(name) > SURELY and name not in text):  # it may have been cut where it is drawn
                text = f"{name}: {text}" if text else name
            text += "" if tile.is_enabled else " (disabled)"
        return [(self._inks["tooltip"], fit(f" {text}", room, self._signs.ellipsis)), (self._inks["faint"], right)]

    def keyboard(self, *, is_typing: bool) -> Row:
        """Who has the keyboard, in front of the line for typing."""
        if is_typing:
            return [
                (self._inks["awake"], "[typing]"),
                (self._inks["legend"], " Tab: tiles  "),
                (self._inks["key"], "say: "),
            ]
        return [
            (self._inks["awake"], "[tiles]"),
            (self._inks["legend"], " Tab: type    "),
            (self._inks["asleep"], "say: "),
        ]

    def legend(self, bindings: Sequence[Binding], width: int) -> Row:
        """The keys that work now, as many as fit; the client's own last, and help and leaving always."""
        dot = f" {self._signs.dot} "
        named = [binding for binding in bindings if binding.short]
        runs: list[Run] = [(self._inks["legend"], " ")]
        sure = [binding for binding in named if binding.keys[0] in ("f1", "f10")]
        room = width - 1 + len(dot) - sum(_length(binding) + len(dot) for binding in sure)
        chosen = []
        for binding in named:
            if binding in sure:
                chosen.append(binding)
            elif _length(binding) + len(dot) <= room:
                room -= _length(binding) + len(dot)
                chosen.append(binding)
        for number, binding in enumerate(chosen):
            if number:
                runs.append((self._inks["legend"], dot))
            runs += [(self._inks["key"], binding.shown), (self._inks["legend"], f" {visible(binding.short)}")]
        return filled(runs, width, self._inks["legend"])


def in_order(model: Model) -> list[Thing]:
    """Who is here: the user first, and the others in the order of their energy."""
    return sorted(model.agents(), key=lambda one: (one.objid != model.me, -one.energy, one.name.casefold()))


def listed(model: Model, lines: int) -> list[Thing]:
    """Those of them who have a line in so many: the first is the heading, and the last may be for how many more."""
    everybody = in_order(model)
    return everybody if len(everybody) < lines else everybody[: max(0, lines - 2)]


def _length(binding: Binding) -> int:
    return columns(binding.shown) + 1 + columns(visible(binding.short))


def _mentions(message: str, name: str) -> bool:
    return (
        0 < len(name) <= LONGEST_NAME
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message, re.IGNORECASE) is not None
    )
