"""Saved rounds of Dancing become recordings: what a playback of one shows, and that its verdict is that of then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import PLAN, STEPS
from tests.doubles.dancing_tapes import GOAL, conversation, line
from tilenet.catalogue import installed_games
from tilenet.clients.arena.tape import BadTape, Tape, read_tape
from tilenet.clients.replay.reenactment import recording_of
from tilenet.game import Chat, Event, Say
from tilenet.replays.playback import Playback, Work

GAMES = {game.name: game for game in installed_games()}
MUCH = 1e9  # work
BEGINNING, FIRST, SECOND = "1..2 .*.. 2..1 *...", ".1.2 .*.. .2.1 *...", "..12 .*.. ..21 *..."


class Rounds(SynchronousTestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(TemporaryDirectory())) / "conversation.jsonl"

    def tape(self, plan: Sequence[str] = PLAN, verdict: str = GOAL, *more: str) -> Tape:
        self.path.write_text("\n".join([*conversation(plan, verdict), *more]), encoding="utf-8")
        return read_tape(self.path)

    def show(self, tape: Tape, pace: float = 0.2) -> None:
        """Play all of the recording: `shown` has each picture with its time, `said` what was said."""
        recording = recording_of(tape, pace)
        self.playback = playback = Playback(recording, GAMES)
        self.shown: list[tuple[float, str]] = []
        self.said: list[str] = []
        while playback.done < len(playback):
            happened = playback.step(Work(MUCH))
            self.said += [said for event in happened if (said := self.words(event))]
            picture = self.picture()
            if not self.shown or self.shown[-1][1] != picture:
                self.shown.append((round(playback.times[-1] - recording.header["start"], 3), picture))

    def words(self, event: Event) -> str:
        match event:
            case Say(text):
                return str(text)
            case Chat(player, text):
                return f"{player.name}: {text}"
        return ""

    @property
    def game(self) -> Any:
        return self.playback.game

    def picture(self) -> str:
        stage = self.game.stage
        rows = ((self.mark(stage, (x, y)) for y in range(4)) for x in range(4))
        return " ".join("".join(row) for row in rows)

    def mark(self, stage: Any, cell: tuple[int, int]) -> str:
        return "*" if cell in stage.stars else str(stage.dancers.get(cell, "."))

    @property
    def pictures(self) -> list[str]:
        return [picture for _, picture in self.shown]


class WhatIsShown(Rounds):
    def test_the_board_the_stars_and_the_steps_at_their_times_and_then_the_verdict(self) -> None:
        self.show(self.tape())
        self.assertEqual(self.shown, [(0, "1..2 .... 2..1 ...."), (0.2, BEGINNING), (0.7, FIRST), (1.7, SECOND)])
        self.assertEqual(self.said, ["Round 1: ann-1 reaches the goal in 2 steps.", "Match: ann-1 needs 2 steps."])
        self.assertEqual(sorted(self.game.stage.lit), [(0, 2), (0, 3), (2, 2), (2, 3)])

    def test_it_can_be_gone_through_back_and_forward(self) -> None:
        self.show(self.tape())
        playback, last = self.playback, self.picture()
        for at, picture in reversed(self.shown):
            self.assertTrue(playback.wind(playback.done_at(at), Work(MUCH)))
            self.assertEqual(self.picture(), picture)
        self.assertTrue(playback.wind(len(playback), Work(MUCH)))
        self.assertEqual(self.picture(), last)
        self.assertEqual([(one.text, round(one.at, 3)) for one in playback.moments], [("Round 1", 3.7)])

    def test_the_stage_takes_its_time_for_steps_that_came_at_once(self) -> None:
        self.show(self.tape([" ".join(STEPS), *PLAN[2:]]), pace=2.0)
        self.assertEqual([at for at, _ in self.shown], [0, 0.2, 2.2, 4.2])
        self.assertEqual(self.pictures[-1], SECOND)

    def test_dancers_can_change_places(self) -> None:
        self.show(self.tape([*STEPS, "2 0 2 0 3 0 3 0 2", *PLAN[2:]], "round 1: ann-1 reaches the goal in 3 steps"))
        self.assertEqual(self.pictures[-1], "..21 .*.. ..21 *...")
        self.assertEqual(self.said[0], "Round 1: ann-1 reaches the goal in 3 steps.")

    def test_the_header_says_who_played_and_when(self) -> None:
        header = recording_of(replace(self.tape(), saved=1000.0, name="0001-ann-bob")).header
        self.assertEqual(header["id"], "0001-ann-bob")
        self.assertEqual(header["title"], "ann-1 dances, bob-1 places stars")
        self.assertEqual([one["name"] for one in header["people"]], ["ann-1", "bob-1"])
        self.assertEqual((header["began"], header["ended"], header["start"]), (991.3, 1000.0, 0.3))

    def test_names_of_strangers_do_no_harm(self) -> None:
        self.show(replace(self.tape(), names=("a\x1b[31mb" * 20, "\u202eevil\ud800")))
        told = f"{self.playback.recording.header} {self.said}"
        self.assertTrue(told.isprintable(), told)


class HowItEnds(Rounds):
    def assert_ends(self, verdict: str, pictures: Sequence[str], *, plan: Sequence[str] = PLAN) -> None:
        self.show(self.tape(plan, f"round 1: {verdict}"))
        self.assertEqual(self.said[0], f"Round 1: {verdict}.")
        self.assertEqual(len(self.said), 2, self.said)
        self.assertEqual(self.pictures[1:], [*pictures])

    def test_it_ends_with_the_first_step_that_is_illegal(self) -> None:
        for step, why in (
            ("1 0 1 0 3", "0 1 to 0 3 is two cells away"),
            ("1 0 0 0 1", "there is no dancer at 0 0"),
            ("1 0 1 1 1", "0 1 to 1 1: there is a star in the way"),
            ("1 0 3 0 4", "0 3 to 0 4: 0 4 is outside the board"),
            ("2 0 1 0 2 0 3 0 2", "two dancers move to 0 2, from 0 1 and from 0 3"),
            ("1 0 1", "1 moves need 4 numbers, but there are 2"),
            ("hello", "'hello' is not a number of at most 6 digits"),
            ("\\xff", "this is not UTF-8"),
        ):
            plan = [STEPS[0], step, *PLAN[1:]]
            self.assert_ends(f"ann-1 loses: step 2: {why}", [BEGINNING, FIRST], plan=plan)

    def test_a_program_that_left_or_said_what_cannot_be_played(self) -> None:
        self.assert_ends("ann-1 loses: left before the end", [BEGINNING, FIRST], plan=PLAN[:1])
        self.assertEqual(self.playback.recording.header["result"]["reason"], "left")
        self.assert_ends("ann-1 loses: step 2: a message longer than 9 bytes", [BEGINNING, FIRST], plan=PLAN[:1])
        self.assert_ends("bob-1 loses: spoke out of turn", [BEGINNING, FIRST], plan=PLAN[:1])
        self.assert_ends("bob-1 loses: left before the end", [], plan=[])

    def test_a_program_whose_time_ran_out(self) -> None:
        cases: list[tuple[str, str, list[str], int]] = [
            ("bob-1", "no stars within 2 s", [], 0),
            ("ann-1", "no DONE within 8 s", [BEGINNING, FIRST], 1),
            ("ann-1", "no DONE within 99.5 s", [BEGINNING, FIRST], 1),
            ("ann-1", "no lines within 10 s of DONE", [BEGINNING, FIRST, SECOND], 3),
        ]
        for loser, late, pictures, steps in cases:
            verdict = f"{loser} loses: ran out of time ({late})"
            self.assert_ends(verdict, pictures, plan=PLAN[:steps])
            self.assertEqual(self.playback.recording.header["result"]["reason"], "time")
            self.show(self.tape(PLAN[:steps], f"round 1: {loser} loses: {late}"))  # as older tapes say it
            self.assertEqual(self.said[0], f"Round 1: {verdict}.")

    def test_lines_that_are_wrong_are_not_lit(self) -> None:
        plan = [*STEPS, "DONE", "0 0 0 1 2 2 2 3"]
        self.assert_ends("ann-1 loses: line 1: there is no dancer at 0 0", [BEGINNING, FIRST, SECOND], plan=plan)
        self.assertEqual(self.game.stage.lit, {})

    def test_if_the_rules_were_others_the_verdict_of_then_is_said(self) -> None:
        self.show(self.tape(PLAN, "round 1: ann-1 loses: it danced badly"))
        self.assertEqual(self.said[0], "Round 1: ann-1 reaches the goal in 2 steps.")
        self.assertEqual(self.said[-1], "arena: The server's verdict was: ann-1 loses: it danced badly.")

    def test_an_interrupted_round_is_shown_as_far_as_it_goes(self) -> None:
        self.show(self.tape([" ".join(STEPS)], ""), pace=5.0)
        self.assertEqual(self.pictures[1:], [BEGINNING, FIRST, SECOND])
        self.assertEqual(self.said, ["arena: The conversation ends here, without a verdict."])
        self.assertFalse(self.game.match.is_over)

    def test_nobodys_time_runs_out_while_a_slow_stage_shows_an_interrupted_round(self) -> None:
        there, back = "1 0 0 0 1", "1 0 1 0 0"
        self.show(self.tape([" ".join([there, back] * 40)], ""), pace=5.0)
        self.assertEqual(self.game.stage.step, 80)
        self.assertFalse(self.game.match.is_over)

    def test_what_only_the_arena_knows_is_said_at_the_end(self) -> None:
        left = "left before the end"
        tape = self.tape(PLAN[:1], f"round 1: ann-1 loses: {left}")
        self.show(replace(tape, lost={"ann": left}))
        self.assertEqual(len(self.said), 2, self.said)
        self.show(replace(tape, lost={"ann": f"{left} (it ended with status 3)"}))
        self.assertEqual(self.said[-1], f"arena: ann lost this round: {left} (it ended with status 3).")
        self.assertEqual(self.playback.recording.header["title"], "ann lost: it ended with status 3")
        self.show(replace(self.tape(PLAN[:1], ""), lost={"ann": "it has more than 64 processes"}))
        self.assertEqual(self.said, ["arena: ann lost this round: it has more than 64 processes."])
        self.assertEqual(self.playback.recording.header["title"], "ann lost: it has more than 64 processes")

    def test_what_comes_after_the_verdict_or_out_of_turn_is_not_played(self) -> None:
        early = line(0.4, "choreographer", "server", STEPS[1])
        late = line(99, "choreographer", "server", STEPS[1])
        lines = conversation(PLAN[:1], "round 1: ann-1 loses: left before the end")
        self.path.write_text("\n".join([*lines[:8], early, *lines[8:], late]), encoding="utf-8")
        self.show(read_tape(self.path))
        self.assertEqual(self.pictures[1:], [BEGINNING, FIRST])

    def test_a_board_that_the_game_does_not_have(self) -> None:
        with self.assertRaises(BadTape) as caught:
            recording_of(replace(self.tape(), file="color: 1\n0 0\n"))
        self.assertEqual(str(caught.exception), "there are 2 to 9 colours, not 1")
