"""The client in a terminal of this machine: whom it calls, and when it is over."""

from __future__ import annotations

import os
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.address import Address
from tilenet.clients.terminal import localhost
from tilenet.clients.terminal.localhost import QUIET, SLOW, LocalHost

SAVED = ["tilenet-___ann.json", "tilenet-___ann-2.json"]


class LocalHostTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.stop = self.clock.stop = Mock()  # type: ignore[attr-defined]
        self.host = LocalHost(self.clock, Address("example", 44455), Mock())

    def test_it_calls_the_address_that_was_asked_for(self) -> None:
        endpoints: list[Any] = []
        self.patch(localhost, "HostnameEndpoint", lambda *args, **options: endpoints.append((args, options)))
        self.patch(localhost, "connectProtocol", lambda endpoint, link: Deferred())
        self.host.connect(Mock())
        self.assertEqual(endpoints, [((self.clock, "example", 44455), {"timeout": 10.0})])

    def test_a_server_that_is_slow_to_answer_is_named(self) -> None:
        with redirect_stdout(StringIO()) as printed:
            self.clock.advance(SLOW)
        self.assertIn("Connecting to example:44455", printed.getvalue())

    def test_a_server_that_sends_nothing_is_told_of_until_there_is_something_to_see(self) -> None:
        self.patch(localhost, "HostnameEndpoint", Mock())
        self.patch(localhost, "connectProtocol", lambda endpoint, link: succeed(link))
        for is_over in (False, True):
            self.setUp()
            self.host.connect(Mock())
            if is_over:
                self.host.done(1, "")
            with redirect_stdout(StringIO()) as printed:
                self.clock.advance(QUIET)
            told = "example:44455 has sent nothing yet: it may still be starting, or it may not be a TileNet server.\n"
            self.assertEqual(printed.getvalue().count(told), not is_over)

    def test_what_is_to_be_drawn_is_drawn_at_the_end_of_the_turn(self) -> None:
        draw = Mock()
        self.host.draw_soon(draw)
        draw.assert_not_called()
        self.clock.advance(0)
        draw.assert_called_once_with()

    def test_a_text_is_handed_to_a_terminal_that_can_take_it(self) -> None:
        for term, expected in (("xterm", [b"\x1b]52;c;YW1iZXItb3R0ZXItbmluZQ==\x07"]), ("linux", [])):
            screen = Mock(term=term)
            LocalHost(self.clock, Address("example", 44455), screen).copy("amber-otter-nine")
            self.assertEqual([call.args[0].encode() for call in screen.write.call_args_list], expected)

    def test_the_reactor_stops_when_the_client_has_ended(self) -> None:
        self.host.done(0, "Goodbye.")
        self.stop.assert_not_called()
        self.clock.advance(0)
        self.stop.assert_called_once_with()
        self.assertEqual(self.host.end, (0, "Goodbye."))

    def test_a_text_is_saved_in_a_new_file_that_nobody_else_can_read(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        self.enterContext(chdir(folder))
        self.assertEqual([self.host.save("../ann", text) for text in ("one", "two")], SAVED)
        self.assertEqual([(folder / name).read_text() for name in SAVED], ["one\n", "two\n"])
        self.assertEqual({(folder / name).stat().st_mode & 0o777 for name in SAVED}, {0o600})
        self.patch(os, "open", Mock(side_effect=PermissionError))
        self.assertEqual(self.host.save("bob", "three"), "")
