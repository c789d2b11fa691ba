"""TileNet at the door, clause by clause: what its clients say, and what they are told."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Full, Lamp, Server, Stage, sets, stage, tags
from tests.doubles.ledger import Slowly
from tests.doubles.model import click, closing, login, logout, opening, press, say
from tilenet.catalogue import GamePlugin
from tilenet.doors.session import DISCARD_BYTES, Session
from tilenet.doors.tilenet import TileNetDialect, TileNetDoor
from tilenet.game import Chat, Key, Tile
from tilenet.world.players.admission import Naming

LAMP = GamePlugin("lamp", Lamp)


def on_stage(server: Server, *names: str) -> list[Client]:
    """New clients that have walked to the stage, and have forgotten what they heard on the way."""
    clients = [server.join(name) for name in names]
    for client in clients:
        client.click("Stage")
    server.advance(3)
    for client in clients:
        client.model.heard.clear()
    return clients


class TheGreeting(SynchronousTestCase):
    def test_the_server_speaks_first_and_says_where_one_is(self) -> None:
        """c3.2.2.2: everything up to <server> is sent on accept, and nothing after it.

        c8.8: a user can see where they are before they give a password; closed is an administrative mode.
        """
        for status in ("open", "closed"):
            raw = Server(status=status).connect().raw.decode()
            self.assertTrue(raw.startswith('<?xml version="1.0" encoding="UTF-8"?>'))
            root = f'<server version="1.1" group="testers" name="test server" status="{status}">'
            self.assertTrue(raw.rstrip().endswith(root), raw)


class LoggingIn(SynchronousTestCase):
    def test_success_has_an_agent_with_name_and_address_and_the_others_are_told(self) -> None:
        """c8.4: logged-in with an objid is success; login does not alter a name; the address is for all to see."""
        server = Server()
        bob = server.join("bob")
        bob.raw = b""
        ann = server.connect("192.0.2.7").login("Ann O'Nym & co")
        self.assertRegex(ann.agent, "^a[1-9][0-9]*$")
        self.assertEqual(ann.model.login_messages, ["Welcome, Ann O'Nym & co."])
        self.assertEqual([new["objid"] for new in sets(bob.raw)], [ann.agent])
        for client in (ann, bob):
            seen = client.model.objects[ann.agent]
            self.assertEqual(seen["name"], "Ann O'Nym & co")
            self.assertIn("192.0.2.7", str(seen["text"]))

    def test_a_name_is_accepted_as_it_is_and_altered_by_set(self) -> None:
        """c8.4: the first set of the new agent has login.user for a name, even if somebody has it already.

        c8.9.6.3.1.1.2: the server may rename agents later.
        """
        server = Server()
        first = server.join("ann")
        for name, later in (("ann", "ann2"), ("  bob ", "bob")):
            second = server.join(name)
            named = [new["name"] for new in sets(second.raw) if new["objid"] == second.agent and "name" in new]
            self.assertEqual(named, [name, later])
            self.assertEqual(first.model.objects[second.agent]["name"], later)
            self.assertIn(later, second.model.login_messages[-1])

    def test_every_agent_is_a_new_one(self) -> None:
        """c8.4: an agent's objid is never reused, not even that of an agent that has left."""
        server = Server()
        agents = []
        for _ in range(3):
            client = server.join("ann")
            agents.append(client.agent)
            client.send(logout())
        self.assertEqual(len(set(agents)), 3)

    def test_order_of_the_first_news(self) -> None:
        """c8.1: nothing but logged-in comes before success.

        c8.4.6.2.3.3.3.2: the matrix with all its values, then what is in it, then the agents, oneself included.
        """
        server = Server([LAMP])
        server.join("bob")
        ann = server.join("ann")
        self.assertEqual([tag for tag, _ in tags(ann.raw)][:3], ["server", "logged-in", "set"])
        self.assertRegex("".join(new["objid"][0] for new in sets(ann.raw)), "^mt+aa$")
        self.assertEqual({*sets(ann.raw)[0]}, {"objid", "name", "text", "bgcolor", "fgcolor", "x", "y"})

    def test_a_second_login_is_an_error(self) -> None:
        """c8.1: no login after a successful one."""
        ann = Server().join("ann")
        ann.send(login("bob"))
        self.assertEqual(ann.model.logged_out, "Error: <login> out of order.")

    def test_a_command_in_the_same_packet(self) -> None:
        """c8.2: commands right after the login count."""
        server = Server()
        ann = server.connect()
        ann.send(opening(), login("ann"), logout())
        self.assertIsNotNone(ann.model.agent)
        self.assertTrue(ann.model.closed)


