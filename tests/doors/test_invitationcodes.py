"""Links to tables as QR codes: which are drawn, for whom, and how many."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import segno
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import Visitor, get
from tests.doubles.harness import Server
from tilenet.doors.invitationcodes import ALL_BURST, ALL_PER_SECOND, BURST, PER_SECOND
from tilenet.doors.web import WebDoor
from tilenet.world.rooms.host import Links

PAGE = "http://127.0.0.1:8080/"


class ACode(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.door = WebDoor(self.server.gate)
        self.made: list[str] = []
        make = segno.make

        def noted(link: str, **how: Any) -> segno.QRCode:
            self.made.append(link)
            return make(link, **how)

        self.patch(segno, "make", noted)

    def ask(
        self, path: str, at: str = PAGE, *, method: str = "GET", host: str = "", address: str = "127.0.0.1"
    ) -> Visitor:
        request = get(f"/qr/{path}?at={quote(at, safe='')}", method=method)
        if host:
            request = request.replace(b"Host: 127.0.0.1:8080", f"Host: {host}".encode())
        return Visitor(self.server, request, door=self.door, address=address)

    def test_is_a_drawing_of_the_link_that_the_page_shows(self) -> None:
        answer = self.ask("amber-otter-nine.svg")
        self.assertEqual((answer.code, answer.headers["content-type"]), (200, "image/svg+xml"))
        self.assertTrue(answer.headers["cache-control"].startswith("private, "))
        self.assertEqual(self.made, ["http://127.0.0.1:8080/#/amber-otter-nine"])
        drawing = ElementTree.fromstring(answer.body)
        self.assertEqual(drawing.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("viewBox", drawing.attrib)
        head = self.ask("amber-otter-nine.svg", method="HEAD")
        self.assertEqual((head.code, head.body), (200, b""))

    def test_is_made_once(self) -> None:
        first, second = self.ask("set.svg"), self.ask("set.svg")
        self.assertEqual((first.body, self.made), (second.body, [f"{PAGE}#/set"]))

    def test_leads_where_the_page_is(self) -> None:
        for at, host in (
            ("https://play.example.org/", "play.example.org"),
            ("https://play.example.org:8443/games/", "play.example.org:8443"),
            ("http://[::1]:8080/", "[::1]:8080"),
            ("https://Party.Example.org/", "party.example.ORG"),
        ):
            self.assertEqual(self.ask("set.svg", at, host=host).code, 200, at)
            self.assertEqual(self.made[-1], f"{at.lower()}#/set")

    def test_leads_to_the_address_that_the_server_goes_by(self) -> None:
        self.server.world.building.links = Links("https://play.example.org/")
        self.assertEqual(self.ask("set.svg", "https://play.example.org/").code, 200)
        self.assertEqual(self.made[-1], "https://play.example.org/#/set")
        self.assertEqual(self.ask("set.svg", "https://play.example.org/x/").code, 404)

    def test_leads_nowhere_else(self) -> None:
        for at in (
            "https://evil.example/",
            "http://127.0.0.1:8080@evil.example/",
            "http://127.0.0.1:8081/",
            "javascript://127.0.0.1:8080/",
            "//127.0.0.1:8080/",
            "http://127.0.0.1:8080/?next=evil",
            "http://127.0.0.1:8080/x#/y",
            "http://127.0.0.1:8080/a b/",
            f"http://127.0.0.1:8080/{'x' * 41}/",
            "http://[127.0.0.1:8080/",
            "\xfc",
            "",
        ):
            self.assertEqual(self.ask("set.svg", at).code, 404, at)
        for path in ("SET.svg", "a/b.svg", "set.png", "set", ".svg", "%22.svg", f"{'a' * 65}.svg"):
            self.assertEqual(self.ask(path).code, 404, path)
        self.assertEqual(Visitor(self.server, get("/qr/set.svg"), door=self.door).code, 404)
        self.assertEqual(self.made, [])

    def test_a_host_that_is_no_name_has_none(self) -> None:
        self.assertEqual(self.ask("set.svg", "http://a'b/", host="a'b").code, 404)

    def test_a_long_link_has_none(self) -> None:
        host = f"{'a.' * 90}org"
        self.assertEqual(self.ask("set.svg", f"http://{host}/", host=host).code, 404)
        self.assertEqual(self.made, [])

    def test_so_many_are_made_for_all_together_and_those_that_are_known_go_on(self) -> None:
        codes = [self.ask(f"x{number}.svg", address=f"10.0.0.{number}").code for number in range(ALL_BURST + 1)]
        self.assertEqual(codes, [200] * ALL_BURST + [429])
        self.assertEqual(self.ask("x0.svg").code, 200)
        self.server.clock.advance(1 / ALL_PER_SECOND)
        self.assertEqual(self.ask("y.svg").code, 200)

    def test_one_address_gets_so_many(self) -> None:
        codes = [self.ask("set.svg", address="10.0.0.1").code for _ in range(BURST + 1)]
        self.assertEqual(codes, [200] * BURST + [429])
        self.assertEqual(self.ask("set.svg", address="10.0.0.2").code, 200)
        self.server.clock.advance(1 / PER_SECOND)
        self.assertEqual(self.ask("set.svg", address="10.0.0.1").code, 200)
        self.assertEqual({self.ask("set.svg").code for _ in range(BURST + 1)}, {200})
