"""The door for browsers: the files of the page, who may open a WebSocket, and requests that mean no good."""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import ACCEPT, Visitor, get, handshake
from tests.doubles.cpu import cpu_clock
from tests.doubles.harness import Lamp, Server
from tilenet.catalogue import GamePlugin
from tilenet.doors import pagefiles
from tilenet.doors.firstload import entries, imports_of
from tilenet.doors.gate import Gate
from tilenet.doors.pagefiles import CLIENT, KINDS, PageFiles
from tilenet.doors.web import Page, WebDoor
from tilenet.doors.webchannel import HEADERS, MOST_REQUESTS

KEPT = "public, max-age=31536000, immutable"


class Hill(Lamp):
    kind = "hill/1"


class ThePage(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()

    def ask(self, *data: bytes) -> Visitor:
        return Visitor(self.server, *data)

    @property
    def version(self) -> str:
        return PageFiles(self.server.world.building.games).version

    @property
    def modules(self) -> list[str]:
        return [path.decode()[1:] for path in PageFiles([]).paths if path.endswith(b".js")]

    def test_is_the_file_of_the_client_and_names_everything_that_is_needed_at_once(self) -> None:
        answer = self.ask(get())
        self.assertEqual(answer.status, "HTTP/1.1 200 OK")
        self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
        [version] = {one.decode() for one in re.findall(rb"v/(\w+)/", answer.body)}
        preloads = rb'<link rel="modulepreload" href="(?!v/\w+/app\.js)[^"]+">\n'
        ours = re.sub(preloads, b"", answer.body).replace(f"v/{version}/".encode(), b"")
        self.assertEqual(ours, files(CLIENT).joinpath("index.html").read_bytes())

    def test_no_module_is_found_only_after_another(self) -> None:
        """Not by the page, and not by the skin of a game, which is loaded when it is first needed."""
        named = {one.removeprefix(f"v/{self.version}/") for one in entries(self.ask(get()).body.decode())}
        self.assertTrue({"main.js", "app.js", "view.js", "skins/home.js"} <= named)
        self.assertFalse({"skins/set.js", "skins/dancing.js"} & named)
        sources = {path: self.ask(get(f"/{path}")).body.decode() for path in self.modules}
        later = {name for path in named for name in re.findall(r"import\('\./([\w/.-]+)'\)", sources[path])}
        for path, source in sources.items():
            self.assertLessEqual({*imports_of(path, source)}, named | later, path)

    def test_is_asked_for_each_time_and_its_files_are_kept(self) -> None:
        self.assertEqual(self.ask(get()).headers["cache-control"], "no-cache")
        addresses = re.findall(r'(?:href|src)="(v/[^"]+)"', self.ask(get()).body.decode())
        self.assertGreater(len(addresses), 30)
        for address in addresses:
            answer = self.ask(get(f"/{address}"))
            self.assertEqual((answer.code, answer.headers["cache-control"]), (200, KEPT), address)
            plain = self.ask(get(address.removeprefix(f"v/{self.version}")))
            self.assertEqual((plain.body, plain.headers["cache-control"]), (answer.body, "no-cache"))

    def test_a_page_from_before_a_restart_gets_what_it_loads_later_but_may_not_keep_it(self) -> None:
        answer = self.ask(get(f"/v/{'0' * 16}/skins/set.js"))
        self.assertEqual((answer.code, answer.headers["cache-control"]), (200, "no-cache"))
        for path in (f"/v/{self.version}", f"/v/{self.version}/", f"/v/{self.version}//main.js", "/v/1/main.js"):
            self.assertEqual(self.ask(get(path)).code, 404, path)

    def test_has_another_version_if_any_file_is_another(self) -> None:
        before = self.version
        folder = Path(self.enterContext(TemporaryDirectory()))
        (folder / "skin.js").write_text("export const SKINS = [];")
        self.patch(pagefiles, "files", lambda name: folder if name == "hill.web" else files(name))
        versions = [before]
        for words in ("1", "2", "1"):
            (folder / "hill.css").write_text(words)
            self.server = Server([GamePlugin("hill", Hill, web="hill.web")])
            versions.append(self.version)
        self.assertEqual([versions.index(one) for one in versions], [0, 1, 2, 1])
        answer = self.ask(get(f"/v/{self.version}/plugins/hill/hill.css"))
        self.assertEqual((answer.body, answer.headers["cache-control"]), (b"1", KEPT))

    def test_comes_with_every_file_of_the_client_of_a_kind_that_browsers_need(self) -> None:
        """And no other: no source in Python, no folder."""
        paths = {path.decode() for path in PageFiles([]).paths} - {"/plugins.json"}
        root = files(CLIENT)

        def found(folder: Any, path: str) -> Iterator[str]:
            for one in folder.iterdir():
                if one.is_dir():
                    yield from found(one, f"{path}{one.name}/")
                elif one.name.rpartition(".")[2] in KINDS:
                    yield f"{path}{one.name}".removesuffix("index.html")

        self.assertEqual(paths, {*found(root, "/")})
        self.assertIn("/", paths)
        for path in paths:
            self.assertEqual(self.ask(get(path)).code, 200, path)

    def test_is_all_there_is(self) -> None:
        for path in ("/__init__.py", "/../setup.cfg", "/%2e%2e/setup.cfg", "//", "/.", "/x", "/?x", "/skins/"):
            answer = self.ask(get(path))
            self.assertEqual(answer.code, 200 if path == "/?x" else 404, path)
            self.assertNotIn(b"metadata", answer.raw)

    def test_has_the_files_of_a_game_and_says_for_which_kind(self) -> None:
        """Of the kinds of files that browsers need, and nothing else; a path is looked up as it stands."""
        folder = Path(self.enterContext(TemporaryDirectory()))
        (folder / "hill" / "web" / "more").mkdir(parents=True)
        for name in ("skin.js", "more/hill.css", "secret.txt", "secret.py"):
            (folder / "hill" / "web" / name).write_text(name)
        (folder / "secret.js").write_text("secret")
        self.patch(sys, "path", [str(folder), *sys.path])
        self.addCleanup(sys.modules.pop, "hill", None)
        self.addCleanup(sys.modules.pop, "hill.web", None)
        self.server = Server([GamePlugin("hill", Hill, web="hill.web"), GamePlugin("other-hill", Hill)])
        self.assertEqual(json.loads(self.ask(get("/plugins.json")).body), {"hill/1": "/plugins/hill/skin.js"})
        for name in ("skin.js", "more/hill.css"):
            answer = self.ask(get(f"/plugins/hill/{name}"))
            self.assertEqual((answer.code, answer.body), (200, name.encode()))
            self.assertEqual(answer.headers["content-security-policy"], HEADERS["Content-Security-Policy"])
        for name in (
            "",
            "secret.txt",
            "secret.py",
            "more/",
            "../secret.js",
            "..%2fsecret.js",
            "../../secret.js",
            "%2e%2e/",
        ):
            self.assertEqual(self.ask(get(f"/plugins/hill/{name}")).code, 404, name)
        self.assertEqual(self.ask(get("/plugins/other-hill/skin.js")).code, 404)

    def test_goes_without_the_files_of_a_game_that_has_none(self) -> None:
        for web in ("no.such.package", "tilenet.doors", "json.decoder"):
            with capturedLogs() as events:
                self.server = Server([GamePlugin("hill", Hill, web=web)])
                self.assertEqual(self.ask(get("/plugins.json")).body, b"{}")
            self.assertIn("The skin of hill cannot be served: ", formatEvent(events[0]))

    def test_is_not_sent_again_unless_it_has_changed(self) -> None:
        etag = self.ask(get()).headers["etag"]
        answer = self.ask(get("/", f"If-None-Match: {etag}"))
        self.assertEqual((answer.code, answer.body), (304, b""))
        self.assertEqual(answer.headers["cache-control"], "no-cache")
        self.assertEqual(self.ask(get("/", 'If-None-Match: "0"')).code, 200)

    def test_is_packed_for_browsers_that_take_it(self) -> None:
        plain, packed = (self.ask(get("/", *more)) for more in ((), ("Accept-Encoding: br, gzip",)))
        self.assertEqual(packed.headers["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertLess(len(packed.body), len(plain.body) / 2)
        self.assertNotIn("content-encoding", plain.headers)
        self.assertEqual(plain.headers["vary"], packed.headers["vary"], "Accept-Encoding")
        self.assertNotEqual(plain.headers["etag"], packed.headers["etag"])
        again = self.ask(get("/", "Accept-Encoding: gzip", f"If-None-Match: {packed.headers['etag']}"))
        self.assertEqual(again.code, 304)

    def test_can_be_asked_for_its_head(self) -> None:
        with capturedLogs() as logs:
            answer = self.ask(get(method="HEAD"))
        self.assertEqual((answer.code, answer.body, logs), (200, b"", []))
        self.assertEqual(int(answer.headers["content-length"]), len(self.ask(get()).body))

    def test_cannot_be_changed(self) -> None:
        for method in ("PUT", "POST", "DELETE", "PATCH", "OPTIONS"):
            answer = self.ask(get(method=method))
            self.assertEqual((answer.code, answer.headers["allow"]), (405, "GET, HEAD"), method)

    def test_lets_nothing_else_in(self) -> None:
        """Every answer says so, whatever was asked."""
        for path in ("/", "/nothing", "/tilenet"):
            headers = self.ask(get(path)).headers
            for name, value in HEADERS.items():
                self.assertEqual(headers[name.lower()], value, path)
        rules = dict(rule.partition(" ")[::2] for rule in HEADERS["Content-Security-Policy"].split("; "))
        self.assertEqual((rules["default-src"], rules["frame-ancestors"]), ("'none'", "'none'"))
        self.assertEqual((rules["script-src"], rules["style-src"], rules["connect-src"]), ("'self'",) * 3)
        self.assertEqual((headers["x-content-type-options"], headers["x-frame-options"]), ("nosniff", "DENY"))

    def test_an_error_shows_no_traceback(self) -> None:
        self.patch(Page, "render", lambda page, request: 1 / 0)
        answer = self.ask(get())
        self.assertEqual(answer.code, 500)
        self.assertNotIn(b"Error", answer.body)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_several_can_be_asked_for_over_one_connection_but_not_without_end(self) -> None:
        """A thousand requests in one piece would take a whole turn of the reactor."""
        several = self.ask(get(), get("/x"), get())
        self.assertEqual([several.raw.count(b"HTTP/1.1 200 "), several.raw.count(b"HTTP/1.1 404 ")], [2, 1])
        self.assertTrue(several.is_open)
        answer = self.ask(*[get("/x")] * 500)
        self.assertEqual(answer.raw.count(b"HTTP/1.1 404 "), MOST_REQUESTS)
        self.assertEqual(answer.raw.count(b"Connection: close"), 1)
        self.assertFalse(answer.is_open)


class RequestsThatMeanNoGood(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()

    def refused(self, *data: bytes) -> int:
        visitor = Visitor(self.server, *data)
        self.assertFalse(visitor.is_open)
        return visitor.code

    def test_a_body_is_refused_before_any_of_it_is_kept(self) -> None:
        self.patch(tempfile, "TemporaryFile", lambda: self.fail("a file was made for it"))
        for more in (["Content-Length: 1"], ["Content-Length: 1000000000"], ["Transfer-Encoding: chunked"]):
            for method in ("POST", "GET", "PUT"):
                self.assertEqual(self.refused(get("/", *more, method=method), b"x" * 1000), 413)

    def test_64_kib_of_headers_and_what_is_not_http(self) -> None:
        for more in ([f"X: {'x' * 65536}"], [f"X{number}: {'x' * 100}" for number in range(640)]):
            self.assertEqual(self.refused(get("/", *more)), 431)
            self.assertEqual(self.refused(handshake("/tilenet", *more)), 431)
        self.assertEqual(self.refused(b"G" * 65536), 431)
        self.assertEqual(self.refused(b"\x16\x03\x01\x02\r\n\r\n"), 400)

    def test_a_slow_handshake(self) -> None:
        """A byte now and then does not help."""
        visitor = Visitor(self.server)
        for byte in handshake()[:28]:
            self.assertTrue(visitor.is_open)
            visitor.send(bytes([byte]))
            self.server.advance(0.5)
        self.assertTrue(visitor.is_open)
        self.server.advance(1.5)
        self.assertEqual((visitor.code, visitor.is_open), (408, False))

    def test_a_connection_without_a_request(self) -> None:
        """It is closed without a word: it may be one that a browser keeps for later."""
        for data in ([], [get()]):
            visitor = Visitor(self.server, *data)
            self.server.advance(14.5)
            self.assertTrue(visitor.is_open)
            before = visitor.raw
            self.server.advance(1)
            self.assertEqual((visitor.raw, visitor.is_open), (before, False))

    def test_leave_nothing_behind(self) -> None:
        for data in (
            *(b"", b"G", b"G" * 65536, get(), get("/", "Content-Length: 1")),
            *(handshake(), handshake("/", "X: y")),
        ):
            Visitor(self.server, data).hang_up()
            Visitor(self.server, data)
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})
        self.assertEqual(len(self.server.gate.visits), 0)


class ManyRequestsAtOnce(SynchronousTestCase):
    """Requests wait for the server's time, and for the browser to take the answers: so nobody else has to."""

    def setUp(self) -> None:
        self.server = Server(stall_seconds=15)
        self.visitor = Visitor(self.server)

    @property
    def answers(self) -> int:
        pipe = self.visitor.pipe
        return (self.visitor.raw + pipe.written + pipe._held).count(b"HTTP/1.1 200 ")

    def test_are_left_to_later_turns_if_this_one_is_long(self) -> None:
        cpu = 0.0

        def spent() -> float:
            nonlocal cpu
            cpu += 0.001  # with each look at it
            return cpu

        turn = self.server.world.turn
        turn.cpu = cpu_clock(spent)
        turn.begin(cpu)
        self.visitor.protocol.dataReceived(get() * 50)
        self.visitor.settle()
        self.assertTrue(1 <= self.answers < 20, self.answers)
        for _ in range(50):
            turn.begin(cpu)
            self.server.clock.advance(0)
        self.visitor.settle()
        self.assertEqual(self.answers, 50)

    def test_wait_until_the_answers_before_them_are_taken(self) -> None:
        self.visitor.pipe.is_stuck = True
        self.visitor.send(get() * 50)
        self.assertEqual(self.answers, 1)
        self.visitor.pipe.take()
        self.assertEqual(self.answers, 2)
        self.visitor.pipe.is_stuck = False
        self.visitor.pipe.take()
        self.visitor.settle()
        self.assertEqual(self.answers, 50)
        self.server.advance(14)
        self.assertTrue(self.visitor.is_open)

    def test_end_if_none_is_taken_for_too_long(self) -> None:
        self.visitor.pipe.is_stuck = True
        self.visitor.send(get() * 50)
        self.server.advance(14.5)
        self.assertTrue(self.visitor.is_open)
        self.server.advance(0.5)
        self.assertTrue(self.visitor.pipe.was_aborted)
        self.visitor.hang_up()
        self.assertEqual(len(self.server.gate.visits), 0)
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})

    def test_are_forgotten_with_their_browser(self) -> None:
        turn = self.server.world.turn
        turn.begin(float("-inf"))  # this one has lasted for ever
        self.visitor.protocol.dataReceived(get() * 2)
        self.visitor.hang_up()
        turn.begin(turn.cpu.exact())
        self.server.advance(1)
        self.assertEqual(self.answers, 0)
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})