class AFailedLogin(SynchronousTestCase):
    def refused(self, name: str) -> str:
        """The message of a login that fails."""
        client = Server().join(name)
        self.assertIsNone(client.model.agent)
        self.assertFalse(client.model.closed)
        return client.model.login_messages[0]

    def test_names_that_are_refused(self) -> None:
        """c8.4: a user with < in it is rejected."""
        for name, reason in (
            ("a<b", "<"),
            ("  ", "at least one"),
            ("n" * 33, "32"),
            ("ann\u202enna", "visible"),
            ("an\u200bn", "visible"),
        ):
            self.assertIn(reason, self.refused(name), repr(name))

    def test_nothing_is_told_of_the_world_nor_to_it_and_the_client_may_try_again(self) -> None:
        """c8.1: no set before success; c8.4: after a failure the client may try again."""
        server = Server()
        bob = server.join("bob")
        bob.raw = b""
        client = server.join("<")
        self.assertEqual((sets(client.raw), bob.raw), ([], b""))
        client.send(login("ann"))
        self.assertIsNotNone(client.model.agent)

    def test_whatever_is_sent_instead_of_another_try_ends_the_session(self) -> None:
        """c8.1, c8.6: before success a client sends nothing but login; here the grammar has room for a reason."""
        for data, reason in (
            (click("t1"), "Error: <cmd> out of order."),
            (b"<xrequest/>", "Error: <xrequest> out of order."),
            (logout(), "You have logged out."),
        ):
            client = Server().join("<")
            client.send(data)
            self.assertEqual((client.model.logged_out, client.model.closed), (reason, True))


class LoggingOut(SynchronousTestCase):
    def test_the_answer(self) -> None:
        """c8.6: logout is answered by logged-out and </server>, and the connection closes; a message is optional."""
        for said in (logout(), logout("bye & so")):
            ann = Server().join("ann")
            ann.raw = b""
            ann.send(said, closing())
            self.assertEqual([tag for tag, _ in tags(ann.raw)], ["logged-out"])
            self.assertTrue(ann.raw.rstrip().endswith(b"/>\n</server>"))
            self.assertEqual((ann.pipe.is_open, ann.pipe.was_aborted), (False, False))

    def test_the_others_see_the_agent_go(self) -> None:
        """c5.1: x to exit, also of one whose connection is lost."""
        server = Server()
        bob, ann, cid = server.join("bob"), server.join("ann"), server.join("cid")
        bob.raw = b""
        ann.send(logout())
        cid.lose()
        server.settle()
        self.assertEqual(sets(bob.raw), [{"objid": gone.agent, "x": "-1"} for gone in (ann, cid)])

    def test_what_comes_behind_a_logout_does_nothing(self) -> None:
        """c8.1: logout is the last tag."""
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        bob.model.heard.clear()
        ann.send(logout(), say(bob.agent, "still here"))
        self.assertEqual(bob.heard, [])

    def test_a_client_that_goes_on_sending_is_cut_off(self) -> None:
        ann = Server().join("ann")
        ann.pipe.is_stuck = True
        ann.send(logout())
        ann.send(b" " * DISCARD_BYTES)
        self.assertFalse(ann.pipe.was_aborted)
        ann.send(b" ")
        self.assertTrue(ann.pipe.was_aborted)


#: One of each kind: tests/wire has all of them.
ILLEGAL = {
    "no XML": b"< cmd>",
    "an unknown tag": b"<shout/>",
    "no objid": b'<cmd type="say"/>',
    "modifiers of 33 bits": b'<cmd type="say" objid="m1" modifiers="2147483648"/>',
    "an objid of zero": b'<cmd type="click" objid="t0"/>',
    "text between tags": b"hello",
    "a tag in a tag": b'<xrequest><cmd type="say" objid="m1"/></xrequest>',
    "the end without a logout": b"</client>",
    "bytes that are no UTF-8": b'<cmd type="say" objid="m1" text="\xff"/>',
    "a click on a matrix": click("m1"),
    "a press of a token": press("t1"),
    "speech to an image": say("i1", "hello"),
}


