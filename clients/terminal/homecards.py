"""The card of a game at Home: its name, what it is, and who is there; the less room there is, the less of that."""

from __future__ import annotations

import re

from tilenet.clients.terminal.glyphs import cut, wrap
from tilenet.clients.terminal.homedoors import Door, who
from tilenet.clients.terminal.homespots import Spot
from tilenet.clients.terminal.paint import Row, filled, row_width
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words

AIRY = 6  # lines in a card, of which one can be empty


class Cards:
    """Draws them."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._inks = context.inks
        self._signs = context.signs
        self._quiet = "plain" if context.inks.depth == 16 else "card"  # of 16 colours, the dim one is hard to read

    def card(self, door: Door, spot: Spot, *, has_focus: bool) -> list[Row]:
        """A card: frame, name, what it is, and who is there. The less room there is, the less of that."""
        inks, signs, controller = self._inks, self._signs, self._controller
        edges = (
            signs.frame if not has_focus else signs.frame_while_typing if controller.is_typing else signs.frame_focus
        )
        frame = inks["card focus" if has_focus else "card frame"]
        inner, lines = spot.width - 2, spot.height - 2
        top, upper, bottom, lower = edges[0], edges[1] * inner, edges[5], edges[6] * inner
        found: list[Row] = [[(frame, f"{top}{upper}{edges[2]}")]]
        for row in self._words(door, inner, lines, has_forms=spot.below > 0):
            found.append([(frame, edges[3]), *filled(row, inner, inks[self._quiet]), (frame, edges[4])])
        return [*found, [(frame, f"{bottom}{lower}{edges[7]}")]]

    def _words(self, door: Door, width: int, lines: int, *, has_forms: bool) -> list[Row]:
        card = self._inks[self._quiet]
        pad = " " if width >= 18 else ""
        room = width - 2 * len(pad)
        head, *rest = self._named(door.title, pad, room, lines)
        who = self._who(door, room)
        if lines < 3:
            short = self._who(door, max(4, width - row_width(head) - 1 - len(pad)), is_short=True)
            is_beside = bool(short) and row_width(head) + row_width(short) + 1 + len(pad) <= width
            if is_beside:
                head = [*head, (card, " " * (width - row_width(head) - row_width(short) - len(pad))), *short]
            is_told = is_beside or not (door.people or door.bots)
            about: Row = [(card, pad + self._shortened(door.about, room, 1)[0])]
            return [head, about if is_told else [(card, pad), *who]][:lines]
        if lines >= AIRY + has_forms:
            rest.append([])
        forms: list[Row] = [[]] if has_forms else []  # they are drawn over it
        texts = self._shortened(door.about, room, lines - 2 - len(rest) - len(forms))
        return [head, *rest, *([(card, pad + text)] for text in texts), *forms, [(card, pad), *who]]

    def _named(self, name: str, pad: str, room: int, lines: int) -> list[Row]:
        """The name, on two lines if it is long and the card is tall."""
        texts = wrap(name, room)
        if len(texts) > 1 and lines < 5:
            texts = [name]
        texts = [*texts[:1], " ".join(texts[1:])] if len(texts) > 1 else texts
        card, ink = self._inks[self._quiet], self._inks["card name"]
        return [[(card, pad), (ink, cut(text, room, self._signs.ellipsis))] for text in texts]

    def _shortened(self, text: str, room: int, lines: int) -> list[str]:
        """A text in exactly so many lines; if it is too long it ends earlier, where a clause does."""
        ends = [found.start() for found in re.finditer(r"[.:;,] ", text)]
        shorter = (f"{text[:end]}." for end in reversed(ends))
        texts = next((found for one in (text, *shorter) if len(found := wrap(one, room)) <= lines), None)
        if texts is None:
            texts = wrap(text, room)
            texts = [*texts[: lines - 1], cut(" ".join(texts[lines - 1 :]), room, self._signs.ellipsis)]
        return [*texts, *[""] * (lines - len(texts))]

    def _who(self, door: Door, room: int, *, is_short: bool = False) -> Row:
        """Who is there, by name if there is room; nothing in short, if nobody is."""
        if not door.people and not door.bots:
            return [] if is_short else [(self._inks[self._quiet], self._signs.say(Words("nobody yet")))]
        return who(door, room, self._inks["card people"], self._inks[self._quiet], self._signs, is_short=is_short)
