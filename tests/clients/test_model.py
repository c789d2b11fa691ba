"""Knows what TileNet 1.0 asks of a client's memory, clause by clause, and that two readers of it see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, run_state_machine_as_test
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client
from tests.doubles.model import Illegal as Refused
from tests.doubles.model import ModelClient
from tests.world.test_truth import Broken, People
from tilenet.clients.model import REMEMBERED, Cell, Model, Thing
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import SERVER, Illegal
from tilenet.wire.messages import (
    AGENT,
    IMAGE,
    KEY,
    MATRIX,
    TOKEN,
    Hear,
    LoggedIn,
    LoggedOut,
    Message,
    ServerOpen,
    Set,
    Xresponse,
)
from tilenet.world.screens.painter import IllegalScene

SERVER_OPEN = ServerOpen("testers", "test server", "open")
M1 = Set("m1", name="Home", text="A room", fgcolor="ff000000", bgcolor="ffffffff", x=3, y=2)
M2 = Set("m2", name="Lamp", text="Another", fgcolor="ff00ff00", bgcolor="ff0000ff", x=4, y=4)
ANN = Set("a1", name="ann", energy=1)
BOB = Set("a2", name="bob", energy=3)
I1 = Set("i1", x=2, y=2, text="00ff")
START: list[Message] = [SERVER_OPEN, LoggedIn("Welcome.", "a1"), M1, ANN]


def told(*messages: Message) -> Model:
    model = Model()
    for message in messages:
        model.take(message)
    return model


def playing(*messages: Message) -> Model:
    """A model of ann, who is alone in a matrix of three columns and two rows, and what came then."""
    return told(*START, *messages)


def here(model: Model) -> list[str]:
    """What is in the current matrix, by kind and in order."""
    return [thing.objid for kind in (TOKEN, KEY, AGENT) for thing in model.here(kind)]


def cells(model: Model) -> dict[Cell, str]:
    return {cell: thing.objid for cell, thing in model.grid().items()}


class ModelTestCase(SynchronousTestCase):
    def assert_illegal(self, model: Model, message: Message, why: str) -> None:
        error = self.assertRaises(Illegal, model.take, message)
        self.assertIn(why, str(error))


class Sessions(ModelTestCase):
    """Coming in, going, and what is said in between."""

    def test_nothing_is_known_at_first(self) -> None:
        model = Model()
        self.assertEqual((model.server, model.me, model.my_agent, model.matrix), (None, None, None, None))
        self.assertEqual((model.grid(), model.agents(), model.here(TOKEN), model.last_words), ({}, [], [], None))
        self.assertFalse(model.is_here("a1"))
        self.assertFalse(model.can_act_on(Thing("t1")))

    def test_the_server_is_known(self) -> None:
        """[c8.8] group, name and status, before anybody logs in."""
        self.assertEqual(told(SERVER_OPEN).server, SERVER_OPEN)

    def test_a_login_that_failed_gives_no_agent(self) -> None:
        """[c8.4] without an objid it failed, and another may succeed."""
        model = told(SERVER_OPEN, LoggedIn("Wrong password."))
        self.assertIsNone(model.me)
        model.take(LoggedIn("Welcome.", "a7"))
        self.assertEqual(model.me, "a7")

    def test_a_login_succeeds_once(self) -> None:
        """[c3.1] logged-in comes before all else: it is out of order afterwards."""
        for again in (LoggedIn("Welcome.", "a8"), LoggedIn("Wrong password.")):
            self.assert_illegal(told(SERVER_OPEN, LoggedIn("Welcome.", "a7")), again, "<logged-in>")

    def test_nothing_is_set_or_heard_before_a_login(self) -> None:
        """[c3.1] a tag out of order, also behind a login that has failed."""
        for start in ([SERVER_OPEN], [SERVER_OPEN, LoggedIn("Wrong password.")]):
            self.assert_illegal(told(*start), M1, "<set>")
            self.assert_illegal(told(*start), Hear("m1", "m1", "hello"), "<hear>")

    def test_the_own_agent_is_known_when_it_was_set(self) -> None:
        """[c8.4.6.2.3.3.3.2] it comes last, and there is none before."""
        model = told(*START[:3])
        self.assertIsNone(model.my_agent)
        model.take(ANN)
        self.assertEqual(model.my_agent, Thing("a1", "ann"))

    def test_a_response_of_a_vendor_s_own_changes_nothing(self) -> None:
        """[c3.1] xresponse is read without harm, whatever it holds."""
        model = playing(BOB)
        for response in (Xresponse(), Xresponse("<set/>", "x"), Xresponse("\x00" * 1000, "")):
            model.take(response)
        self.assertEqual((here(model), model.lines_heard, model.current), (["a1", "a2"], 0, "m1"))

    def test_the_last_words_are_kept(self) -> None:
        """[c8.6] the server says why."""
        self.assertEqual(playing(LoggedOut("The server stops.")).last_words, "The server stops.")


class Values(ModelTestCase):
    """What is known of one object."""

    def test_all_values_of_an_object_are_kept(self) -> None:
        """[c4.3] name, text, energy, colours, place and image."""
        model = playing(I1, Set("t1", 5, "tile", "a tile", "ff111111", "ff222222", 2, 1, "i1"))
        thing = Thing("t1", "tile", "a tile", 5, "ff222222", "ff111111", 2, 1, "i1")
        self.assertEqual((model.things["t1"], thing.kind, thing.cell), (thing, TOKEN, (2, 1)))

    def test_what_is_not_given_stays(self) -> None:
        """[c4.3.3] the server leaves out what the client knows."""
        model = playing(I1, Set("t1", 5, "tile", "a tile", "ff111111", "ff222222", 2, 1, "i1"))
        changes: list[tuple[str, Any]] = [("energy", 0), ("name", ""), ("text", ""), ("x", 0), ("y", 0)]
        for name, value in changes:
            before = model.things["t1"]
            model.take(Set("t1", **{name: value}))
            after = model.things["t1"]
            self.assertEqual(getattr(after, name), value)
            kept = [field for field in Thing.__slots__ if field != name]
            self.assertEqual([getattr(after, field) for field in kept], [getattr(before, field) for field in kept])

    def test_every_object_is_kept_for_the_whole_session(self) -> None:
        """[c4.3.3] also what has left, what was thrown out, and what is in another matrix."""
        model = playing(
            BOB, Set("k1", name="VK_A"), I1, Set("t1", name="old", x=0, y=0), Set("t2", x=0, y=0), Set("a2", x=-1), M2
        )
        self.assertEqual(set(model.things), {"m1", "m2", "a1", "a2", "k1", "i1", "t1", "t2"})
        self.assertEqual((model.things["a2"].name, model.things["t1"].name), ("bob", "old"))

    def test_a_new_token_takes_the_matrix_s_colours(self) -> None:
        """[c8.9] but its own, where it has some."""
        model = playing(Set("t1", x=0, y=0), Set("t2", x=1, y=0, fgcolor="f00"), Set("t3", x=2, y=0, bgcolor="0f0"))
        self.assertEqual(
            [(model.things[token].fg, model.things[token].bg) for token in ("t1", "t2", "t3")],
            [("ff000000", "ffffffff"), ("f00", "ffffffff"), ("ff000000", "0f0")],
        )

    def test_a_known_token_keeps_its_colours(self) -> None:
        """[c8.9] the matrix's are for new tokens: neither its new colours nor another matrix's count later."""
        model = playing(Set("t1", x=0, y=0), Set("m1", fgcolor="1", bgcolor="2"), Set("t1", x=1), M2, Set("t1", x=2))
        self.assertEqual((model.things["t1"].fg, model.things["t1"].bg), ("ff000000", "ffffffff"))

    def test_agents_and_keys_take_no_colours(self) -> None:
        """[c8.9] the matrix's colours are the default for tokens."""
        model = playing(Set("k1", name="VK_A"))
        self.assertEqual(
            [(model.things[objid].fg, model.things[objid].bg) for objid in ("a1", "k1")], [(None, None)] * 2
        )

    def test_who_has_no_energy_is_disabled(self) -> None:
        """[c8.2] energy of zero or less disables a token or a key, and makes an agent audience."""
        for energy, is_enabled in [(-5, False), (0, False), (1, True), (2**31 - 1, True)]:
            model = playing(Set("t1", energy, x=0, y=0), Set("k1", energy, name="VK_A"), Set("a2", energy))
            self.assertEqual([model.things[objid].is_enabled for objid in ("t1", "k1", "a2")], [is_enabled] * 3)

    def test_who_is_away_and_who_is_a_bot_is_in_the_text_of_an_agent(self) -> None:
        for text, is_away, is_bot in (
            ("", False, False),
            ("127.0.0.1", False, False),
            ("away · 127.0.0.1", True, False),
            ("bot · 127.0.0.1", False, True),
            ("away · bot · 127.0.0.1", True, True),
            ("away · bot", True, True),
            ("away", True, False),
            ("127.0.0.1 · away · bot", False, False),
            ("a bot · away", False, False),
            ("bots · away", False, False),
            ("away at sea", False, False),
            ("bot. away", False, False),
        ):
            agent = Thing("a2", "bob", text)
            self.assertEqual((agent.is_away, agent.is_bot), (is_away, is_bot), text)
        tile = Thing("t1", "bob", "away · bot")
        self.assertEqual((tile.is_away, tile.is_bot), (False, False))

    def test_an_image_is_defined_before_it_is_used(self) -> None:
        """[c8.9] by anything that can have one."""
        for use in (Set("t1", x=0, y=0, image="i1"), Set("m1", image="i1"), Set("a1", image="i1")):
            self.assert_illegal(playing(), use, "image")
            self.assertEqual(playing(I1, use).things[use.objid].image, "i1")

    def test_an_image_has_size_and_data(self) -> None:
        """[c8.9] when it is set first; later, what is known may be left out."""
        for image in (
            Set("i1", x=2, y=2),
            Set("i1", x=2, text="00"),
            Set("i1", y=2, text="00"),
            Set("i1", x=0, y=2, text="00"),
            Set("i1", x=-2, y=2, text="00"),
            Set("i1", x=2, y=2, text=""),
        ):
            self.assert_illegal(playing(), image, "image")
        self.assertEqual(playing(I1, Set("i1", text="11")).things["i1"], Thing("i1", text="11", x=2, y=2))
        self.assertEqual(playing(Set("i1", x=1, y=1, text="00")).things["i1"].cell, (1, 1))
        for image in (Set("i1", x=0), Set("i1", x=-1), Set("i1", y=0), Set("i1", text="")):
            self.assert_illegal(playing(I1), image, "image")

    def test_an_image_is_in_no_matrix(self) -> None:
        """[c8.9] current is container for tokens, keys and agents alone."""
        model = playing(I1)
        self.assertEqual((here(model), model.is_here("i1"), model.here(IMAGE)), (["a1"], False, []))

    def test_an_image_needs_no_matrix(self) -> None:
        """[c8.9] it may come before the first one."""
        self.assertIn("i1", told(*START[:2], I1).things)

    def test_y_is_never_negative(self) -> None:
        """[c8.9] whatever is set, and wherever it goes."""
        for new in (
            Set("t1", x=0, y=-1),
            Set("t1", x=-1, y=-1),
            Set("a1", y=-1),
            Set("a1", x=-1, y=-1),
            Set("k1", name="VK_A", y=-2),
            Set("m1", y=-2),
            Set("i2", x=1, y=-1, text="00"),
        ):
            self.assert_illegal(playing(), new, "negative y")

    def test_a_key_has_a_name(self) -> None:
        """[c8.9] which says what to press."""
        for key in (Set("k1"), Set("k1", text="Fire!"), Set("k1", name="")):
            self.assert_illegal(playing(), key, "key")
        self.assert_illegal(playing(Set("k1", name="VK_A")), Set("k1", name=""), "key")
        self.assertEqual(playing(Set("k1", name="VK_A"), Set("k1", energy=0)).things["k1"].name, "VK_A")


