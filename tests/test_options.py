"""The options of the server: those that the installed doors add, and where doors are to be opened."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO

from twisted.python.usage import Options as AnyOptions
from twisted.python.usage import UsageError
from twisted.scripts._twistd_unix import ServerOptions as Twistd
from twisted.trial.unittest import SynchronousTestCase

from tilenet import options
from tilenet.catalogue import DoorPlugin
from tilenet.options import Opening, Options, ServerOptions, written

TILENET = DoorPlugin("tilenet", "TileNet", "tcp:44455", "tilenet.doors.tilenet.TileNetDoor")
TOMBALA = DoorPlugin("tombala", "Tombala", "tcp:8888", "tilenet.games.tombala.door.TombalaDoor")
MORSE = DoorPlugin("morse-code", "Morse", "tcp:5555", "no.such.Door")
BY_DEFAULT = Opening(TILENET, tuple(f"tcp:{port}" for port in range(44455, 44460)))


class OptionsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.patch(options, "installed_doors", lambda: [MORSE, TILENET, TOMBALA])

    def parse(self, *words: str) -> ServerOptions:
        made = Options()
        made.parseOptions([*words])
        return made

    def help(self, made: AnyOptions, *words: str) -> str:
        """What is printed, without line breaks."""
        out = StringIO()
        with redirect_stdout(out), self.assertRaises(SystemExit) as caught:
            made.parseOptions([*words])
        self.assertEqual(caught.exception.code, 0)
        return " ".join(out.getvalue().split())

    def openings(self, *words: str) -> list[Opening]:
        return self.parse(*words).openings()

    def refused(self, *words: str) -> str:
        """Why that cannot be, in one line."""
        with self.assertRaises(UsageError) as caught:
            self.parse(*words)
        self.assertNotIn("\n", str(caught.exception))
        return str(caught.exception)


class Doors(OptionsTestCase):
    def test_each_has_an_option_of_its_name(self) -> None:
        opened = self.openings("--tombala", "tcp:1111", "--morse-code", "tcp:2222")
        self.assertEqual(opened, [Opening(MORSE, ("tcp:2222",)), BY_DEFAULT, Opening(TOMBALA, ("tcp:1111",))])
        self.assertEqual({one.is_required for one in opened}, {True})
        self.assertEqual(self.openings(), [BY_DEFAULT], "what was given once is not given again")

    def test_any_number_of_times(self) -> None:
        places = ["tcp:1111", "tcp:2222:interface=127.0.0.1", "tcp:1111"]
        words = [word for place in places for word in ("--tombala", place)]
        self.assertEqual(self.openings(*words)[1:], [Opening(TOMBALA, (place,)) for place in places])

    def test_that_of_tilenet_is_listen(self) -> None:
        opened = self.openings("--listen", "tcp:1111", "--listen", "tcp:2222")
        self.assertEqual(opened, [Opening(TILENET, ("tcp:1111",)), Opening(TILENET, ("tcp:2222",))])
        for name in ("tilenet", "carrier-pigeon"):
            self.assertIn(f"option --{name} not recognized", self.refused(f"--{name}", "tcp:1111"))

    def test_a_bad_endpoint_says_whose_it_is(self) -> None:
        for option in ("--tombala", "--morse-code", "--listen"):
            for endpoint in ("pigeon:0", "", "tcp", "tcp:many", "tcp:0:colour=red"):
                reason = self.refused(option, endpoint)
                self.assertTrue(reason.startswith(f"{option} {endpoint}: "), reason)
                self.assertTrue(reason.endswith("; an endpoint is like tcp:44455"), reason)

    def test_help_tells_of_each(self) -> None:
        for words in (["--help"], ["--closed", "--help"]):
            text = self.help(Options(), *words)
            self.assertEqual(text.count("Usage:"), 1)
            self.assertIn("Usage: tilenet serve [options]", text)
            for name, speaks, usual in (("tombala", "Tombala", "tcp:8888"), ("morse-code", "Morse", "tcp:5555")):
                about = f"an endpoint for clients that speak {speaks}, usually {usual}; may be repeated"
                self.assertIn(f"--{name}= {about}", text)
            self.assertNotIn("--tilenet", text)


class Log(OptionsTestCase):
    def test_how_many_files_are_kept(self) -> None:
        self.assertEqual(self.parse().log_files, 10)
        self.assertEqual(self.parse("--log-files", "3").log_files, 3)
        for number in ("0", "-1", "1001", "many", "2.5", ""):
            reason = self.refused("--log-files", number)
            self.assertEqual(reason, f"--log-files must be a whole number from 1 to 1000, not {number!r}")


class KeepAlive(OptionsTestCase):
    """A user timeout that is not longer than all probes take would make a single lost one fatal."""

    def test_what_allows_for_all_probes_is_taken(self) -> None:
        self.assertEqual(self.parse().limits.user_timeout, 70)
        self.assertEqual(self.parse("--user-timeout", "60.5").limits.user_timeout, 60.5)
        self.parse(
            "--keepalive-idle", "3", "--keepalive-interval", "2", "--keepalive-count", "4", "--user-timeout", "12"
        )

    def test_what_does_not_is_refused(self) -> None:
        for words, given, needed in (
            (["--user-timeout", "60"], "60", 60),
            (["--user-timeout", "30"], "30", 60),
            (["--keepalive-idle", "40"], "70", 70),
            (["--keepalive-interval", "15"], "70", 75),
            (["--keepalive-count", "5"], "70", 80),
        ):
            reason = self.refused(*words)
            self.assertTrue(reason.startswith(f"--user-timeout {given} is too short: "), reason)
            self.assertTrue(reason.endswith(f"which is {needed} s"), reason)
            for option in ("--keepalive-idle", "--keepalive-count", "--keepalive-interval"):
                self.assertIn(option, reason)


class UsualDoors(OptionsTestCase):
    def test_are_all_others_at_their_usual_ports_for_this_machine_only(self) -> None:
        self.assertEqual(
            self.openings("--usual-doors"),
            [
                Opening(MORSE, ("tcp:5555:interface=127.0.0.1",), is_required=False),
                BY_DEFAULT,
                Opening(TOMBALA, ("tcp:8888:interface=127.0.0.1",), is_required=False),
            ],
        )

    def test_one_that_was_asked_for_by_name_is_where_it_was_asked_for(self) -> None:
        opened = self.openings("--usual-doors", "--tombala", "tcp:1111", "--listen", "tcp:2222")
        self.assertEqual(opened[1:], [Opening(TILENET, ("tcp:2222",)), Opening(TOMBALA, ("tcp:1111",))])
        self.assertEqual([one.is_required for one in opened], [False, True, True])


class Help(OptionsTestCase):
    def test_usage_is_said_once(self) -> None:
        for words in (["tilenet", "--help"], ["-n", "tilenet", "--closed", "--help"]):
            text = self.help(Twistd(), *words)
            self.assertEqual(text.count("Usage:"), 1)
            self.assertTrue(text.startswith("Usage: twistd [options] tilenet [options] "), text[:80])

    def test_numbers_are_written_out(self) -> None:
        text = self.help(Options(), "--help")
        self.assertEqual(re.findall(r"\d[eE][+-]?\d", text), [])
        self.assertIn("bytes in one tag [default: 8192]", text)

    def test_large_numbers_are_written_out(self) -> None:
        for number, text in ((1e7, "10000000"), (2**31 - 1, "2147483647"), (0.25, "0.25")):
            self.assertEqual(written(number), text)

    def test_numbers_are_written_out_in_errors(self) -> None:
        self.patch(options, "raise_descriptor_limit", lambda connections: 372)
        reason = self.refused("--max-connections", "10000000")
        self.assertTrue(reason.startswith("--max-connections 10000000 needs more open files"), reason)
        self.assertIn("from 0.001 to 2147483647, not '0'", self.refused("--output-kib", "0"))


class LimitsOfTheServer(OptionsTestCase):
    def test_each_is_an_option(self) -> None:
        limits = self.parse("--max-per-address", "3", "--stall-seconds", "1.5").limits
        self.assertEqual((limits.max_per_address, limits.stall_seconds), (3, 1.5))

    def test_a_value_that_makes_no_sense_is_refused(self) -> None:
        for option, value, reason in (
            ("max-per-address", "0", "a whole number from 1 to 2147483647"),
            ("max-per-address", "2147483648", "a whole number from 1 to 2147483647"),
            ("max-per-address", "2.5", "a whole number from 1 to 2147483647"),
            ("max-per-address", "many", "a whole number from 1 to 2147483647"),
            ("stall-seconds", "0", "a number from 0.001 to 2147483647"),
            ("stall-seconds", "nan", "a number from 0.001 to 2147483647"),
            ("closing-seconds", "4.1", "a number from 0.001 to 4"),
        ):
            self.assertEqual(self.refused(f"--{option}", value), f"--{option} must be {reason}, not {value!r}")


class Browsers(OptionsTestCase):
    def test_pages_of_friends_and_proxies(self) -> None:
        words = ["--web-origin", "https://Friend.example", "--web-origin", "http://other.example:8080"]
        words += ["--trust-proxy", "192.0.2.1", "--trust-proxy", "2001:DB8::1", "--trust-proxy", "local"]
        parsed = self.parse(*words)
        self.assertEqual(parsed.origins, {"https://friend.example", "http://other.example:8080"})
        self.assertEqual(parsed.proxies, {"192.0.2.1", "2001:db8::1", "local"})
        hosts = self.parse(*words, "--web-host", "Play.example", "--web-host", "here.").hosts
        self.assertEqual(hosts, {"friend.example", "other.example", "play.example", "here"})
        self.assertEqual((self.parse().origins, self.parse().proxies), (set(), set()))

    def test_what_is_no_origin_or_no_address_is_refused(self) -> None:
        for option, example, values in (
            ("--web-origin", "like https://example.org", ("x.example", "ftp://x", "https://x/", "https://", "*", "")),
            ("--web-host", "a name such as example.org", ("http://x", "x.example:80", "-x", "*", "")),
            ("--public-url", "like https://example.org/", ("x.example", "ftp://x/", "https://", "https://x/?a", "")),
            ("--trust-proxy", "an address such as 127.0.0.1", ("proxy.example", "192.0.2.0/24", "*", "")),
        ):
            for value in values:
                self.assertEqual(self.refused(option, value), f"{option} must be {example}, not {value!r}")

    def test_where_browsers_reach_the_server(self) -> None:
        parsed = self.parse("--public-url", "https://Play.example:8443/games")
        self.assertEqual((parsed.public_url, parsed.hosts), ("https://Play.example:8443/games/", {"play.example"}))
        self.assertEqual(self.parse().public_url, "")

    def test_their_visits_need_files_if_their_door_is_open(self) -> None:
        asked: list[int] = []

        def note(connections: int) -> int:
            asked.append(connections)
            return connections

        self.patch(options, "raise_descriptor_limit", note)
        for words in ([], ["--usual-doors"], ["--usual-doors", "--max-visits", "7"], ["--max-visits", "7"]):
            self.assertEqual(self.parse(*words).limits.max_connections, 2000)
        self.assertEqual(asked, [2000, 2256, 2007, 2000])
