"""What everybody in the room of a match sees, made from the match and from the stage: tiles, and a headline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tilenet.game import Scene, Tile, TileId, Words
from tilenet.games.dancing import table
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.match import PHASES, Match, Role
from tilenet.games.dancing.stage import Stage

NOTHING_DRAWN = -1  # before the first revision


class Scenery:
    """The scene around one board. Cells that have not changed keep their tiles."""

    caches: ClassVar = {"_board": {}, "_board_of": NOTHING_DRAWN}

    def __init__(self, size: int, rounds: int) -> None:
        self._size = size
        self._rounds = rounds
        self._board: dict[TileId, Tile] = {}
        self._board_of = NOTHING_DRAWN  # the revision of the stage that it shows

    def scene(
        self,
        match: Match | None,
        stage: Stage,
        names: Sequence[str],
        seconds: int | None,
        steps: int,
        can_sit: Sequence[bool],
        headline: str,
        *,
        has_lobby: bool = True,
    ) -> Scene:
        """`steps` were made in the round on the stage when somebody last looked at the match. `can_sit` says which
        seats can be clicked.
        """
        self._draw_board(stage)
        is_open = match is not None
        tiles = {
            **self._board,
            **table.command_tiles(has_lobby=has_lobby),
            **table.stage_tiles(is_open=is_open, is_paused=stage.is_paused),
            **self._facts(match, stage, names, seconds, steps),
            **table.seat_tiles(can_sit),
        }
        return Scene(table.size_of(self._size), tiles, table.keys(is_open=is_open, has_lobby=has_lobby), headline)

    def _draw_board(self, stage: Stage) -> None:
        if stage.revision != self._board_of:
            is_next = self._board_of != NOTHING_DRAWN and stage.revision == self._board_of + 1
            for cell in sorted(stage.changed if is_next else stage.cells):
                self._board[table.cell_id(cell)] = _cell_tile(stage, cell)
            self._board_of = stage.revision

    def _facts(
        self, match: Match | None, stage: Stage, names: Sequence[str], seconds: int | None, steps: int
    ) -> dict[TileId, Tile]:
        """What the tiles beside the board say."""
        first = 0 if match is None else match.side_of(Role.CHOREOGRAPHER, stage.round)
        return {
            table.CLOCK: table.clock_tile(seconds),
            table.PHASE: table.phase_tile(Words("players") if match is None else PHASES[match.round.phase]),
            table.ROUND: table.round_tile(stage.round, self._rounds),
            table.STEP: table.step_tile(stage.step, steps),
            **table.name_tiles(names[first], names[1 - first]),
        }


def _cell_tile(stage: Stage, cell: Cell) -> Tile:
    return table.cell_tile(
        cell,
        stage.dancers.get(cell),
        is_star=cell in stage.stars,
        is_moved=cell in stage.moved,
        line=stage.lit.get(cell),
    )


def headline(match: Match, stage: Stage, names: Sequence[str], steps: int) -> Words:
    """What is on the stage, in a sentence; so many steps were made in its round."""
    number = stage.round
    if stage.is_at_end:
        verdict = match.round_verdict(number, names)
        if number < len(match.rounds) or not match.is_over:
            return Words("Round {number}: {verdict}.", number=number, verdict=verdict)
        return Words(
            "Round {number}: {verdict}. Match: {match}.",
            number=number,
            verdict=verdict,
            match=match.outcome.verdict(names),
        )
    one = match.rounds[number - 1]
    dancer = names[match.side_of(Role.CHOREOGRAPHER, number)]
    if not one.stars:
        spoiler = names[match.side_of(Role.SPOILER, number)]
        return Words("{spoiler} places stars for {dancer}.", spoiler=spoiler, dancer=dancer)
    if one.is_over or stage.step < steps:
        return Words("{dancer} dances: step {step} of {steps}.", dancer=dancer, step=stage.step, steps=steps)
    return Words("{dancer} is thinking.", dancer=dancer)
