"""TileNet in JSON: another kind of client walks about and plays here, unchanged."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import BINARY, CLOSE, MASK, TEXT, Frames, frame, handshake
from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.jsonmodel import JsonModel
from tests.doubles.pipe import Caller
from tilenet.catalogue import GamePlugin
from tilenet.doors.gate import MADE_ROOM
from tilenet.doors.web import WebDoor
from tilenet.game import Image, Key, Say, Tile
from tilenet.wire.jsonwire import encode
from tilenet.wire.messages import Set

LAMP = GamePlugin("lamp", Lamp)


class JsonClient(Caller):
    """Such a client, connected to the server in memory."""

    def __init__(self, server: Server, *more: str, address: str = "127.0.0.1") -> None:
        self.model = JsonModel()
        self.wire = Frames()
        super().__init__(server, WebDoor(server.gate), address)
        server.others = [*server.others, self]
        self.send(handshake("/", *more))

    def read(self, data: bytes) -> None:
        for opcode, text in self.wire.feed(data):
            if opcode == TEXT:
                self.model.feed(text)

    def say(self, *messages: Any) -> None:
        self.send(*(frame(json.dumps(message, separators=(",", ":")).encode()) for message in messages))

    def login(self, name: str = "ann", password: str = "") -> JsonClient:
        self.say({"type": "login", "user": name, "password": password})
        return self

    def click(self, name: str) -> None:
        token = self.model.objects[self.model.token(name)]
        objid = self.model.click(token["x"], token["y"])
        assert objid is not None
        self.say({"type": "cmd", "cmd_type": "click", "objid": objid})

    def speak(self, text: str) -> None:
        self.say({"type": "cmd", "cmd_type": "say", "objid": self.model.agent, "text": text})

    @property
    def heard(self) -> list[str]:
        heard, self.model.heard = [text for _, text in self.model.heard], []
        return heard


class JsonTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.server = Server([LAMP, stage(self.game)])
        self.ann = JsonClient(self.server)

    def assert_sees(self, client: JsonClient) -> None:
        """The client shows the room as it is."""
        model = client.model
        player = self.server.world.players[model.agent or ""]
        assert player.room is not None
        picture = player.room.audience.picture_of(player.objid)
        self.assertEqual(model.matrix, picture.matrix)
        self.assertEqual({*model.here("t"), *model.here("k")}, {*picture.faces})
        self.assertEqual({*model.here("a")}, {*player.room.members})
        for objid, face in [(picture.matrix, picture.face), *picture.faces.items()]:
            look = model.look(objid)
            self.assertEqual((look["name"], look["x"], look["y"]), (face.name, face.x, face.y))
            if objid[0] != "k":
                for key, colour in (("bgcolor", face.bgcolor), ("fgcolor", face.fgcolor)):
                    self.assertEqual(look[key], (colour or "")[2:] + (colour or "")[:2], (objid, key))
                image = face.image
                self.assertEqual(look["image"], "" if image is None or image.objid == "i1" else image.objid)
            if objid[0] == "t":
                self.assertEqual(look["energy"], face.energy)


class Transport(JsonTestCase):
    def test_one_object_per_text_frame_and_no_heartbeat(self) -> None:
        self.ann.login()
        self.assertGreater(len(self.ann.wire.texts), 5)
        for text in self.ann.wire.texts:
            self.assertIsInstance(json.loads(text), dict)
        self.ann.wire.frames.clear()
        self.server.advance(100, 1)
        self.assertEqual(self.ann.wire.frames, [])

    def test_messages_may_be_cut_into_frames_and_reads(self) -> None:
        message = json.dumps({"type": "login", "user": "änn", "password": ""}, ensure_ascii=False).encode()
        cut = message.index("ä".encode()) + 1
        data = frame(message[:cut], fin=False) + frame(b"", 0, fin=False) + frame(message[cut:], 0)
        for byte in data:
            self.ann.send(bytes([byte]))
        self.assertIn("änn", self.ann.model.agents)

    def test_a_message_that_is_too_long_ends_the_connection(self) -> None:
        for size, client in ((2049, JsonClient(self.server)), (8193, JsonClient(self.server).login("bob"))):
            unknown = b'{"type":"something"}'
            client.send(frame(unknown.ljust(size - 1)))
            self.assertTrue(client.is_open)
            client.send(frame(unknown.ljust(size)))
            self.assertEqual((client.wire.code, client.is_open), (1009, False))
            self.assertIsNotNone(client.model.logged_out)

    def test_a_message_that_never_ends_is_not_kept(self) -> None:
        self.ann.send(frame(b" " * 2000, size=2**62))
        self.assertTrue(self.ann.is_open)
        self.ann.send(bytes(byte ^ ord(" ") for byte in MASK) * 25)
        self.assertEqual(self.ann.wire.code, 1009)


class LoggingIn(JsonTestCase):
    def test_server_comes_first_and_at_once(self) -> None:
        """A server that is closed, or full, says so."""
        for server, status in ((self.server, "open"), (Server(status="closed"), "closed")):
            client = JsonClient(server)
            self.assertEqual(client.model.types, ["server"])
            self.assertEqual(client.model.server, {"group": "testers", "name": "test server", "status": status})
        client = JsonClient(Server(max_connections=0))
        self.assertEqual((client.model.server["status"], client.wire.code, client.is_open), ("busy", 1013, False))

    def test_a_login_is_answered_with_the_agent(self) -> None:
        """Blanks around the name are nothing."""
        self.ann.login("  ann ")
        self.assertIn(self.ann.model.agent, self.server.world.players)
        self.assertEqual((self.ann.model.message, [*self.ann.model.agents]), ("Welcome, ann.", ["ann"]))

    def test_a_refusal_has_no_objid_and_the_user_tries_again(self) -> None:
        self.ann.login("<b>")
        self.assertEqual((self.ann.model.agent, self.ann.model.message), (None, "A name cannot contain <."))
        self.ann.login("ann")
        self.assertIsNotNone(self.ann.model.agent)

    def test_the_order_is_logged_in_matrix_images_tokens_keys_agents(self) -> None:
        self.game.tiles["prop"] = Tile(0, 1, "prop", image=Image(2, 2, b"picture"))
        self.ann.login().click("Stage")
        texts = [json.loads(text) for text in self.ann.wire.texts]
        self.assertEqual([text["type"] for text in texts[:3]], ["server", "logged-in", "set"])
        order = [text["objid"][0] for text in texts if text["type"] == "set"]
        last = order[len(order) - 1 - order[::-1].index("m") :]
        self.assertEqual(last, sorted(last, key="mitka".index))
        self.assertIn("i", last)

    def test_there_is_time_to_type_a_name(self) -> None:
        self.server.advance(299, 1)
        self.assertTrue(self.ann.is_open)
        self.server.advance(2, 1)
        self.assertEqual((self.ann.model.logged_out, self.ann.is_open), ("No login within 300 s.", False))

    def test_those_who_take_it_are_few_and_nobody_elses_concern(self) -> None:
        """The one that has waited longest makes room for the next."""
        clients = [JsonClient(self.server) for _ in range(64)]
        self.assertEqual((self.ann.model.logged_out, clients[0].model.logged_out), (MADE_ROOM, None))
        self.assertEqual(self.server.connect().model.status, "open")

    def test_what_was_left_over_from_the_last_connection_is_skipped(self) -> None:
        """Clicks, speech and a logout are the first messages of the next one, before its login."""
        self.ann.say(
            {"type": "cmd", "cmd_type": "click", "objid": "t1"},
            {"type": "cmd", "cmd_type": "say", "objid": "a1", "text": "hello"},
            {"type": "logout", "message": ""},
            {"type": "something"},
        )
        self.assertTrue(self.ann.is_open)
        self.assertIsNotNone(self.ann.login().model.agent)

    def test_nonsense_before_a_login_ends_the_connection(self) -> None:
        for bad in (b"", b"x", b"[]", b"1", b"null", b'"x"', b"[" * 2000, b"9" * 2000, b'{"type":"login","user":1}'):
            client = JsonClient(self.server)
            client.send(frame(bad))
            self.assertFalse(client.is_open, bad)
            self.assertTrue((client.model.logged_out or "").startswith("Error: "), bad)


class Rooms(JsonTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann.login()

    def test_a_room_is_shown_as_it_is_and_comes_back_by_a_bare_set_of_its_matrix(self) -> None:
        for title in ("Home", "Lamp"):
            if title != "Home":
                self.ann.click(title)
            self.assertEqual(self.ann.model.title, title)
            self.assert_sees(self.ann)
        self.ann.click("Home")
        self.ann.wire.frames.clear()
        self.ann.click("Lamp")
        self.assertEqual(
            self.ann.wire.texts[0],
            json.dumps({"type": "set", "objid": self.ann.model.matrix}, separators=(",", ":")).encode(),
        )
        self.assert_sees(self.ann)

    def test_clicks_are_obeyed_and_seen_by_all(self) -> None:
        bob = self.server.join("bob")
        bob.click("Lamp")
        self.ann.click("Lamp")
        self.ann.click("off")
        self.assertTrue(bob.token("on"))
        self.assert_sees(self.ann)
        self.server.check()

    def test_colours_are_rrggbbaa_for_each_token_and_matrix(self) -> None:
        """Nothing is inherited from the matrix; ours are aarrggbb, and a token has the matrix's."""
        self.game.bg, self.game.fg = "ff112233", "80445566"
        self.game.tiles["other"] = Tile(2, 1, "other", bg="12345678", fg="800000ff")
        self.ann.click("Stage")
        for name, colours in (("prop", ("112233ff", "44556680")), ("other", ("34567812", "0000ff80"))):
            look = self.ann.model.look(self.ann.model.token(name))
            self.assertEqual((look["bgcolor"], look["fgcolor"]), colours)
        self.assertEqual(self.ann.model.look(self.ann.model.matrix)["bgcolor"], "112233ff")

    def test_an_image_is_a_file_in_hex_and_is_taken_off_by_an_empty_one(self) -> None:
        self.game.tiles["prop"] = Tile(0, 1, "prop", image=Image(2, 3, b"picture"))
        self.ann.click("Stage")
        objid = self.ann.model.look(self.ann.model.token("prop"))["image"]
        self.assertEqual(self.ann.model.objects[objid], {"text": b"picture".hex(), "x": 2, "y": 3})
        self.game.acts["click"] = lambda *args: self.game.tiles.update(prop=Tile(0, 1, "prop")) or ()
        self.ann.click("prop")
        self.assertEqual(self.ann.model.look(self.ann.model.token("prop"))["image"], "")
        self.assert_sees(self.ann)

    def test_others_come_and_go_and_come_back(self) -> None:
        """x below 0 takes them out, and they stay out until an x of 0 or more is sent.

        The energy of an agent is its points, and not one more, as in TileNet: it is shown as points.
        """
        [player] = self.server.world.players.values()
        self.assertEqual(self.ann.model.agents, {"ann": player.points})
        bob = self.server.join("bob")
        for _ in range(3):
            self.assertEqual({*self.ann.model.agents}, {"ann", "bob"})
            bob.click("Lamp")
            self.assertEqual({*self.ann.model.agents}, {"ann"})
            self.ann.click("Lamp")
            self.assertEqual({*self.ann.model.agents}, {"ann", "bob"})
            self.ann.click("Home")
            bob.click("Home")

    def test_a_key_can_be_pressed(self) -> None:
        self.game.keys["go"] = Key("VK_SPACE")
        self.ann.click("Stage")
        [key] = self.ann.model.here("k")
        self.ann.say({"type": "cmd", "cmd_type": "press", "objid": key})
        self.assertEqual([args[1] for args in self.game.called("press")], ["go"])

    def test_nonsense_in_a_game_is_ignored(self) -> None:
        before = self.ann.raw
        bad: list[Any] = [
            *([], 1, None, {}),
            {"type": "cmd"},
            {"type": "cmd", "cmd_type": "click", "objid": "t999999"},
            {"type": "cmd", "cmd_type": "click", "objid": "a1"},
            {"type": "cmd", "cmd_type": "click", "objid": 7},
            {"type": "cmd", "cmd_type": "dance", "objid": "t1"},
            {"type": "cmd", "cmd_type": "say", "objid": "a1", "text": 7},
            {"type": "login", "user": "eve", "password": ""},
        ]
        self.ann.say(*bad)
        self.ann.send(frame(b"x"), frame(b"{"), frame(b"\\u0000"))
        self.assertEqual((self.ann.raw, self.ann.is_open), (before, True))
        self.ann.click("Lamp")
        self.assertEqual(self.ann.model.title, "Lamp")

    def test_walking_about_is_always_shown_as_it_is(self) -> None:
        random = Random(7)
        people = [self.ann, JsonClient(self.server).login("bob"), JsonClient(self.server).login("cid")]
        dan = self.server.join("dan")

        def change(*args: object) -> list[Any]:
            names = random.sample("abcdef", random.randrange(4))
            cells = random.sample([(x, 1) for x in range(3)] + [(2, 0)], len(names))
            self.game.size = random.choice([(3, 2), (4, 3)])
            self.game.bg = random.choice(["ffffffff", "ff123456"])
            self.game.tiles = {
                "prop": Tile(0, 1, "prop"),
                **{
                    name: Tile(*cell, name, fg=random.choice([None, "ff0000ff"]))
                    for name, cell in zip(names, cells, strict=True)
                    if cell != (0, 1)
                },
            }
            return []

        self.game.acts["click"] = change
        dan.click("Stage")
        everybody: list[JsonClient | Client] = [*people, dan]
        for _ in range(150):
            person = random.choice(everybody)
            here = person.model.title if isinstance(person, JsonClient) else person.room
            doors = {"Home": ["Lamp", "Stage"], "Lamp": ["Home"]}
            person.click(random.choice(doors.get(here, ["Home", *["prop"] * 4])))
            for one in people:
                self.assert_sees(one)
            self.server.advance(0.5)
        self.server.check()