class IllegalInput(SynchronousTestCase):
    def test_ends_the_session_with_a_reason(self) -> None:
        """c1.3.6, c2.2.2, c3.1.2.1, c8.2: the sender is in error; our document is closed properly first."""
        for what, data in ILLEGAL.items():
            ann = Server([LAMP]).join("ann")
            ann.send(data)
            self.assertRegex(ann.model.logged_out or "", "^Error: .+", what)
            self.assertTrue(ann.model.closed, what)
            self.assertFalse(ann.pipe.is_open, what)

    def test_before_a_login_nothing_is_said(self) -> None:
        """c8.1: without a logged-in the grammar has no place for a logged-out."""
        first = {
            "no declaration": opening().partition(b"\n")[2],
            "no DOCTYPE": b'<?xml version="1.0"?><client version="1.1">',
            "another version": opening().replace(b"1.1", b"1.0"),
            "HTTP": b"GET / HTTP/1.1\r\n\r\n",
            "a command": opening() + click("t1"),
            "a logout": opening() + logout(),
            "a login without a password": opening() + b'<login user="ann"/>',
        }
        for what, data in first.items():
            client = Server().connect()
            client.raw = b""
            client.send(data)
            self.assertEqual(client.raw, b"</server>\n", what)
            self.assertFalse(client.pipe.is_open, what)

    def test_the_others_stay_and_what_was_right_before_still_counts(self) -> None:
        """c3.1.2.1: only the session of the client in error ends; c8.2: commands run in the order of parsing."""
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        ann.send(say(bob.agent, "one"), b"<shout/>", say(bob.agent, "two"))
        bob.say("hello", bob.agent)
        self.assertEqual(bob.heard, ["one", "hello"])


class LegalInputThatDoesNothing(SynchronousTestCase):
    """c8.2: a legal command that is not executable is ignored, without an answer."""

    def setUp(self) -> None:
        self.game = Stage()
        self.game.tiles["dim"] = Tile(1, 1, "dim", enabled=False)
        self.game.keys = {"off": Key("VK_O", enabled=False), "on": Key("VK_N")}
        self.server = Server([stage(self.game), LAMP])
        self.ann, self.bob = on_stage(self.server, "ann", "bob")
        self.game.calls.clear()

    def ignored(self, client: Client, data: bytes) -> None:
        for each in self.server.clients:
            each.raw = b""
        client.send(data)
        self.assertEqual([each.raw for each in self.server.clients], [b""] * len(self.server.clients), data)
        self.assertEqual([call for call in self.game.calls if call[0] in ("click", "press", "say")], [], data)
        self.assertTrue(client.pipe.is_open, data)

    def key(self, name: str) -> str:
        return next(o for o, values in self.ann.model.objects.items() if values.get("name") == name)

    def test_a_command_for_what_is_not_there_or_not_enabled(self) -> None:
        """c8.2: the object must exist, and still be there; with energy 0 it does nothing."""
        prop = self.ann.token("prop")
        del self.game.tiles["prop"]
        self.server.world.rooms["stage"].rooms_changed({})
        self.bob.send(logout())
        for data in (
            click("t2147483647"),
            click(prop),
            say(self.bob.agent, "hello"),
            click(self.ann.token("dim")),
            press(self.key("VK_O")),
        ):
            self.ignored(self.ann, data)

    def test_a_command_for_what_is_in_another_matrix(self) -> None:
        """c8.2: a token, a key, an agent must be in the agent's matrix, and a matrix its own, also for a whisper."""
        prop, key, there = self.ann.token("prop"), self.key("VK_N"), self.ann.model.current or ""
        self.ann.click("Home")
        for data in (
            click(prop),
            press(key),
            *(say(to, "hello") for to in (there, self.bob.agent, prop)),
            say(self.bob.agent, "(hello)"),
        ):
            self.ignored(self.ann, data)

    def test_empty_speech(self) -> None:
        """c8.2: speech is trimmed first; text is optional, and empty without; the same rules hold for the room."""
        bob = self.bob.agent
        for data in (
            *(say(bob, ""), say(bob, " \t\n "), say(self.ann.model.current or "", "   ")),
            f'<cmd type="say" objid="{bob}"/>'.encode(),
        ):
            self.ignored(self.ann, data)

    def test_an_xrequest(self) -> None:
        """c6: any legal content is read without harm."""
        self.ignored(self.ann, b'<xrequest options="a b">some &amp; any <![CDATA[<content>]]></xrequest>')
        for options in ("", ' options=""', ' options="BOT"', ' options="bot "', ' options="bot x"'):
            self.ignored(self.ann, f"<xrequest{options}>bot</xrequest>".encode())
        self.assertEqual(self.bob.model.objects[self.ann.agent]["text"], "127.0.0.1")


