"""The files of the page and of its tests over HTTP, without a server of games: modules are loaded in no other way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

from tests.doubles.reworded import reworded_play
from tests.web.plays.recording import recorded

ROOT = Path(__file__).parents[2]
PLAYS = "/plays/"  # what clients are told in real games
REWORDED = "/reworded/"  # the same from a server whose words and colours mean nothing
PAGE = "/clients/web/page.html"  # the page, before its code begins
START = b'<script type="module" src="main.js"></script>\n'
CODES = "/clients/web/qr/"  # links as drawings, which the server makes
CODE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
LATER = b' media="not all"'  # of style sheets that its code applies


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send_head(self) -> BytesIO | None:
        path = Path(self.translate_path(self.path))
        if self.path == PAGE:
            data = path.with_name("index.html").read_bytes()
            assert START in data and LATER in data
            data = data.replace(START, b"").replace(LATER, b"")
        elif self.path.startswith(CODES):
            data = CODE
        elif self.path.startswith(PLAYS):
            data = recorded(path.stem).encode()
        elif self.path.startswith(REWORDED):
            data = reworded_play(recorded(path.stem)).encode()
        else:
            data = path.read_bytes() if path.is_file() else b""
        self.send_response(200 if data else 404)
        self.send_header("Content-Type", self.guess_type(path.name))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return BytesIO(data)

    def log_message(self, format: str, *words: object) -> None:
        pass


@contextmanager
def site() -> Iterator[str]:
    """Serve until this is over; the address has no path."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(ROOT))) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
