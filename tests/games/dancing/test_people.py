"""People at a table: sitting down, placing stars and dancing by clicks, against programs and against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import picture
from tests.doubles.dancing_clients import (
    FILE,
    PARAMETERS,
    PLAN,
    STARS,
    DancingServer,
    SmallLobby,
    TwoRounds,
    beside,
    headline,
    shown,
)
from tests.doubles.harness import Client
from tests.doubles.model import click
from tilenet.game import Summary
from tilenet.games.dancing.hand import StarsHand, StepHand
from tilenet.games.dancing.lobby import Lobby
from tilenet.games.dancing.table import CHOSEN, COLOURS, CROWDED, INK, MOVED

PLACE = f"{StarsHand.hint} You have 120 s."
DANCE = f"{StepHand.hint} You have 120 s."
SEATED = "You have sat down. Add a bot, or invite a friend to take the other seat."
FIRST, WITH_STARS = picture("1..2 .... 2..1 ...."), picture("1..2 .*.. 2..1 *...")
ONE_STEP, AT_THE_END = picture(".1.2 .*.. .2.1 *..."), picture("..12 .*.. ..21 *...")
FIRST_A_DANCER = "Click a dancer first, then a cell next to it."
GOAL = "round 1: ann reaches the goal in 2 steps"
LEFT = ["round 1: eve loses: left before the end", "match: ann wins"]


Act = tuple[int, int] | str  # a cell, a tile by its name, or a key


class PeopleTestCase(SynchronousTestCase):
    lobby: type[Lobby] = SmallLobby

    def setUp(self) -> None:
        self.server = DancingServer(self.lobby, command_burst=1000, speech_burst=1000)

    def sit(self, name: str, seat: str) -> Client:
        """Somebody with a new table, and a seat there."""
        client = self.server.join(name)
        client.click("Dancing")
        client.click("New 4 x 4")
        client.click(seat)
        self.assertEqual(client.heard[-1], SEATED)
        return client

    def names(self) -> Sequence[str]:
        """Who sits at the first table, as others are told."""
        return self.server.entries()[0].names

    def cell(self, client: Client, x: int, y: int) -> Mapping[str, object]:
        return client.model.objects[client.model.grid()[2 + y, x]]

    def click(self, client: Client, *acts: Act) -> list[str]:
        """Click cells and commands, and press keys; what is heard of it."""
        client.heard  # noqa: B018
        for act in acts:
            if isinstance(act, tuple):
                token = client.model.grid()[2 + act[1], act[0]]
                self.assertEqual(client.model.objects[token]["energy"], 1)
                client.send(click(token))
            else:
                client.press(act) if act.startswith("VK_") else client.click(act)
        self.server.check()
        return client.heard

    def follow(self, client: Client, *steps: tuple[Sequence[Act], str, str]) -> None:
        """Click these; each time somebody hears only this, or nothing, and sees the board like this."""
        for acts, heard, board in steps:
            self.assertEqual(self.click(client, *acts), [heard] if heard else [])
            self.assertEqual(shown(client), board)

    def can_click(self, client: Client, name: str) -> bool:
        return bool(client.model.objects[client.token(name)]["energy"])


class SittingDown(PeopleTestCase):
    def test_tables_are_made_in_the_lobby(self) -> None:
        server = DancingServer(Lobby)
        for name, parameters in {
            "New 12 x 12": "12 3 5",
            "New 16 x 16": "16 3 10",
            "New 20 x 20": "20 4 15",
            "New 30 x 30": "30 4 40",
        }.items():
            eve = server.join("eve")
            eve.click("Dancing")
            eve.click(name)
            self.assertRegex(eve.room, r"^Dancing \d+$")
            self.assertRegex(
                headline(eve), r"^Goal: \d+ lines with one dancer of each colour. Click Dance or Spoil to sit down.$"
            )
            self.assertEqual(server.entries()[-1].parameters, parameters)

    def test_a_table_waits_for_an_opponent_and_closes_when_nobody_is_there(self) -> None:
        eve = self.sit("eve", "Spoil")
        self.assertEqual(headline(eve), "Goal: 2 lines with one dancer of each colour. eve needs an opponent.")
        (table,) = self.server.world.directory.listed_by("dancing")[1:]
        summary = Summary(("eve",), 2, "waiting", details=table.summary.details)
        self.assertEqual((table.summary, self.names()), (summary, ("", "eve")))
        eve.click("Lobby")
        self.assertEqual(self.server.games(), [])

    def test_a_program_does_not_go_to_a_table_where_nobody_sits(self) -> None:
        eve = self.sit("eve", "Dance")
        eve.click("Dance")
        self.assertEqual((eve.heard[-1], self.names()), ("You have stood up.", ("", "")))
        ann = self.server.enter("ann")
        self.assertEqual((ann.news, len(self.server.games())), ([], 2))

    def test_people_dance_a_round_each_but_a_program_plays_as_many_as_the_server_says(self) -> None:
        eve = self.sit("eve", "Dance")
        (game,) = self.server.games()
        self.assertEqual((beside(eve)[2], game.facts()["options"]["rounds"]), ("Round 1/2", 2))
        self.server.enter("ann")
        self.assertEqual((beside(eve)[2], game.facts()["options"]["rounds"]), ("Round 1/1", 1))
        self.assertEqual([entry.rounds for entry in self.server.entries()], [1])

    def test_people_can_change_seats_but_not_take_one_away(self) -> None:
        eve = self.sit("eve", "Dance")
        fay = self.server.watch("fay")
        fay.click("Dance")
        self.assertEqual(self.names(), ("eve", ""))
        eve.click("Spoil")
        self.assertEqual(self.names(), ("", "eve"))
        self.server.enter("ann")
        self.assertFalse(self.can_click(fay, "Spoil") or self.can_click(eve, "Dance"))

    def test_a_program_that_waits_can_be_joined_and_stays_where_it_sits(self) -> None:
        ann = self.server.enter("ann")
        eve = self.server.watch("eve")
        self.assertFalse(self.can_click(eve, "Dance"))
        eve.click("Spoil")
        self.assertEqual(ann.news, [PARAMETERS, FILE])
        self.assertEqual(eve.heard[-1], PLACE)


class TheSpoiler(PeopleTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.eve = self.sit("eve", "Spoil")
        self.fay = self.server.watch("fay")
        self.ann = self.server.enter("ann")
        self.assertEqual(self.ann.news, [PARAMETERS, FILE])

    def test_clicks_cells_and_done_and_nobody_else_sees_the_stars_before_or_can_click(self) -> None:
        self.assertEqual(self.click(self.eve, (3, 0), (1, 1)), [])
        self.assertEqual((shown(self.eve), shown(self.fay)), (WITH_STARS, FIRST))
        self.assertEqual((self.cell(self.fay, 3, 0)["energy"], self.can_click(self.fay, "Done")), (0, False))
        self.assertEqual([self.can_click(self.eve, one) for one in ("Done", "Step", "Lines")], [True, False, False])
        self.assertEqual(self.ann.news, [])
        self.eve.click("Done")
        self.assertEqual((self.ann.news, shown(self.fay)), ([STARS], WITH_STARS))
        self.assertEqual(self.cell(self.eve, 0, 0)["energy"], 0)  # now she watches
        self.ann.say(*PLAN)
        self.server.advance(2, 0.1)
        self.assertIn("Match: ann needs 2 steps.", self.eve.heard)
        self.server.check()

    def test_a_mistake_costs_nothing_and_a_star_is_taken_away_by_another_click_or_by_undo(self) -> None:
        one = picture("1..2 .*.. 2..1 ....")
        too_close = "Not there: star 2: 1 2 is 1 cell away from star 1 at 1 1, but must be at least 3."
        self.follow(
            self.eve,
            ([(0, 0)], "Not there: star 1: there is a dancer at 0 0.", FIRST),
            ([(1, 1)], "", one),
            ([(1, 2)], too_close, one),
            ([(3, 0)], "", WITH_STARS),
            ([(1, 3)], "Not there: 3 stars, but at most 2 are allowed.", WITH_STARS),
            ([(3, 0)], "", one),
            (["VK_U"], "", FIRST),
            (["Undo"], "There is nothing to undo.", FIRST),
            (["VK_D"], "Place at least one star.", FIRST),
            ([(1, 1), (3, 0), "VK_D"], "", WITH_STARS),
        )
        self.assertEqual(self.ann.news, ["1 1 3 0 "])

    def test_leaving_is_losing_but_not_when_the_stars_are_placed(self) -> None:
        for has_placed, verdict in ((False, LEFT), (True, ["3 0 ", GOAL, "match: ann needs 2 steps"])):
            if has_placed:
                self.server.empty()
                self.setUp()
                self.click(self.eve, (3, 0))
                self.eve.click("Done")
            self.eve.click("Home")
            self.ann.say(*PLAN)
            self.assertEqual(self.ann.news, verdict)


class TheChoreographer(PeopleTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.eve = self.sit("eve", "Dance")
        self.fay = self.server.watch("fay")
        self.bob = self.server.enter("bob")
        self.assertEqual(self.bob.news, [PARAMETERS, FILE])
        self.assertEqual(self.cell(self.eve, 0, 0)["energy"], 0)  # it is not her turn
        self.eve.heard  # noqa: B018
        self.bob.say(STARS)

    def test_the_headline_does_not_wait_for_the_stage(self) -> None:
        self.click(self.eve, (0, 0), (0, 1), "Step")
        turn = "Goal: 2 lines with one dancer of each colour. Step 2 is next."
        self.assertEqual(headline(self.eve), turn)
        self.fay.click("Again")
        self.fay.click("Pause")
        self.assertEqual([headline(client) for client in (self.eve, self.fay)], [turn, "eve dances: step 0 of 1."])

    def test_the_stage_is_for_those_who_watch(self) -> None:
        stage = ("Slower", "Faster", "Pause", "Again")
        self.assertEqual([self.can_click(self.eve, one) for one in stage], [False] * 4)
        self.assertEqual([self.can_click(self.fay, one) for one in stage], [True] * 4)

    def test_clicks_dancers_and_neighbouring_cells_until_the_goal_is_reached(self) -> None:
        self.assertEqual((self.eve.heard, shown(self.eve)), ([DANCE], WITH_STARS))
        self.click(self.eve, (0, 0))
        self.assertEqual(self.cell(self.eve, 0, 0)["bgcolor"], CHOSEN)
        self.click(self.eve, (0, 1), (2, 0), (2, 1))
        self.assertEqual((shown(self.eve), shown(self.fay)), (ONE_STEP, WITH_STARS))
        self.assertEqual((self.cell(self.eve, 0, 1)["fgcolor"], self.cell(self.eve, 0, 3)["fgcolor"]), (MOVED, INK))
        self.click(self.eve, "Step")
        self.server.advance(1)
        self.assertEqual(shown(self.fay), ONE_STEP)
        self.click(self.eve, (0, 1), (0, 2), (2, 1), (2, 2), "Step", "Lines")
        self.assertEqual(self.bob.news, ["round 1: eve reaches the goal in 2 steps", "match: eve needs 2 steps"])
        self.server.advance(2, 0.1)
        self.assertIn("Match: eve needs 2 steps.", self.eve.heard)
        self.assertEqual(shown(self.eve), AT_THE_END)
        self.server.check()

    def test_a_click_on_another_dancer_chooses_that_and_on_the_same_one_lets_it_go(self) -> None:
        self.click(self.eve, (0, 0), (2, 3))
        self.assertEqual(self.cell(self.eve, 2, 3)["bgcolor"], CHOSEN)
        self.assertEqual(self.cell(self.eve, 0, 0)["bgcolor"], COLOURS[0])
        self.assertEqual(self.click(self.eve, (2, 3), (2, 2)), [FIRST_A_DANCER])
        self.click(self.eve, (0, 0), "Undo")
        self.assertEqual(self.cell(self.eve, 0, 0)["bgcolor"], COLOURS[0])

    def test_mistakes_cost_nothing_and_undo_takes_back_moves_but_no_step(self) -> None:
        moved = picture(".1.2 .*.. 2..1 *...")
        no_undo = "There is nothing to undo: a finished step cannot be taken back."
        self.follow(
            self.eve,
            (["Lines"], "The dancers do not stand in lines yet.", WITH_STARS),
            (["VK_SPACE"], "Move a dancer first.", WITH_STARS),
            ([(0, 0), (0, 1)], "", moved),
            (["VK_N"], "Click Step or Undo first.", moved),
            ([(0, 1)], "That dancer has already moved in this step. Undo takes the move back.", moved),
            ([(2, 0), (2, 1)], "", ONE_STEP),
            (["Undo"], "", moved),
            (["Undo"], "", WITH_STARS),
            (["Undo"], no_undo, WITH_STARS),
            ([(0, 0), (0, 1), "Step"], "", moved),
            (["Undo"], no_undo, moved),
            ([(0, 1), (1, 1)], "There is a star in the way.", moved),
            ([(0, 2)], "", picture("..12 .*.. 2..1 *...")),
            ([(3, 3)], FIRST_A_DANCER, picture("..12 .*.. 2..1 *...")),
        )
        self.assertEqual(self.bob.news, [])


class SwapsAndChains(PeopleTestCase):
    """Dancers who stand side by side."""

    def setUp(self) -> None:
        super().setUp()
        self.eve = self.sit("eve", "Dance")
        self.server.enter("bob").say("3 0 ")
        self.side_by_side = picture("..12 .... 2..1 *...")
        self.follow(self.eve, ([(0, 0), (0, 1), "Step", (0, 1), (0, 2), "Step"], "", self.side_by_side))

    def test_a_swap_begins_with_two_in_one_cell_who_are_no_step(self) -> None:
        crowded, swapped = picture("...12 .... 2..1 *..."), picture("..21 .... 2..1 *...")
        wrong = "That is not a legal step: 0 2 to 0 3: the dancer there does not move."
        self.follow(self.eve, ([(0, 2), (0, 3)], "", crowded), (["Step"], wrong, crowded))
        self.assertEqual(self.cell(self.eve, 0, 3)["bgcolor"], CROWDED)
        self.follow(self.eve, (["Undo"], "", self.side_by_side))
        self.assertEqual(self.cell(self.eve, 0, 3)["bgcolor"], COLOURS[1])
        self.follow(self.eve, ([(0, 2), (0, 3), (0, 2)], "", swapped), (["Step"], "", swapped))

    def test_two_cannot_move_to_one_cell(self) -> None:
        acts: Sequence[Act] = [(0, 2), (1, 2), (0, 3), (0, 2), (2, 3), (2, 2)]
        self.follow(self.eve, (acts, "", picture("..2. ..1. 2.1. *...")))
        heard = self.click(self.eve, "Step", (1, 2), (1, 1), (2, 0), (2, 1), (2, 2), (2, 1))
        self.assertEqual(heard, ["Another dancer is already moving there."])


def leaving_costs(client: Client) -> bool:
    """Whether all ways out say that leaving costs something; if not, none does."""
    objects = [client.model.objects[objid] for objid in client.model.members_single()]
    exits = [one for one in objects if one["name"] in ("Home", "Lobby", "VK_L")]
    assert len(exits) == 3, exits
    (costs,) = {"Leave? You lose this round" in str(one["text"]) for one in exits}
    return costs


class TwoPeople(PeopleTestCase):
    lobby = TwoRounds

    def test_play_two_rounds(self) -> None:
        eve = self.sit("eve", "Dance")
        fay = self.server.watch("fay")
        fay.click("Spoil")
        self.assertTrue(all(leaving_costs(client) for client in (eve, fay)))
        self.click(fay, (3, 0))
        fay.click("Done")
        self.assertEqual(eve.heard[-1], DANCE)
        for spoiled in (eve, fay):
            self.click(spoiled, (0, 0), (0, 1), (2, 0), (2, 1), "Step")
            self.click(spoiled, (0, 1), (0, 2), (2, 1), (2, 2), "Step")
            spoiled.click("Lines")
            if spoiled is eve:
                self.assertEqual(eve.heard[-1], PLACE)
                self.assertEqual(shown(eve), FIRST)  # while the stage still shows the first round
                self.assertEqual(beside(eve)[2:], ["Round 2/2", "Step 0/0", "fay", "eve"])
                self.assertEqual(beside(fay)[2:], ["Round 1/2", "Step 0/2", "eve", "fay"])
                self.click(eve, (3, 0))
                eve.click("Done")
                self.assertEqual(fay.heard[-1], DANCE)
        self.assertFalse(any(leaving_costs(client) for client in (eve, fay)))
        self.server.advance(15, 0.1)
        self.assertEqual(eve.heard[-4:-2], ["Match: a draw, with 2 steps each.", "Game over. The ranking:"])
        self.assertEqual([entry.verdict for entry in self.server.entries()], ["a draw, with 2 steps each"])