class Bots(SynchronousTestCase):
    """A client that says so by an xrequest is a program, for everybody to see."""

    def setUp(self) -> None:
        self.server = Server(seat_seconds=120)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")

    def text(self, agent: str) -> object:
        """What ann sees of an agent, besides the name."""
        return self.ann.model.objects[agent]["text"]

    def test_it_is_marked_once(self) -> None:
        self.bob.send(b'<xrequest options="bot"></xrequest>')
        self.assertEqual(self.text(self.bob.agent), "bot · 127.0.0.1")
        self.server.check()
        before = len(self.ann.raw)
        self.bob.send(b'<xrequest options="bot">again</xrequest>')
        self.assertEqual(len(self.ann.raw), before)

    def test_it_is_one_while_it_is_away_and_whoever_takes_the_seat_is_none_unless_it_says_so_too(self) -> None:
        self.bob.send(b'<xrequest options="bot"/>')
        self.bob.lose()
        self.server.advance(1)
        self.assertEqual(self.text(self.bob.agent), "away · bot · 127.0.0.1")
        bob = self.server.join("bob")
        self.assertEqual(self.text(bob.agent), "127.0.0.1")
        bob.send(b'<xrequest options="bot"/>')
        self.assertEqual(self.text(bob.agent), "bot · 127.0.0.1")


class PointsByEnergy(SynchronousTestCase):
    """A client that asks by an xrequest is told that energy is points and one more."""

    def test_only_who_asks_is_told(self) -> None:
        """c6: other clients need not know any xresponse."""
        server = Server()
        ann, bob = server.join("ann"), server.join("bob")
        server.advance(3)
        for client in (ann, bob):
            client.raw = b""
        ann.send(b'<xrequest options="points"></xrequest>')
        self.assertEqual(ann.raw, b'<xresponse options="points">energy is points + 1</xresponse>\n')
        self.assertEqual(bob.raw, b"")
        self.assertEqual(ann.model.objects[ann.agent]["energy"], server.world.players[ann.agent].points + 1)