class LastIsCurrent(ModelTestCase):
    """Rule 1, and what a size means."""

    def test_the_matrix_set_last_is_current(self) -> None:
        """[c8.9] last is current."""
        model = playing(M2)
        self.assertEqual((model.current, model.matrix, here(model)), ("m2", model.things["m2"], []))

    def test_a_known_matrix_alone_is_current_again_with_all_that_was_in_it(self) -> None:
        """[c8.9, c4.3.3] what was in it is remembered, and not sent again."""
        model = playing(BOB, Set("k1", name="VK_A"), Set("t1", x=1, y=1), M2, Set("t9", x=1, y=1), Set("m1"))
        self.assertEqual((model.current, here(model), cells(model)), ("m1", ["t1", "k1", "a1", "a2"], {(1, 1): "t1"}))

    def test_the_values_of_a_matrix_change_alone(self) -> None:
        """[c8.9] a name, a text or colours empty nothing, and make it current."""
        for new in (Set("m1", name="x"), Set("m1", text="x"), Set("m1", fgcolor="1"), Set("m1", bgcolor="1")):
            self.assertEqual(here(playing(Set("t1", x=1, y=1), new)), ["t1", "a1"])
            self.assertEqual(playing(M2, new).current, "m1")

    def test_a_size_empties_the_matrix(self) -> None:
        """[c8.9] a resize takes out tokens, keys and agents, the own one too, even if the size is the same."""
        for resize in (Set("m1", x=3, y=2), Set("m1", x=3), Set("m1", y=2), Set("m1", x=5, y=9), Set("m1", x=2)):
            model = playing(BOB, Set("k1", name="VK_A"), Set("t1", x=1, y=1), resize)
            self.assertEqual((here(model), cells(model), model.agents()), ([], {}, []))
            self.assertEqual([model.is_here(objid) for objid in ("a1", "a2", "k1", "t1")], [False] * 4)

    def test_a_size_half_given_keeps_the_other_half(self) -> None:
        """[c4.3.3] as with any value."""
        matrix = playing(Set("m1", x=7)).matrix
        self.assertEqual((matrix and matrix.cell, playing(Set("m1", y=7)).things["m1"].cell), ((7, 2), (3, 7)))

    def test_what_a_size_took_out_comes_back_by_a_set(self) -> None:
        """[c8.9] known objects, in their new places."""
        model = playing(Set("t1", name="tile", x=1, y=1), Set("m1", x=3, y=2), Set("t1"), Set("a1"))
        self.assertEqual((cells(model), here(model)), ({(1, 1): "t1"}, ["t1", "a1"]))
        self.assertEqual(model.things["t1"].name, "tile")

    def test_a_size_takes_nothing_out_of_other_matrices(self) -> None:
        """[c8.9] it empties one matrix."""
        model = playing(Set("t1", x=1, y=1), M2, Set("t2", x=0, y=0), Set("m2", x=4, y=4), Set("m1"))
        self.assertEqual((here(model), cells(model)), (["t1", "a1"], {(1, 1): "t1"}))

    def test_a_resized_matrix_that_is_not_current_becomes_current_and_empty(self) -> None:
        """[c8.9] both rules at once."""
        model = playing(Set("t1", x=1, y=1), M2, Set("m1", x=3, y=2))
        self.assertEqual((model.current, here(model), cells(model)), ("m1", [], {}))

    def test_sizes_are_at_least_two(self) -> None:
        """[c8.9] both of them, at first and later."""
        for new in (Set("m3", x=1, y=2), Set("m3", x=2, y=1), Set("m3", x=0, y=5), Set("m3", x=-3, y=5)):
            self.assert_illegal(playing(), new, "smaller than 2 by 2")
        for new in (Set("m1", x=1), Set("m1", y=1), Set("m1", x=-1), Set("m1", y=0)):
            self.assert_illegal(playing(), new, "smaller than 2 by 2")
        self.assertEqual(playing(Set("m3", x=2, y=2)).current, "m3")


