"""A client's session with the server, clause by clause."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from tests.harness import Client, Lamp, Server, Stage, sets, stage, tags
from tests.model import click, closing, login, logout, opening, press, say
from tilenet.accounts import Account, Refused
from tilenet.catalogue import GamePlugin
from tilenet.connection import DISCARD_BYTES
from tilenet.game import Chat, Key, Tile

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


class ASession(SynchronousTestCase):
    def test_whole(self) -> None:
        """c4.3.3: from login over walking about to the last click, the picture is right and nothing is told twice."""
        server = Server([LAMP])
        ann, bob = server.join("ann"), server.join("bob")
        ann.click("Lamp")
        bob.click("Lamp")
        self.assertEqual(ann.room, "Lamp")
        ann.click("off")
        bob.token("on")
        bob.click("Home")
        bob.model.check_settled()
        ann.click("on")
        bob.click("Lamp")
        bob.token("off")
        for client in server.clients:
            client.model.check_settled()
            self.assertEqual(client.model.redundant, [])


class TheGreeting(SynchronousTestCase):
    def test_the_server_speaks_first(self) -> None:
        """c3.2.2.2: everything up to <server> is sent on accept, and nothing behind it."""
        raw = Server().connect().raw
        self.assertTrue(raw.startswith(b'<?xml version="1.0" encoding="UTF-8"?>'))
        self.assertTrue(raw.rstrip().endswith(b'status="open">'))

    def test_group_name_and_status_are_told(self) -> None:
        """c8.8: a user can see where they are before they give a password."""
        model = Server().connect().model
        self.assertEqual((model.group, model.name, model.status), ("testers", "test server", "open"))

    def test_version_is_1_1(self) -> None:
        """c8.8.6.1: version is exactly 1.1."""
        self.assertIn(b'<server version="1.1" ', Server().connect().raw)

    def test_a_closed_server_says_closed(self) -> None:
        """c8.8: status is closed in an administrative mode."""
        self.assertEqual(Server(status="closed").connect().model.status, "closed")


class LoggingIn(SynchronousTestCase):
    def test_success_has_an_agent(self) -> None:
        """c8.4: logged-in with an objid is success."""
        ann = Server().join("ann")
        self.assertRegex(ann.agent, "^a[1-9][0-9]*$")

    def test_the_agents_name_is_the_one_given(self) -> None:
        """c8.4: login does not alter a name."""
        ann = Server().join("Ann O'Nym & co")
        self.assertEqual(ann.model.objects[ann.agent]["name"], "Ann O'Nym & co")

    def test_a_taken_name_is_accepted_as_it_is(self) -> None:
        """c8.4: the first set of the new agent has login.user for a name, even if somebody has it already."""
        server = Server()
        server.join("ann")
        second = server.join("ann")
        named = [new["name"] for new in sets(second.raw) if new["objid"] == second.agent and "name" in new]
        self.assertEqual(named[0], "ann")

    def test_a_taken_name_is_altered_by_set(self) -> None:
        """c8.9.6.3.1.1.2: the server may rename agents later."""
        server = Server()
        first = server.join("ann")
        second = server.join("ann")
        self.assertEqual(second.model.objects[second.agent]["name"], "ann2")
        self.assertEqual(first.model.objects[second.agent]["name"], "ann2")

    def test_the_message_tells_of_another_name(self) -> None:
        server = Server()
        server.join("ann")
        self.assertIn("ann2", server.join("ann").model.login_messages[-1])

    def test_the_message_welcomes_by_name(self) -> None:
        self.assertEqual(Server().join("ann").model.login_messages, ["Welcome, ann."])

    def test_blanks_around_a_name_are_kept_at_login(self) -> None:
        """c8.4: the new agent's name equals login.user, and is trimmed by a later set."""
        ann = Server().join("  ann ")
        named = [new["name"] for new in sets(ann.raw) if new["objid"] == ann.agent and "name" in new]
        self.assertEqual(named, ["  ann ", "ann"])

    def test_the_agents_text_has_the_address(self) -> None:
        """c8.4: the client's IP address is in the agent's text, for all to see."""
        server = Server()
        bob = server.join("bob")
        ann = server.connect("192.0.2.7").login("ann")
        self.assertIn("192.0.2.7", str(ann.model.objects[ann.agent]["text"]))
        self.assertIn("192.0.2.7", str(bob.model.objects[ann.agent]["text"]))

    def test_every_agent_is_a_new_one(self) -> None:
        """c8.4: an agent's objid was never sent to anyone before, not even for somebody who has left."""
        server = Server()
        agents = []
        for _ in range(3):
            client = server.join("ann")
            agents.append(client.agent)
            client.send(logout())
        self.assertEqual(len(set(agents)), 3)

    def test_order_of_the_first_news(self) -> None:
        """c8.4.6.2.3.3.3.2: the matrix, then what is in it, then the agents, oneself included."""
        server = Server([LAMP])
        server.join("bob")
        ann = server.join("ann")
        kinds = "".join(new["objid"][0] for new in sets(ann.raw))
        self.assertRegex(kinds, "^mt+aa$")

    def test_the_matrix_comes_with_all_its_values(self) -> None:
        """c8.4.6.2.3.3.3.2: name, text, colours and size."""
        first = sets(Server().join("ann").raw)[0]
        self.assertEqual(set(first), {"objid", "name", "text", "bgcolor", "fgcolor", "x", "y"})

    def test_the_others_are_told(self) -> None:
        """c8.4: those in the matrix receive a set for the newcomer."""
        server = Server()
        bob = server.join("bob")
        bob.raw = b""
        ann = server.join("ann")
        self.assertEqual([new["objid"] for new in sets(bob.raw)], [ann.agent])

    def test_news_come_behind_logged_in(self) -> None:
        """c8.1: nothing but logged-in comes before success."""
        found = [tag for tag, _ in tags(Server().join("ann").raw)]
        self.assertEqual(found[:3], ["server", "logged-in", "set"])

    def test_a_second_login_is_an_error(self) -> None:
        """c8.1: no login after a successful one."""
        ann = Server().join("ann")
        ann.send(login("bob"))
        self.assertEqual(ann.model.logged_out, "Error: <login> out of order.")

    def test_a_command_in_the_same_packet(self) -> None:
        """c8.2: what comes right behind the login counts."""
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

    def test_a_name_with_an_angle_bracket(self) -> None:
        """c8.4: a user with < in it is rejected."""
        self.assertIn("<", self.refused("a<b"))

    def test_no_name(self) -> None:
        self.assertIn("at least one", self.refused("  "))

    def test_a_name_of_33_characters(self) -> None:
        self.assertIn("32", self.refused("n" * 33))

    def test_a_name_that_turns_the_line_around(self) -> None:
        self.assertIn("visible", self.refused("ann\u202enna"))

    def test_a_name_with_a_zero_width_character(self) -> None:
        self.assertIn("visible", self.refused("an\u200bn"))

    def test_another_try(self) -> None:
        """c8.4: after a failure the client may try again."""
        client = Server().join("<")
        client.send(login("ann"))
        self.assertIsNotNone(client.model.agent)

    def test_nothing_is_told_of_the_world(self) -> None:
        """c8.1: no set before success."""
        self.assertEqual(sets(Server().join("<").raw), [])

    def test_nobody_hears_of_it(self) -> None:
        server = Server()
        bob = server.join("bob")
        bob.raw = b""
        server.join("<")
        self.assertEqual(bob.raw, b"")

    def test_a_command_instead_of_another_try(self) -> None:
        """c8.1: before success a client sends nothing but login; here the grammar has room for a reason."""
        client = Server().join("<")
        client.send(click("t1"))
        self.assertEqual(client.model.logged_out, "Error: <cmd> out of order.")
        self.assertTrue(client.model.closed)

    def test_an_xrequest_instead_of_another_try(self) -> None:
        """c8.1: nor an xrequest."""
        client = Server().join("<")
        client.send(b"<xrequest/>")
        self.assertEqual(client.model.logged_out, "Error: <xrequest> out of order.")

    def test_a_logout_instead_of_another_try(self) -> None:
        """c8.6: whoever gave up is let go."""
        client = Server().join("<")
        client.send(logout())
        self.assertEqual(client.model.logged_out, "You have logged out.")

    def test_a_closed_server_lets_nobody_in(self) -> None:
        """c8.8: closed is not for playing."""
        client = Server(status="closed").join("ann")
        self.assertIsNone(client.model.agent)
        self.assertEqual(client.model.login_messages, ["The server is closed at the moment."])