class Commands(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.game.tiles["other"] = Tile(1, 1, "other")
        self.game.keys = {"clap": Key("VK_SPACE", "Clap")}
        self.server = Server([stage(self.game), LAMP])
        self.ann, self.bob, self.cid = on_stage(self.server, "ann", "bob", "cid")
        self.room = self.ann.model.current or ""
        self.game.calls.clear()

    def test_a_click_and_a_press(self) -> None:
        """c8.2: click names a token, press a key; energy is points + 1, so a player without points can click."""
        self.server.world.award(self.server.world.players[self.ann.agent], -10)
        self.ann.click("prop")
        self.ann.press("VK_SPACE")
        done = [(player.name, what) for player, what in self.game.called("click") + self.game.called("press")]
        self.assertEqual(done, [("ann", "prop"), ("ann", "clap")])

    def test_modifiers_of_any_kind(self) -> None:
        """c8.2: any legal integer is accepted."""
        token = self.ann.token("prop")
        for modifiers in (0, 17, -2147483648, 2147483647):
            self.ann.send(f'<cmd type="click" objid="{token}" modifiers="{modifiers}" text="ignored"/>'.encode())
        self.assertEqual(len(self.game.called("click")), 4)

    def test_their_order(self) -> None:
        """c8.2: commands run in the order in which they are parsed."""
        prop, other = self.ann.token("prop"), self.ann.token("other")
        self.ann.send(click(prop), click(other), click(other), click(prop))
        self.assertEqual([tile for _, tile in self.game.called("click")], ["prop", "other", "other", "prop"])

    def test_cut_anywhere(self) -> None:
        """c8.2: how the bytes arrive makes no difference."""
        for byte in click(self.ann.token("prop")) + say(self.room, "hé"):
            self.ann.send(bytes([byte]))
        self.assertEqual(len(self.game.called("click")), 1)
        self.assertEqual(self.bob.heard, ["hé"])

    def test_a_command_for_the_matrix_that_was_just_entered(self) -> None:
        """c8.2: executable is decided when the command is run, not when it arrives."""
        lamp = self.server.world.rooms["lamp"].objid_of("lamp")
        home = self.ann.token("Home")
        walk = self.server.world.homes[0].objid_of(("room", "lamp"))
        self.ann.send(click(home), click(walk), click(lamp))
        self.ann.token("on")

    def test_speech_to_an_agent_or_the_matrix_is_trimmed_and_heard_by_all_in_it(self) -> None:
        """c8.2: by the speaker, too, from whom and to whom; c3.3: escaped once, undone once.

        c8.2: a whisper begins with ( and ends with ); c4.1.2: nobody hears of other matrices.
        """
        dan = self.server.join("dan")
        dan.raw = b""
        for to, text in (
            (self.bob.agent, "  hello \t"),
            (self.room, " hello "),
            (self.bob.agent, "(hello"),
            (self.bob.agent, "hello)"),
            (self.bob.agent, '&amp; & &lt; are "ugly" <b>'),
        ):
            self.ann.say(text, to)
            for client in (self.ann, self.bob, self.cid):
                self.assertEqual(client.model.heard, [(self.ann.agent, to, text.strip())])
                client.model.heard.clear()
        self.assertEqual(dan.raw, b"")

    def test_a_whisper_is_heard_by_its_target_alone(self) -> None:
        """c8.2: text in brackets is a whisper; trim comes first."""
        for text in ("(sesame)", "  (sesame) "):
            self.ann.say(text, self.bob.agent)
            self.assertEqual(self.bob.model.heard, [(self.ann.agent, self.bob.agent, "(sesame)")])
            self.bob.model.heard.clear()
        self.assertNotIn(b"sesame", self.ann.raw + self.cid.raw)

    def test_speech_to_a_token_or_a_key_is_the_games_business(self) -> None:
        """c8.2: heard by nobody, unless the game does something about it."""
        key = next(o for o in self.ann.model.members_sets() if o[0] == "k")
        self.ann.say(" open ", self.ann.token("prop"))
        self.ann.say("louder", key)
        said = [(player.name, text, to) for player, text, to in self.game.called("say")]
        self.assertEqual(said, [("ann", "open", "prop"), ("ann", "louder", "clap")])
        self.assertEqual(self.ann.heard + self.bob.heard, [])

    def test_everybody_sees_one_order(self) -> None:
        """c4.1.2: all members of a matrix see its changes in one and the same order."""
        self.game.acts["click"] = lambda player, tile: [Chat(player, f"clicked {tile}")]
        for client in (self.ann, self.bob, self.cid):
            client.raw = b""
        self.ann.send(click(self.ann.token("prop")), say(self.room, "one"), click(self.ann.token("other")))
        self.bob.send(say(self.room, "two"))
        self.assertEqual(self.ann.raw, self.bob.raw)
        self.assertEqual(self.ann.raw, self.cid.raw)
        self.assertEqual(self.cid.heard, ["clicked prop", "one", "clicked other", "two"])


class Exact(TileNetDialect):
    """As TileNet, but nobody is renamed."""

    naming = Naming.EXACT


class ExactDoor(TileNetDoor):
    def dialect(self, session: Session) -> Exact:
        return Exact(session, self.gate)


class TheEndAfterARefusal(SynchronousTestCase):
    """c8.1: logged-out comes after a logged-in of any kind, and never without one."""

    def last_of(self, client: Client, data: bytes) -> list[str]:
        """Which tags there are from the answer to the login on."""
        client.send(data)
        self.assertTrue(client.model.closed)
        self.assertFalse(client.pipe.is_open)
        return [tag for tag, _ in tags(client.raw) if tag != "server"]

    def test_for_a_closed_server_and_for_a_name_that_is_taken(self) -> None:
        """c8.8: closed is not for playing."""
        server = Server()
        server.join("ann")
        server.door = ExactDoor(server.gate)
        for client, told, data, reason in (
            (
                Server(status="closed").join("ann"),
                "The server is closed at the moment.",
                logout(),
                "You have logged out.",
            ),
            (server.join("ann"), "Somebody else is called ann.", logout(), "You have logged out."),
            (server.join("ann"), "Somebody else is called ann.", click("t1"), "Error: <cmd> out of order."),
        ):
            self.assertEqual((client.model.agent, client.model.login_messages), (None, [told]))
            self.assertEqual(self.last_of(client, data), ["logged-in", "logged-out"])
            self.assertEqual(client.model.logged_out, reason)

    def test_for_who_is_turned_away(self) -> None:
        server = Server([GamePlugin("home", Full)])
        client = server.join("ann")
        self.assertEqual([tag for tag, _ in tags(client.raw)], ["server", "logged-in", "logged-out"])
        self.assertEqual((client.model.logged_out, client.model.closed), ("Not today.", True))

    def test_none_while_the_answer_is_not_there_yet(self) -> None:
        server = Server(accounts=Slowly())
        client = server.join("ann")
        server.gate.close("The server is stopping.")
        server.settle()
        self.assertEqual([tag for tag, _ in tags(client.raw)], ["server"])
        self.assertTrue(client.model.closed)
