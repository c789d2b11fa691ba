"""The door of Dancing's own protocol: what published clients rely on, clocks, hanging up, and many matches at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import (
    FILE,
    LINES,
    PARAMETERS,
    PLAN,
    STARS,
    STEPS,
    DancingServer,
    Program,
    SmallLobby,
    TwoRounds,
    headline,
)
from tests.doubles.harness import Client
from tilenet.clients.bots.dancing.wire import introduction
from tilenet.games.dancing.door import OUT_OF_ORDER, TOO_EARLY
from tilenet.games.dancing.game import DROPPED, DancingGame
from tilenet.games.dancing.lobby import Lobby

GONE = None  # instead of a text
Script = Sequence[float | tuple[str, str | None]]  # who says what, or is gone; and seconds that pass
GOAL = ["round 1: ann reaches the goal in 2 steps", "match: ann needs 2 steps"]


def lost(name: str, reason: str, winner: str) -> list[str]:
    """What both are told when somebody loses a single round."""
    return [f"round 1: {name} loses: {reason}", f"match: {winner} wins"]


def fail(*args: object, **more: object) -> None:
    raise ZeroDivisionError


class DoorTestCase(SynchronousTestCase):
    lobby: type[Lobby] = SmallLobby

    def setUp(self) -> None:
        self.server = DancingServer(self.lobby)

    def pair_with_stars(self) -> tuple[Program, Program]:
        """Two programs in a match whose stars are placed."""
        ann, bob = self.server.pair()
        bob.say(STARS)
        self.assertEqual((ann.news, bob.news), ([STARS], []))
        return ann, bob

    def advance(self, seconds: float) -> None:
        self.server.clock.advance(seconds)
        self.server.settle()

    def perform(self, script: Script) -> list[str]:
        """Let two programs do this one after the other; returns what those who are still there are told at the end."""
        programs = dict(zip(("ann", "bob"), self.server.pair(), strict=True))
        for act in script:
            self.assertTrue(any(program.is_open for program in programs.values()))
            match act:
                case (who, str(text)):
                    programs[who].say(text)
                case (who, _):
                    programs.pop(who).hang_up()
                case seconds:
                    self.advance(seconds)
        self.assertFalse(any(program.is_open for program in programs.values()))
        (told,) = {tuple(text for text in program.news if text != STARS) for program in programs.values()}
        return [*told]

    def assert_over(self, verdict: list[str], *programs: Program) -> None:
        """They were told so, and the server has closed."""
        for program in programs:
            self.assertEqual(program.news, verdict)
            self.assertFalse(program.is_open)

    def assert_nothing_left(self) -> None:
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})


class WhatPublishedClientsDo(DoorTestCase):
    """Each line of the conversation between published clients and their server."""

    def test_both_may_have_the_same_name(self) -> None:
        """The sample player's own."""
        ann, bob = self.server.pair("MY TEAM NAME", "MY TEAM NAME")
        bob.say("0 0")
        self.assert_over(lost("MY TEAM NAME2", "star 1: there is a dancer at 0 0", "MY TEAM NAME"), ann, bob)

    def test_the_first_connection_is_the_choreographer_and_the_server_closes_after_the_verdict(self) -> None:
        ann, bob = self.pair_with_stars()
        ann.say(*PLAN)
        self.assert_over(GOAL, ann, bob)
        self.assertTrue(ann.raw.endswith(b"&match: ann needs 2 steps&"))
        self.assert_nothing_left()

    def test_the_choreographer_is_told_the_stars_in_one_form(self) -> None:
        """However the spoiler has written them: its bytes are not passed on."""
        for stars in ("3 0 1 1", "3 0 1 1 ", " 3  0\n1\t1\r\n", "3 -0 01 000001"):
            ann, bob = self.server.pair()
            bob.say(stars)
            self.assertEqual(ann.news, [STARS])

    def test_neither_other_digits_nor_other_blanks_are_passed_on(self) -> None:
        for stars, shown in (
            ("3 \uff10 1 1", r"'\uff10'"),
            ("3 \u0660 1 1", r"'\u0660'"),
            ("3 0 1 +1", "'+1'"),
            ("3 0 1 0_1", "'0_1'"),
            ("3 0\u20281 1", r"'0\u20281'"),
            ("3 0\xa01 1", r"'0\xa01'"),
            ("3 0\x0b1 1", r"'0\x0b1'"),
            ("3 0 1 1\x85", r"'1\x85'"),
            ("3 0 1 -", "'-'"),
        ):
            ann, bob = self.server.pair()
            bob.say(stars)
            self.assert_over(lost("bob", f"{shown} is not a number of at most 6 digits", "ann"), ann, bob)

    def test_steps_may_come_in_one_message_with_blanks_or_in_several_segments(self) -> None:
        whole = "".join(f"{text}&" for text in PLAN)
        for pieces in (
            [f"{' '.join(STEPS)}&DONE&{LINES}&"],
            [*whole],
            [whole.replace("&", " &")],
            [f"&&\n& &{whole}"],
            [whole.replace("&", "&\n&")],
        ):
            ann, _ = self.pair_with_stars()
            for piece in pieces:
                ann.send(piece.encode())
            self.assert_over(GOAL, ann)

    def test_many_steps_in_no_time_are_nothing_to_be_slowed_down_for(self) -> None:
        ann, _ = self.pair_with_stars()
        there, back = "1 0 0 0 1", "1 0 1 0 0"
        ann.send("".join(f"{there}&{back}&" for _ in range(1000)).encode())
        ann.say(*PLAN)
        self.assert_over(["round 1: ann reaches the goal in 2002 steps", "match: ann needs 2002 steps"], ann)


