"""Matches at random: people and programs do whatever they can, and everybody sees the room exactly as it is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import PLAN, STARS, DancingServer, SmallLobby, TwoRounds
from tests.doubles.harness import Client
from tests.doubles.model import click, press

acts = st.lists(
    st.tuples(
        st.sampled_from(["click", "click", "click", "press", "wait", "dial", "say", "hang up", "late"]),
        st.integers(0, 10**6),
    ),
    max_size=40,
)


def enabled(client: Client, kind: str) -> list[str]:
    """What somebody could click (t) or press (k)."""
    objects = client.model.objects
    return sorted(one for one in client.model.members_single() if one[0] == kind and objects[one].get("energy"))


def act(server: DancingServer, what: str, number: int) -> None:
    people = [client for client in server.clients if client.model.logged_out is None]
    programs = [program for program in server.others if program.is_open]
    person = people[number % len(people)]
    match what:
        case "click":
            choices = [one for one in enabled(person, "t") if person.model.objects[one]["name"] != "Home"]
            person.send(click(choices[number // 7 % len(choices)]))
        case "press":
            if choices := enabled(person, "k"):
                person.send(press(choices[number // 7 % len(choices)]))
        case "wait":
            server.advance(number % 50 / 10, 0.1)
        case "dial" if len(server.others) < 5:
            server.enter(f"p{number}")
        case "late" if server.games():
            server.watch(f"late{len(server.clients)}", number % len(server.games()))
        case "say" if programs:
            programs[number % len(programs)].say((STARS, *PLAN, "x")[number // 7 % 6])
        case "hang up" if programs:
            programs[number % len(programs)].hang_up()


class AtRandom(SynchronousTestCase):
    @settings(max_examples=40, deadline=None)
    @given(st.booleans(), st.integers(0, 2), acts)
    def test_everybody_sees_what_is(self, is_long: bool, seats: int, walk: list[tuple[str, int]]) -> None:
        with capturedLogs() as events:
            server = DancingServer(TwoRounds if is_long else SmallLobby, command_burst=10**6)
            eve = server.join("eve")
            eve.click("Dancing")
            eve.click("New 4 x 4")
            fay = server.watch("fay")
            for person, seat in ((eve, "Dance"), (fay, "Spoil"))[:seats]:
                person.click(seat)
            for what, number in walk:
                act(server, what, number)
                server.check()
            server.advance(250, 5)
            server.check()
            server.empty()
        self.assertEqual([event for event in events if "log_failure" in event], [])
        self.assertEqual(server.leftovers(), {})
