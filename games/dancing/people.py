"""The people at a table: which sides they play, and the hands that they have when it is their turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tilenet.game import NO_VIEW, Tile, TileId, View, Words
from tilenet.games.dancing import table
from tilenet.games.dancing.hand import NO_REQUESTS, Hand, Requests, StarsHand, StepHand
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.match import Match, Phase, Role
from tilenet.games.dancing.outcome import Side


class People:
    """Sides that are played by clicks; the others are programs."""

    caches: ClassVar[dict[str, object]] = {"touched": set(), "_views": {}}

    def __init__(self) -> None:
        self.sides: set[Side] = set()
        self.touched: set[Side] = set()  # whose views may have changed since somebody asked last
        self._hands: dict[Side, Hand] = {}
        self._views: dict[Side, tuple[tuple[View, View], View]] = {}  # what each was made of, and the view

    def deal(self, match: Match, names: Sequence[str]) -> Iterator[tuple[Side, Words]]:
        """Everybody whose turn it is gets a new hand, once a turn, and is told what to do if a new phase begins."""
        one = match.round
        turn = len(match.rounds), one.phase, len(one.steps)
        for side in sorted(self.sides):
            hand = self._hands.get(side)
            if match.role_of(side) is not one.turn or one.phase is Phase.LINES:
                if self._hands.pop(side, None) is not None:
                    self.touched.add(side)
            elif hand is None or hand.turn != turn:
                kind = StarsHand if one.phase is Phase.STARS else StepHand
                self._hands[side] = kind(turn, one.board, _facts(match, names))
                self.touched.add(side)
                if not one.steps:
                    yield side, kind.hint

    def has_hand(self, side: Side | None) -> bool:
        """Whether it is the turn of somebody who plays by clicks."""
        return side in self._hands

    def click(self, side: Side | None, tile: TileId) -> Requests:
        """A click on a cell or a command; only those whose turn it is can do anything by it. Raises NotNow."""
        if side is None or side not in self._hands:
            return NO_REQUESTS
        self.touched.add(side)
        return self._hands[side].click(tile)

    def prepare(self, side: Side | None, cells: Sequence[Cell], phase: Phase) -> bool:
        """Somebody types what to do with these cells; whether it is their turn, in this phase. Raises NotNow."""
        hand = None if side is None else self._hands.get(side)
        if side is None or hand is None or hand.turn[1] is not phase:
            return False
        self.touched.add(side)
        hand.prepare(cells)
        return True

    def status(self, side: Side | None) -> Words | None:
        """What somebody whose turn it is can do."""
        return None if side is None or side not in self._hands else self._hands[side].status

    def facts(self, side: Side | None, stake: str | None) -> dict[str, object]:
        """What a player who clicks knows besides: what their hand is, if it is their turn, and what leaving costs."""
        if side is None or side not in self.sides:
            return {}
        hand = self._hands.get(side)
        return {"leave": stake} if hand is None else {"leave": stake, "turn": True, **hand.facts()}

    def legal(self, side: Side | None) -> Iterator[TileId]:
        """What those whose turn it is can do by clicks."""
        return iter(()) if side is None or side not in self._hands else self._hands[side].legal()

    def scramble(self, side: Side | None) -> None:
        """Everybody else begins their turn again."""
        self._hands = {other: hand if other == side else hand.again() for other, hand in self._hands.items()}

    def view(self, side: Side | None, exits: View) -> View:
        """What a player who clicks sees: their hand, if it is their turn, and what leaving costs."""
        if side is None or side not in self.sides:
            return NO_VIEW
        hand = self._hands[side].view() if side in self._hands else NO_VIEW
        made_of, view = self._views.get(side, ((NO_VIEW, NO_VIEW), NO_VIEW))
        if made_of != (hand, exits):
            view = View({**hand.tiles, **exits.tiles}, {**hand.keys, **exits.keys}, hand.text)
            self._views[side] = (hand, exits), view
        return view


def _facts(match: Match, names: Sequence[str]) -> dict[TileId, Tile]:
    """What players whose turn it is see beside the board: the match as it is, though the stage may be behind."""
    steps = len(match.round.steps)
    dancer = match.side_of(Role.CHOREOGRAPHER)
    return {
        table.ROUND: table.round_tile(len(match.rounds), match.most_rounds),
        table.STEP: table.step_tile(steps, steps),
        **table.name_tiles(names[dancer], names[1 - dancer]),
    }
