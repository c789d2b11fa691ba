"""Bots that players bring to rooms by /bot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.store import MemoryStore
from tilenet.catalogue import installed_games
from tilenet.clients.bots.noughtsbot import NoughtsBot
from tilenet.clients.bots.pacedbot import PacedBot
from tilenet.clients.company import company
from tilenet.clients.company.company import AWAY, BEGUN, FULL, NONE_TO_GO, Company
from tilenet.wire.codec import encode
from tilenet.wire.messages import Xrequest
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click
from tilenet.world.rooms.room import Room


class CompanyTestCase(SynchronousTestCase):
    limits: Mapping[str, Any] = {}

    def setUp(self) -> None:
        self.server = Server([*installed_games()], **self.limits)
        self.company = Company(self.server.gate)
        self.server.world.building.bring_company(self.company)
        self.addCleanup(self.company.stop)
        self.ann = self.server.join("ann")

    def room(self, name: str) -> Room:
        return self.server.world.rooms[name]

    def bots(self, room: str) -> list[Player]:
        return [one for one in self.room(room).members.values() if one.is_bot]

    def walk(self, title: str, client: Client | None = None) -> None:
        (client or self.ann).click(title)

    def answers(self, text: str, seconds: float = 3) -> list[str]:
        """What ann alone is told, after she has said this."""
        self.ann.heard  # noqa: B018
        self.ann.say(text)
        self.server.advance(seconds)
        room = self.server.world.players[self.ann.agent].room
        assert room is not None
        return [text for from_, to, text in self.ann.model.heard if (from_, to) == (room.objid, self.ann.agent)]


class Bringing(CompanyTestCase):
    def test_a_bot_comes_and_plays(self) -> None:
        self.walk("Noughts and crosses")
        self.assertEqual(self.answers("/bot"), [])
        (bot,) = self.bots("noughts")
        self.assertEqual((bot.name, bot.address), ("bot-1", ""))
        self.server.advance(10)
        self.assertEqual(self.room("noughts").game.summary().players, ("ann", "bot-1"))

    def test_it_plays_in_every_game_that_has_one(self) -> None:
        for room, title in (("set", "Set"), ("memory", "Memory"), ("pairpanicking", "PairPanicking")):
            self.walk(title)
            self.assertEqual(self.answers("/bot strong"), [], room)
            self.assertEqual([bot.name for bot in self.bots(room)], ["bot-1"])
            self.walk("Home")
            self.server.advance(10)
            self.assertEqual(self.bots(room), [], "it leaves when nobody is there")

    def test_it_comes_to_a_table_that_was_opened(self) -> None:
        self.walk("Tombala")
        self.ann.say("/create den 60")
        self.server.advance(1)
        self.assertEqual(self.answers("/bot"), [])
        (den,) = (room for room in self.server.world.rooms.values() if str(room.title) == "Tombala: den")
        self.assertEqual([one.name for one in den.members.values()], ["ann", "bot-1"])

    def test_a_strength_is_one_that_the_bot_has(self) -> None:
        self.walk("Noughts and crosses")
        (why,) = self.answers("/bot mighty")
        self.assertEqual(why, "There is no such bot here. Type /bot weak, /bot medium, /bot strong.")
        self.assertEqual(self.bots("noughts"), [])

    def test_clients_that_ask_for_facts_are_told_which_can_come(self) -> None:
        self.ann.send(encode(Xrequest("", "facts")))
        for title, bots in (
            ("Noughts and crosses", ["weak", "medium", "strong"]),
            ("Tombala", None),
            ("Set practice", None),
        ):
            self.walk(title)
            *_, (_, told) = (one for one in self.ann.model.responses if '"kind"' in one[1])
            self.assertEqual(json.loads(told).get("bots"), bots, title)
            self.walk("Home")

    def test_where_no_bot_plays_there_is_none(self) -> None:
        for title in ("Records", "Set practice", "Dancing"):
            self.walk(title)
            self.assertEqual(self.answers("/bot"), ["There is no bot for this room."], title)
            self.walk("Home")
        self.assertEqual(self.answers("/bot"), ["There is no bot for this room."])

    def test_none_comes_to_a_table_that_is_for_those_who_may_see_a_replay(self) -> None:
        self.walk("Noughts and crosses")
        room = self.room("noughts")
        room.origin = room.origin._replace(replay="noughts-abcdefgh")
        self.assertEqual(self.answers("/bot"), ["There is no bot for this room."])

    def test_nobody_comes_if_there_is_no_seat(self) -> None:
        bob = self.server.join("bob")
        self.walk("Noughts and crosses")
        self.walk("Noughts and crosses", bob)
        self.assertEqual(self.answers("/bot"), [FULL])

    def test_a_bot_that_does_not_wait_comes_before_the_game(self) -> None:
        self.walk("Tombala")
        self.ann.say("/create den 5")
        self.server.advance(8)
        self.assertEqual(self.answers("/bot"), [BEGUN])

    def test_a_newcomer_plays_dancing_to_its_end_against_one(self) -> None:
        """By what can be clicked and typed in the room: first the bot dances, then it is ann's turn."""
        self.walk("Dancing")
        self.walk("New 8 x 8")
        self.ann.click("Spoil")
        self.assertRegex(self.answers("/bot")[-1], "^Your turn: click empty cells to place stars. ")
        (table,) = (room for room in self.server.world.rooms.values() if room.name.startswith("dancing-match"))
        self.assertEqual((table.summary.phase, table.summary.players), ("playing", ("bot-1", "ann")))
        cells = table.game.facts()["stage"]["dancers"]
        self.ann.say(f"/star 0 {next(at for at in range(8) if f'cell/0/{at}' not in cells)}")
        self.ann.click("Done")
        self.server.advance(60)
        heard = " ".join(self.ann.heard)
        self.assertRegex(heard, r"Round 1: bot-1 reaches the goal in \d steps\..* Your turn: click a dancer")
        self.server.advance(120)
        self.assertIn("Match: bot-1 wins.", " ".join(self.ann.heard))

    def test_a_bot_that_comes_three_seconds_before_a_game_plays_and_makes_no_room_of_its_own(self) -> None:
        self.walk("Tombala")
        self.ann.say("/create den 8")
        self.server.advance(5)
        self.assertEqual(self.answers("/bot", 1), [])
        self.server.advance(60)
        (den,) = (room for room in self.server.world.rooms.values() if room.name.startswith("tombala-"))
        self.assertEqual((den.summary.players, den.summary.phase), (("ann", "bot-1"), "playing"))


