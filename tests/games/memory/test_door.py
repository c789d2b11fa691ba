"""The door of Memory's own protocol, to the byte and to the write, and the world behind it.

The numbers are those of the flow in docs/memory.md. The clients here check every write by themselves: what comes is
one whole message, of the kind that is due, with zeros where nothing counts.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import PAIRS, PLAIN, Noted, Stacked
from tests.doubles.memory_clients import BinaryClient, MemoryServer, play
from tests.doubles.memory_model import (
    CODE_OVER,
    FILLED,
    FIRST_PLAY,
    FROZEN,
    HIDE_BOTH,
    HIDE_FIRST,
    LEAVE,
    LOST,
    NO_COLOUR,
    NO_PLAY,
    RIGHT,
    TIME_NOT_UP,
    UNFROZEN,
    WIN,
    WRONG,
    MemoryModel,
    ModelPlayer,
)
from tests.doubles.pipe import Pipe
from tests.doubles.wire import Wire
from tilenet.catalogue import installed_doors
from tilenet.game import Event, Events, Player
from tilenet.games.memory import door
from tilenet.games.memory.door import MemoryDoor, encode
from tilenet.games.memory.events import Pick
from tilenet.games.memory.game import Memory

FREE: dict[str, Any] = {"command_burst": 10**6, "speech_burst": 10**6, "speech_per_second": 1000}
ODD = (-(2**31), -2, -1, 4, 100000, 2**31 - 1)
ALL_DOWN = ("board", (("", 0, NO_COLOUR),) * 16)


class Fragile(Memory):
    """A game that fails when somebody picks a card with the id 13."""

    def ask(self, player: Player, request: object, now: float) -> Events:
        if isinstance(request, Pick) and request.id == 13:
            raise RuntimeError("unlucky")
        return super().ask(player, request, now)


class DoorTestCase(SynchronousTestCase):
    """A server at which nobody is too fast, and whose cards are in order: aa aa ab ab / ac ..."""

    def setUp(self) -> None:
        self.server = MemoryServer(random=Stacked(), **FREE)

    def sit_down(self, number: int = 2) -> list[BinaryClient]:
        """Players of the binary protocol, in a game, who have forgotten how they came there."""
        clients = [self.server.dial() for _ in range(number)]
        self.server.forget()
        return clients

    def find_all(self, *clients: BinaryClient) -> None:
        for number, pair in enumerate(PAIRS):
            clients[number % len(clients)].pick(*pair)

    def names(self) -> list[str]:
        """Of everybody in the world, in the order of their coming."""
        return [player.name for player in self.server.world.players.values()]

    def colour(self, client: BinaryClient) -> tuple[int, ...]:
        """By who connected when; nobody has left."""
        return tuple([*self.server.contest.seats.values()][self.server.others.index(client)].colour)


class Connecting(DoorTestCase):
    def test_flow_1_the_board_when_a_second_player_comes(self) -> None:
        first = self.server.dial()
        self.server.advance(60)
        self.assertEqual(first.heard, [("dimension", 4)])
        second = self.server.dial()
        for client in (first, second):
            self.assertEqual(client.heard, [("dimension", 4), ALL_DOWN])
            self.assertEqual([len(write) for write in client.pipe.writes], [4, 320])

    def test_each_player_gets_the_lowest_number_that_is_free(self) -> None:
        clients = self.sit_down(3)
        self.assertEqual(self.names(), ["memory-1", "memory-2", "memory-3"])
        clients[1].quit()
        self.server.dial()
        self.server.dial()
        self.assertEqual(self.names(), ["memory-1", "memory-3", "memory-2", "memory-4"])


class Playing(DoorTestCase):
    def test_what_everybody_is_told_is_encoded_once(self) -> None:
        encoded: list[object] = []

        def watched(event: Event) -> bytes:
            encoded.append(event)
            return encode(event)

        self.patch(door, "encode", watched)
        clients = self.sit_down(4)
        encoded.clear()
        clients[0].pick((0, 0), (2, 0))
        self.assertEqual(len(encoded), 2)

    def test_each_response_has_the_fields_that_count_and_no_others(self) -> None:
        one, two = self.sit_down()
        red, blue = self.colour(one), self.colour(two)
        one.pick((0, 0))
        self.assertEqual(two.heard[-1], ("response", FIRST_PLAY, (1, 0, 0), NO_PLAY, "aa", "", red))
        two.pick((0, 0))
        self.assertEqual(one.heard[-1], ("response", FILLED, (1, 0, 0), NO_PLAY, "", "", NO_COLOUR))
        one.pick((1, 0))
        self.assertEqual(two.heard[-1], ("response", RIGHT, (1, 0, 0), (2, 1, 0), "aa", "aa", red))
        two.pick((2, 0), (1, 1))
        self.assertEqual(two.heard[-1], ("response", WRONG, (2, 2, 0), (3, 1, 1), "ab", "ac", blue))
        two.pick((3, 3))
        self.assertEqual(one.heard[-1], ("response", TIME_NOT_UP, (4, 3, 3), NO_PLAY, "", "", NO_COLOUR))
        self.server.advance(2)
        self.assertEqual(one.heard[-1], ("response", HIDE_BOTH, (2, 2, 0), (3, 1, 1), "", "", NO_COLOUR))
        one.pick((3, 0), (3, 0))
        self.assertEqual(two.heard[-1], ("response", HIDE_FIRST, (3, 3, 0), NO_PLAY, "", "", NO_COLOUR))
        one.hang_up()
        self.assertEqual(two.heard[-1], ("response", FROZEN, NO_PLAY, NO_PLAY, "", "", NO_COLOUR))
        self.server.dial()
        self.assertEqual(two.heard[-1], ("response", UNFROZEN, NO_PLAY, NO_PLAY, "", "", NO_COLOUR))

    def test_a_player_at_a_terminal_and_one_at_a_socket_see_the_same(self) -> None:
        ann, (one, two) = self.server.walk_in("ann"), self.sit_down()
        self.server.pick(ann, (0, 0), (1, 0))
        self.assertEqual(one.codes, [FIRST_PLAY, RIGHT])
        self.assertEqual([message[2:4] for message in two.heard], [((1, 0, 0), NO_PLAY), ((1, 0, 0), (2, 1, 0))])
        one.pick((2, 0))
        tile = ann.model.objects[ann.model.grid()[2, 0]]
        self.assertEqual((tile["name"], tile["text"]), ("ab", "memory-1 has turned it up."))
        self.server.check()


class TheEnd(DoorTestCase):
    def test_flow_5_code_3_and_the_result_are_one_write(self) -> None:
        one, two = self.sit_down()
        self.find_all(one)
        for client, result in ((one, ("end", WIN, 16)), (two, ("end", LOST, 0))):
            self.assertEqual(len(client.pipe.writes[-1]), 56)
            self.assertEqual(client.heard[-2][:2], ("response", CODE_OVER))
            self.assertEqual(client.heard[-2][2:6], ((15, 2, 3), (16, 3, 3), "bd", "bd"))
            self.assertEqual(client.heard[-1], result)

    def test_flow_5_all_with_the_most_points_win(self) -> None:
        clients = self.sit_down(3)
        self.find_all(*clients[:2])
        self.assertEqual([client.heard[-1] for client in clients], [("end", WIN, 8), ("end", WIN, 8), ("end", LOST, 0)])

    def test_flow_5_nothing_else_before_the_board_10_s_later(self) -> None:
        """Whatever others do: they pick, come, leave, talk; there may be too few."""
        one, two = self.sit_down()
        ann = self.server.walk_in("ann")
        self.find_all(one)
        before = len(one.pipe.writes)
        one.pick((0, 0), (9, 9))
        two.pick((3, 3))
        ann.say("well done")
        late = self.server.dial()
        late.pick((0, 0))
        two.hang_up()
        late.quit()
        ann.click("Home")
        self.server.advance(9.75)
        self.assertEqual(one.pipe.writes[before:], [])
        self.server.dial()
        self.server.advance(0.25)
        self.assertEqual([len(write) for write in one.pipe.writes[before:]], [320])
        self.assertEqual(one.heard[-1], ALL_DOWN)


class TooFew(DoorTestCase):
    def test_flow_8_picks_before_the_first_board_are_ignored(self) -> None:
        one = self.server.dial()
        one.pick((0, 0), (1, 0), (9, 9))
        self.server.dial()
        self.assertEqual(one.heard, [("dimension", 4), ALL_DOWN])


class Leaving(DoorTestCase):
    def test_flow_7_asking_to_leave(self) -> None:
        one, two = self.sit_down()
        one.quit()
        self.assertEqual(one.heard, [("response", LEAVE, NO_PLAY, NO_PLAY, "", "", NO_COLOUR)])
        self.assertFalse(one.is_open)
        self.assertEqual(two.codes, [FROZEN])

    def test_flow_7_what_comes_behind_it_is_not_heard(self) -> None:
        one, two = self.sit_down(3)[:2]
        one.send(play(1, -1, -1), play(2, 0, 0), b"half")
        self.assertEqual((one.codes, two.codes), ([LEAVE], []))

    def test_flow_7_at_any_time(self) -> None:
        """Before the first board, in a turn, while waiting, while frozen, in the pause."""
        alone = self.server.dial()
        alone.quit()
        self.assertEqual(alone.kinds, ["dimension", LEAVE])
        one, two, three, four = self.sit_down(4)
        one.pick((0, 0))
        one.quit()
        two.pick((2, 0), (0, 1))
        two.quit()
        self.server.advance(5)
        self.find_all(three)
        four.quit()
        three.quit()
        self.assertEqual([client.kinds[-1] for client in (one, two, three, four)], [LEAVE] * 4)
        five, six = self.server.dial(), self.server.dial()
        self.server.advance(10)
        six.hang_up()
        five.quit()
        self.assertEqual(five.kinds, ["dimension", "board", FROZEN, LEAVE])
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})

    def test_flow_7_when_the_server_stops(self) -> None:
        """Everybody may leave, whatever they wait for; nobody is told that the others left."""
        for number, is_over in ((1, False), (2, False), (2, True)):
            self.setUp()
            clients = self.sit_down(number)
            if is_over:
                self.find_all(clients[0])
                clients.append(self.server.dial())
                self.server.forget()
            self.server.gate.close("The server is stopping.")
            self.server.settle()
            self.assertEqual([client.kinds for client in clients], [[LEAVE]] * len(clients))
            self.assertFalse(any(client.is_open for client in clients))


class Writes(DoorTestCase):
    def test_flow_8_each_message_is_one_write_also_if_several_are_due_at_once(self) -> None:
        one, two = self.sit_down()
        before = len(two.pipe.writes)
        one.send(*(play(number, *cell) for number, cell in enumerate([(0, 0), (1, 0), (2, 0), (0, 1), (3, 3)])))
        self.assertEqual([len(write) for write in two.pipe.writes[before:]], [48] * 5)
        self.assertEqual(two.codes, [FIRST_PLAY, RIGHT, FIRST_PLAY, WRONG, TIME_NOT_UP])


class AnyInput(DoorTestCase):
    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.binary(max_size=60), max_size=12))
    def test_any_bytes_are_harmless(self, pieces: list[bytes]) -> None:
        server = MemoryServer(random=Stacked(), **FREE)
        one, two, three = (server.dial() for _ in range(3))
        for piece in pieces:
            one.send(piece)
        server.advance(6)
        two.pick((0, 0), (1, 0))
        self.assertEqual(three.codes[-2:], [FIRST_PLAY, RIGHT])
        self.assertTrue(two.is_open and three.is_open)


class Limits(SynchronousTestCase):
    def test_a_flood_is_slowed_down_and_then_ended_with_permission_to_leave(self) -> None:
        server = MemoryServer(random=Stacked())
        one, two, three = (server.dial() for _ in range(3))
        wire = Wire(server, one)  # type: ignore[arg-type]
        wire.flood(9.5, play(1, 0, 0) * 10)
        self.assertTrue(one.is_open)
        answered = len(two.codes)
        self.assertLess(answered, 40 + 10 * 20 + 5)
        wire.flood(1, play(1, 0, 0) * 10)
        self.assertEqual(one.codes[-1], LEAVE)
        self.assertFalse(one.is_open)
        three.pick((3, 3))
        self.assertEqual(two.codes[-1], FIRST_PLAY)
        self.assertTrue(two.is_open)

    def test_a_full_server_closes_at_once_and_sends_nothing(self) -> None:
        server = MemoryServer(max_connections=1)
        server.dial()
        pipe = Pipe()
        server.memory.buildProtocol(None).makeConnection(pipe)
        server.settle()
        self.assertEqual((pipe.written, pipe.is_open), (b"", False))

    def test_a_server_that_is_closed_or_without_the_room_sends_nothing_either(self) -> None:
        roomless = MemoryServer()
        del roomless.world.rooms["memory"]
        for server in (MemoryServer(status="closed"), roomless):
            client = server.dial()
            self.assertEqual((client.pipe.writes, client.is_open), ([], False))
            self.assertEqual(server.world.players, {})


class Failing(SynchronousTestCase):
    """If the game fails, those in the middle of one are let go: the protocol has no other word for it."""

    def setUp(self) -> None:
        self.server = MemoryServer(Fragile, random=Stacked(), **FREE)

    def test_in_the_middle(self) -> None:
        ann = self.server.walk_in("ann")
        clients = [self.server.dial() for _ in range(2)]
        clients[0].pick((0, 0))
        clients[0].send(play(13, 1, 0))
        for client in clients:
            self.assertEqual(client.kinds, ["dimension", "board", FIRST_PLAY, LEAVE])
        self.assertEqual(len(self.flushLoggedErrors(RuntimeError)), 1)
        fresh = self.server.dial()
        self.assertEqual(fresh.heard, [("dimension", 4), ALL_DOWN])
        self.server.pick(ann, (0, 0))
        self.assertEqual(fresh.codes, [FIRST_PLAY])
        self.server.check()

    def test_who_waits_for_a_board_gets_it(self) -> None:
        alone = self.server.dial()
        alone.send(play(13, 0, 0))
        self.assertEqual(len(self.flushLoggedErrors(RuntimeError)), 1)
        self.server.dial()
        self.assertEqual(alone.heard, [("dimension", 4), ALL_DOWN])


class ASecret(SynchronousTestCase):
    """What is sent depends on no card that was never turned: with others there, every byte is the same."""

    def bytes_of_a_game(self, cards: list[str]) -> list[bytes]:
        server = MemoryServer(random=Stacked(cards), **FREE)
        one, ann, two = server.dial(), server.walk_in("ann"), server.dial()
        one.pick((0, 0), (1, 0), (2, 0), (3, 0), (2, 2))
        server.pick(ann, (0, 1))
        two.pick((0, 1), (9, 9))
        server.dial()
        server.walk_in("bob")
        server.advance(6)
        one.pick((0, 0), (0, 1), (0, 1))
        ann.click("Home")
        two.hang_up()
        server.dial()
        server.walk_in("cid")
        server.check()
        return [
            *(b"|".join(client.pipe.writes) for client in server.others),
            *(client.raw for client in server.clients),
        ]

    def test_is_kept_by_both_doors(self) -> None:
        turned = ["aa", "aa", "ab", "ac", "ad"]
        rest = list(PLAIN)
        for card in turned:
            rest.remove(card)
        first = self.bytes_of_a_game([*turned, *rest])
        for seed in range(20):
            Random(seed).shuffle(rest)
            self.assertEqual(self.bytes_of_a_game([*turned, *rest]), first)
        other = self.bytes_of_a_game([*PLAIN[:4], *reversed(PLAIN[4:])])  # of which some are turned
        self.assertNotEqual(self.bytes_of_a_game(PLAIN), other)


class SecondOpinion(SynchronousTestCase):
    """The whole server against the model of the rules: what each client is sent, message by message."""

    def test_agrees(self) -> None:
        met: Counter[object] = Counter()
        for seed in range(150):
            self.play_at_random(seed, met)
        self.assertEqual(len(met), 13, "everything that can happen has happened")
        self.assertGreater(min(met.values()), 40, met)

    def play_at_random(self, seed: int, met: Counter[object]) -> None:
        """Some minutes of coming, going and picking, fast and slow; half of the time players know where pairs are."""
        chance, noted = Random(seed), Noted(seed)
        server = MemoryServer(type("Small", (Memory,), {"dim": chance.choice((2, 2, 4, 6))}), random=noted, **FREE)
        deals = iter(noted.deals)
        model = MemoryModel(server.contest.dim, lambda: next(deals))
        people: dict[BinaryClient, ModelPlayer] = {}
        for number in range(120):
            what = chance.random()
            model.sleep_until(server.clock.seconds())
            if not people or (what < 0.07 and len(people) < 4):
                client = server.dial()
                people[client] = model.connect([*server.contest.seats.values()][-1].colour)
            elif what < 0.13:
                client = chance.choice([*people])
                gone = people.pop(client)
                model.quit(gone)
                if chance.random() < 0.5:
                    client.hang_up()
                else:
                    client.quit()
                    self.assertEqual(client.heard.pop()[1], LEAVE)
                self.assertEqual(client.heard, gone.sent, seed)
            elif what < 0.3:
                server.advance(chance.choice((0.25, 0.5, 2.0, 5.0, 10.0)))
            else:
                client = chance.choice([*people])
                x, y = (chance.choice((*range(model.dim), *range(model.dim), *ODD[number % 6 :][:1])) for _ in range(2))
                turn = [*server.contest.seats.values()][[*people].index(client)].turn
                if turn is not None and chance.random() < 0.5:
                    cards, first = noted.deals[-1], turn.first.y * model.dim + turn.first.x
                    mate = next(cell for cell, card in enumerate(cards) if card == cards[first] and cell != first)
                    y, x = divmod(mate, model.dim)
                play_id = chance.choice((number, 0, -1, 2**31 - 1))
                if (x, y) != (-1, -1):  # by which one leaves
                    client.send(play(play_id, x, y))
                    model.play(people[client], (play_id, x, y))
        model.sleep_until(server.clock.seconds())
        for client, player in people.items():
            self.assertEqual(client.heard, player.sent, seed)
            met.update(client.kinds)


class ThePlugin(SynchronousTestCase):
    def test_is_installed(self) -> None:
        (plugin,) = [door for door in installed_doors() if door.name == "memory"]
        self.assertEqual((plugin.speaks, plugin.usual), ("Memory", "tcp:3000"))
        self.assertIsInstance(plugin.make(MemoryServer().gate), MemoryDoor)