class LongMessages(DoorTestCase):
    """They are read as they come: otherwise everybody would wait while 256 KiB are read and checked at once."""

    def setUp(self) -> None:
        super().setUp()
        self.piece = b"0 " * 2048

    def test_no_piece_of_one_brings_more_work_than_another(self) -> None:
        ann, _ = self.pair_with_stars()
        match = self.server.games()[0].match
        assert match is not None
        counts = [0]
        for piece in (*[self.piece] * 4, b"0&"):
            ann.send(piece)
            self.server.advance(2)
            counts.append(len(match.round.steps))
        self.assertLessEqual(max(after - before for before, after in pairwise(counts)), 4096)
        self.assertEqual(counts[-1], 4 * 2048 + 1)

    def test_each_step_costs_as_much_as_a_message(self) -> None:
        ann, _ = self.pair_with_stars()
        session = ann.protocol.session
        before = session.commands_left
        ann.say("0 " * 1000)
        self.assertAlmostEqual(before - session.commands_left, 10, places=0)

    def test_one_that_begins_before_the_stars_is_read_from_its_beginning(self) -> None:
        cid, dan = self.server.pair("cid", "dan")
        cid.send(b"nonsense ", self.piece, self.piece)
        dan.say(STARS)
        cid.send(self.piece, self.piece)
        cid.send(b"0&")
        verdict = "round 1: cid loses: step 1: 'nonsense' is not a number of at most 6 digits"
        self.assertIn(verdict, cid.news)

    def test_done_is_a_message_of_its_own(self) -> None:
        for pieces, verdict in (
            ([b"DONE&"], "ann loses: step 2049: 'DONE' is not a number of at most 6 digits"),
            ([b"&", *(f"{text}&".encode() for text in PLAN)], "ann reaches the goal in 2050 steps"),
        ):
            ann, _ = self.pair_with_stars()
            ann.send(self.piece)
            for piece in pieces:
                ann.send(piece)
            self.assertEqual(ann.news[0], f"round 1: {verdict}")


class FileFirst(DoorTestCase):
    class lobby(SmallLobby):  # noqa: N801
        file_first = 1

    def test_the_documents_order_by_an_option(self) -> None:
        ann, bob = self.server.enter("ann"), self.server.enter("bob")
        for program in (ann, bob):
            self.assertEqual(program.news, [FILE, PARAMETERS])