class CurrentIsContainer(ModelTestCase):
    """Rules 2 and 3, and the cells."""

    def test_what_is_set_is_in_the_current_matrix(self) -> None:
        """[c8.9] current is container, for tokens, agents and keys."""
        model = playing(BOB, Set("k1", name="VK_A"), Set("t1", x=1, y=0))
        self.assertEqual((here(model), cells(model)), (["t1", "k1", "a1", "a2"], {(1, 0): "t1"}))
        self.assertTrue(all(map(model.is_here, ("a1", "a2", "k1", "t1"))))

    def test_nothing_can_be_where_no_matrix_is(self) -> None:
        """[c8.4.6.2.3.3.3.2] the matrix comes first."""
        for new in (ANN, Set("t1", x=0, y=0), Set("k1", name="VK_A")):
            self.assert_illegal(told(*START[:2]), new, "no matrix")

    def test_a_negative_x_is_the_exit(self) -> None:
        """[c8.9] x to exit; what is known of the object stays."""
        model = playing(BOB, Set("k1", name="VK_A"), Set("t1", x=1, y=0))
        for objid in ("a2", "k1", "t1"):
            model.take(Set(objid, x=-1))
            self.assertFalse(model.is_here(objid))
        model.take(Set("a1", x=-(2**31)))
        self.assertEqual((here(model), cells(model), model.things["a2"].name), ([], {}, "bob"))

    def test_who_left_may_leave_again(self) -> None:
        """[c8.9] x to exit, of somebody who is not here or was never known."""
        model = playing(BOB, Set("a2", x=-1), Set("a2", x=-1), Set("a3", x=-1), Set("t1", x=-1, y=0))
        self.assertEqual((here(model), "a3" in model.things), (["a1"], True))

    def test_who_left_comes_back_by_any_set(self) -> None:
        """[c8.9] current is container: an agent or a key needs no new x for it."""
        model = playing(BOB, Set("k1", name="VK_A"), Set("a2", x=-1), Set("k1", x=-1), Set("a2", energy=4), Set("k1"))
        self.assertEqual(here(model), ["k1", "a1", "a2"])

    def test_a_token_that_left_comes_back_with_a_new_cell(self) -> None:
        """[c8.9] the one that it had is gone: its x is negative."""
        model = playing(Set("t1", x=1, y=1), Set("t1", x=-1))
        self.assert_illegal(model, Set("t1", name="back"), "outside")
        model.take(Set("t1", x=0))
        self.assertEqual(cells(model), {(0, 1): "t1"})

    def test_an_exit_from_another_matrix_s_cell_leaves_the_cell_s_owner(self) -> None:
        """[c8.9] the token that leaves is not the one that is in its old cell here."""
        model = playing(Set("t1", x=1, y=1), M2, Set("t2", x=1, y=1), Set("t1", x=-1))
        self.assertEqual(cells(model), {(1, 1): "t2"})

    def test_an_object_is_in_one_matrix_at_most(self) -> None:
        """[c8.9] current is container: who is here now has left where they were."""
        model = playing(BOB, Set("t1", x=1, y=1), Set("k1", name="VK_A"), M2, Set("a1"), Set("t1"), Set("k1"))
        self.assertEqual((here(model), cells(model)), (["t1", "k1", "a1"], {(1, 1): "t1"}))
        model.take(Set("m1"))
        self.assertEqual((here(model), cells(model)), (["a2"], {}))

    def test_a_token_moves(self) -> None:
        """[c8.9] its old cell is free; a column or a row alone will do."""
        model = playing(Set("t1", x=0, y=0))
        for step, cell in [(Set("t1", x=2, y=1), (2, 1)), (Set("t1", x=1), (1, 1)), (Set("t1", y=0), (1, 0))]:
            model.take(step)
            self.assertEqual(cells(model), {cell: "t1"})

    def test_a_token_that_stays_is_thrown_out_by_none(self) -> None:
        """[c8.9] a set of other values, and of the same cell."""
        model = playing(Set("t1", x=1, y=1), Set("t1", name="x"), Set("t1", x=1, y=1))
        self.assertEqual((cells(model), here(model)), ({(1, 1): "t1"}, ["t1", "a1"]))

    def test_a_token_on_an_occupied_cell_throws_the_old_one_out(self) -> None:
        """[c8.9] taking pieces."""
        model = playing(Set("t1", x=1, y=1), Set("t2", x=0, y=0), Set("t2", x=1, y=1))
        self.assertEqual((cells(model), here(model), model.is_here("t1")), ({(1, 1): "t2"}, ["t2", "a1"], False))

    def test_a_token_that_was_thrown_out_takes_its_cell_back(self) -> None:
        """[c8.9] by any set: its cell is known."""
        model = playing(Set("t1", x=1, y=1), Set("t2", x=1, y=1), Set("t1", name="again"))
        self.assertEqual((cells(model), here(model)), ({(1, 1): "t1"}, ["t1", "a1"]))

    def test_two_tokens_change_places(self) -> None:
        """[c8.9] the first one throws the other out, which then takes the free cell."""
        model = playing(Set("t1", x=0, y=0), Set("t2", x=1, y=0), Set("t1", x=1), Set("t2", x=0))
        self.assertEqual(cells(model), {(1, 0): "t1", (0, 0): "t2"})

    def test_a_token_in_the_same_cell_of_another_matrix_stays(self) -> None:
        """[c8.9] each matrix has cells of its own."""
        model = playing(Set("t1", x=1, y=1), M2, Set("t2", x=1, y=1), Set("m1"))
        self.assertEqual(cells(model), {(1, 1): "t1"})

    def test_a_cell_outside_of_the_matrix_is_illegal(self) -> None:
        """[c8.9] columns and rows begin with 0."""
        for x, y in [(3, 0), (0, 2), (3, 2), (2**31 - 1, 0), (0, 2**31 - 1)]:
            self.assert_illegal(playing(), Set("t1", x=x, y=y), "outside")
            self.assert_illegal(playing(Set("t1", x=0, y=0)), Set("t1", x=x, y=y), "outside")
        for x, y in [(0, 0), (2, 0), (0, 1), (2, 1)]:
            self.assertEqual(cells(playing(Set("t1", x=x, y=y))), {(x, y): "t1"})

    def test_a_token_that_does_not_fit_into_the_next_matrix_is_illegal(self) -> None:
        """[c8.9] its known cell counts where it goes now."""
        model = playing(M2, Set("t1", x=3, y=3), Set("m1"))
        self.assert_illegal(model, Set("t1"), "outside")

    def test_a_new_token_has_a_cell(self) -> None:
        """[c8.9] both of column and row."""
        for new in (Set("t1"), Set("t1", x=0), Set("t1", y=0), Set("t1", x=-1)):
            self.assert_illegal(playing(), new, "without a cell")

    def test_agents_keep_their_order_when_they_change(self) -> None:
        """[c8.9] news of who is here is no coming."""
        model = playing(BOB, Set("a3", name="cid"), Set("a2", energy=0), Set("a1", energy=9), Set("a3", x=5))
        self.assertEqual([agent.objid for agent in model.agents()], ["a1", "a2", "a3"])

    def test_tokens_and_keys_keep_their_order_when_they_change(self) -> None:
        """[c8.9] also one that moves, or is put where it is."""
        model = playing(Set("t1", x=0, y=0), Set("t2", x=1, y=0), Set("k1", name="VK_A"), Set("k2", name="VK_B"))
        for new in (Set("t1", name="x"), Set("t1", x=0, y=0), Set("t1", x=2, y=1), Set("k1", energy=0)):
            model.take(new)
            self.assertEqual(here(model), ["t1", "t2", "k1", "k2", "a1"], new)

    def test_who_comes_back_comes_last(self) -> None:
        """[c8.9] x to exit, and a new coming."""
        model = playing(BOB, Set("a3", name="cid"), Set("a2", x=-1), Set("a2", x=0))
        self.assertEqual([agent.objid for agent in model.agents()], ["a1", "a3", "a2"])

    def test_a_click_needs_an_enabled_thing_that_is_here_and_energy(self) -> None:
        """[c8.2] what is executable: all three are needed."""
        here = playing(Set("t1", 1, x=0, y=0), Set("k1", 1, name="VK_A"))
        self.assertTrue(here.can_act_on(here.things["t1"]))
        self.assertTrue(here.can_act_on(here.things["k1"]))
        for news in (
            [Set("t1", 0), Set("k1", -1)],
            [Set("a1", 0)],
            [Set("a1", -1)],
            [Set("t1", x=-1), Set("k1", x=-1)],
            [M2],
            [Set("m1", x=3, y=2)],
        ):
            model = playing(Set("t1", 1, x=0, y=0), Set("k1", 1, name="VK_A"), *news)
            for objid in ("t1", "k1"):
                self.assertFalse(model.can_act_on(model.things[objid]), f"{objid} after {news}")

    def test_the_energy_that_counts_is_the_own_agent_s(self) -> None:
        """[c8.2] not anybody else's; and there must be one."""
        model = playing(Set("a2", 0), Set("t1", 1, x=0, y=0))
        self.assertTrue(model.can_act_on(model.things["t1"]))
        alone = told(*START[:3], Set("t1", 1, x=0, y=0))
        self.assertFalse(alone.can_act_on(alone.things["t1"]))