class Talk(JsonTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann.login()
        self.bob = JsonClient(self.server).login("bob")
        self.server.advance(5)
        self.ann.model.heard.clear()
        self.bob.model.heard.clear()

    def test_is_heard_by_all_and_the_speaker_from_and_to_the_agent(self) -> None:
        self.bob.wire.frames.clear()
        self.ann.speak("hello")
        self.assertEqual((self.ann.heard, self.bob.heard), (["hello"], ["hello"]))
        [text] = [json.loads(text) for text in self.bob.wire.texts]
        agent = self.ann.model.agent
        self.assertEqual(text, {"type": "hear", "from": agent, "to": agent, "message": "hello"})

    def test_in_brackets_is_for_the_speaker_alone_and_is_escaped(self) -> None:
        """The client obeys tags in it, and one of them would kill it."""
        self.ann.speak("(hello)")
        self.assertEqual((self.ann.heard, self.bob.heard), (["(hello)"], []))
        self.ann.speak("<img src=x> & <b>")
        self.assertEqual(self.bob.heard, ["&lt;img src=x&gt; &amp; &lt;b&gt;"])

    def test_has_no_characters_that_kill_the_client_and_is_never_so_long_that_it_freezes_it(self) -> None:
        for person in (self.ann, self.bob):
            person.click("Stage")
        for said in ("a\0b\ud800c", "x" * 100_000):
            self.game.acts["click"] = [Say(said)]
            self.ann.click("prop")
        *_, short, long = self.bob.heard
        self.assertEqual((short, len(long), long[-1]), ("a\ufffdb\ufffdc", 4096, "…"))

    def test_has_no_tags_in_the_names_of_a_matrix_and_of_agents(self) -> None:
        """A matrix is the title, where an escape would show, and a speaker, where a tag would be obeyed."""
        self.assertEqual(json.loads(encode(Set("m1", name="<img> & co")))["name"], "\u2039img> & co")
        self.assertEqual(json.loads(encode(Set("t1", name="<b> & co")))["name"], "<b> & co")
        JsonClient(self.server).login("a&b")
        self.assertIn("a&amp;b", self.ann.model.agents)


class Ending(JsonTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann.login()

    def test_a_logout_is_answered_by_logged_out_and_1000(self) -> None:
        """What was shown in the same turn comes before it."""
        self.ann.model.types.clear()
        say = {"type": "cmd", "cmd_type": "say", "objid": self.ann.model.agent, "text": "bye"}
        self.ann.say(say, {"type": "logout", "message": ""})
        self.assertEqual((self.ann.heard[-1], self.ann.model.types[-2:]), ("bye", ["hear", "logged-out"]))
        self.assertEqual((self.ann.model.logged_out, self.ann.wire.code), ("You have logged out.", 1000))
        self.assertEqual(self.server.world.players, {})

    def assert_told(self, client: JsonClient) -> None:
        """A close without logged-out leaves the client in the game for ever."""
        self.assertIsNotNone(client.model.logged_out)
        self.assertEqual([opcode for opcode, _ in client.wire.frames[-2:]], [TEXT, CLOSE])
        self.assertFalse(client.is_open)

    def test_logged_out_comes_before_the_end_of_the_server(self) -> None:
        waiting = JsonClient(self.server)
        self.server.gate.close("The server is stopping.")
        self.server.settle()
        for client in (self.ann, waiting):
            self.assert_told(client)
            self.assertEqual(client.wire.code, 1001)

    def test_logged_out_comes_before_every_other_end(self) -> None:
        for bad in (frame(b"", BINARY), frame(b"", rsv=1), frame(b"", mask=b"")):
            for client in (JsonClient(self.server), JsonClient(self.server).login("bob")):
                client.send(bad)
                self.assert_told(client)

    def test_nothing_is_left_behind(self) -> None:
        self.ann.click("Lamp")
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})