class WhatIsIllegal(DoorTestCase):
    """One who does something illegal is told why, as the other is; then comes the verdict, and the server closes."""

    def test_stars_steps_and_lines(self) -> None:
        ann, bob, spoken = ("ann", "bob"), ("bob", "ann"), [STEPS[0]]
        cases: list[tuple[Sequence[str], str | bytes, tuple[str, str], str]] = [
            ([], "0 0", bob, "star 1: there is a dancer at 0 0"),
            ([], "1 1 1", bob, "a star is two numbers, but 3 came"),
            ([], "DONE", bob, "'DONE' is not a number of at most 6 digits"),
            ([], b"\xff", bob, "this is not UTF-8"),
            (spoken, "1 0 1 0 3", ann, "step 2: 0 1 to 0 3 is two cells away"),
            (spoken, "0 1 0 0 0 1", ann, "step 3: there is no dancer at 0 0"),
            (spoken, "DONE 1", ann, "step 2: 'DONE' is not a number of at most 6 digits"),
            (spoken, b"\xff", ann, "step 2: this is not UTF-8"),
            (PLAN[:-1], "0 2 0 3", ann, "1 line, not 2"),
            (PLAN[:-1], "0 2 0", ann, "a line is four numbers, but 3 came"),
            (PLAN[:-1], "DONE", ann, "'DONE' is not a number of at most 6 digits"),
        ]
        for before, text, (loser, winner), reason in cases:
            with self.subTest(reason):
                programs = dict(zip(ann, self.pair_with_stars() if before else self.server.pair(), strict=True))
                programs["ann"].say(*before)
                programs[loser].send((text if isinstance(text, bytes) else text.encode()) + b"&")
                self.assert_over(lost(loser, reason, winner), *programs.values())

    def test_a_message_that_is_too_long(self) -> None:
        self.server = DancingServer(command_burst=1000)
        ann, bob = self.server.pair()
        bob.send(b"1 " * 2**17)
        self.assertTrue(bob.is_open)
        bob.send(b"1")
        self.assert_over(lost("bob", "a message longer than 262144 bytes", "ann"), ann, bob)

    def test_to_speak_when_it_is_not_ones_turn(self) -> None:
        _, bob = self.pair_with_stars()
        bob.say(STARS)
        self.assert_over(lost("bob", "spoke out of turn", "ann"), bob)
        ann, bob = self.server.pair()
        ann.say(STEPS[0])
        self.assert_over(lost("ann", "spoke out of turn", "bob"), ann, bob)

    def test_to_speak_before_the_match(self) -> None:
        ann = self.server.enter("ann")
        ann.say("hello")
        self.assert_over([TOO_EARLY], ann)
        self.assert_nothing_left()

    def test_a_name_that_nobody_can_have(self) -> None:
        for name, reason in {
            "a<b": "A name cannot contain <.",
            "x" * 33: "A name has at most 32 characters.",
            "x" * 1000: "A name has at most 32 characters.",
            "\u200b": "A name must be one line of visible characters.",
        }.items():
            self.assert_over([reason], self.server.enter(name))
        ann = self.server.dial()
        ann.send(b"\xff&")
        self.assert_over(["That is not a name: this is not UTF-8."], ann)
        self.assert_nothing_left()

    def test_a_name_that_never_ends(self) -> None:
        """Nobody who has not even said a name is worth much memory."""
        ann = self.server.dial()
        ann.send(b"x" * 2048)
        self.assertTrue(ann.is_open)
        ann.send(b"x")
        self.assert_over(["You are disconnected: a message longer than 2048 bytes."], ann)

    @settings(max_examples=200, deadline=None)
    @given(
        st.lists(st.tuples(st.booleans(), st.sampled_from([STARS, *PLAN, "x", "0", "1 1", "", "\xff"])), max_size=12)
    )
    def test_whatever_two_programs_say_a_match_ends_in_order(self, said: list[tuple[bool, str]]) -> None:
        server = DancingServer()
        ann, bob = server.pair()
        for is_ann, text in said:
            program = ann if is_ann else bob
            if program.is_open:
                program.send(text.encode("latin-1") + b"&")
        server.advance(260, 10)
        for program in (ann, bob):
            self.assertFalse(program.is_open)
            self.assertRegex(program.heard[-1], r"^match: (ann wins|bob wins|ann needs \d+ steps?)$")
        server.empty()
        self.assertEqual(server.leftovers(), {})


