"""What is around the tiles: the title, the players, what was said, the tooltip, and the keys that work now."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Model, Thing
from tilenet.clients.replayfacts import is_local
from tilenet.clients.terminal.glyphs import columns, cut, fit, fit_name, visible, wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.leaveguard import Hint
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.vocabulary import seats
from tilenet.words import Words

SURELY = 10  # columns of a tile's name that fit on most screens

YOU, SAY, DISABLED = Words("you"), Words("say: "), Words("disabled")


class Panels:
    """Draws them. Every row has exactly the width that was asked for."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs
        self._say = signs.say

    def title(self, model: Model, address: str, width: int, *, has_headline: bool = True) -> Row:
        """The room, the server and the user; if there is no line for the headline, that comes instead of the server.

        Of a replay without a server, only the room is shown.
        """
        dot = f" {self._signs.dot} "
        me = model.my_agent
        name = number = ""
        is_alone = is_local(model)
        if me is not None and not is_alone:
            name = f"{cut(visible(me.name), width // 3, self._signs.ellipsis)}{dot}"
            number = f"{self._say(amount(me, model))} "
        server = ""
        if model.server is not None and not is_alone:
            names = visible(model.server.name), visible(address)
            server = self._say(Words("{server} on {address}", server=names[0], address=names[1]))
        matrix = "" if model.matrix is None else visible(model.matrix.name)
        if not has_headline and model.matrix is not None and model.matrix.text:
            server = visible(model.matrix.text)
        room = width - columns(name + number) - 1
        left = cut(f" {matrix}", room, self._signs.ellipsis)
        rest = fit(f"{dot}{server}" if matrix and server else server, room - columns(left), self._signs.ellipsis)
        title, faint = self._inks["title"], self._inks["server" if has_headline else "title"]
        return [(title, left), (faint, f"{rest} "), (title, name), (self._inks["number"], number)]

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
        rows: list[Row] = [[(faint, fit(self._say(Words("Here ({n})", n=len(shown) + more)), width, ellipsis))]]
        rows += [self.person(agent, model, width) for agent in shown]
        if more:
            rows.append([(faint, fit(self._say(Words("and {n} more", n=more)), width, ellipsis))])
        return rows + self.blank(width, lines - len(rows))

    def person(self, agent: Thing, model: Model, width: int) -> Row:
        is_me, is_wide = agent.objid == model.me, width >= 16
        mark_width = 4 if is_wide else 2
        mark = self._signs.of(agent, model)[: mark_width - 1] or (
            "" if not is_me else self._say(YOU) if is_wide else "*"
        )
        number = "" if is_local(model) else str(points(agent, model))
        room = max(width - mark_width - len(number) - 1, 1)
        name = fit_name(visible(agent.name), room, self._signs.ellipsis)
        role = "me" if is_me else "plain" if agent.is_enabled and not model.is_away(agent) else "audience"
        text = fit(f"{name} {number}", width - mark_width, self._signs.ellipsis)
        return [(self._inks[role], text + fit(f" {mark}", mark_width))]

    def rule(self, width: int, text: str = "") -> Row:
        line = self._signs.rule
        words = cut(f" {text} " if text else "", width - 2, self._signs.ellipsis)
        rule = self._inks["rule"]
        return [(rule, line * 2), (self._inks["faint"], words), (rule, line * (width - 2 - columns(words)))]

    def beside(self, text: str, right: str, width: int, lines: int, *, is_private: bool) -> list[Row]:
        """The line beside the board, and under it another one if that is needed and there is room for it.

        It is a rule between the board and the talk; what it says stands in it, and something else at its right end.
        """
        rule, faint, line = self._inks["rule"], self._inks["faint"], self._signs.rule
        end = f" {right} " if right else ""
        room = width - columns(end) - 5
        texts = wrap(text, room) if text else []
        if len(texts) > lines:
            texts = [*texts[: lines - 1], cut(" ".join(texts[lines - 1 :]), room, self._signs.ellipsis)]
        ink = self._inks["told" if is_private else "status"]
        rows: list[Row] = []
        for number, one in enumerate(texts or [""]):
            words = f" {one} " if one else ""
            tail = end if number == 0 else ""
            fill = line if number == 0 else " "
            gap = fill * (width - 3 - columns(words) - columns(tail))
            rows.append([(rule, fill * 2), (ink, words), (rule, gap), (faint, tail), (rule, fill)])
        return rows

    def tooltip(self, tile: Thing | None, notice: str, more: str, width: int, lines: int = 1) -> list[Row]:
        """What the tile with the focus is, or a notice: one row, or more if it needs them, up to this many."""
        right = f" {more} " if more else ""
        room = width - columns(right)
        text = visible(self._say(notice))
        if not notice and tile is not None:
            name, text = visible(tile.name), visible(tile.text)
            if not text or (columns(name) > SURELY and name not in text):  # the tile may show only a part of the name
                text = f"{name}: {text}" if text else name
            text += "" if tile.is_enabled else f" ({self._say(DISABLED)})"
        texts = wrap(text, room - 2) if text else [""]
        if len(texts) > lines:
            texts = [*texts[: lines - 1], cut(" ".join(texts[lines - 1 :]), room - 1, self._signs.ellipsis)]
        role = "headline" if isinstance(notice, Hint) else "warning" if notice else "tooltip"
        ink, faint = self._inks[role], self._inks["faint"]
        ends = [" " * columns(right)] * (len(texts) - 1) + [right]
        return [[(ink, fit(f" {one}", room)), (faint, end)] for one, end in zip(texts, ends, strict=True)]

    def blank(self, width: int, lines: int) -> list[Row]:
        return [[(self._inks["plain"], " " * width)]] * lines

    def keyboard(self, *, is_typing: bool) -> Row:
        """Says before the line for typing whether the keyboard clicks or types."""
        if is_typing:
            return [
                (self._inks["awake"], self._say(Words("[typing]"))),
                (self._inks["legend"], self._say(Words(" Tab: tiles  "))),
                (self._inks["key"], self._say(SAY)),
            ]
        return [
            (self._inks["awake"], self._say(Words("[tiles]"))),
            (self._inks["legend"], self._say(Words(" Tab: type    "))),
            (self._inks["asleep"], self._say(SAY)),
        ]

    def legend(self, bindings: Sequence[Binding], width: int) -> Row:
        """The keys that work now, as many as fit, but always those for help and for leaving."""
        dot = f" {self._signs.dot} "
        named = [binding for binding in bindings if binding.short and binding.is_enabled]
        runs: list[Run] = [(self._inks["legend"], " ")]
        sure = [binding for binding in named if binding.keys[0] in ("f1", "f10")]
        room = width - 1 + len(dot) - sum(self._length(binding) + len(dot) for binding in sure)
        chosen = []
        for binding in named:
            if binding in sure:
                chosen.append(binding)
            elif self._length(binding) + len(dot) <= room:
                room -= self._length(binding) + len(dot)
                chosen.append(binding)
        for number, binding in enumerate(chosen):
            if number:
                runs.append((self._inks["legend"], dot))
            runs += [(self._inks["key"], binding.shown), (self._inks["legend"], f" {self._short(binding)}")]
        return filled(runs, width, self._inks["legend"])

    def _length(self, binding: Binding) -> int:
        return columns(binding.shown) + 1 + columns(self._short(binding))

    def _short(self, binding: Binding) -> str:
        return visible(self._say(binding.short))


def points(agent: Thing, model: Model) -> int:
    """The number of a player: points, where the server has said how they follow from the energy; else the energy."""
    return agent.energy - model.energy_over_points


def amount(agent: Thing, model: Model) -> str:
    """The same in words."""
    number = points(agent, model)
    if not model.energy_over_points:
        return Words("energy {n}", n=number)
    return Words("{n} point", many="{n} points", n=number)


def in_order(model: Model) -> list[Thing]:
    """The players here: the user first, then the others by energy."""
    return sorted(model.agents(), key=lambda one: (one.objid != model.me, -one.energy, one.name.casefold()))


def watchers(model: Model) -> list[Thing]:
    """The players here who have no seat, in the same order."""
    seated = {seat.agent for seat in seats(model)}
    return [agent for agent in in_order(model) if agent.objid not in seated]


def listed(model: Model, lines: int) -> list[Thing]:
    """The players who fit into this many lines, of which one is the heading and one may say how many more there are."""
    everybody = in_order(model)
    return everybody if len(everybody) < lines else everybody[: max(0, lines - 2)]