class LoggingOut(SynchronousTestCase):
    def test_the_answer(self) -> None:
        """c8.6: logout is answered by logged-out and </server>, and the connection closes."""
        ann = Server().join("ann")
        ann.raw = b""
        ann.send(logout(), closing())
        self.assertEqual([tag for tag, _ in tags(ann.raw)], ["logged-out"])
        self.assertTrue(ann.raw.rstrip().endswith(b"/>\n</server>"))
        self.assertFalse(ann.pipe.is_open)
        self.assertFalse(ann.pipe.was_aborted)

    def test_with_a_message(self) -> None:
        """c8.6: the message is optional."""
        ann = Server().join("ann")
        ann.send(logout("bye & so"))
        self.assertTrue(ann.model.closed)

    def test_the_others_see_the_agent_go(self) -> None:
        """c5.1: x to exit."""
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        bob.raw = b""
        ann.send(logout())
        self.assertEqual(sets(bob.raw), [{"objid": ann.agent, "x": "-1"}])

    def test_a_lost_connection_is_a_departure(self) -> None:
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        bob.raw = b""
        ann.lose()
        server.settle()
        self.assertEqual(sets(bob.raw), [{"objid": ann.agent, "x": "-1"}])

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


ILLEGAL = {
    "no XML": b"< cmd>",
    "an unclosed tag": b"<cmd type='say' objid='m1'></client>",
    "an unknown tag": b"<shout/>",
    "a tag of the server": b'<set objid="t1"/>',
    "an unknown attribute": b'<cmd type="say" objid="m1" volume="9"/>',
    "no type": b'<cmd objid="m1"/>',
    "no objid": b'<cmd type="say"/>',
    "an unknown type": b'<cmd type="kick" objid="a1"/>',
    "modifiers with a plus": b'<cmd type="say" objid="m1" modifiers="+1"/>',
    "modifiers of 33 bits": b'<cmd type="say" objid="m1" modifiers="2147483648"/>',
    "an objid in upper case": b'<cmd type="say" objid="A3" text="x"/>',
    "an objid of zero": b'<cmd type="click" objid="t0"/>',
    "an objid with a zero in front": b'<cmd type="click" objid="t01"/>',
    "a negative objid": b'<cmd type="say" objid="m-10" text="x"/>',
    "an objid with a blank": b'<cmd type="press" objid="k 9"/>',
    "an objid with a plus": b'<cmd type="click" objid="t+2"/>',
    "text between tags": b"hello",
    "content in an empty tag": b'<cmd type="say" objid="m1">hello</cmd>',
    "a tag in a tag": b'<xrequest><cmd type="say" objid="m1"/></xrequest>',
    "the end without a logout": b"</client>",
    "another root": b"<client version='1.1'>",
    "an entity": b'<cmd type="say" objid="m1" text="&joke;"/>',
    "a DOCTYPE": b"<!DOCTYPE client []>",
    "bytes that are no UTF-8": b'<cmd type="say" objid="m1" text="\xff"/>',
    "a click on a matrix": click("m1"),
    "a click on an agent": click("a1"),
    "a click on a key": click("k1"),
    "a click on an image": click("i1"),
    "a press of a matrix": press("m1"),
    "a press of an agent": press("a1"),
    "a press of a token": press("t1"),
    "a press of an image": press("i1"),
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

    def test_the_others_stay(self) -> None:
        """c3.1.2.1: only the session of who is in error ends."""
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        ann.send(b"<shout/>")
        bob.say("hello", bob.agent)
        self.assertEqual(bob.heard, ["hello"])

    def test_what_was_right_before_still_counts(self) -> None:
        """c8.2: commands run in the order in which they are parsed."""
        server = Server()
        bob, ann = server.join("bob"), server.join("ann")
        ann.send(say(bob.agent, "one"), b"<shout/>", say(bob.agent, "two"))
        self.assertEqual(bob.heard, ["one"])


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
        self.assertEqual([each.raw for each in self.server.clients], [b""] * len(self.server.clients))
        self.assertEqual([call for call in self.game.calls if call[0] in ("click", "press", "say")], [])
        self.assertTrue(client.pipe.is_open)

    def test_a_click_on_another_matrixs_token(self) -> None:
        """c8.2: a click on another matrix's token is ignored."""
        prop = self.ann.token("prop")
        self.ann.click("Home")
        self.ignored(self.ann, click(prop))

    def test_a_click_on_a_token_that_never_was(self) -> None:
        """c8.2: the object must exist."""
        self.ignored(self.ann, click("t2147483647"))

    def test_a_click_on_a_token_that_is_gone(self) -> None:
        """c8.2: the object must still exist."""
        prop = self.ann.token("prop")
        del self.game.tiles["prop"]
        self.server.world.rooms["stage"].refresh()
        self.server.settle()
        self.ignored(self.ann, click(prop))

    def test_a_click_on_a_disabled_token(self) -> None:
        """c8.2: a token with energy 0 does nothing."""
        self.ignored(self.ann, click(self.ann.token("dim")))

    def test_a_press_of_a_disabled_key(self) -> None:
        """c8.2: a key with energy 0 does nothing."""
        key = next(o for o, values in self.ann.model.objects.items() if values.get("name") == "VK_O")
        self.ignored(self.ann, press(key))

    def test_a_press_of_another_matrixs_key(self) -> None:
        """c8.2: the key must be in the agent's matrix."""
        key = next(o for o, values in self.ann.model.objects.items() if values.get("name") == "VK_N")
        self.ann.click("Home")
        self.ignored(self.ann, press(key))

    def test_speech_to_another_matrix(self) -> None:
        """c8.2: a matrix must be the agent's own."""
        there = self.ann.model.current or ""
        self.ann.click("Home")
        self.ignored(self.ann, say(there, "hello"))

    def test_speech_to_an_agent_in_another_matrix(self) -> None:
        """c8.2: an agent must be in the agent's matrix."""
        self.ann.click("Home")
        self.ignored(self.ann, say(self.bob.agent, "hello"))

    def test_a_whisper_to_an_agent_in_another_matrix(self) -> None:
        """c8.2: nor does a whisper leave the room."""
        self.ann.click("Home")
        self.ignored(self.ann, say(self.bob.agent, "(hello)"))

    def test_speech_to_an_agent_that_has_left(self) -> None:
        """c8.2: the agent must still be there."""
        self.bob.send(logout())
        self.ignored(self.ann, say(self.bob.agent, "hello"))

    def test_speech_to_a_token_elsewhere(self) -> None:
        """c8.2: a token must be in the agent's matrix."""
        prop = self.ann.token("prop")
        self.ann.click("Home")
        self.ignored(self.ann, say(prop, "hello"))

    def test_empty_speech(self) -> None:
        """c8.2: empty speech is ignored."""
        self.ignored(self.ann, say(self.bob.agent, ""))

    def test_speech_without_text(self) -> None:
        """c8.2: text is optional, and empty without."""
        self.ignored(self.ann, f'<cmd type="say" objid="{self.bob.agent}"/>'.encode())

    def test_blank_speech(self) -> None:
        """c8.2: speech is trimmed first."""
        self.ignored(self.ann, say(self.bob.agent, " \t\n "))

    def test_blank_speech_to_the_matrix(self) -> None:
        """c8.2: the same rules hold for the room."""
        self.ignored(self.ann, say(self.ann.model.current or "", "   "))

    def test_an_xrequest(self) -> None:
        """c6: any legal content is read without harm."""
        self.ignored(self.ann, b'<xrequest options="a b">some &amp; any <![CDATA[<content>]]></xrequest>')


class Commands(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.game.tiles["other"] = Tile(1, 1, "other")
        self.game.keys = {"clap": Key("VK_SPACE", "Clap")}
        self.server = Server([stage(self.game), LAMP])
        self.ann, self.bob, self.cid = on_stage(self.server, "ann", "bob", "cid")
        self.room = self.ann.model.current or ""
        self.game.calls.clear()

    def test_a_click(self) -> None:
        """c8.2: click names a token."""
        self.ann.click("prop")
        [(player, tile)] = self.game.called("click")
        self.assertEqual((player.name, tile), ("ann", "prop"))

    def test_a_press(self) -> None:
        """c8.2: press names a key."""
        self.ann.press("VK_SPACE")
        [(player, key)] = self.game.called("press")
        self.assertEqual((player.name, key), ("ann", "clap"))

    def test_a_click_without_points(self) -> None:
        """c8.2: energy is points + 1, so who has no points can click."""
        self.server.world.award(self.server.world.players[self.ann.agent], -10)
        self.ann.click("prop")
        self.assertEqual(len(self.game.called("click")), 1)

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

    def test_speech_to_an_agent_is_heard_by_all(self) -> None:
        """c8.2: all agents in the matrix hear it, the speaker too, from whom and to whom."""
        self.ann.say("hello", self.bob.agent)
        for client in (self.ann, self.bob, self.cid):
            self.assertEqual(client.model.heard, [(self.ann.agent, self.bob.agent, "hello")])

    def test_speech_is_trimmed(self) -> None:
        """c8.2: trim."""
        self.ann.say("  hello \t", self.bob.agent)
        self.assertEqual(self.cid.heard, ["hello"])

    def test_nobody_elsewhere_hears(self) -> None:
        """c4.1.2: nobody hears of other matrices."""
        self.cid.click("Home")
        self.cid.raw = b""
        self.ann.say("hello", self.bob.agent)
        self.assertEqual(self.cid.raw, b"")

    def test_a_whisper_is_heard_by_its_target(self) -> None:
        """c8.2: text in brackets is a whisper."""
        self.ann.say("(hello)", self.bob.agent)
        self.assertEqual(self.bob.model.heard, [(self.ann.agent, self.bob.agent, "(hello)")])

    def test_a_whisper_is_heard_by_nobody_else(self) -> None:
        """c8.2: by the target alone."""
        self.ann.say("(sesame)", self.bob.agent)
        self.assertNotIn(b"sesame", self.ann.raw + self.cid.raw)

    def test_a_whisper_with_blanks_around_it(self) -> None:
        """c8.2: trim comes first."""
        self.ann.say("  (sesame) ", self.bob.agent)
        self.assertNotIn(b"sesame", self.ann.raw + self.cid.raw)
        self.assertEqual(self.bob.heard, ["(sesame)"])

    def test_half_brackets_are_no_whisper(self) -> None:
        """c8.2: a whisper begins with ( and ends with )."""
        self.ann.say("(hello", self.bob.agent)
        self.ann.say("hello)", self.bob.agent)
        self.assertEqual(self.cid.heard, ["(hello", "hello)"])

    def test_speech_to_the_matrix_is_chat(self) -> None:
        """c8.2: to the matrix, all in the room hear it."""
        self.ann.say(" hello ")
        for client in (self.ann, self.bob, self.cid):
            self.assertEqual(client.model.heard, [(self.ann.agent, self.room, "hello")])

    def test_speech_to_a_token_is_the_games_business(self) -> None:
        """c8.2: what it does is the game's business."""
        self.ann.say(" open ", self.ann.token("prop"))
        [(player, text, to)] = self.game.called("say")
        self.assertEqual((player.name, text, to), ("ann", "open", "prop"))

    def test_speech_to_a_key_is_the_games_business(self) -> None:
        """c8.2: the same for keys."""
        key = next(o for o in self.ann.model.members_sets() if o[0] == "k")
        self.ann.say("louder", key)
        [(_, text, to)] = self.game.called("say")
        self.assertEqual((text, to), ("louder", "clap"))

    def test_speech_to_a_token_is_heard_by_nobody(self) -> None:
        """c8.2: unless the game does something about it."""
        self.ann.say("open", self.ann.token("prop"))
        self.assertEqual(self.ann.heard + self.bob.heard, [])

    def test_ugly_speech_arrives_as_it_was(self) -> None:
        """c3.3: escaped once, undone once."""
        ugly = '&amp; & &lt; are "ugly" <b>'
        self.ann.say(ugly, self.bob.agent)
        self.assertEqual(self.bob.heard, [ugly])

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


class Slowly:
    """Accounts that take their time: the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answers: list[Deferred[Account]] = []

    def admit(self, name: str, password: str) -> Deferred[Account]:
        self.asked.append((name, password))
        self.answers.append(Deferred())
        return self.answers[-1]

    def keep(self, account: Account) -> None: ...

    def let_in(self) -> None:
        self.answers.pop(0).callback(Account(self.asked[-1][0], 7))


class ALoginThatTakesItsTime(SynchronousTestCase):
    def setUp(self) -> None:
        self.accounts = Slowly()
        self.server = Server([LAMP], accounts=self.accounts)

    def test_who_is_asked_for(self) -> None:
        self.server.connect().login("ann", "sesame")
        self.assertEqual(self.accounts.asked, [("ann", "sesame")])

    def test_nothing_is_said_before_the_answer(self) -> None:
        ann = self.server.connect().login("ann")
        self.assertEqual(ann.model.login_messages, [])

    def test_the_answer_is_a_welcome(self) -> None:
        ann = self.server.connect().login("ann")
        self.accounts.let_in()
        self.server.settle()
        self.assertEqual(ann.model.objects[ann.agent]["energy"], 8)
        self.server.check()

    def test_nothing_is_read_meanwhile(self) -> None:
        ann = self.server.connect().login("ann")
        self.assertFalse(ann.pipe.is_reading)
        self.accounts.let_in()
        self.server.settle()
        self.assertTrue(ann.pipe.is_reading)

    def test_commands_sent_meanwhile_are_held_and_run_in_order(self) -> None:
        ann = self.server.connect()
        home = self.server.world.homes[0].objid
        ann.send(opening(), login("ann"), say(home, "one"))
        ann.send(say(home, "two"))
        ann.send(say(home, "three"))
        self.accounts.let_in()
        self.server.settle()
        self.assertEqual(ann.heard, ["one", "two", "three"])

    def test_many_commands_sent_meanwhile_are_slowed_down_and_run(self) -> None:
        """Waiting for the answer was no flood: what is over the burst has to wait, and that is all."""
        ann = self.server.connect()
        lamp = self.server.world.rooms["lamp"].objid_of("lamp")
        walk = self.server.world.homes[0].objid_of(("room", "lamp"))
        ann.send(opening(), login("ann"), click(walk), *[click(lamp)] * 61)
        self.server.advance(1)
        self.accounts.let_in()
        self.server.advance(3)
        self.assertIsNone(ann.model.logged_out)
        ann.token("on")

    def test_a_client_that_vanishes_meanwhile_leaves_nothing_behind(self) -> None:
        ann = self.server.connect().login("ann")
        ann.lose()
        self.accounts.let_in()
        self.assertEqual(self.server.world.players, {})

    def test_the_name_of_a_client_that_vanished_is_free(self) -> None:
        self.server.connect().login("ann").lose()
        self.accounts.let_in()
        again = self.server.connect().login("ann")
        self.accounts.let_in()
        self.server.settle()
        self.assertEqual(again.model.login_messages, ["Welcome, ann."])

    def test_nobody_sees_a_client_that_vanished(self) -> None:
        bob = self.server.connect().login("bob")
        self.accounts.let_in()
        self.server.settle()
        bob.raw = b""
        self.server.connect().login("ann").lose()
        self.accounts.let_in()
        self.server.advance(3)
        self.assertEqual(bob.raw, b"")

    def test_a_refusal_is_told(self) -> None:
        ann = self.server.connect().login("ann", "wrong")
        self.accounts.answers.pop().errback(Refused("Another password, please."))
        self.server.settle()
        self.assertEqual(ann.model.login_messages, ["Another password, please."])
        self.assertIsNone(ann.model.agent)

    def test_another_try_after_a_refusal(self) -> None:
        ann = self.server.connect().login("ann", "wrong")
        self.accounts.answers.pop().errback(Refused("No."))
        self.server.settle()
        self.assertTrue(ann.pipe.is_reading)
        ann.send(login("ann", "right"))
        self.accounts.let_in()
        self.server.settle()
        self.assertIsNotNone(ann.model.agent)

    def test_a_refusal_of_a_client_that_vanished(self) -> None:
        ann = self.server.connect().login("ann", "wrong")
        ann.lose()
        self.accounts.answers.pop().errback(Refused("No."))
        self.assertEqual(self.server.gate.sessions, {})

    def test_a_command_held_behind_a_refused_login_is_an_error(self) -> None:
        """c8.1: before success a client sends nothing but login."""
        ann = self.server.connect()
        ann.send(opening(), login("ann"), say("m1", "hello"))
        self.accounts.answers.pop().errback(Refused("No."))
        self.server.settle()
        self.assertEqual(ann.model.logged_out, "Error: <cmd> out of order.")

    def test_an_unexpected_error_is_no_login(self) -> None:
        ann = self.server.connect().login("ann")
        self.accounts.answers.pop().errback(ZeroDivisionError("a secret of the server"))
        self.server.settle()
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual(ann.model.login_messages, ["Something went wrong here. Try again later."])

    def test_an_unexpected_error_can_be_tried_again(self) -> None:
        ann = self.server.connect().login("ann")
        self.accounts.answers.pop().errback(ZeroDivisionError())
        self.flushLoggedErrors(ZeroDivisionError)
        ann.send(login("ann"))
        self.accounts.let_in()
        self.server.settle()
        self.assertIsNotNone(ann.model.agent)

    def test_the_time_for_a_login_goes_on(self) -> None:
        ann = self.server.connect().login("ann")
        self.server.advance(31)
        self.assertFalse(ann.pipe.is_open)
        self.accounts.let_in()
        self.assertEqual(self.server.world.players, {})

    def test_two_of_one_name_at_once(self) -> None:
        first, second = self.server.connect().login("ann"), self.server.connect().login("ann")
        self.accounts.let_in()
        self.accounts.let_in()
        self.server.settle()
        names = {str(first.model.objects[client.agent]["name"]) for client in (first, second)}
        self.assertEqual(names, {"ann", "ann2"})
