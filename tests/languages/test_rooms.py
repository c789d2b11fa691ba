"""Rooms in two languages: who has asked for one is shown and told everything in it, and the others notice nothing."""

from __future__ import annotations

import json
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.model import click
from tilenet.catalogue import GamePlugin
from tilenet.doors.tilenet import SHOWN_AGAIN
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import Lobby
from tilenet.languages import formats
from tilenet.languages.language import Language, said_in
from tilenet.wire.codec import encode
from tilenet.wire.format import ToEncode
from tilenet.wire.messages import Logout, Xrequest


def ask(client: Client, options: str) -> None:
    client.send(encode(Xrequest("", options)))


def shown(client: Client) -> dict[str, tuple[object, object]]:
    """What a client reads now: the names and texts of the room and of all tiles and keys."""
    model = client.model
    objids = [one for one in model.members_sets() if one[0] in "tk"]
    return {one: (model.objects[one]["name"], model.objects[one].get("text")) for one in [model.current or "", *objids]}


class InTwoLanguages(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("tombala", Lobby), GamePlugin("tombala-room", TombalaGame, is_at_home=False)])
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")

    def begin(self) -> None:
        """Ann makes a room of Tombala, Bob joins it, and its game begins."""
        for client in (self.ann, self.bob):
            client.click("Tombala")
        self.ann.click("New room")
        self.server.clock.advance(1)
        self.server.settle()
        room = next(name for name, _ in shown(self.bob).values() if str(name).startswith("room1"))
        self.bob.click(str(room))
        self.server.clock.advance(30)
        self.server.settle()

    def test_nobody_can_have_a_room_sent_again_and_again(self) -> None:
        session = self.ann.protocol.session
        before = session.commands_left
        ask(self.ann, "language tr")
        self.assertGreater(before - session.commands_left, SHOWN_AGAIN)

    def test_what_is_seen_is_translated_at_once(self) -> None:
        self.begin()
        before = self.bob.model.sets
        ask(self.ann, "language tr")
        self.assertEqual(self.bob.model.sets, before)
        headline = shown(self.ann)[self.ann.model.current or ""][1]
        names = {name for name, _ in shown(self.ann).values()}
        self.assertRegex(str(headline), r"^Numara 1/90: \d+\. Beklenen: ann, bob\.$")
        self.assertLessEqual({"Ana salon", "Yardım", "Sonraki", "Çinko", "Otomatik işaretle", "Lobi"}, names)
        texts = {text for _, text in shown(self.ann).values()}
        self.assertIn("Ana salona dön · Çıkıyor musun? Kartını kaybedersin.", texts)  # of her own view
        self.assertLessEqual({"Home", "Help", "Next", "Cinko"}, {name for name, _ in shown(self.bob).values()})

    def test_what_happens_is_said_to_each_in_their_language(self) -> None:
        self.begin()
        ask(self.ann, "language tr")
        for client in (self.ann, self.bob):
            client.heard  # noqa: B018
        self.bob.click("Auto mark")
        self.ann.click("Otomatik işaretle")
        self.bob.say("/mark 0")
        self.ann.say("/mark 0")
        self.assertEqual(self.bob.heard, ["Drawn numbers are now marked for you.", "0 is not on your card."])
        self.assertEqual(self.ann.heard, ["Çekilen numaralar artık senin için işaretleniyor.", "0 kartında yok."])
        self.bob.click("Home")
        self.server.clock.advance(2)
        self.server.settle()
        self.assertEqual(self.ann.heard, ["bob ayrıldı."])

    def test_rooms_that_were_seen_before_are_in_the_new_language_as_well(self) -> None:
        self.ann.click("Tombala")
        ask(self.ann, "language tr")
        self.ann.click("Ana salon")
        ask(self.bob, "language tr")
        self.assertEqual(shown(self.ann), shown(self.bob))
        self.assertIn("Puan yükle", {name for name, _ in shown(self.ann).values()})
        ask(self.ann, "language en")
        self.ann.click("Tombala")
        self.assertIn("New room", {name for name, _ in shown(self.ann).values()})

    def test_whatever_is_done_in_whichever_order_everything_is_in_the_language_that_was_asked_for_last(self) -> None:
        random = Random(7)
        asked = {"ann": "en", "bob": "en"}
        for _ in range(300):
            client, name = random.choice([(self.ann, "ann"), (self.bob, "bob")])
            if random.random() < 0.2:
                asked[name] = random.choice(["tr", "en"])
                ask(client, f"language {asked[name]}")
            else:
                tokens = [one for one in client.model.grid().values() if client.model.objects[one]["energy"]]
                client.send(click(random.choice(tokens)))
            self.server.clock.advance(random.choice([0, 0, 1, 10]))
            self.server.settle()
            for one, code in ((self.ann, asked["ann"]), (self.bob, asked["bob"])):
                self.assertEqual(shown(one), self.seen_by(one, code))

    def seen_by(self, client: Client, code: str) -> dict[str, tuple[object, object]]:
        """What the server wants a client to read."""
        player = self.server.world.players[client.agent]
        assert player.room is not None
        picture = player.room.audience.picture_of(player.objid)
        faces = {picture.matrix: picture.face, **picture.faces}
        return {objid: (said_in(code, face.name), said_in(code, face.text)) for objid, face in faces.items()}

    def test_a_language_that_nobody_knows_changes_nothing(self) -> None:
        ask(self.ann, "language tr")
        before, sets = shown(self.ann), self.ann.model.sets
        for options in ("language xx", "language ../tr", "language ", "language"):
            ask(self.ann, options)
        self.assertEqual((shown(self.ann), self.ann.model.sets), (before, sets))

    def test_facts_help_and_the_end_are_translated(self) -> None:
        for options in ("facts", "language tr", "help"):
            ask(self.ann, options)
        responses = [(options, json.loads(text)) for options, text in self.ann.model.responses]
        (_, facts), (_, lines) = responses[-2:]
        self.assertEqual(facts["facts"]["rooms"]["room/tombala"]["about"][:8], "Oda oda ")
        self.assertTrue(lines[0].startswith("Burası ana salon."))
        self.ann.send(encode(Logout()))
        self.assertEqual(self.ann.model.logged_out, "Çıkış yaptın.")

    def test_asking_for_facts_later_keeps_the_language(self) -> None:
        ask(self.ann, "language tr")
        ask(self.ann, "facts")
        self.ann.click("Tombala")
        facts = [json.loads(text) for options, text in self.ann.model.responses if options == "facts"]
        self.assertEqual([one["kind"] for one in facts if "kind" in one][-1], "tombala-lobby/1" if Lobby.kind else "")
        self.assertIn("Yeni oda", {name for name, _ in shown(self.ann).values()})

    def test_what_is_told_to_a_room_is_translated_once_for_each_language(self) -> None:
        said: list[str] = []
        real = formats.said

        def counting(message: ToEncode, language: Language) -> ToEncode:
            said.append(language.code)
            return real(message, language)

        self.patch(formats, "said", counting)
        others = [self.server.join(f"c{number}") for number in range(4)]
        for client in (self.ann, *others[:2]):
            ask(client, "language tr")
        ask(others[0], "facts")
        said.clear()
        self.bob.say("hello")
        self.assertEqual(said, ["tr"])