class Hearing(ModelTestCase):
    """What was heard, from whom and to whom."""

    def test_names_are_those_of_the_moment(self) -> None:
        """[c8.2] also when somebody is called otherwise later, or has left."""
        model = playing(BOB, Hear("a2", "a1", "hello"), Set("a2", name="robert"), Hear("a2", "m1", "all"), M2)
        self.assertEqual(
            [(line.speaker, line.listener, line.message) for line in model.heard if line.from_],
            [("bob", "ann", "hello"), ("robert", "Home", "all")],
        )

    def test_who_has_no_name_is_called_by_the_objid(self) -> None:
        """[c8.2] unknown, or nameless: it is evident all the same who it was."""
        model = playing(Set("t1", x=0, y=0), Hear("a9", "t1", "hello"))
        self.assertEqual((model.heard[0].speaker, model.heard[0].listener), ("a9", "t1"))

    def test_what_was_said_to_the_user_is_told_apart(self) -> None:
        """[c8.2] to me, by me, by the room to all, and between others."""
        cases = {
            ("a2", "a1"): (True, False, False),
            ("m1", "a1"): (True, False, False),
            ("a1", "a2"): (False, True, False),
            ("a1", "a1"): (False, True, False),
            ("a1", "m1"): (False, True, False),
            ("m1", "m1"): (False, False, True),
            ("m2", "m2"): (False, False, False),  # another room
            ("a2", "m1"): (False, False, False),
            ("m1", "a2"): (False, False, False),
            ("a2", "a2"): (False, False, False),
            ("a2", "a3"): (False, False, False),
            ("t1", "m1"): (False, False, False),
        }
        for (from_, to), flags in cases.items():
            line = playing(M2, Set("m1"), BOB, Hear(from_, to, "x")).heard[-1]
            self.assertEqual((line.from_, line.to), (from_, to))
            self.assertEqual((line.is_to_me, line.is_by_me, line.is_announcement), flags, (from_, to))

    def test_where_the_user_walks_into_another_room_there_is_a_threshold(self) -> None:
        """Not where the session begins, nor where the same room is told again."""
        model = playing(BOB, Hear("a2", "a1", "hello"), Set("m1", text="new"), M2, Hear("m2", "m2", "welcome"))
        self.assertEqual([line.is_room_change for line in model.heard], [False, True, False])
        self.assertEqual((model.heard[1].message, model.lines_heard), ("Lamp", 3))

    def test_of_rooms_that_were_walked_through_there_is_the_last(self) -> None:
        model = playing(M2, Set("m1"), M2)
        self.assertEqual([(line.is_room_change, line.message) for line in model.heard], [(True, "Lamp")])
        self.assertEqual(model.lines_heard, 1)

    def test_an_image_neither_speaks_nor_hears(self) -> None:
        """[c8.2] a matrix, agent, token or key does."""
        for hear in (Hear("i1", "a1", "x"), Hear("a1", "i1", "x")):
            self.assert_illegal(playing(I1), hear, "image")

    def test_the_last_lines_are_remembered_and_all_are_counted(self) -> None:
        model = playing(*(Hear("m1", "m1", str(number)) for number in range(REMEMBERED + 7)))
        self.assertEqual((len(model.heard), model.lines_heard), (REMEMBERED, REMEMBERED + 7))
        self.assertEqual((model.heard[0].message, model.heard[-1].message), ("7", str(REMEMBERED + 6)))


