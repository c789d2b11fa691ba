"""Whether a player is here: each step in each state, and anything that logins, losses and time can do to a world."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from twisted.internet.defer import CancelledError
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp, Stage, stage
from tests.doubles.store import MemoryStore
from tilenet.catalogue import GamePlugin
from tilenet.limits import Limits
from tilenet.text import name_key
from tilenet.world.players.accounts import Refused
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.players.presence import TRANSITIONS, Impossible, Presence, Step, after
from tilenet.world.world import World

SEAT_SECONDS = 120.0


class Steps(SynchronousTestCase):
    """What is written out here is the whole of it: a step that is missing is impossible."""

    POSSIBLE = """
        arriving: login -> arriving, attach -> here, lose -> away, end -> leaving, remove -> gone
        here: login -> arriving, attach -> here, lose -> away, end -> leaving, remove -> gone
        away: login -> away, attach -> here, lose -> away, end -> leaving, remove -> gone
        leaving: remove -> gone
        gone: login -> arriving
    """

    def test_lead_where_the_table_says(self) -> None:
        lines = [
            f"{state.value}: {', '.join(f'{step.value} -> {to.value}' for step, to in steps.items())}"
            for state, steps in TRANSITIONS.items()
        ]
        self.assertEqual(lines, [line.strip() for line in self.POSSIBLE.strip().splitlines()])

    def test_that_are_not_in_the_table_raise(self) -> None:
        for state in Presence:
            for step in Step:
                if step not in TRANSITIONS[state]:
                    error = self.assertRaises(Impossible, after, state, step)
                    self.assertEqual(str(error), f"{step.value} cannot happen to a player who is {state.value}")


class Town(RuleBasedStateMachine):
    """People with and without accounts log in, are lost, come back, walk, and leave, in any order."""

    connections: Bundle[tuple[Player, Client] | None] = Bundle("connections")

    @initialize()
    def begin(self) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.game = Stage()
        games = [stage(self.game), GamePlugin("lamp", Lamp)]
        limits = Limits(seat_seconds=SEAT_SECONDS)
        self.world = World(self.clock, Random(1), games, limits, self.store.accounts)
        self.store.accounts.start(self.world, {})
        self.attached: dict[Player, Client] = {}
        self.ended: list[Client] = []

    @rule(
        target=connections,
        name=st.sampled_from(["ann", "Ann", "bob", "cid"]),
        password=st.sampled_from(["", "sesame", "wrong"]),
        address=st.sampled_from(["192.0.2.1", "192.0.2.2"]),
        naming=st.sampled_from([Naming.NUMBERED, Naming.NUMBERED, Naming.EXACT, Naming.AT_ONCE]),
    )
    def log_in(self, name: str, password: str, address: str, naming: Naming) -> tuple[Player, Client] | None:
        found: list[object] = []
        login = self.world.login(name, password, naming, address).addBoth(found.append)
        login.cancel()  # after many failures the answer takes its time, and nobody waits for it here
        player = found[0]
        if not isinstance(player, Player):
            value = getattr(player, "value", None)
            assert isinstance(value, Refused | CancelledError), value
            return None
        client = Client(address)
        client.end = lambda reason: self.ended.append(client)
        self.world.attach(player, client)
        if player.room is None:
            self.world.place(player)
        self.attached[player] = client
        return player, client

    @rule(one=connections, holds_seat=st.booleans())
    def lose(self, one: tuple[Player, Client] | None, holds_seat: bool) -> None:
        if one is not None:
            player, client = one
            is_current = self.attached.get(player) is client
            self.world.disconnected(player, client, holds_seat=holds_seat)
            if is_current:
                del self.attached[player]

    @rule(one=connections, room=st.sampled_from(["stage", "lamp", None]))
    def walk(self, one: tuple[Player, Client] | None, room: str | None) -> None:
        if one is not None and one[0] in self.attached:
            self.world.send_to(one[0], room)

    @rule(one=connections)
    def log_out(self, one: tuple[Player, Client] | None) -> None:
        if one is not None:
            self.world.logout(one[0])
            self.attached.pop(one[0], None)

    @rule(seconds=st.sampled_from([0.0, 1.0, SEAT_SECONDS + 1]))
    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)

    @invariant()
    def everybody_is_where_the_world_says(self) -> None:
        if not hasattr(self, "world"):
            return
        players = [*self.world.players.values()]
        assert {one.objid for one in players} == {*self.world.players}
        for room in (*self.world.rooms.values(), *self.world.homes):
            assert all(player.room is room and player in players for player in room.members.values())
        for player in players:
            assert player.presence is not Presence.GONE
            assert (player.client is not None) == (player.presence is Presence.HERE)
            assert player.room is None or player.room.members[player.objid] is player
        assert sum(one.is_away for one in players) == self.world.away
        assert {one for one in players if one.client is not None} == {*self.attached}

    @invariant()
    def no_two_have_the_same_name_or_id(self) -> None:
        if hasattr(self, "world"):
            players = [*self.world.players.values()]
            assert len({name_key(player.name) for player in players}) == len(players)
            assert len({player.id for player in players}) == len(players)

    @invariant()
    def an_account_is_one_player(self) -> None:
        if hasattr(self, "world"):
            for player in self.world.players.values():
                assert (player.account_id is None) == player.id.startswith("guest-")

    def teardown(self) -> None:
        if hasattr(self, "world"):
            for player in [*self.world.players.values()]:
                self.world.logout(player)
            assert (self.world.players, self.world.away) == ({}, 0)
            assert not any(self.world.is_here(name) for name in ("ann", "bob", "cid"))


class InAWorld(SynchronousTestCase):
    def test_presence_membership_names_and_seats_agree_whatever_happens(self) -> None:
        run_state_machine_as_test(
            Town, settings=settings(max_examples=60, stateful_step_count=30, deadline=None, derandomize=True)
        )