class Clocks(DoorTestCase):
    """120 seconds each, on the server's clock, whatever a client does."""

    def test_when_a_round_is_over_and_why(self) -> None:
        """Nobody waits for a client that is silent or gone; a spoiler may go once the stars are placed."""
        stars, steps, late_lines = ("bob", STARS), ("ann", STEPS[0]), "ran out of time (no lines within 10 s of DONE)"
        danced: Script = [119, stars, 119, *(("ann", text) for text in PLAN[:-1])]
        cases: list[tuple[Script, list[str]]] = [
            ([119.99, 0.01], lost("bob", "ran out of time (no stars within 120 s)", "ann")),
            ([100, stars, 119.99, steps, 0.01], lost("ann", "ran out of time (no DONE within 120 s)", "bob")),
            ([*danced, 9, ("ann", LINES)], GOAL),
            ([*danced, 9, 1], lost("ann", late_lines, "bob")),
            ([("bob", GONE)], lost("bob", "left before the end", "ann")),
            ([("ann", GONE)], lost("ann", "left before the end", "bob")),
            ([stars, steps, ("ann", GONE)], lost("ann", "left before the end", "bob")),
            ([stars, ("bob", GONE), 60, *(("ann", text) for text in PLAN)], GOAL),
        ]
        for script, verdict in cases:
            with self.subTest(str(script)):
                self.assertEqual(self.perform(script), verdict)
        self.assert_nothing_left()

    def test_bytes_that_trickle_in_do_not_stop_the_clock(self) -> None:
        for who in (0, 1):
            programs = self.server.pair()
            programs[1].say(*[STARS] * (who == 0))
            for _ in range(120):
                self.assertTrue(programs[who].is_open)
                programs[who].send(b"1 ")
                self.advance(1)
            self.assertFalse(programs[who].is_open)
            self.assertEqual(programs[who].news[-1], f"match: {('bob', 'ann')[who]} wins")


class ManyAtOnce(DoorTestCase):
    def test_a_program_joins_the_oldest_table_where_somebody_waits(self) -> None:
        eve, fay = (self.server.join(name) for name in ("eve", "fay"))
        for client in (eve, fay):
            client.click("Dancing")
            client.click("New 4 x 4")
        for client in (fay, eve):
            client.click("Spoil")
        self.server.enter("ann")
        self.assertEqual([entry.names for entry in self.server.entries()], [("ann", "eve"), ("", "fay")])


class AskingForRoles(DoorTestCase):
    """A second line below the name; docs/dancing.md describes it."""

    def sit(self, name: str, seat: str) -> Client:
        """A person at a new table."""
        client = self.server.join(name)
        for tile in ("Dancing", "New 4 x 4", seat):
            client.click(tile)
        return client

    def test_a_program_that_asks_is_told_its_role_which_is_the_free_one(self) -> None:
        for seat, role in (("Dance", "spoiler"), ("Spoil", "choreographer")):
            self.sit(f"who clicks {seat}", seat)
            program = self.server.enter(introduction("ann", "any"))
            self.assertEqual(program.news, [f"role: {role}", PARAMETERS, FILE])
            self.assertIn("ann", {name for entry in self.server.entries() for name in entry.names})

    def test_one_that_wants_a_role_takes_no_other(self) -> None:
        self.sit("eve", "Spoil")
        bob = self.server.enter(introduction("bob", "spoiler"))
        self.assertEqual([entry.names for entry in self.server.entries()], [("", "eve"), ("", "bob")])
        ann = self.server.enter(introduction("ann", "choreographer"))
        self.assertEqual(ann.news, ["role: choreographer", PARAMETERS, FILE])
        cid = self.server.enter(introduction("cid", "any"))
        self.assertEqual(cid.news, ["role: choreographer", PARAMETERS, FILE])
        self.assertEqual(bob.news, ["role: spoiler", PARAMETERS, FILE])

    def test_all_else_in_a_name_is_a_part_of_it(self) -> None:
        dora, finn = self.server.enter("dora\nrole: star"), self.server.enter("finn role: any")
        (entry,) = self.server.entries()
        self.assertEqual(entry.names, ("dora role: star", "finn role: any"))
        self.assertEqual(dora.news, [PARAMETERS, FILE])
        self.assertEqual(finn.news, [PARAMETERS, FILE])


