"""Knows what a client must be told on its way from room to room, and that it never sees what is not so."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from itertools import count
from weakref import WeakSet

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.model import ModelClient
from tilenet.game import HELP, Image, Scene, Tile, TileId, help_tile
from tilenet.lines.memory import MemoryLine
from tilenet.turns.turn import Turn
from tilenet.wire.codec import encode, opening
from tilenet.wire.format import XML
from tilenet.wire.messages import LoggedIn, ServerOpen, Set
from tilenet.world.players.client import Client, Screen
from tilenet.world.screens.agent import NOWHERE, Agent
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.cache import Cache
from tilenet.world.screens.images import BLANK, Images
from tilenet.world.screens.news import News
from tilenet.world.screens.painter import Painter
from tilenet.world.screens.pictures import NO_FACES, NOTHING, Face, Picture

CAT, DOG = Image(4, 4, b"cat"), Image(4, 4, b"dog")


def encoded(told: Iterable[News]) -> bytes:
    """As a client gets it."""
    return b"".join(news.encoded(XML) for news in told)


class Somebody:
    """An agent, with a cache and a model client of its own."""

    def __init__(self, objid: str, is_online: Callable[[str], bool] = lambda objid: True) -> None:
        self.objid = objid
        self.agent = Agent(objid, Face(1, f"name of {objid}", "127.0.0.1"))
        self.cache = Cache(is_online)
        self.client = ModelClient()
        self.client.feed(opening(ServerOpen("g", "n", "open")) + encode(LoggedIn("", objid)))

    def recharge(self) -> News:
        """Have one point more; the news of it."""
        face = self.agent.seen.face
        return self.agent.look(face._replace(energy=(face.energy or 0) + 1))


class Place:
    """A room, in as few lines as show what a cache is for."""

    def __init__(self, matrix: str, images: Images, mint: Callable[[str], str]) -> None:
        self.painter = Painter(matrix, mint, images, is_home=True)
        self.people: list[Somebody] = []
        self.look = 0
        self.show()

    @property
    def picture(self) -> Picture:
        return self.painter.picture

    def show(self) -> None:
        """One look after the other: a tile comes, changes, gets an image, moves; the room grows; and again."""
        self.look += 1
        looks: list[dict[TileId, Tile]] = [
            {},
            {"a": Tile(1, 1, "a")},
            {"a": Tile(1, 1, "b", image=CAT)},
            {"a": Tile(1, 0, "b", image=DOG), "b": Tile(1, 1, "c")},
            {"b": Tile(0, 1, "c")},
        ]
        tiles = looks[self.look % 5]
        size = (2 + self.look // 5 % 2, 2)
        change = self.painter.paint("Room", Scene(size, {HELP: help_tile(0, 0), **tiles}, text=str(self.look % 3)))
        assert change is not None
        for person in self.people:
            told = person.cache.update(change)
            if change.resized:
                told.append(News(*(Set(other.objid) for other in self.people)))
            person.client.feed(encoded(told))

    @property
    def agents(self) -> dict[str, Agent]:
        return {person.objid: person.agent for person in self.people}

    def enter(self, newcomer: Somebody) -> bytes:
        newcomer.agent.move(self.picture.matrix)
        for person in self.people:
            last = person.cache.agents.pop(newcomer.objid, None)
            news = newcomer.agent.introduction if last is None else newcomer.agent.update_since(last)
            person.client.feed(encoded([news]))
        self.people.append(newcomer)
        told = encoded(newcomer.cache.enter(self.picture, self.agents))
        newcomer.client.feed(told)
        return told

    def leave(self, leaver: Somebody) -> None:
        leaver.cache.leave(self.picture, self.agents)
        self.people.remove(leaver)
        leaver.agent.move(NOWHERE)
        for person in self.people:
            person.cache.agents[leaver.objid] = leaver.agent.seen.gone
            person.client.feed(encode(Set(leaver.objid, x=-1)))

    def recharge(self, person: Somebody) -> None:
        news = person.recharge()
        for other in self.people:
            other.client.feed(encoded([news]))


class Town:
    """Some rooms and some people, who are in the first room."""

    def __init__(self, people: int = 3, rooms: int = 3) -> None:
        self.images = Images()
        numbers = count(100)
        self.places = [
            Place(f"m{number}", self.images, lambda kind: f"{kind}{next(numbers)}") for number in range(1, rooms + 1)
        ]
        self.people = [Somebody(f"a{number}") for number in range(1, people + 1)]
        self.where = [0] * people
        for person in self.people:
            self.places[0].enter(person)

    def walk(self, person: int, place: int) -> str:
        """Returns what the walker is told about the new room; those who are there stay."""
        if self.where[person] == place:
            return ""
        self.places[self.where[person]].leave(self.people[person])
        self.where[person] = place
        return self.places[place].enter(self.people[person]).decode()

    def wrong(self) -> list[str]:
        """What anybody sees wrongly, or was told needlessly."""
        lines = []
        for person, at in zip(self.people, self.where, strict=True):
            client, place = person.client, self.places[at]
            client.check_settled()
            lines += client.redundant
            if client.current != place.picture.matrix:
                lines.append(f"{person.objid} sees {client.current}")
            faces = {**place.picture.faces, **{other.objid: other.agent.seen.face for other in place.people}}
            for notion in (client.members_single(), client.members_sets()):
                lines += [f"{person.objid}: {objid} is there or is not" for objid in notion ^ faces.keys()]
            for objid, face in {place.picture.matrix: place.picture.face, **faces}.items():
                seen = {**NOTHING._asdict(), **client.objects.get(objid, {})}
                if objid[0] == "a" and seen["x"] == 0:  # sent about an agent that was gone
                    seen["x"] = None
                if seen["image"] == BLANK.objid:
                    seen["image"] = None
                if seen != {**face._asdict(), "image": face.image and face.image.objid}:
                    lines.append(f"{person.objid}: {objid}: {seen} is not {face}")
        return lines


class ComingBackTest(SynchronousTestCase):
    """c4.3.3: a client keeps every object, and is told what it does not know."""

    def setUp(self) -> None:
        self.town = Town(people=2)

    def test_who_comes_for_the_first_time_is_told_everything(self) -> None:
        """c8.4.6.2.3.3.3.2: the matrix, then what is in it, then who is in it, oneself included."""
        self.town.walk(1, 1)
        told = self.town.walk(0, 1)
        self.assertEqual(
            told.splitlines(),
            [
                '<set objid="m2" name="Room" text="1" bgcolor="ff1a1a1a" fgcolor="ffe6e6e6" x="2" y="2"/>',
                '<set objid="t102" energy="1" name="Help" text="What is this room?" x="0" y="0"/>',
                '<set objid="t103" energy="1" name="a" text="" x="1" y="1"/>',
                '<set objid="a2" x="0"/>',
                '<set objid="a1"/>',
            ],
        )

    def test_who_comes_back_to_an_unchanged_room_is_told_that_it_is_the_current_one(self) -> None:
        """c8.9, rule 1: last is current."""
        self.town.walk(0, 1)
        self.assertEqual(self.town.walk(0, 0), '<set objid="m1"/>\n<set objid="a1"/>\n')

    def test_who_comes_back_is_told_what_has_changed(self) -> None:
        """c8.9.5.3.1.5"""
        self.town.walk(0, 1)
        self.town.places[0].show()
        self.town.places[0].recharge(self.town.people[1])
        token = self.town.places[0].painter.objid_of("a")
        image = self.town.images.register(CAT).objid
        self.assertEqual(
            self.town.walk(0, 0).splitlines(),
            [
                '<set objid="m1" text="2"/>',
                f'<set objid="{image}" text="{CAT.data.hex()}" x="4" y="4"/>',
                f'<set objid="{token}" name="b" image="{image}"/>',
                '<set objid="a2" energy="2"/>',
                '<set objid="a1"/>',
            ],
        )

    def test_who_is_gone_is_said_to_be_gone(self) -> None:
        """c8.9, rule 3: x to exit; test_who_comes_for_the_first_time has one who is met again (rule 2)."""
        self.town.walk(0, 1)
        self.town.walk(1, 2)
        self.assertEqual(self.town.walk(0, 0), '<set objid="m1"/>\n<set objid="a2" x="-1"/>\n<set objid="a1"/>\n')

    def test_an_image_is_defined_once_in_each_session(self) -> None:
        """c8.9: before use, and never again; c8.4: an empty object cache for each session."""
        definition = f'text="{CAT.data.hex()}"'
        for place in self.town.places[1:]:
            place.show()
        for person in (0, 1):
            self.assertIn(definition, self.town.walk(person, 1))
            self.assertNotIn(definition, self.town.walk(person, 2))


class UpdateTest(SynchronousTestCase):
    def test_images_are_defined_between_the_matrix_and_what_is_in_it(self) -> None:
        """c8.9: an image is defined before use."""
        images = Images()
        painter = Painter("m1", lambda kind: f"{kind}1", images, is_home=True)
        help = Tile(0, 0, "Help", image=CAT)
        painter.paint("Room", Scene((2, 2), {HELP: help}, image=DOG))
        told = encoded(Cache(lambda objid: True).update(painter.picture.whole))
        self.assertEqual([line.split('"')[1] for line in told.decode().splitlines()], ["m1", "i2", "i3", "m1", "t1"])

    def test_what_needs_no_image_is_one_batch_that_all_clients_share(self) -> None:
        painter = Painter("m1", lambda kind: f"{kind}1", Images(), is_home=True)
        painter.paint("Room", Scene((2, 2), {HELP: help_tile(0, 0)}))
        change = painter.picture.whole
        for _ in range(2):
            [news] = Cache(lambda objid: True).update(change)
            self.assertIs(news, change.news)


steps = st.one_of(
    st.tuples(st.just("walk"), st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.just("walk"), st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.just("show"), st.integers(0, 2), st.integers(1, 6)),
    st.tuples(st.just("recharge"), st.integers(0, 2), st.just(0)),
)


class TownTest(SynchronousTestCase):
    @settings(deadline=None, max_examples=120)
    @given(st.lists(steps, max_size=25))
    @example(
        [("walk", 0, 2), ("walk", 2, 2), ("show", 0, 4), ("walk", 2, 0), ("walk", 2, 2), ("walk", 0, 0), ("walk", 0, 2)]
    )
    @example([("walk", 0, 1), ("walk", 2, 1), ("walk", 2, 2), ("show", 0, 4), ("walk", 2, 0), ("walk", 0, 0)])
    def test_everybody_always_sees_what_is_there(self, days: list[tuple[str, int, int]]) -> None:
        """c8.9.5.3.1.5: wherever they walk, whatever happens while they are away, and nothing is told in vain."""
        town = Town()
        for act, which, more in days:
            if act == "walk":
                town.walk(which, more)
            elif act == "show":
                for _ in range(more):
                    town.places[which].show()
            else:
                town.places[town.where[which]].recharge(town.people[which])
            self.assertEqual(town.wrong(), [])


class Name(str):
    """A name that can be referred to weakly."""


class MemoryTest(SynchronousTestCase):
    """A session of days must not remember everybody who ever passed by."""

    def setUp(self) -> None:
        self.online: set[str] = set()
        self.me = Somebody("a1", self.online.__contains__)
        self.here = Picture("m1", NOTHING, {})
        self.alive: WeakSet[Name] = WeakSet()

    def passer_by(self, number: int) -> Agent:
        name = Name(f"name {number}")
        agent = Agent(f"a{number}", Face(number, name))
        agent.move("m1")
        self.alive.add(name)
        return agent

    def people(self) -> dict[str, Agent]:
        return {f"a{number}": self.passer_by(number) for number in range(2, 1002)}

    def test_those_who_are_offline_are_forgotten_by_who_walks(self) -> None:
        for number in range(2, 1002):
            self.me.cache.enter(self.here, {"a1": self.me.agent})
            self.me.cache.leave(self.here, {"a1": self.me.agent, f"a{number}": self.passer_by(number)})
        gc.collect()
        self.assertLess(len(self.alive), 300)

    def test_those_who_are_offline_are_forgotten_by_who_stays(self) -> None:
        audience = Audience("m1", Turn(Clock()))
        me = Client("127.0.0.1", Screen(MemoryLine(Turn(Clock()), len), XML, self.online.__contains__))
        audience.seat(self.me.agent, me, NO_FACES)
        for number in range(2, 1002):
            audience.seat(self.passer_by(number), None, NO_FACES)
            audience.part(f"a{number}")
        gc.collect()
        self.assertLess(len(self.alive), 300)

    def test_those_who_are_online_are_remembered(self) -> None:
        """c4.3.3: otherwise they would be sent again."""
        people = self.people()
        self.online.update(people)
        self.me.cache.leave(self.here, people)
        self.assertEqual(encoded(self.me.cache.enter(self.here, people)), encode(Set("m1")))

    def test_who_was_forgotten_is_still_said_to_be_gone(self) -> None:
        """c8.9, rule 3: the client itself forgets nobody."""
        people = self.people()
        self.me.cache.leave(self.here, people)
        told = encoded(self.me.cache.enter(self.here, {})).decode().splitlines()
        self.assertEqual(told[1:], [f'<set objid="{objid}" x="-1"/>' for objid in people])
