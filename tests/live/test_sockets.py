"""Connections on the live reactor: their options, and clients that read slowly, late or never."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.tcp import Server

from tests.doubles.callers import SMALL
from tests.doubles.certificates import make_certificate
from tests.doubles.model import click
from tests.doubles.stage import NO_RATE, Visitor, stage
from tilenet.doors.session import Session
from tilenet.lines.tcp import SocketSender, StreamSender

TCP = socket.IPPROTO_TCP

# Twisted itself hands its certificates to pyOpenSSL in a way that pyOpenSSL no longer likes.
pytestmark = pytest.mark.filterwarnings("ignore:Passing pyOpenSSL:DeprecationWarning")


def connection(session: Session) -> Any:
    """The server's end of a connection itself, even if TLS is on top of it."""
    assert isinstance(session.line.sender, SocketSender | StreamSender)
    transport = session.line.sender.transport
    return transport if isinstance(transport, Server) else transport.transport


def click_lamp(visitor: Visitor, times: int) -> None:
    visitor.send(click(visitor.screen.model.grid()[2, 1]) * times)


async def until_count(visitor: Visitor, number: int) -> None:
    await visitor.until(f"the number {number}", lambda: visitor.count == number)


@pytest.fixture(params=["tcp", "tls"])
def certificate(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """What a server over TLS needs; nothing for plain TCP."""
    return make_certificate(tmp_path / "localhost.pem") if request.param == "tls" else None


@pytest_twisted.ensureDeferred
async def test_a_peer_that_has_vanished_is_noticed_by_tcp(certificate: Path | None) -> None:
    times = {"keepalive_idle": 41.0, "keepalive_interval": 7.0, "keepalive_count": 5.0, "user_timeout": 89.0}
    async with stage(certificate, **times) as server:
        handles = [connection(server.session(await server.count(name))).getHandle() for name in ("ann", "bob", "cid")]
        options = (socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
        for handle in handles:
            assert handle.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            assert [handle.getsockopt(TCP, option) for option in options] == [7, 5, 89000]
        idle = [handle.getsockopt(TCP, socket.TCP_KEEPIDLE) for handle in handles]
        assert len({*idle}) == 3 and all(0.8 * 41 - 1 < one < 1.2 * 41 for one in idle)


@pytest_twisted.ensureDeferred
async def test_input_is_read_in_small_pieces(certificate: Path | None) -> None:
    """So that one client's input keeps the others waiting for a short time only."""
    async with stage(certificate) as server:
        assert connection(server.session(await server.count("ann"))).bufferSize == 4096


@pytest_twisted.ensureDeferred
async def test_small_writes_go_out_at_once() -> None:
    async with stage() as server:
        handle = connection(server.session(await server.count("ann"))).getHandle()
        assert handle.getsockopt(TCP, socket.TCP_NODELAY) == 1


@pytest_twisted.ensureDeferred
async def test_a_client_that_reads_late_gets_everything_once_and_in_order(certificate: Path | None) -> None:
    async with stage(certificate, **NO_RATE, output_kib=8192) as server:
        ann = await server.count("ann")
        late = await server.count("late", SMALL)
        session = server.session(late)
        total = 0
        for _ in range(3):
            late.wire.pauseProducing()
            read, shown = len(late.screen.raw), len(ann.screen.raw)
            click_lamp(ann, 2000)
            total += 2000
            await until_count(ann, total)
            assert len(late.screen.raw) == read and len(ann.screen.raw) - shown > 200_000  # more than the kernel holds
            late.wire.resumeProducing()
            for _ in range(20):  # more comes while the backlog is being read
                click_lamp(ann, 25)
                total += 25
                await until_count(ann, total)
            await until_count(late, total)
        assert late.numbers == list(range(total + 1))
        assert server.session(late) is session


@pytest_twisted.ensureDeferred
async def test_a_client_over_the_bound_is_cut_off_and_seen_to_leave(certificate: Path | None) -> None:
    async with stage(certificate, **NO_RATE, output_kib=256, stall_seconds=1000) as server:
        ann = await server.count("ann")
        deaf = await server.count("deaf", SMALL)
        await ann.until("deaf", lambda: ann.screen.sees(deaf.screen))
        deaf.wire.pauseProducing()
        batches = 0
        while ann.screen.sees(deaf.screen) and batches < 100:
            batches += 1
            click_lamp(ann, 200)
            await until_count(ann, 200 * batches)
        await ann.until("deaf leaving", lambda: not ann.screen.sees(deaf.screen))
        deaf.wire.resumeProducing()
        await deaf.until("the end", lambda: deaf.lost is not None)
        assert not deaf.screen.model.closed  # no goodbye: it would have had to wait behind all the rest


@pytest_twisted.ensureDeferred
async def test_a_client_that_takes_nothing_for_too_long_is_cut_off(certificate: Path | None) -> None:
    async with stage(certificate, **NO_RATE, output_kib=8192, stall_seconds=1) as server:
        ann = await server.count("ann")
        deaf = await server.count("deaf", SMALL)
        await ann.until("deaf", lambda: ann.screen.sees(deaf.screen))
        deaf.wire.pauseProducing()
        for batch in range(1, 61):  # little by little, as in a game
            click_lamp(ann, 50)
            await until_count(ann, 50 * batch)
        await ann.until("deaf leaving", lambda: not ann.screen.sees(deaf.screen))
