"""Clients that read late or never, over TCP, TLS and WebSockets."""

from __future__ import annotations

import ssl
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.doubles.callers import SMALL, BrowserCaller, Caller
from tests.doubles.certificates import make_certificate, ssl_endpoint, trusting
from tests.doubles.commands import NO_RATE, shout, shouted
from tests.doubles.processes import LOCAL, SERVE, Process, Start

KERNEL_BYTES = 512 * 1024  # more than the buffers of one small connection hold


class Way(NamedTuple):
    """How clients come in."""

    option: str
    endpoint: str
    client: type[Caller]
    tls: ssl.SSLContext | None

    def serve(self, start: Start, *options: str) -> Process:
        others = [] if self.option == "--listen" else ["--listen", LOCAL]
        return start(SERVE, self.option, self.endpoint, *others, *NO_RATE, "--seat-seconds", "0", *options)

    def come(self, server: Process, name: str, receive_buffer: int | None = None) -> Caller:
        port = server.port if self.option == "--listen" else server.port_for(r"HTTP \(for browsers\)")
        caller = self.client(port, receive_buffer, self.tls)
        caller.login(name)
        return caller


@pytest.fixture(params=["tcp", "tls", "ws", "wss"])
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Way:
    is_secure = request.param in ("tls", "wss")
    certificate = make_certificate(tmp_path / "localhost.pem")
    endpoint, tls = (ssl_endpoint(certificate), trusting(certificate)) if is_secure else (LOCAL, None)
    if request.param in ("tcp", "tls"):
        return Way("--listen", endpoint, Caller, tls)
    return Way("--web", endpoint, BrowserCaller, tls)


def test_a_client_that_reads_late_gets_everything_once_and_in_order(start: Start, way: Way) -> None:
    server = way.serve(start, "--output-kib", "8192")
    with closing(way.come(server, "ann")) as ann, closing(way.come(server, "late", SMALL)) as late:
        total = 0
        for _ in range(2):
            read, heard = len(late.screen.raw), len(ann.screen.raw)
            for _ in range(15):
                shout(ann, total)
                total += 100
            assert len(ann.screen.raw) - heard > KERNEL_BYTES
            for more in range(1, 6):  # more comes while the backlog is being read
                late.until("a part of it", lambda size=read + 50_000 * more: len(late.screen.raw) > size)  # type: ignore[misc]
                shout(ann, total, 25)
                total += 25
            late.until("everything", lambda last=total - 1: shouted(late)[-1:] == [last])  # type: ignore[misc]
        assert shouted(late) == [*range(total)]


@pytest.mark.parametrize(
    ("most_kib", "seconds", "reason"),
    [("256", "1000", "over 256 KiB"), ("8192", "1", "no output was taken for 1 s")],
    ids=["too much", "too long"],
)
def test_a_client_that_reads_nothing_is_cut_off_and_seen_to_leave(
    start: Start, way: Way, most_kib: str, seconds: str, reason: str
) -> None:
    server = way.serve(start, "--output-kib", most_kib, "--stall-seconds", seconds)
    with closing(way.come(server, "ann")) as ann, closing(way.come(server, "deaf", SMALL)) as deaf:
        ann.until("deaf", lambda: ann.screen.sees(deaf.screen))
        for batch in range(60):
            if ann.screen.sees(deaf.screen):
                shout(ann, 100 * batch)
        ann.until("deaf leaving", lambda: not ann.screen.sees(deaf.screen))
        server.log.wait_for(f"Left: deaf .*{reason}")
        with suppress(OSError):
            deaf.until_over()
        assert not deaf.screen.model.closed  # no goodbye: it would have had to wait behind all the rest
