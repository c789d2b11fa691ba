"""News: messages that are encoded once for each format, however many clients they are for."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.counting import Counting
from tilenet.wire.codec import encode
from tilenet.wire.format import XML, Format
from tilenet.wire.messages import Hear, Set
from tilenet.world.screens.agent import GONE, NOWHERE, Agent, LastSeen
from tilenet.world.screens.news import News
from tilenet.world.screens.pictures import Face


class NewsTest(SynchronousTestCase):
    def test_messages_are_in_order(self) -> None:
        news = News(Set("m1"), Set("t1", name="a"), Hear("a1", "m1", "hello"))
        self.assertEqual(
            news.encoded(XML),
            b"".join([encode(Set("m1")), encode(Set("t1", name="a")), encode(Hear("a1", "m1", "hello"))]),
        )

    def test_they_are_encoded_once(self) -> None:
        counting = Counting()
        news = News(Set("m1"), Set("t1"))
        first = news.encoded(counting.format)
        self.assertIs(news.encoded(counting.format), first)
        self.assertEqual(counting.written, [Set("m1"), Set("t1")])

    def test_they_are_not_encoded_before_somebody_needs_them(self) -> None:
        counting = Counting()
        News(Set("m1"))
        self.assertEqual(counting.written, [])

    def test_once_for_each_format(self) -> None:
        one, other = Counting(b"1"), Counting(b"2")
        news = News(Set("m1"))
        for _ in range(3):
            self.assertEqual(news.encoded(one.format), b"1" + encode(Set("m1")))
            self.assertEqual(news.encoded(other.format), b"2" + encode(Set("m1")))
        self.assertEqual((one.written, other.written), ([Set("m1")], [Set("m1")]))

    def test_no_messages_are_no_news(self) -> None:
        self.assertFalse(News())
        self.assertTrue(News(Set("m1")))
        self.assertEqual(News().encoded(XML), b"")

    def test_formats_of_one_name_are_two(self) -> None:
        self.assertNotEqual(Format("TileNet 1.0", encode), XML)


class AgentTest(SynchronousTestCase):
    """What others are told of an agent."""

    def setUp(self) -> None:
        self.face = Face(11, "ann", "127.0.0.1")
        self.agent = Agent("a1", self.face)

    def test_an_introduction_is_all_of_it(self) -> None:
        self.assertEqual(self.agent.introduction.messages, (Set("a1", energy=11, name="ann", text="127.0.0.1"),))

    def test_an_introduction_is_the_same_for_all(self) -> None:
        self.assertIs(self.agent.introduction, self.agent.introduction)

    def test_another_look_is_another_introduction(self) -> None:
        before = self.agent.introduction
        self.agent.look(self.face._replace(energy=12))
        self.assertEqual(self.agent.introduction.messages, (Set("a1", energy=12, name="ann", text="127.0.0.1"),))
        self.assertEqual(before.messages[0].energy, 11)  # type: ignore[union-attr]

    def test_of_another_look_what_is_new_is_told(self) -> None:
        self.assertEqual(self.agent.look(self.face._replace(energy=12)).messages, (Set("a1", energy=12),))

    def test_of_the_same_look_nothing_is_told(self) -> None:
        introduction = self.agent.introduction
        self.assertFalse(self.agent.look(Face(11, "ann", "127.0.0.1")))
        self.assertIs(self.agent.introduction, introduction)

    def test_an_agent_is_in_one_matrix(self) -> None:
        self.assertEqual((self.agent.seen.face, self.agent.seen.matrix), (self.face, NOWHERE))
        self.agent.move("m1")
        self.assertEqual((self.agent.seen.face, self.agent.seen.matrix), (self.face, "m1"))

    def test_all_who_saw_it_alike_in_one_matrix_share_that(self) -> None:
        """So that what is new for them is found once."""
        self.agent.move("m1")
        seen = self.agent.seen
        self.agent.move("m2")
        self.agent.move("m1")
        self.assertIs(self.agent.seen, seen)
        self.assertIs(seen.gone, seen.gone)
        self.agent.look(self.face._replace(energy=12))
        self.assertIsNot(self.agent.seen, seen)

    def test_it_does_not_remember_all_places_it_ever_was_in(self) -> None:
        for number in range(1000):
            self.agent.move(f"m{number}")
        self.assertLess(len(self.agent._places), 100)

    def test_who_has_last_seen_it_here_and_like_this_is_told_nothing(self) -> None:
        self.agent.move("m1")
        self.assertFalse(self.agent.update_since(LastSeen("a1", self.face, "m1")))

    def test_who_has_last_seen_it_elsewhere_is_told_that_it_is_here(self) -> None:
        """c5.1: current is container."""
        self.agent.move("m1")
        for matrix in ("m2", NOWHERE):
            self.assertEqual(self.agent.update_since(LastSeen("a1", self.face, matrix)).messages, (Set("a1"),))

    def test_who_was_told_that_it_is_gone_is_told_that_it_is_not(self) -> None:
        """c5.1: a last x below zero is over."""
        self.agent.move("m1")
        self.assertEqual(self.agent.update_since(LastSeen("a1", self.face, GONE)).messages, (Set("a1", x=0),))

    def test_what_is_new_is_told_as_well(self) -> None:
        self.agent.move("m1")
        poor = self.face._replace(energy=1)
        self.assertEqual(self.agent.update_since(LastSeen("a1", poor, "m1")).messages, (Set("a1", energy=11),))
        self.assertEqual(self.agent.update_since(LastSeen("a1", poor, GONE)).messages, (Set("a1", energy=11, x=0),))