# Two readers, one picture. tests.doubles.model.ModelClient was written from the specification alone, to judge servers.

#: Thing's names for what a set carries, and what an object has of which nothing was ever said.
FIELDS: dict[str, tuple[str, Any]] = {
    "energy": ("energy", 1),
    "name": ("name", ""),
    "text": ("text", ""),
    "fgcolor": ("fg", None),
    "bgcolor": ("bg", None),
    "x": ("x", 0),
    "y": ("y", 0),
    "image": ("image", None),
}


def assert_same(model: Model, judge: ModelClient) -> None:
    """Both know the same objects with the same values, in the same places."""
    assert (model.me, model.current) == (judge.agent, judge.current)
    assert model.things.keys() == judge.objects.keys()
    for objid, values in judge.objects.items():
        thing = model.things[objid]
        for key, (field, default) in FIELDS.items():
            known = getattr(thing, field)
            assert known == values.get(key, default), f"{objid}: {field} is {known!r}, not {values.get(key)!r}"
    members = [thing.objid for kind in (TOKEN, KEY, AGENT, MATRIX, IMAGE) for thing in model.here(kind)]
    assert len(members) == len(set(members))
    assert set(members) == judge.members_single() == {objid for objid in model.things if model.is_here(objid)}
    assert cells(model) == judge.grid()
    assert all(cell == thing.cell for cell, thing in model.grid().items())


