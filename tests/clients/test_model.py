"""Knows what TileNet 1.0 asks of a client's memory, clause by clause, and that two readers of it see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.conversations import assert_same
from tests.doubles.model import Illegal as Refused
from tests.doubles.model import ModelClient
from tilenet.clients.model import REMEMBERED, Model, Thing
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import SERVER, Illegal
from tilenet.wire.messages import AGENT, IMAGE, KEY, MATRIX, TOKEN, Hear, LoggedIn, Message, ServerOpen, Set

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


class ModelTestCase(SynchronousTestCase):
    def assert_illegal(self, model: Model, message: Message, why: str) -> None:
        error = self.assertRaises(Illegal, model.take, message)
        self.assertIn(why, str(error))


class Sessions(ModelTestCase):
    def test_nothing_is_known_at_first(self) -> None:
        model = Model()
        self.assertEqual((model.server, model.me, model.my_agent, model.matrix), (None, None, None, None))
        self.assertEqual((model.grid(), model.agents(), model.here(TOKEN), model.last_words), ({}, [], [], None))
        self.assertFalse(model.is_here("a1"))
        self.assertFalse(model.can_act_on(Thing("t1")))

    def test_nothing_is_set_or_heard_before_a_login(self) -> None:
        """[c3.1] a tag out of order, also behind a login that has failed."""
        for start in ([SERVER_OPEN], [SERVER_OPEN, LoggedIn("Wrong password.")]):
            self.assert_illegal(told(*start), M1, "<set>")
            self.assert_illegal(told(*start), Hear("m1", "m1", "hello"), "<hear>")


class Here(ModelTestCase):
    """What is in the current matrix, in which order, and what can be clicked. The properties below try the rest."""

    def test_nothing_can_be_where_no_matrix_is(self) -> None:
        """[c8.4.6.2.3.3.3.2] the matrix comes first."""
        for new in (ANN, Set("t1", x=0, y=0), Set("k1", name="VK_A")):
            self.assert_illegal(told(*START[:2], I1), new, "no matrix")  # an image needs none [c8.9]

    def test_tokens_and_keys_keep_their_order_when_they_change(self) -> None:
        """[c8.9] also one that moves, or is put where it is."""
        model = playing(Set("t1", x=0, y=0), Set("t2", x=1, y=0), Set("k1", name="VK_A"), Set("k2", name="VK_B"))
        for new in (Set("t1", name="x"), Set("t1", x=0, y=0), Set("t1", x=2, y=1), Set("k1", energy=0)):
            model.take(new)
            self.assertEqual(here(model), ["t1", "t2", "k1", "k2", "a1"], new)

    def test_agents_keep_their_order_when_they_change_and_whoever_comes_back_comes_last(self) -> None:
        """[c8.9] news of who is here is no coming; x to exit, and then it is."""
        model = playing(BOB, Set("a3", name="cid"), Set("a2", energy=0), Set("a1", energy=9), Set("a3", x=5))
        self.assertEqual([agent.objid for agent in model.agents()], ["a1", "a2", "a3"])
        model.take(Set("a2", x=-1))
        model.take(Set("a2", x=0))
        self.assertEqual([agent.objid for agent in model.agents()], ["a1", "a3", "a2"])

    def test_the_energy_that_counts_is_the_own_agent_s(self) -> None:
        """[c8.2] not anybody else's; and there must be one."""
        model = playing(Set("a2", 0), Set("t1", 1, x=0, y=0))
        self.assertTrue(model.can_act_on(model.things["t1"]))
        alone = told(*START[:3], Set("t1", 1, x=0, y=0))
        self.assertFalse(alone.can_act_on(alone.things["t1"]))


class Hearing(ModelTestCase):
    def test_names_are_those_of_the_moment(self) -> None:
        """[c8.2] also when somebody is called otherwise later, or has left."""
        model = playing(BOB, Hear("a2", "a1", "hello"), Set("a2", name="robert"), Hear("a2", "m1", "all"), M2)
        self.assertEqual(
            [(line.speaker, line.listener, line.message) for line in model.heard if line.from_],
            [("bob", "ann", "hello"), ("robert", "Home", "all")],
        )

    def test_a_speaker_without_a_name_is_called_by_the_objid(self) -> None:
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
        model = playing(M2, Set("m1"), M2)  # of rooms that were walked through there is the last
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

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(random_sets() | said, min_size=15, max_size=40))
    def test_both_see_the_same_and_refuse_the_same(self, messages: list[Message]) -> None:
        """Random sets, legal or not: what the specification forbids is refused, and all else is understood.

        [c8.9] last is current, current is container, x to exit; sizes, cells, colours, images and keys. [c4.3.3] what
        is not given stays, and every object is kept for the whole session.
        """
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

    def test_a_matrix_s_first_size_and_an_image_are_whole_from_the_start(self) -> None:
        """[c8.4.6.2.3.3.3.2, c8.9] stricter than the judge, who does not mind before a token or a use."""
        for why, news in (
            ("a matrix smaller than 2 by 2", (Set("m3"), Set("m3", x=3), Set("m3", y=3, name="x"))),
            ("an image without size or data", (Set("i3"), Set("i3", x=3, y=3), Set("i3", text="00"))),
        ):
            for new in news:
                self.assertEqual(Readers(START).feed(new), (why, ""))

    def test_what_only_the_judge_refuses_does_no_harm(self) -> None:
        """[c8.4.6.2.3.3.3.2, c8.9, c8.2] a client can show where it is, that there is no such key, and an objid."""
        for *first, last in (
            [*START[:3], M2],  # another matrix before the own agent
            [*START, Set("k1", name="Enter")],
            [*START, Hear("a9", "m1", "boo")],
        ):
            by_model, by_judge = Readers(first).feed(last)
            self.assertEqual((by_model, bool(by_judge)), ("", True))
