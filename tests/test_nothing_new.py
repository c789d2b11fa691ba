"""Acts that change nothing, in every installed game: nobody else is told of them, and a crowd makes none dearer."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.steps import steps
from tilenet.catalogue import IGamePlugin, installed_games
from tilenet.game import HOME
from tilenet.games.set.layouts import NO_SET, key_of
from tilenet.lines.memory import MemorySender
from tilenet.testing import Seat, Table
from tilenet.world.rooms.acts import Click, Press
from tilenet.world.rooms.voice import Voice
from tilenet.world.screens.audience import Audience

FEW, MANY = 14, 40  # people: more than most games have seats for
SLACK = 6  # calls, for what is a little different each time
TO_EACH = {"memory": 6, "memory-large": 6}  # calls: Memory's protocol answers everybody, whatever was picked

#: What takes longer on some boards than on others, where everybody has one of their own.
BY_BOARD: dict[str, set[Hashable]] = {"set-practice": {NO_SET, key_of(NO_SET)}}


class Crowd:
    """So many people in the room of a game, or at Home, who may have all the points that they need, or none."""

    def __init__(self, game: IGamePlugin, count: int, points: int, *, is_home: bool = False) -> None:
        self.table = Table(game)
        self.seats = [self.table.enter(f"p{number}") for number in range(count)]
        self.sent: dict[str, bytes] = {}  # by name
        for seat in self.seats:
            self.table.world.award(seat.player, points - seat.points)
            self.note(seat)
        if is_home:
            self.table.room = self.table.world.homes[0]
            for seat in self.seats:
                self.come_back(seat)
        self.table.advance(20)  # countdowns are over, and all were announced
        self.sent.clear()

    def note(self, seat: Seat) -> None:
        """Take down what somebody is sent."""
        assert seat.client.screen is not None and isinstance(seat.client.screen.line.sender, MemorySender)
        sender = seat.client.screen.line.sender
        received = sender.received

        def noted(data: bytes) -> None:
            self.sent[seat.name] = self.sent.get(seat.name, b"") + data
            received(data)

        sender.received = noted

    def come_back(self, seat: Seat) -> None:
        room = self.table.room
        if not seat.is_at_the_table:
            self.table.world.send_to(seat.player, None if room in self.table.world.homes else room.name)
            self.table.advance(0)

    def ids(self) -> list[Hashable]:
        """What there is to click and to press, but for the way out."""
        scene = self.table.game.scene()
        return [id for id in (*scene.tiles, *scene.keys) if id != HOME]

    def act(self, seat: Seat, id: Hashable) -> bool:
        """Click a tile or press a key, whether it is enabled or not; whether that has changed nothing."""
        before = self.sight()
        self.sent.clear()
        self.do(seat, id)
        self.table.advance(0)
        return seat.is_at_the_table and self.sight() == before

    def do(self, seat: Seat, id: Hashable) -> None:
        room = self.table.room
        objid = room.objid_of(id)
        room.act(seat.player, Press(objid) if objid[0] == "k" else Click(objid))

    def sight(self) -> list[object]:
        """All that anybody can see here."""
        game, scene = self.table.game, self.table.game.scene()
        return [
            [getattr(scene, part) for part in scene.__slots__],
            [(view.tiles, view.keys) for view in (game.view(seat.player) for seat in self.seats)],
            [seat.points for seat in self.seats],
            [*self.table.room.members],
        ]


class NothingNew(SynchronousTestCase):
    """Whatever is clicked and pressed, by players and by those who watch."""

    def crowds(self, count: int) -> dict[str, Crowd]:
        crowds = {
            f"{game.name}, {points} points": Crowd(game, count, points)
            for game in installed_games()
            if game.is_at_home
            for points in (0, 100)
        }
        crowds["home"] = Crowd(installed_games()[0], count, 100, is_home=True)
        return crowds

    def costs(self, crowd: Crowd) -> dict[tuple[int, Hashable], int]:
        """What the acts that change nothing cost, by who does what."""
        costs: dict[tuple[int, Hashable], int] = {}
        for who in (0, -1):
            seat = crowd.seats[who]
            for id in crowd.ids():
                if crowd.act(seat, id) and crowd.act(seat, id):
                    costs[who, id] = min(self.cost(crowd, seat, id) for _ in range(2))  # a cache may forget something
                crowd.come_back(seat)
        return costs

    def cost(self, crowd: Crowd, seat: Seat, id: Hashable) -> int:
        cost = steps(lambda: crowd.do(seat, id))
        crowd.table.advance(0)
        return cost

    def note(self, kind: type, method: str, calls: list[object]) -> None:
        """Take down the calls of a method."""
        call = getattr(kind, method)

        def noted(*args: object, **more: object) -> object:
            calls.append(args)
            return call(*args, **more)

        self.patch(kind, method, noted)

    def test_costs_the_same_however_many_are_here(self) -> None:
        few, many = self.crowds(FEW), self.crowds(MANY)
        for what in few:
            one, other = self.costs(few[what]), self.costs(many[what])
            both = one.keys() & other.keys()
            self.assertGreaterEqual(len(both), 2, what)  # at least, both can ask for help
            for act in both:
                if act[1] in BY_BOARD.get(what.partition(",")[0], ()):
                    continue
                slack = SLACK + (MANY - FEW) * TO_EACH.get(what.partition(",")[0], 0)
                self.assertLessEqual(other[act], one[act] + slack, (what, act))

    def test_is_told_to_nobody_else_and_shown_to_nobody(self) -> None:
        shown: list[object] = []
        said: list[object] = []
        self.note(Audience, "show", shown)
        self.note(Voice, "say", said)
        random = Random(1)
        for what, crowd in self.crowds(6).items():
            for _ in range(150):
                seat, id = random.choice(crowd.seats), random.choice(crowd.ids())
                shown.clear()
                said.clear()
                picture = crowd.table.room.audience.picture
                if crowd.act(seat, id):
                    self.assertEqual(shown, [], (what, id))
                    self.assertIs(crowd.table.room.audience.picture, picture, (what, id))
                    self.assertNotIn(b"<set ", b"".join(crowd.sent.values()), (what, id))
                    self.assertTrue(said or crowd.sent.keys() <= {seat.name}, (what, id, crowd.sent))
                crowd.come_back(seat)
                if random.random() < 0.1:
                    crowd.table.advance(random.choice([0.5, 3]))
