"""A few matches of Dancing whose clocks run out, with spectators; `make soak` has fifty at once."""

from __future__ import annotations

from pathlib import Path

from tests.soak.main import play
from tests.soak.report import table
from tests.soak.scenarios.dancing import DancingClocks

MATCHES, WATCHERS, SECONDS = 3, 2, 3


def test_every_round_ends_by_its_clock_and_spectators_see_the_clocks(tmp_path: Path) -> None:
    """How punctual they are depends on what else the machine does, and is for `make soak` to measure."""
    result = play(DancingClocks(MATCHES, WATCHERS, SECONDS), tmp_path)
    assert not result.error, "\n".join(table([result]))
    values = {check.what: check.value for check in result.checks}
    assert values["matches at once"] == MATCHES
    assert values["rounds that ended when their time was up"] == 2 * MATCHES
    assert values["verdicts off their time, at p99"] > 0
    assert WATCHERS * MATCHES <= values["changes of clocks seen"] <= 2 * WATCHERS * MATCHES * (SECONDS + 1)
    assert values["connections left"] == 0
