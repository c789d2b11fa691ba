"""Nothing hidden is ever sent, in PairPanicking and in its variant with pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import sets
from tests.doubles.pairs import NAMES, PLAIN, Watched
from tilenet.games.pairpanicking.faces import Faces
from tilenet.games.pairpanicking.game import IDS, PairPanicking, Pictures
from tilenet.games.pairpanicking.rules import SQUARES, Square

Step = tuple[str, object]  # who, and what: a square or a tile's id to click, "in" and "out" to walk; or to wait so long

VISIT: list[Step] = [
    *(("ann", "in"), ("bob", "in"), ("ann", "help"), ("ann", "restart"), ("ann", (0, 0)), ("cid", "in")),
    *(("bob", (0, 2)), ("bob", "scoring"), ("wait", 2.25), ("bob", (2, 0)), ("bob", "out"), ("ann", (3, 1))),
    *(("cid", "out"), ("wait", 1.0), ("cid", (0, 0)), ("ann", (1, 0)), ("bob", "in"), ("cid", "in")),
    *(("cid", "help"), ("bob", (1, 1)), ("wait", 0.75), ("bob", (5, 5)), ("bob", (0, 0)), ("ann", "out")),
    *(("ann", "in"), ("wait", 4.0), ("bob", "out"), ("cid", "out"), ("ann", "out"), ("bob", "in")),
    *(("bob", "restart"), ("bob", (6, 6)), ("bob", (6, 4)), ("ann", "in")),
]


def mixed(layout: Sequence[int], kept: set[Square], random: Random) -> list[int]:
    """Another layout, in which only these squares are sure to be the same."""
    free = [index for index, square in enumerate(SQUARES) if square not in kept]
    others = [layout[index] for index in free]
    random.shuffle(others)
    result = list(layout)
    for index, symbol in zip(free, others, strict=True):
        result[index] = symbol
    return result


def squares_of(steps: Sequence[Step]) -> set[Square]:
    return {what for _, what in steps if isinstance(what, tuple)}


def tells(faces: Faces, symbol: int, raw: bytes) -> list[str]:
    """What of a symbol's look, and of no other's, is in these bytes."""
    look = faces.symbols[symbol]
    found = [look.name] if re.search(rf"\b{look.name}\b", raw.decode()) else []
    colours = [look.fg] + [look.bg] * (sum(look.bg == other.bg for other in faces.symbols) == 1)
    values = [look.text, *colours] + ([look.image.data.hex()] if look.image else [])
    return found + [value for value in values if value.encode() in raw]


class NoLeakMixin:
    """What must hold for the game, and for a variant of it, as it is sent."""

    game: type[PairPanicking]

    def assert_same(self, steps: Sequence[Step], one: Sequence[int], other: Sequence[int]) -> None:
        first, second = Watched(one, self.game), Watched(other, self.game)
        for number, step in enumerate(steps):
            assert first.do(*step) == second.do(*step), (number, step)
        first.server.check()

    def test_what_never_shows_makes_no_difference_whatever_is_done(self) -> None:
        who = st.sampled_from(NAMES)
        squares = st.tuples(st.integers(0, 7), st.integers(0, 3))
        things = squares | st.sampled_from(["in", "out", "help", "scoring", "restart"])
        waits = st.tuples(st.just("wait"), st.sampled_from([0.5, 1.0, 2.0]))

        @settings(max_examples=20, deadline=None)
        @given(st.lists(st.tuples(who, squares) | st.tuples(who, things) | waits, max_size=40), st.randoms())
        def play(steps: list[Step], random: Random) -> None:
            begin: list[Step] = [("ann", "in"), ("bob", "in"), ("bob", "restart")]
            self.assert_same([*begin, *steps], PLAIN, mixed(PLAIN, squares_of(steps), random))

        play()

    def test_a_difference_is_sent_when_it_shows_and_not_before(self) -> None:
        """For each square of the visit: another symbol in it changes nothing until it is turned, and then it does."""
        for square in squares_of(VISIT):
            layout = list(PLAIN)
            here, there = SQUARES.index(square), SQUARES.index((7, 7))
            layout[here], layout[there] = layout[there], layout[here]
            first, second = Watched(PLAIN, self.game), Watched(layout, self.game)
            for step in VISIT:
                shown = first.do(*step), second.do(*step)
                turned = first.room.game.scene().tiles[IDS[square]].name not in ("?", "··")
                assert (shown[0] != shown[1]) == turned, (square, step)
                if turned:
                    break
            assert turned, square

    def test_nothing_of_a_symbol_is_sent_before_it_shows(self) -> None:
        watched = Watched(PLAIN, self.game)
        seen: set[int] = set()
        for step in VISIT:
            sent = b"".join(watched.do(*step).values())
            seen |= watched.shown()
            for symbol in {*range(16)} - seen:
                assert tells(self.game.faces, symbol, sent) == [], step
        assert 5 < len(seen) < 16

    def test_what_shows_is_sent(self) -> None:
        """So that the test above can fail."""
        watched = Watched(PLAIN, self.game)
        for step in VISIT[:4]:
            watched.do(*step)
        sent = watched.do("ann", (2, 0))
        for name in ("ann", "bob"):
            assert len(tells(self.game.faces, 2, sent[name])) == 4
        assert tells(self.game.faces, 2, sent["cid"]) == []

    def hides(self, watched: Watched, who: str, raw: bytes, square: Square, energy: str | None) -> None:
        """In these bytes everything about a square that could tell is set to what a hidden or solved one has."""
        token = watched.room.objid_of(IDS[square])
        face = watched.clients[who].model.objects[watched.room.objid_of(IDS[7, 7])]
        (news,) = [new for new in sets(raw) if new["objid"] == token]
        attributes = ["name", "text", "bgcolor", "fgcolor"] + ["image"] * (self.game.faces.hidden.image is not None)
        assert news == {"objid": token, **({"energy": energy} if energy else {}), **{a: face[a] for a in attributes}}

    def test_what_was_shown_is_hidden_in_every_way(self) -> None:
        watched = Watched(PLAIN, self.game)
        for step in (*VISIT[:4], ("ann", (2, 0)), ("ann", (3, 1))):
            watched.do(*step)
        sent = watched.do("wait", 2.25)
        for name in ("ann", "bob"):
            for square in ((2, 0), (3, 1)):
                self.hides(watched, name, sent[name], square, "1")

    def test_what_was_shown_is_hidden_for_who_comes_back(self) -> None:
        watched = Watched(PLAIN, self.game)
        for step in (*VISIT[:4], ("ann", (2, 0)), ("ann", (3, 1)), ("bob", "out"), ("wait", 2.25)):
            watched.do(*step)
        sent = watched.do("bob", "in")["bob"]
        for square in ((2, 0), (3, 1)):
            self.hides(watched, "bob", sent, square, "1")

    def test_what_was_shown_is_hidden_when_the_game_is_over(self) -> None:
        watched = Watched(PLAIN, self.game)
        for step in (*VISIT[:4], ("ann", (2, 0))):
            watched.do(*step)
        bob = next(player for player in watched.server.world.players.values() if player.name == "bob")
        watched.server.world.award(bob, -99)
        self.hides(watched, "bob", watched.do("ann", "out")["bob"], (2, 0), None)


class NoLeak(NoLeakMixin, SynchronousTestCase):
    game = PairPanicking


class NoLeakOfPictures(NoLeakMixin, SynchronousTestCase):
    game = Pictures
