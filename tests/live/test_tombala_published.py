"""A published client of Tombala at a server process: its reader survives many bots that come and go at once."""

from __future__ import annotations

from contextlib import closing

from tests.doubles.processes import LOCAL, Start
from tests.doubles.published import PublishedCaller
from tests.doubles.tombala_callers import TombalaCaller, TombalaCallers, tombala_ports
from tests.doubles.tombala_clients import request

FAST = ("--commands-per-second", "1000000", "--command-burst", "1000000")
BOTS, TRIES = 25, 20


def all_ask(bots: list[TombalaCaller], header: str, **body: object) -> None:
    """Let all of them ask at once, and then wait until all are answered."""
    for bot in bots:
        bot.send(request(header, seq=0, **body))
    for bot in bots:
        assert bot.take("SSUCCS", "SERROR").is_right


def test_25_bots_join_at_once_20_times(start: Start, tombala_callers: TombalaCallers) -> None:
    server = start.local("--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    bots = [tombala_callers(port).login(f"bot-{number}") for number in range(BOTS)]
    with closing(PublishedCaller(port)) as published:
        reader = published.reader
        published.ask("CLOGIN", username="published")
        for number in range(TRIES):
            published.ask("CCROOM", roomname=f"room {number}", countdown=600)
            published.ask("CJROOM", roomname=f"room {number}")
            all_ask(bots, "CJROOM", roomname=f"room {number}")
            published.until(f"all bots in room {number}", lambda: len(reader.users) == BOTS + 1)
            all_ask(bots, "CQROOM")
            published.until(f"no bots in room {number}", lambda: reader.users == ["published"])
            assert published.ask("CQROOM")["message"] == f"You've left room {number} successfully!"
    assert "Traceback" not in server.log.text