def assert_heard_the_same(model: Model, judge: ModelClient) -> None:
    """All of it, or the last lines if there were many. Beside them, the client remembers when it changed rooms."""
    said = [(line.from_, line.to, line.message) for line in model.heard if line.from_]
    assert said == judge.heard[len(judge.heard) - len(said) :]
    assert len(said) == len(judge.heard) or len(model.heard) == REMEMBERED
    assert model.lines_heard >= len(judge.heard)


class Readers:
    """The project's client and the judge, who read the same bytes."""

    def __init__(self, accepted: Sequence[Message]) -> None:
        self.accepted: list[Message] = []
        self.model = Model()
        self.judge = ModelClient()
        self._decoder = Decoder(SERVER)
        for message in accepted:
            self.feed(message)

    def feed(self, message: Message) -> tuple[str, str]:
        """Why either refuses it; after that, this is of no more use."""
        data = opening(message) if isinstance(message, ServerOpen) else encode(message)
        by_model = by_judge = ""
        try:
            for read in self._decoder.feed(data):
                self.model.take(read)
        except Illegal as error:
            by_model = str(error)
        try:
            self.judge.feed(data)
        except Refused as error:
            by_judge = str(error)
        self.accepted.append(message)
        return by_model, by_judge


def is_only_for_judges(new: Set, model: Model) -> bool:
    """Whether the judge lets it pass, and the client does not.

    The judge wants a size when a token is put into a matrix, and size and data when an image is used. A client that
    draws wants them at once: a matrix comes with its size [c8.4.6.2.3.3.3.2], and an image is defined as a whole.
    """
    if new.objid in model.things:
        return False
    if new.objid[0] == MATRIX:
        return None in (new.x, new.y)
    return new.objid[0] == IMAGE and None in (new.x, new.y, new.text)