class Leaving(CompanyTestCase):
    def test_a_bot_can_be_sent_away_by_its_name_or_as_the_last_that_came(self) -> None:
        self.walk("PairPanicking")
        for _ in range(3):
            self.assertEqual(self.answers("/bot"), [])
        self.assertEqual(self.answers("/bot leave BOT-1"), [])
        self.assertEqual([bot.name for bot in self.bots("pairpanicking")], ["bot-2", "bot-3"])
        self.assertEqual(self.answers("/bot leave"), [])
        self.assertEqual([bot.name for bot in self.bots("pairpanicking")], ["bot-2"])
        self.assertEqual(self.answers("/bot leave bot-9"), [NONE_TO_GO])

    def test_a_player_cannot_be_sent_away_like_that(self) -> None:
        self.server.join("bob").click("PairPanicking")
        self.walk("PairPanicking")
        self.assertEqual(self.answers("/bot leave bob"), [NONE_TO_GO])

    def test_one_that_has_wandered_off_leaves_the_server(self) -> None:
        self.walk("Memory")
        self.answers("/bot")
        (bot,) = self.bots("memory")
        (visitor,) = self.company._here
        visitor._stop()  # so that it does not find its way back
        self.server.world.send_to(bot, None)
        self.server.advance(AWAY + 5)
        self.assertNotIn(bot.objid, self.server.world.players)
        self.assertEqual(self.company._here, {})

    def test_nothing_is_left_of_those_who_are_gone(self) -> None:
        before = len(self.server.gate.sessions)
        self.walk("Memory")
        for _ in range(3):
            self.answers("/bot")
            self.answers("/bot leave")
        self.server.advance(5)
        self.assertEqual((len(self.server.gate.sessions), self.company._here), (before, {}))


class Bounds(CompanyTestCase):
    limits = {"bots_per_room": 2, "max_bots": 3}  # noqa: RUF012

    def test_there_are_so_many_in_a_room_and_on_the_server(self) -> None:
        self.walk("PairPanicking")
        for _ in range(2):
            self.assertEqual(self.answers("/bot"), [])
        self.assertEqual(self.answers("/bot"), ["No more bots can come: this room already has 2."])
        bob = self.server.join("bob")
        self.walk("Memory", bob)
        bob.say("/bot")
        bob.say("/bot")
        self.server.advance(2)
        self.assertIn("No more bots can come: this server already runs 3.", bob.heard)

    def test_one_address_has_a_share_of_them(self) -> None:
        self.patch(company, "FROM_ONE", 1)
        client = self.server.connect("192.0.2.1").login("bob")
        self.walk("PairPanicking", client)
        self.walk("PairPanicking")
        for one in (client, client, self.ann):
            one.say("/bot")
            self.server.advance(1)
        self.assertIn("No more bots can come: players at your address have already brought 1.", client.heard)
        self.assertEqual(len(self.bots("pairpanicking")), 2)

    def test_they_cannot_come_and_go_all_the_time(self) -> None:
        self.walk("PairPanicking")
        player = self.server.world.players[self.ann.agent]
        room = self.room("pairpanicking")
        refused = 0
        for _ in range(100):
            refused += self.company.bring(room, player, "") == company.TOO_MANY
            self.server.advance(0.25)
            self.company.send_away(room, player, "")
            self.server.advance(0.25)
        self.assertEqual(refused, 0)
        for _ in range(40):
            refused += self.company.bring(room, player, "") == company.TOO_MANY
            self.server.clock.advance(0)
            self.company.send_away(room, player, "")
            self.server.settle()
        self.assertGreater(refused, 20)

    def test_bringing_one_costs_as_much_as_five_commands(self) -> None:
        self.walk("PairPanicking")
        player = self.server.world.players[self.ann.agent]
        charged: list[float] = []
        self.patch(Player, "charge", lambda one, commands: charged.append(commands) if one is player else None)
        self.answers("/bot")
        self.assertEqual(charged, [5])