class TwoRoundsByAnOption(DoorTestCase):
    """The same connections play both, with the roles swapped."""

    lobby = TwoRounds

    def test_rounds_their_clocks_and_who_wins(self) -> None:
        def dances(who: str) -> list[tuple[str, str]]:
            return [(who, text) for text in PLAN]

        ann_stars, bob_stars, bad = ("ann", STARS), ("bob", STARS), "star 1: there is a dancer at 0 0"
        goal, gone = "round 1: ann reaches the goal in 2 steps", "left before the end"
        cases: list[tuple[Script, str, str, str]] = [
            (
                [bob_stars, *dances("ann"), ann_stars, ("bob", "0"), *dances("bob")],
                goal,
                "round 2: bob reaches the goal in 3 steps",
                "ann wins, with 2 steps to 3",
            ),
            (
                [100, bob_stars, *dances("ann"), 119, 1],
                goal,
                "round 2: ann loses: ran out of time (no stars within 120 s)",
                "bob wins",
            ),
            (
                [("bob", "0 0"), ("ann", "0 0")],
                f"round 1: bob loses: {bad}",
                f"round 2: ann loses: {bad}",
                "a draw, each has lost a round",
            ),
            ([bob_stars, ("bob", GONE), *dances("ann")], goal, f"round 2: bob loses: {gone}", "ann wins"),
            ([("ann", GONE)], f"round 1: ann loses: {gone}", f"round 2: ann loses: {gone}", "bob wins"),
        ]
        for script, first, second, verdict in cases:
            with self.subTest(verdict):
                self.assertEqual(self.perform(script), [first, PARAMETERS, FILE, second, f"match: {verdict}"])
        self.assert_nothing_left()

    def test_programs_that_ask_are_told_their_role_in_both(self) -> None:
        ann, bob = self.server.enter(introduction("ann", "any")), self.server.enter("bob")
        self.assertEqual(ann.news[0], "role: choreographer")
        bob.say("0 0")
        _, *news = ann.news
        self.assertEqual(news, ["role: spoiler", PARAMETERS, FILE])
        self.assertNotIn("role", " ".join(bob.news))

    def test_what_belongs_to_a_lost_round_is_not_taken_for_the_next(self) -> None:
        """A program sends all it has, and only then reads that its second step was illegal."""
        ann, bob = self.pair_with_stars()
        ann.send(b"".join(f"{text}&".encode() for text in (STEPS[0], "1 3 3 3 2", *STEPS, "DONE", LINES)))
        self.assertEqual(ann.news, ["round 1: ann loses: step 2: there is no dancer at 3 3", PARAMETERS, FILE])
        ann.say(STARS)
        self.assertEqual(bob.news[-1], STARS)
        bob.say(*PLAN)
        self.assert_over(["round 2: bob reaches the goal in 2 steps", "match: bob wins"], bob)

    def test_steps_or_stars_that_come_too_late_are_not_taken_for_the_next_round(self) -> None:
        for pair, winner in ((self.pair_with_stars, "bob wins"), (self.server.pair, "ann wins")):
            ann, bob = pair()
            self.server.advance(120, 1)
            late, texts = (bob, [STARS]) if winner == "ann wins" else (ann, PLAN)
            late.say(*texts)
            ann.say(STARS)
            self.assertEqual(bob.news[-1], STARS)
            bob.say(*PLAN)
            self.assert_over(["round 2: bob reaches the goal in 2 steps", f"match: {winner}"], bob)


class Failing(DoorTestCase):
    def test_a_table_that_fails_drops_its_match(self) -> None:
        ann, bob = self.server.pair()
        eve = self.server.watch("eve")
        self.patch(DancingGame, "ask", fail)
        bob.say(STARS)
        self.assert_over([DROPPED], ann, bob)
        self.assertEqual((headline(eve), self.server.entries()), (DROPPED, []))
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assert_nothing_left()

    def test_a_program_is_told_if_the_lobby_fails_or_no_table_can_be_made(self) -> None:
        for game, method in ((Lobby, "ask"), (DancingGame, "__init__")):
            with patch.object(game, method, fail):
                self.assert_over([OUT_OF_ORDER], self.server.enter("ann"))
            self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))
            self.assert_nothing_left()


class TheServer(DoorTestCase):
    def test_when_it_is_full(self) -> None:
        self.server = DancingServer(max_connections=1)
        self.server.enter("ann")
        bob = self.server.dial()
        self.server.advance(2)
        self.assertEqual(bob.news, ["The server is full. Try again later!"])
