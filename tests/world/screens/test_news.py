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
    def test_messages_are_encoded_in_order_and_once_for_each_format_when_somebody_needs_them(self) -> None:
        one, other = Counting(b"1"), Counting(b"2")
        messages: list[Set | Hear] = [Set("m1"), Hear("a1", "m1", "hello")]
        news = News(*messages)
        self.assertEqual(one.written, [])
        for counting in (one, other):
            first = news.encoded(counting.format)
            self.assertIs(news.encoded(counting.format), first)
        self.assertEqual((one.written, other.written), (messages, messages))
        self.assertEqual(news.encoded(XML), b"".join(map(encode, messages)))
        self.assertEqual(news.encoded(other.format), b"".join(b"2" + encode(message) for message in messages))

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

    def test_an_introduction_is_all_of_it_and_the_same_for_all(self) -> None:
        before = self.agent.introduction
        self.assertEqual(before.messages, (Set("a1", energy=11, name="ann", text="127.0.0.1"),))
        self.assertFalse(self.agent.look(Face(11, "ann", "127.0.0.1")))
        self.assertIs(self.agent.introduction, before)

    def test_another_look_is_another_introduction_and_what_is_new_is_told(self) -> None:
        before = self.agent.introduction
        self.assertEqual(self.agent.look(self.face._replace(energy=12)).messages, (Set("a1", energy=12),))
        self.assertEqual(self.agent.introduction.messages, (Set("a1", energy=12, name="ann", text="127.0.0.1"),))
        self.assertEqual(before.messages[0].energy, 11)  # type: ignore[union-attr]

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

    def test_what_they_are_told_who_have_seen_it_before(self) -> None:
        """c5.1: nothing if it was here and like this; current is container; a last x below zero is over."""
        self.agent.move("m1")
        poor = self.face._replace(energy=1)
        for face, matrix, told in (
            (self.face, "m1", ()),
            (self.face, "m2", (Set("a1"),)),
            (self.face, NOWHERE, (Set("a1"),)),
            (self.face, GONE, (Set("a1", x=0),)),
            (poor, "m1", (Set("a1", energy=11),)),
            (poor, GONE, (Set("a1", energy=11, x=0),)),
        ):
            last = LastSeen("a1", face, matrix)
            news = self.agent.update_since(last)
            self.assertEqual(news.messages, told)
            self.assertIs(self.agent.update_since(last), news, "found and encoded once for all who saw the same")