class AfterARestart(CompanyTestCase):
    limits = {"seat_seconds": 60}  # noqa: RUF012

    def test_bots_come_back_to_their_seats(self) -> None:
        self.walk("Noughts and crosses")
        self.answers("/bot")
        (bot,) = self.bots("noughts")
        (visitor,) = self.company._here
        session = visitor._session
        assert session is not None
        session.lost()  # as a restart ends all connections
        visitor._session = None
        self.company.stop()
        self.assertTrue(bot.is_away)
        again = Company(self.server.gate)
        self.addCleanup(again.stop)
        again.start()
        self.server.advance(2)
        self.assertFalse(bot.is_away)
        self.assertEqual([one.id for one in self.bots("noughts")], [bot.id])


class TheNameOfABot(SynchronousTestCase):
    def test_can_be_that_of_an_account_that_is_not_here(self) -> None:
        store = MemoryStore(Clock())
        server = Server([*installed_games()], accounts=store.accounts, clock=store.clock)
        store.accounts.start(server.world, {})
        company = Company(server.gate)
        server.world.building.bring_company(company)
        self.addCleanup(company.stop)
        mallory = server.connect("192.0.2.66").login("bot-1", "sesame")
        mallory.hang_up()
        ann = server.join("ann")
        ann.click("Memory")
        ann.say("/bot")
        server.advance(3)
        self.assertEqual([one.is_bot for one in server.world.rooms["memory"].members.values()], [False, True])


class Places(CompanyTestCase):
    limits = {"max_connections": 3, "seat_seconds": 120}  # noqa: RUF012

    def test_takes_no_place_from_people(self) -> None:
        self.walk("Memory")
        for _ in range(3):
            self.answers("/bot")
        self.assertIsNotNone(self.server.join("bob").model.agent)


class OneAddress(CompanyTestCase):
    def test_cannot_keep_others_from_bringing_bots(self) -> None:
        crowd = [self.server.connect("192.0.2.66").login(f"m{number}") for number in range(6)]
        bob = self.server.connect("192.0.2.1").login("bob")
        self.walk("Memory", bob)
        for one in crowd:
            self.walk("PairPanicking", one)
        for second in range(30):
            for number, one in enumerate(crowd):
                one.say("/bot" if (second + number) % 2 else "/bot leave")
                self.server.settle()
            if second > 20:
                bob.say("/bot" if second % 2 else "/bot leave")
            self.server.advance(1)
        self.assertNotIn(str(company.TOO_MANY), bob.heard)


class SentAwayOrFailing(CompanyTestCase):
    limits = {"seat_seconds": 120}  # noqa: RUF012

    def start(self) -> None:
        self.walk("Noughts and crosses")
        self.answers("/bot")

    def test_cannot_be_sent_away_by_a_stranger(self) -> None:
        self.start()
        mallory = self.server.join("mallory")
        self.walk("Noughts and crosses", mallory)
        mallory.say("/bot leave")
        self.server.advance(3)
        self.assertEqual(len(self.bots("noughts")), 1)

    def test_that_fails_leaves_its_seat(self) -> None:
        self.start()
        self.patch(NoughtsBot, "choose", lambda bot: 1 // 0)
        self.ann.say("hello")
        self.server.advance(3)
        self.assertEqual(self.bots("noughts"), [])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_that_fails_when_its_timer_rings_leaves_too(self) -> None:
        self.start()

        def ring(bot: PacedBot) -> None:
            bot.alarm = None
            raise ZeroDivisionError

        self.patch(PacedBot, "_ring", ring)
        room = self.room("noughts")
        room.act(self.server.world.players[self.ann.agent], Click(room.objid_of(("cell", 0, 0)) or ""))
        self.server.settle()
        self.server.advance(3)
        self.assertEqual(self.bots("noughts"), [])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
