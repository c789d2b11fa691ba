"""The door for browsers at a server process: the link in the log, and the page."""

from __future__ import annotations

import ssl
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.doubles.certificates import make_certificate, ssl_endpoint, trusting
from tests.doubles.processes import LOCAL, PATIENCE, Process, Start


def link(server: Process) -> str:
    """What somebody who reads the log can open."""
    [found] = server.log.wait_for(r" is serving HTTP \(for browsers\) on (https?://\S+)\n")
    return str(found[1])


@pytest.mark.parametrize("is_secure", [False, True], ids=["http", "https"])
def test_the_log_has_a_link_to_the_page_which_has_no_other_name(start: Start, tmp_path: Path, is_secure: bool) -> None:
    certificate = make_certificate(tmp_path / "localhost.pem")
    server = start.local("--web", ssl_endpoint(certificate) if is_secure else LOCAL)
    address = link(server)
    assert address.startswith("https://127.0.0.1:" if is_secure else "http://127.0.0.1:")
    context: ssl.SSLContext | None = None
    if is_secure:
        context = trusting(certificate)
        address = address.replace("127.0.0.1", "localhost")  # as the certificate says
    with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as answer:
        assert b"<title>tilenet</title>" in answer.read()
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    stranger = urllib.request.Request(address, headers={"Host": "evil.example"})
    with pytest.raises(HTTPError, match="421"):
        urllib.request.urlopen(stranger, timeout=PATIENCE, context=context)
