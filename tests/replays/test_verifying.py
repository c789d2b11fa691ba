"""The command `tilenet verify`: files, addresses and ids, and files that mean no good."""

from __future__ import annotations

import gzip
import json
import os
import threading
from contextlib import redirect_stderr, redirect_stdout
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.replays.sessions import played
from tests.replays.test_recorder import Recorded
from tilenet.replays.recording import header_text, packed
from tilenet.replays.verifying import main


class Verify(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.recording = played("memory", Recorded(self.folder), Random(1))[0]
        self.file = self.folder / "replays" / f"{self.recording.id}.jsonl.gz"

    def run_it(self, *argv: str) -> tuple[int, str, str]:
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main(argv)
        return status, out.getvalue(), err.getvalue()

    def write(self, header: dict[str, Any], entries: list[list[Any]]) -> str:
        path = self.folder / "other.jsonl.gz"
        path.write_bytes(packed(header_text(header), [json.dumps(one).encode() for one in entries]))
        return str(path)

    def copy(self) -> tuple[dict[str, Any], list[list[Any]]]:
        header, entries = json.loads(json.dumps([self.recording.header, [*self.recording.entries]]))
        return header, entries

    def test_a_file_or_an_id_is_right(self) -> None:
        for argv in ([str(self.file)], [self.recording.id, "--data", str(self.folder)]):
            status, out, err = self.run_it(*argv)
            self.assertEqual((status, err), (0, ""))
            self.assertEqual([line[:7] for line in out.splitlines()], ["  ok   "] * 6)
            self.assertIn(self.recording.header["fair"]["commitment"], out)

    def test_what_is_wrong_is_told_in_a_line_and_by_the_status(self) -> None:
        header, entries = self.copy()
        header["result"]["standings"][0]["score"] = 99
        status, out, _ = self.run_it(self.write(header, entries))
        self.assertEqual(status, 1)
        self.assertEqual([line.split()[0] for line in out.splitlines()], ["ok", "ok", "ok", "ok", "wrong", "ok"])
        status, out, _ = self.run_it(self.write(header, entries), "--json")
        answer = json.loads(out)
        self.assertEqual((status, answer["is_right"], answer["id"]), (1, False, self.recording.id))
        self.assertEqual([one["check"] for one in answer["findings"] if not one["is_right"]], ["result"])

    def test_an_address_is_fetched(self) -> None:
        data = self.file.read_bytes()

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/away":
                    self.send_response(302)
                    self.send_header("Location", "file:///etc/passwd")
                    self.end_headers()
                    return
                self.send_response(200 if self.path == "/replays/x.jsonl.gz" else 404)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Answer) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}"
            for path in ("/replays/x.jsonl.gz", "/#/replays/x"):
                self.assertEqual(self.run_it(address + path)[0], 0, path)
            for path in ("/nothing", "/away", "/#/replays/y", "/#/set"):
                status, _, err = self.run_it(address + path)
                self.assertEqual(status, 2, path)
                self.assertRegex(
                    err, r"^tilenet verify: http://[^ ]+ cannot be fetched: (the server|it is) [a-z, ]+\n$"
                )
            server.shutdown()

    def test_there_is_nothing_to_verify(self) -> None:
        other = self.folder / "text"
        other.write_text("hello")
        for name in ("memory-nothing", str(self.folder), str(other), str(self.folder / "missing")):
            status, out, err = self.run_it(name, "--data", str(self.folder))
            self.assertEqual((status, out), (2, ""), name)
            self.assertEqual(len(err.splitlines()), 1, err)

    def test_a_hostile_file_is_wrong_and_nothing_else_happens(self) -> None:
        def state(entries: list[list[Any]]) -> dict[str, Any]:
            found: dict[str, Any] = entries[0][3]["state"]["state"]
            return found

        def other_class(header: dict[str, Any], entries: list[list[Any]]) -> None:
            state(entries)["random"] = {"class": "os.system", "args": "true"}

        def other_method(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[1] = ["__init__", entries[1][1], "memory"]

        def huge_board(header: dict[str, Any], entries: list[list[Any]]) -> None:
            state(entries)["contest"].update(dim=10**5, _is_dealt=True)

        def wrong_types(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header.update(fair=7, result=[], options={"dim": 10**9})
            header["people"][0]["name"] = {"x": "\x1b[2J"}

        def wrong_words(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["fair"]["words"] = [["\ud800", "\x1b]0;x\x07"], ["a"], 5]

        def control_characters(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["title"] = "\x1b[2J\n\n"
            header["result"] = None

        for cheat in (other_class, other_method, huge_board, wrong_types, wrong_words, control_characters):
            header, entries = self.copy()
            cheat(header, entries)
            status, out, err = self.run_it(self.write(header, entries), "--seconds", "20")
            self.assertEqual((status, err), (1, ""), cheat.__name__)
            self.assertIn("wrong", out)
            self.assertTrue(all(line.isprintable() for line in out.splitlines()), cheat.__name__)

    def test_a_file_that_takes_too_long_is_given_up(self) -> None:
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        status, out, _ = self.run_it(str(pipe), "--seconds", "0.3")
        self.assertEqual(status, 1)
        self.assertIn("too long", out)

    def test_a_file_that_grows_without_end_is_given_up(self) -> None:
        path = self.folder / "bomb.jsonl.gz"
        path.write_bytes(gzip.compress(b"\n" * 70 * 2**20))
        status, out, err = self.run_it(str(path))
        self.assertEqual((status, out), (2, ""))
        self.assertIn("more than 64 MiB", err)
