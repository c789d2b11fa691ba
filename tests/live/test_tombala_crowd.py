"""A few rooms of bots play Tombala to the end at once, and nothing is left; `make soak` plays hundreds of rooms."""

from __future__ import annotations

from pathlib import Path

from tests.soak.main import play
from tests.soak.report import table
from tests.soak.scenarios.tombala import TombalaCrowd

ROOMS, PLAYERS, COUNTDOWN = 12, 2, 2


def test_rooms_of_bots_play_to_the_end_and_leave_nothing(tmp_path: Path) -> None:
    result = play(TombalaCrowd(ROOMS, PLAYERS, COUNTDOWN), tmp_path)
    assert result.is_passed, "\n".join(table([result]))
    assert (result.checks[0].value, result.checks[0].bound) == (ROOMS, ROOMS)
    assert len(result.latencies) > 10  # the witness was there all the while
    assert result.turns > 100
    assert 0 < result.before <= result.peak
