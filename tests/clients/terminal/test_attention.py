"""Whether a user looks, and what calls them if they do not."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import BOB, HOSTILE, Stage, board, is_harmless, told
from tilenet.clients.terminal.attention import IDLE, LONGEST, QUIET, Attention
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import NEXT_LINE, Hear, Message, Set, Xresponse

INVITATION = {"from": "bob", "game": "Set", "kind": "set/1", "name": "friday", "join": "amber-otter-nine"}


class AttentionTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.stage = Stage(*board(), BOB, told(kind="room/1", facts={"phase": "waiting"}, you={"seat": "0"}))
        self.attention = Attention(self.stage.clock.seconds, FANCY)
        self.tell()

    def tell(self, *messages: Message) -> bool:
        """Whether the bell rings."""
        self.stage.tell(*messages)
        return self.attention.model_changed(self.stage.model)

    def look_away(self) -> None:
        self.attention.focused(is_in=False)

    @property
    def title(self) -> str:
        return self.attention.title(self.stage.model)


class Calls(AttentionTestCase):
    CALLS: tuple[tuple[str, tuple[Message, ...]], ...] = (
        ("Your turn", (told(you={"turn": True}),)),
        ("The game begins", (told(facts={"phase": "playing"}),)),
        ("bob speaks to you", (Hear("a2", "m1", "where are you, Ann?"),)),
        ("bob speaks to you", (Hear("a2", "a1", "(psst)"),)),
        ("bob invites you", (told(you={"invitations": [INVITATION]}),)),
    )

    def test_who_looks_elsewhere_is_called_and_the_title_says_why_until_they_look(self) -> None:
        for call, messages in self.CALLS:
            self.setUp()
            self.look_away()
            self.assertTrue(self.tell(*messages), call)
            self.assertEqual(self.title, f"● {call}: Room · tilenet")
            self.attention.focused(is_in=True)
            self.assertEqual(self.title, f"● {call}: Room · tilenet" if call == "Your turn" else "Room · tilenet")

    def test_who_looks_is_not_called(self) -> None:
        for call, messages in self.CALLS:
            self.setUp()
            self.attention.focused(is_in=True)
            self.stage.clock.advance(IDLE)
            self.assertFalse(self.tell(*messages), call)
            self.assertEqual(self.title.startswith("●"), call == "Your turn")

    def test_a_whisper_from_elsewhere_calls(self) -> None:
        self.look_away()
        line = Xresponse(json.dumps({"whisper": "hi", "name": "cid", "place": "Home"}), NEXT_LINE)
        self.assertTrue(self.tell(line, Hear("m1", "a1", "cid whispers from Home: hi")))

    def test_nothing_else_does(self) -> None:
        self.look_away()
        for message in (
            Hear("a2", "m1", "hello, all"),
            Hear("a1", "m1", "ann is my name"),
            Hear("m1", "m1", "ann has found a set."),
            Hear("m1", "a1", "ann, you are slow."),
            told(you={"status": "ann"}),
            told(you={"turn": False}),
            told(facts={"phase": "over"}),
        ):
            self.assertFalse(self.tell(message), message)
            self.stage.clock.advance(QUIET)
        self.assertEqual(self.title, "Room · tilenet")

    def test_a_turn_calls_when_it_comes_and_not_while_it_lasts(self) -> None:
        self.look_away()
        turn, none = told(you={"turn": True}), told(you={"turn": None})
        rings = []
        for message in (turn, told(facts={"x": 1}), none, turn):
            rings.append(self.tell(message))
            self.stage.clock.advance(QUIET)
        self.assertEqual(rings, [True, False, False, True])

    def test_a_game_that_others_play_calls_nobody(self) -> None:
        self.tell(told(you={"seat": None}))
        self.look_away()
        self.assertFalse(self.tell(told(facts={"phase": "playing"})))

    def test_who_walks_into_a_game_that_is_on_is_not_called(self) -> None:
        self.look_away()
        playing = told(room="m2", kind="room/1", facts={"phase": "playing"}, you={"seat": "0"})
        self.assertFalse(self.tell(Set("m2", name="Attic", x=2, y=2), playing))

    def test_each_invitation_calls_once(self) -> None:
        self.look_away()
        more = {**INVITATION, "from": "cid", "join": "set"}
        rings = []
        for all in ([INVITATION], [INVITATION], [INVITATION, more], [more], []):
            rings.append(self.tell(told(you={"invitations": all})))
            self.stage.clock.advance(QUIET)
        self.assertEqual(rings, [True, False, True, False, False])

    def test_the_bell_does_not_ring_again_for_a_while(self) -> None:
        self.look_away()
        self.assertTrue(self.tell(Hear("a2", "m1", "ann?")))
        self.stage.clock.advance(QUIET - 0.1)
        self.assertFalse(self.tell(told(you={"turn": True})))
        self.assertEqual(self.title, "● Your turn: Room · tilenet")
        self.stage.clock.advance(0.1)
        self.assertTrue(self.tell(Hear("a2", "m1", "ann!")))

    def test_a_replay_calls_nobody(self) -> None:
        self.look_away()
        self.assertFalse(self.tell(told(facts={"replay": {"id": "x"}, "phase": "playing"}, you={"turn": True})))

    def test_a_session_after_a_lost_connection_does_not_call_for_what_was_before(self) -> None:
        self.tell(told(you={"turn": True, "invitations": [INVITATION]}), Hear("a2", "m1", "ann?"))
        self.look_away()
        again = Stage(*board(), BOB, clock=self.stage.clock)
        again.controller.continue_from(self.stage.controller)
        self.assertFalse(self.attention.model_changed(again.model))
        again.tell(told(kind="room/1", you={"invitations": [INVITATION]}))
        self.assertFalse(self.attention.model_changed(again.model))


class Looking(AttentionTestCase):
    def test_a_terminal_that_says_nothing_of_the_focus(self) -> None:
        """Then whoever has done nothing for a while looks elsewhere."""
        self.attention.acted()
        self.stage.clock.advance(IDLE - 0.1)
        self.assertTrue(self.attention.is_looking)
        self.stage.clock.advance(0.1)
        self.assertFalse(self.attention.is_looking)
        self.assertTrue(self.tell(Hear("a2", "m1", "ann?")))
        self.assertEqual(self.title, "● bob speaks to you: Room · tilenet")
        self.attention.acted()
        self.assertEqual((self.attention.is_looking, self.title), (True, "Room · tilenet"))

    def test_one_that_says_it_is_believed(self) -> None:
        self.attention.focused(is_in=True)
        self.stage.clock.advance(10 * IDLE)
        self.assertTrue(self.attention.is_looking)
        self.attention.focused(is_in=False)
        self.assertFalse(self.attention.is_looking)
        self.attention.acted()
        self.assertTrue(self.attention.is_looking, "nobody types without it")


class Titles(AttentionTestCase):
    def test_without_a_room(self) -> None:
        self.assertEqual(self.attention.title(None), "tilenet")

    def test_a_terminal_without_unicode(self) -> None:
        self.attention = Attention(self.stage.clock.seconds, ASCII)
        self.tell(Set("m1", name="Süß"), told(you={"turn": True}))
        self.assertEqual(self.title, "* Your turn: S?? - tilenet")

    def test_what_a_server_calls_its_rooms_does_no_harm(self) -> None:
        self.look_away()
        for name in (*HOSTILE, "a\x1b]2;b\x07c\x1b\\d\ne", "x" * 9999):
            self.tell(Set("m1", name=name), Set("a2", name=name), Hear("a2", "m1", "ann?"))
            self.assertTrue(is_harmless(self.title), ascii(name))
            self.assertLess(len(self.title), 2 * LONGEST + 40)
