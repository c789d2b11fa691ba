"""`tilenet dancing replay`: rounds of the arena as data and as an asciicast, and what cannot be shown."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyte
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import PLAN
from tests.doubles.dancing_tapes import GOAL, conversation, line
from tilenet.clients.replay.dancing import main

OTHER = "round 1: ann-1 loses: left before the end"


class TheCommand(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.goal = self.saved("0001-ann-bob", conversation(PLAN, GOAL))
        self.other = self.saved("0001-bob-ann", conversation(PLAN[:1], OTHER))

    def saved(self, name: str, lines: list[str]) -> str:
        (self.folder / name).mkdir()
        (self.folder / name / "conversation.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return str(self.folder / name)

    def run_it(self, *args: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main([*args])
            except SystemExit as error:
                status = int(str(error.code))
        return status, out.getvalue(), err.getvalue()

    def told(self, *args: str) -> list[dict[str, Any]]:
        status, out, err = self.run_it(*args, "--json")
        self.assertEqual((status, err), (0, ""))
        return [*map(json.loads, out.splitlines())]

    def test_several_rounds_are_told_as_data_one_after_another(self) -> None:
        told = self.told(self.goal, self.other)
        self.assertEqual([one["replay"] for one in told if "replay" in one], ["0001-ann-bob", "0001-bob-ann"])
        said = [one["said"][0] for one in told if "said" in one]
        endings = ["ann-1 reaches the goal in 2 steps", "ann-1 loses: left before the end"]
        self.assertEqual(said, [f"Round 1: {ending}." for ending in endings])

    def test_the_stage_dances_at_the_pace_that_was_asked_for(self) -> None:
        for pace in ("0.2", "2.5"):
            told = self.told(self.goal, "--pace", pace)
            steps = {one["facts"]["stage"]["step"]: one["at"] for one in told if "step" in _stage(one)}
            self.assertAlmostEqual(steps[2] - steps[1], max(1.0, float(pace)))

    def test_an_asciicast_shows_what_the_terminal_client_shows(self) -> None:
        status, out, err = self.run_it(self.goal, "--asciicast", "-")
        self.assertEqual((status, err), (0, ""))
        screen = pyte.Screen(80, 25)
        stream = pyte.Stream(screen)
        for _, _, text in [*map(json.loads, out.splitlines())][1:]:
            stream.feed(text)
        self.assertEqual(screen.display[0].rstrip(), " Replay: ann-1 dances, bob-1 places stars")
        self.assertIn("ann-1 reaches the goal in 2 steps.", "".join(screen.display))
        self.assertIn("Step 2/2", "\n".join(screen.display))

    def test_a_seat_is_called_by_the_name_that_a_player_has_in_the_contest(self) -> None:
        for name in ("bob", "BOB", "bob-1", "Bob-1"):
            self.assertTrue(self.told(self.goal, "--from", name), name)
        status, _, err = self.run_it(self.goal, "--from", "zoe", "--json")
        self.assertEqual(status, 1)
        self.assertEqual(err, "tilenet dancing replay: nobody called zoe played; there are ann-1, bob-1\n")

    def test_what_cannot_be_shown_is_said_in_a_line_before_anything_is_shown(self) -> None:
        empty = self.saved("0002-ann-bob", conversation()[:4])
        (self.folder / "nothing").mkdir()
        one_colour = ("4 1 1", "color: 1\n0 0\n")
        narrow = self.saved("0003-ann-bob", [line(0, "server", "choreographer", text) for text in one_colour])
        for args, why in (
            ((self.goal, empty), f"{empty}: no dance is in it: it ends before the server has told a board\n"),
            ((self.goal, str(self.folder / "nothing")), f"{self.folder / 'nothing'}: No such file or directory\n"),
            ((narrow,), f"{narrow}: there are 2 to 9 colours, not 1\n"),
        ):
            status, out, err = self.run_it(*args, "--json")
            self.assertEqual((status, out, err), (1, "", f"tilenet dancing replay: {why}"))

    def test_what_is_not_a_terminal(self) -> None:
        status, _, err = self.run_it(self.goal)
        self.assertEqual((status, err), (1, "tilenet dancing replay: standard input is not a terminal\n"))

    def test_options_that_make_no_sense(self) -> None:
        for args in (
            (self.goal, "--pace", "0"),
            (self.goal, "--pace", "6"),
            (self.goal, "--pace", "nan"),
            (self.goal, "--pace", "soon"),
            (self.goal, self.other, "--asciicast", "-"),
            (),
        ):
            status, out, err = self.run_it(*args)
            self.assertEqual((status, out), (2, ""), args)
            self.assertIn("usage: tilenet dancing replay", err)


def _stage(told: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = told.get("facts", {}).get("stage", {})
    return found