colours = st.sampled_from(["0", "ff0000", "ffff0000"])
names = st.sampled_from(["", "a", "<&\"'>"])
images = st.sampled_from(["i1", "i2"])
PLACES = {MATRIX: (1, 5), TOKEN: (-1, 4), KEY: (-1, 1), AGENT: (-1, 1), IMAGE: (0, 3)}


@st.composite
def random_sets(draw: Any) -> Set:
    """A set of one of a few objects: many are legal, and what is not is nearly."""
    kind = draw(st.sampled_from(MATRIX + TOKEN * 6 + KEY * 2 + AGENT * 3 + IMAGE))
    least, most = PLACES[kind]
    values: dict[str, st.SearchStrategy[Any]] = {
        "energy": st.integers(-1, 2),
        "name": st.sampled_from(["", "VK_A", "VK_SPACE"]) if kind == KEY else names,
        "text": st.sampled_from(["", "00", "c0ffee"]) if kind == IMAGE else names,
        "fgcolor": colours,
        "bgcolor": colours,
        "image": images,
    }
    chosen = draw(st.lists(st.sampled_from(sorted(values)), max_size=2, unique=True))
    if kind == KEY:
        chosen = {*chosen, "name"}
    given = {key: draw(values[key]) for key in chosen}
    has_x, has_y = draw(
        st.sampled_from(
            {
                MATRIX: [(False, False)] * 4 + [(True, True)] * 2 + [(True, False), (False, True)],
                TOKEN: [(True, True)] * 6 + [(False, False), (True, False), (False, True)],
                IMAGE: [(True, True)] * 3 + [(False, False), (True, False)],
            }.get(kind, [(False, False)] * 3 + [(True, False), (True, True)])
        )
    )
    if kind == IMAGE and has_y:
        given["text"] = draw(values["text"])
    if has_x:
        given["x"] = draw(st.integers(least, most))
    if has_y:
        given["y"] = draw(st.integers(-1, 4) if draw(st.integers(0, 9)) == 0 else st.integers(max(0, least), most))
    return Set(f"{kind}{draw(st.integers(1, 4))}", **given)


