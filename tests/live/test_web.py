"""The door for browsers on live sockets: the link in the log, the page, and WebSockets over TCP and TLS."""

from __future__ import annotations

import ssl
import urllib.request
from importlib.resources import files
from pathlib import Path

import pytest
import pytest_twisted

from tests.doubles.callers import SMALL
from tests.doubles.certificates import make_certificate, ssl_endpoint, trusting
from tests.doubles.model import click, logout
from tests.doubles.processes import LOCAL, PATIENCE, Process, Start
from tests.doubles.stage import NO_RATE, BrowsingVisitor, Visitor, browser_stage
from tilenet.lines.tcp import SocketSender

# Twisted itself hands its certificates to pyOpenSSL in a way that pyOpenSSL no longer likes.
pytestmark = pytest.mark.filterwarnings("ignore:Passing pyOpenSSL:DeprecationWarning")


@pytest.fixture(params=["tcp", "tls"])
def certificate(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return make_certificate(tmp_path / "localhost.pem") if request.param == "tls" else None


def link(server: Process) -> str:
    """What somebody who reads the log can open."""
    [found] = server.log.wait_for(r" is serving HTTP \(for browsers\) on (https?://\S+)\n")
    return str(found[1])


@pytest.mark.parametrize("is_secure", [False, True], ids=["http", "https"])
def test_the_log_has_a_link_to_the_page(start: Start, tmp_path: Path, is_secure: bool) -> None:
    certificate = make_certificate(tmp_path / "localhost.pem")
    server = start.local("--web", ssl_endpoint(certificate) if is_secure else LOCAL)
    address = link(server)
    assert address.startswith("https://127.0.0.1:" if is_secure else "http://127.0.0.1:")
    context: ssl.SSLContext | None = None
    if is_secure:
        context = trusting(certificate)
        address = address.replace("127.0.0.1", "localhost")  # as the certificate says
    with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as answer:
        assert answer.read() == files("tilenet.clients.web").joinpath("index.html").read_bytes()
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def click_lamp(visitor: Visitor, times: int) -> None:
    visitor.send(click(visitor.screen.model.grid()[2, 1]) * times)


@pytest_twisted.ensureDeferred
async def test_browsers_play_together(certificate: Path | None) -> None:
    async with browser_stage(certificate) as server:
        ann, bob = await server.count("ann"), await server.count("bob")
        click_lamp(ann, 3)
        await bob.until("the number 3", lambda: bob.count == 3)
        await ann.until("the number 3", lambda: ann.count == 3)
        assert isinstance(server.session(ann).line.sender, SocketSender) == (certificate is None)
        ann.send(logout())
        await ann.until("the end", lambda: ann.lost is not None)
        assert isinstance(ann, BrowsingVisitor)
        assert (ann.screen.model.closed, ann.frames.code) == (True, 1000)


@pytest_twisted.ensureDeferred
async def test_a_browser_that_reads_late_gets_everything_once_and_in_order(certificate: Path | None) -> None:
    async with browser_stage(certificate, **NO_RATE, output_kib=8192) as server:
        ann, late = await server.count("ann"), await server.count("late", SMALL)
        late.wire.pauseProducing()
        for total in (2000, 2500):
            click_lamp(ann, 500 if total == 2500 else 2000)
            await ann.until("everything", lambda total=total: ann.count == total)  # type: ignore[misc]
        late.wire.resumeProducing()
        await late.until("everything", lambda: late.count == 2500)
        assert late.numbers == list(range(2501))


@pytest_twisted.ensureDeferred
async def test_a_browser_that_reads_nothing_is_cut_off(certificate: Path | None) -> None:
    async with browser_stage(certificate, **NO_RATE, output_kib=256, stall_seconds=1000) as server:
        ann, deaf = await server.count("ann"), await server.count("deaf", SMALL)
        await ann.until("deaf", lambda: ann.screen.sees(deaf.screen))
        deaf.wire.pauseProducing()
        for batch in range(1, 101):
            click_lamp(ann, 200)
            await ann.until("a batch", lambda batch=batch: ann.count == 200 * batch)  # type: ignore[misc]
            if not ann.screen.sees(deaf.screen):
                break
        await ann.until("deaf leaving", lambda: not ann.screen.sees(deaf.screen))
