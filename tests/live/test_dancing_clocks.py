"""A few matches of Dancing whose clocks run out, with spectators; `make soak` has fifty at once."""

from __future__ import annotations

from pathlib import Path

from tilenet.clients.soak.main import play
from tilenet.clients.soak.report import table
from tilenet.clients.soak.scenarios.dancing import DancingClocks

MATCHES, WATCHERS, SECONDS = 3, 2, 3
LATE = 900.0  # ms: others may be busy while a test runs, but a clock that is wrong by a second would show


def test_every_round_ends_in_time_and_spectators_see_the_clocks(tmp_path: Path) -> None:
    result = play(DancingClocks(MATCHES, WATCHERS, SECONDS, LATE), tmp_path)
    assert result.is_passed, "\n".join(table([result]))
    values = {check.what: check.value for check in result.checks}
    assert values["matches at once"] == MATCHES
    assert values["rounds that ended when their time was up"] == 2 * MATCHES
    assert 0 < values["verdicts off their time, at p99"] < LATE
    assert WATCHERS * MATCHES * SECONDS <= values["changes of clocks seen"] <= 2 * WATCHERS * MATCHES * (SECONDS + 1)