said = st.builds(Hear, st.just("m1"), st.sampled_from(["m1", "a1"]), names)


class TwoReaders(SynchronousTestCase):
    """The client's model against a model that was made from the specification alone."""

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(random_sets() | said, min_size=15, max_size=40))
    def test_both_see_the_same_and_refuse_the_same(self, messages: list[Message]) -> None:
        """[c8.9] random sets, legal or not: what the specification forbids is refused, and all else is understood."""
        readers = Readers(START)
        for message in messages:
            accepted = list(readers.accepted)
            stricter = isinstance(message, Set) and is_only_for_judges(message, readers.model)
            by_model, by_judge = readers.feed(message)
            assert bool(by_model) == (bool(by_judge) or stricter), f"{message}: {by_model!r}, {by_judge!r}"
            if by_model:
                readers = Readers(accepted)
            assert_same(readers.model, readers.judge)
            assert_heard_the_same(readers.model, readers.judge)

    def test_a_matrix_s_first_size_is_whole(self) -> None:
        """[c8.4.6.2.3.3.3.2] stricter than the judge, who does not mind before there is a token."""
        for new in (Set("m3"), Set("m3", x=3), Set("m3", y=3, name="x")):
            self.assertEqual(Readers(START).feed(new), ("a matrix smaller than 2 by 2", ""))

    def test_an_image_is_whole_from_the_start(self) -> None:
        """[c8.9] stricter than the judge, who does not mind before it is used."""
        for new in (Set("i3"), Set("i3", x=3, y=3), Set("i3", text="00")):
            self.assertEqual(Readers(START).feed(new), ("an image without size or data", ""))

    def assert_only_judged(self, *messages: Message) -> None:
        *first, last = messages
        by_model, by_judge = Readers(first).feed(last)
        self.assertEqual(by_model, "")
        self.assertNotEqual(by_judge, "")

    def test_another_matrix_before_the_own_agent_does_no_harm(self) -> None:
        """[c8.4.6.2.3.3.3.2] the judge refuses it; a client can show where it is."""
        self.assert_only_judged(*START[:3], M2)

    def test_a_strange_name_of_a_key_does_no_harm(self) -> None:
        """[c8.9] the judge refuses it; a client says that there is no such key on the keyboard."""
        self.assert_only_judged(*START, Set("k1", name="Enter"))

    def test_who_speaks_need_not_be_known(self) -> None:
        """[c8.2] the judge refuses it; a client can show the objid."""
        self.assert_only_judged(*START, Hear("a9", "m1", "boo"))


class Watched(People):
    """The random people of test_truth on the real server, with the project's own client reading along."""

    def reader(self, client: Client) -> Model:
        """What the project's client makes of all that the server has sent to this one."""
        known: dict[Client, tuple[Decoder, Model, list[int]]] = self.__dict__.setdefault("readers", {})
        decoder, model, at = known.setdefault(client, (Decoder(SERVER, 2**20), Model(), [0]))
        for message in decoder.feed(client.raw[at[0] :]):
            model.take(message)
        at[0] = len(client.raw)
        return model

    @invariant()
    def the_client_sees_what_the_judge_sees(self) -> None:
        for client in self.server.clients:
            assert_same(self.reader(client), client.model)
            assert_heard_the_same(self.reader(client), client.model)
            assert self.reader(client).last_words == client.model.logged_out


class OnTheRealServer(SynchronousTestCase):
    def test_the_client_s_picture_is_right_at_every_step(self) -> None:
        """[c4.3.3] whatever people do and games show."""
        few = settings(max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck))
        run_state_machine_as_test(Watched, settings=few)
        self.flushLoggedErrors(Broken, IllegalScene)
