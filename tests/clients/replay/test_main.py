"""`tilenet replay`: finished games in the terminal, as an asciicast and as data."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyte
from twisted.trial.unittest import SynchronousTestCase

from tests.replays.test_recorder import MOVES, Recorded
from tilenet.clients.replay import main as main_module
from tilenet.clients.replay import told
from tilenet.clients.replay.main import main
from tilenet.replays import fetching
from tilenet.replays.recording import Recording, header_text, packed
from tilenet.saving.entries import text_of


def play_noughts(folder: Path) -> str:
    """ann wins against bob within six seconds; returns the ID of the replay."""
    server = Recorded(folder)
    people = server.at("noughts", "ann", "bob")
    for number, cell in enumerate(MOVES):
        server.advance(1.2)
        server.click(people[number % 2], ("cell", *cell))
    return server.library.latest(1)[0]["id"]  # type: ignore[no-any-return]


class TheCommand(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.replay = play_noughts(self.folder)
        self.file = self.folder / "replays" / f"{self.replay}.jsonl.gz"

    def run_it(self, *args: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([*args])
        return status, out.getvalue(), err.getvalue()

    def told(self, *args: str) -> Iterator[dict[str, Any]]:
        status, out, err = self.run_it(*args, "--json")
        self.assertEqual((status, err), (0, ""))
        return map(json.loads, out.splitlines())

    def test_a_replay_is_told_as_data(self) -> None:
        about, first, *rest = self.told(str(self.file))
        self.assertEqual((about["replay"], about["kind"]), (self.replay, "noughts/1"))
        self.assertEqual(first["facts"]["board"], {})
        boards = [(one["at"], one["facts"].get("board")) for one in rest if "facts" in one]
        self.assertEqual(boards[0], (1.2, {"cell/0/0": "X"}))
        self.assertEqual([at for at, _ in boards], [1.2, 2.4, 3.6, 4.8, 6.0])
        self.assertEqual(rest[-1]["facts"]["winner"], "X")
        self.assertIn({"at": 6.0, "moment": "ann wins"}, rest)
        said = [text for one in rest for text in one.get("said", ())]
        self.assertIn("ann beats bob and wins 2 points.", said)

    def test_a_replay_is_fetched_by_the_link_that_browsers_copy(self) -> None:
        link = "http://localhost:8080/#/replays/noughts-abc"
        self.patch(fetching, "fetched", {link: self.file.read_bytes()}.__getitem__)
        about, *_ = self.told(link)
        self.assertEqual(about["replay"], self.replay)

    def test_a_link_that_leads_to_no_replay(self) -> None:
        status, out, err = self.run_it("http://localhost:8080/#/noughts", "--json")
        self.assertEqual((status, out), (1, ""))
        why = "cannot be fetched: it is the address of a room, and not of a replay"
        self.assertEqual(err, f"tilenet replay: http://localhost:8080/#/noughts {why}\n")

    def test_from_a_seat_there_is_what_that_player_knew(self) -> None:
        told = self.told(self.replay, "--data", str(self.folder), "--from", "BOB")
        known = [one["you"] for one in told if "you" in one]
        self.assertEqual(known[0], {"status": "ann is to move."})
        self.assertEqual(
            known[1], {"status": "Your turn: you are O.", "turn": True, "leave": "You lose up to 2 points."}
        )
        self.assertFalse(any("you" in one for one in self.told(str(self.file))))

    def test_an_asciicast_shows_what_the_terminal_client_shows(self) -> None:
        status, out, _ = self.run_it(str(self.file), "--asciicast", "-", "--size", "100x30")
        header, *events = map(json.loads, out.splitlines())
        self.assertEqual((status, header["version"], header["width"], header["height"]), (0, 2, 100, 30))
        times = [at for at, *_ in events]
        self.assertEqual(times, sorted(times))
        self.assertTrue(8.9 < times[-1] < 9.6, times)  # and its end stays for three seconds
        screen = pyte.Screen(100, 30)
        stream = pyte.Stream(screen)
        shown = []
        for at, kind, text in events:
            self.assertEqual(kind, "o")
            stream.feed(text)
            shown.append((at, screen.display[1]))
        self.assertIn("O to move", next(line for at, line in shown if at > 1.2))
        self.assertIn("three in a line, ann wins", shown[-1][1])

    def film(self) -> list[str]:
        """The last picture of the asciicast."""
        status, out, err = self.run_it(str(self.file), "--asciicast", "-")
        self.assertEqual((status, err), (0, ""))
        screen = pyte.Screen(80, 25)
        stream = pyte.Stream(screen)
        for _, _, text in [*map(json.loads, out.splitlines())][1:]:
            stream.feed(text)
        return [line.rstrip() for line in screen.display]

    def test_nothing_is_shown_of_a_server_and_of_points_that_there_are_not(self) -> None:
        picture = self.film()
        self.assertEqual(picture[0], " Replay: Noughts and crosses")
        self.assertRegex("\n".join(picture), r"Here \(1\)\n.* spectator +you\n")

    def test_a_title_that_was_edited_is_shown_as_plain_text(self) -> None:
        recording = Recording.read(self.file.read_bytes())
        for title in ("\x1b[2J\n" * 9, "\ud800", "", "{x}" * 99):
            self.file.write_bytes(
                packed(header_text({**recording.header, "title": title}), map(text_of, recording.entries))
            )
            self.assertTrue(self.film()[0].startswith(" Replay:"), repr(title))

    def test_what_cannot_be_shown_is_said_in_a_line(self) -> None:
        readme = self.folder / "readme"
        readme.write_text("hello")
        damaged = self.folder / "damaged"
        damaged.write_bytes(self.file.read_bytes()[:-20])
        for args, why in (
            (("nothing",), "there is no file nothing, and no replay of that ID in "),
            (("../x",), "there is no file ../x\n"),
            ((str(readme),), f"{readme} cannot be shown: it is not a recording of TileNet\n"),
            ((str(damaged),), f"{damaged} cannot be shown: it is damaged\n"),
            ((self.replay, "--from", "zoe"), "nobody called zoe played; there are ann, bob\n"),
            ((self.replay,), "standard input is not a terminal\n"),
            ((self.replay, "--asciicast", "/nowhere/x"), "cannot write /nowhere/x: No such file or directory\n"),
        ):
            status, out, err = self.run_it(*args, "--data", str(self.folder))
            self.assertEqual((status, out), (1, ""))
            self.assertTrue(err.startswith(f"tilenet replay: {why}"), err)

    def test_a_game_that_was_edited_is_not_shown_either(self) -> None:
        recording = Recording.read(self.file.read_bytes())
        entries = json.loads(json.dumps([*recording.entries]))
        entries[0][3]["state"]["state"]["board"]["marks"] = {"dict": [[[1e300], "X"]]}
        self.file.write_bytes(packed(header_text(recording.header), map(text_of, entries)))
        status, _, err = self.run_it(str(self.file), "--json")
        self.assertEqual((status, err.count("\n")), (1, 1))
        self.assertIn("cannot be shown", err)

    def test_a_recording_that_runs_on_and_on_is_given_up(self) -> None:
        self.patch(told, "tell", lambda *args: ("" for _ in count()))
        for options in (["--json"], []):
            self.patch(main_module, "obstacle", lambda: "")
            status, out, err = self.run_it(str(self.file), "--seconds", "0.3", *options)
            self.assertEqual((status, out), (1, ""))
            self.assertIn("takes too long", err)
