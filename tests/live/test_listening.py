"""Where a server process listens, and how it says that it cannot."""

from __future__ import annotations

import fcntl
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.doubles.callers import Callers
from tests.doubles.certificates import make_certificate, ssl_endpoint, trusting
from tests.doubles.processes import LOCAL, PATIENCE, SERVE, TWISTD, Start

DEFAULT_PORTS = range(44455, 44460)
LOCK = Path(tempfile.gettempdir(), f"tilenet-default-ports-{os.getuid()}.lock")  # nobody may open another's
# The default is every interface of the machine. A test has no business there: so the same, on the loopback alone.
BY_DEFAULT = """
import tilenet.reload.ports
from tilenet.main import main

endpoint = tilenet.reload.ports.serverFromString
tilenet.reload.ports.serverFromString = lambda reactor, text: endpoint(reactor, f"{text}:interface=127.0.0.1")
main(["serve", "--data", "none"])
"""


@contextmanager
def taken(*ports: int) -> Iterator[None]:
    """Take these ports, as far as nobody else has them already; another test that wants to, waits for this one."""
    with ExitStack() as stack:
        lock = stack.enter_context(LOCK.open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        for port in ports:
            holder = stack.enter_context(socket.socket())
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                holder.bind(("127.0.0.1", port))
            except OSError:
                continue  # taken it is
            holder.listen()
        yield


def test_all_endpoints_are_listened_on(start: Start, callers: Callers) -> None:
    server = start(SERVE, "--listen", LOCAL, "--listen", LOCAL)
    first, second = server.ports(2)
    ann, bob = callers.join(first, "ann"), callers.join(second, "bob")
    ann.until("bob, who came by the other port", lambda: ann.screen.sees(bob.screen))
    assert first != second


def test_another_port_is_used_if_the_default_one_is_taken(start: Start, callers: Callers) -> None:
    with taken(DEFAULT_PORTS[0]):
        server = start([sys.executable, "-c", BY_DEFAULT])
        assert server.port in DEFAULT_PORTS[1:]
        server.log.wait_for(f"warn: tcp:44455 is taken: using tcp:{server.port} instead\n")
        callers.join(server.port, "ann")


def test_there_is_no_server_if_all_default_ports_are_taken(start: Start) -> None:
    with taken(*DEFAULT_PORTS):
        server = start([sys.executable, "-c", BY_DEFAULT])
        assert server.status() == 1
    assert server.errors.text == "tilenet: cannot listen: tcp:44455 to tcp:44459 are taken\n"


@pytest.mark.parametrize("command", [SERVE, TWISTD], ids=["tilenet", "twistd"])
def test_a_taken_port_is_one_line_and_status_1(start: Start, command: list[str]) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        endpoint = f"tcp:{holder.getsockname()[1]}:interface=127.0.0.1"
        server = start(command, "--listen", endpoint)
        assert server.status() == 1
    assert server.errors.text == f"tilenet: cannot listen on {endpoint}: the port is taken\n"
    assert "Traceback" not in server.log.text


@pytest.mark.parametrize("kind", ["ssl:0:interface=127.0.0.1", "tls:{folder}:0:interface=127.0.0.1"])
def test_tls_without_pyopenssl_is_one_line_and_status_1(start: Start, tmp_path: Path, kind: str) -> None:
    fake = tmp_path / "path" / "OpenSSL"
    fake.mkdir(parents=True)
    (fake / "__init__.py").write_text("raise ImportError('not installed')\n")
    endpoint = kind.format(folder=tmp_path)
    server = start(SERVE, "--listen", endpoint, env={"PYTHONPATH": str(fake.parent)})
    assert server.status() == 1
    assert server.errors.text == f"tilenet serve: --listen {endpoint}: TLS needs tilenet[tls] to be installed\n"


@pytest.mark.parametrize("kind", ["ssl", "tls"])
def test_a_tls_endpoint_serves_a_whole_login_and_hangs_up_on_whoever_comes_too_fast(
    start: Start, callers: Callers, tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "certificates"
    folder.mkdir()
    certificate = make_certificate(folder / "localhost.pem")
    endpoint = ssl_endpoint(certificate) if kind == "ssl" else f"tls:{folder}:0:interface=127.0.0.1"
    server = start(SERVE, "--listen", endpoint, "--connection-burst", "1", "--connections-per-second", "0.001")
    with ExitStack() as links:
        here, there = ("127.0.0.2", 0), ("127.0.0.1", server.port)
        *_, third = (links.enter_context(socket.create_connection(there, PATIENCE, here)) for _ in range(3))
        assert third.recv(1) == b""  # the second was told so, in TLS
    ann = callers(server.port, tls=trusting(certificate))
    ann.login("ann")
    ann.screen.model.check_settled()
    assert "127.0.0.1" in str(ann.screen.model.objects[ann.screen.agent]["text"])
    assert "Traceback" not in server.log.text