class OpeningAWebSocket(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()

    def code(self, opening: bytes) -> int:
        visitor = Visitor(self.server, opening)
        visitor.hang_up()
        return visitor.code

    def test_is_answered_as_in_the_rfc(self) -> None:
        visitor = Visitor(self.server, handshake())
        self.assertEqual(visitor.status, "HTTP/1.1 101 Switching Protocols")
        self.assertIn(b"\r\nSec-WebSocket-Accept: " + ACCEPT + b"\r\n", visitor.raw)

    def test_accepts_no_compression_and_no_subprotocol(self) -> None:
        more = ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", "Sec-WebSocket-Protocol: chat"]
        visitor = Visitor(self.server, handshake("/tilenet", *more))
        self.assertEqual(visitor.code, 101)
        self.assertEqual({*visitor.headers}, {"upgrade", "connection", "sec-websocket-accept"})

    def test_needs_the_right_version_key_method_and_path(self) -> None:
        visitor = Visitor(self.server, handshake(version="8"))
        self.assertEqual((visitor.code, visitor.headers["sec-websocket-version"]), (426, "13"))
        for opening, code in (
            *((handshake(key=key), 400) for key in ("", "short", "!" * 24, "dGhlIHNhbXBsZSBub25jZXh4")),
            (handshake().replace(b"HTTP/1.1", b"HTTP/1.0"), 400),
            (handshake().replace(b"GET", b"HEAD"), 426),
            (handshake("/elsewhere"), 404),
            (get("/tilenet"), 426),
        ):
            self.assertEqual(self.code(opening), code, opening)

    def test_by_a_page_of_this_server_is_welcome(self) -> None:
        """And by a program, as in all other tests: it has no page, and says nothing of one."""
        for host, origin in (
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("Play.Example.org", "https://play.example.org"),
            ("[::1]:8080", "http://[::1]:8080"),
        ):
            self.assertEqual(self.code(handshake("/tilenet", f"Origin: {origin}", host=host)), 101, origin)

    def test_by_a_page_of_somebody_else_is_not(self) -> None:
        for origin in (
            "http://evil.example",
            "http://127.0.0.1:8081",
            "http://127.0.0.1",
            "http://127.0.0.1:8080.evil.example",
            "http://evil.example@127.0.0.1:8080",
            "null",
            "",
            "http://[",
            "file://127.0.0.1:8080",
        ):
            self.assertEqual(self.code(handshake("/tilenet", f"Origin: {origin}")), 403, origin)
        two = ["Origin: http://127.0.0.1:8080", "Origin: http://evil.example"]
        self.assertEqual(self.code(handshake("/tilenet", *two)), 403)

    def test_by_a_page_of_a_friend_is(self) -> None:
        server = Server()
        gate = Gate(server.world, server.clock, server.limits, origins={"https://friend.example"})
        for origin, code in (("https://friend.example", 101), ("http://friend.example", 403)):
            opening = handshake("/tilenet", f"Origin: {origin}")
            self.assertEqual(Visitor(server, opening, door=WebDoor(gate)).code, code)


class TheNameOfTheServer(SynchronousTestCase):
    """DNS rebinding: a page of evil.example, whose name has come to mean this machine, has the right `Origin`."""

    def codes(self, host: str, listens_on: str = "127.0.0.1", **more: set[str]) -> tuple[int, int]:
        """For the page, and for a WebSocket."""
        server = Server()
        gate = Gate(server.world, server.clock, server.limits, **more)  # type: ignore[arg-type]
        door = WebDoor(gate)
        door.listens_on(listens_on)
        page = get().replace(b"Host: 127.0.0.1:8080", f"Host: {host}".encode("latin-1"))
        opening = handshake("/tilenet", f"Origin: http://{host}", "X-Forwarded-For: 192.0.2.7", host=host)
        return Visitor(server, page, door=door).code, Visitor(server, opening, door=door).code

    def test_is_one_that_nobody_else_can_have_if_it_listens_for_this_machine_alone(self) -> None:
        for host in ("127.0.0.1:8080", "localhost:8080", "Localhost.", "[::1]:8080", "192.0.2.7", "friend.example:80"):
            self.assertEqual(self.codes(host, hosts={"friend.example"}), (200, 101), host)
        for host in ("evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "[evil.example]", "\xe9"):
            for address in ("127.0.0.1", "127.0.1.1", "::1", "::ffff:127.0.0.1"):
                self.assertEqual(self.codes(host, address, proxies={"127.0.0.1"})[0], 421, (host, address))
        self.assertEqual(self.codes("evil.example", hosts={"friend.example"}), (421, 421))

    def test_is_any_at_all_if_others_can_reach_it_or_only_a_proxy(self) -> None:
        for address in ("0.0.0.0", "::", "192.0.2.1", ""):
            self.assertEqual(self.codes("play.example", address), (200, 101), address)

    def test_is_in_the_log_with_the_option_that_would_allow_it(self) -> None:
        with capturedLogs() as events:
            self.codes("play.example:8080")
        lines = [formatEvent(event) for event in events]
        self.assertIn(
            "Refused a request from 127.0.0.1 for play.example; --web-host play.example would allow it", lines
        )


class AReverseProxy(SynchronousTestCase):
    PROXIES: ClassVar = {"127.0.0.1", "192.0.2.1", "local"}

    def address(self, *forwarded: str, peer: str = "127.0.0.1", proxies: set[str] = PROXIES) -> str:
        """Where the server believes a user to be."""
        server = Server()
        gate = Gate(server.world, server.clock, server.limits, proxies=proxies)
        more = [f"X-Forwarded-For: {one}" for one in forwarded]
        Visitor(server, handshake("/tilenet", *more), address=peer, door=WebDoor(gate))
        [session] = gate.sessions
        return session.line.peer

    def test_is_believed_if_somebody_trusts_it_and_what_it_was_told_is_not(self) -> None:
        """Who calls the proxy can send the header, too: the proxy adds what it has seen itself at the end."""
        for forwarded, address in (
            (["198.51.100.7"], "198.51.100.7"),
            (["2001:DB8::7"], "2001:db8::7"),
            (["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            (["1.1.1.1", "198.51.100.7"], "198.51.100.7"),
            (["1.1.1.1, 198.51.100.7, 192.0.2.1"], "198.51.100.7"),
            ([], "127.0.0.1"),
            *(([nonsense], "127.0.0.1") for nonsense in ("", "unknown", "127.0.0.1:80", "a, ", "<script>")),
        ):
            self.assertEqual(self.address(*forwarded), address, forwarded)
        self.assertEqual(self.address("198.51.100.7", peer="203.0.113.5"), "203.0.113.5")
        self.assertEqual(self.address("198.51.100.7", proxies=set()), "127.0.0.1")

    def test_has_users_who_are_counted_each_for_their_own_address(self) -> None:
        server = Server(max_per_address=1)
        gate = Gate(server.world, server.clock, server.limits, proxies=self.PROXIES)
        door = WebDoor(gate)
        said = []
        for user in ("198.51.100.7", "198.51.100.7", "198.51.100.8"):
            opening = handshake("/tilenet", f"X-Forwarded-For: {user}")
            visitor = Visitor(server, opening, address="192.0.2.1", door=door)
            said.append(b'status="busy"' in visitor.raw)
        self.assertEqual(said, [False, True, False])


class Visits(SynchronousTestCase):
    """Connections over which browsers load the page."""

    def test_have_places_of_their_own_and_the_oldest_of_the_address_with_the_most_makes_room(self) -> None:
        server = Server(max_visits=3)
        door = WebDoor(Gate(server.world, server.clock, server.limits, proxies={"192.0.2.9"}))
        addresses = ("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3", "127.0.0.1", "192.0.2.9")
        visitors = [Visitor(server, get(), address=address, door=door) for address in addresses]
        self.assertEqual([visitor.code for visitor in visitors], [200] * 6)
        # the proxy counts as this machine, which has one already
        self.assertEqual([visitor.is_open for visitor in visitors], [False, False, True, True, False, True])
        self.assertEqual(server.connect().model.status, "open")

    def test_that_make_room_have_a_moment_to_take_what_they_were_sent(self) -> None:
        server = Server(max_visits=1, closing_seconds=3)
        door = WebDoor(server.gate)
        slow = Visitor(server, get(), door=door)
        self.patch(slow.pipe, "loseConnection", lambda: None)
        Visitor(server, get(), door=door)
        server.advance(2.75)
        self.assertTrue(slow.pipe.is_open)
        server.advance(0.5)
        self.assertTrue(slow.pipe.was_aborted)

    def test_are_over_when_a_websocket_is_open(self) -> None:
        server = Server(max_visits=1)
        door = WebDoor(server.gate)
        for _ in range(3):
            self.assertEqual(Visitor(server, handshake(), door=door).code, 101)
        self.assertEqual(len(server.gate.visits), 0)
