"""At any moment of a replay, people can play on from there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import act
from tests.replays.test_playback import ENOUGH, played
from tests.replays.test_recorder import MOVES, Recorded
from tilenet.game import Open
from tilenet.replays.playback import Playback
from tilenet.replays.recording import header_text, with_header
from tilenet.replays.shelf import Kept
from tilenet.replays.theatre import opening
from tilenet.replays.usher import UNKNOWN
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click, Press
from tilenet.world.rooms.room import FOR_FUN, Room
from tilenet.world.rooms.voice import Voice


class Forking(Recorded):
    """A server with theatres."""

    def theatre(self, *people: Player) -> Room:
        header = self.library.latest(1)[0]
        name = self.world.building.open(opening(header), self.world.rooms["noughts"])
        assert name is not None
        for one in people:
            self.world.send_to(one, name)
        self.end_turn()
        return self.world.rooms[name]


class AFork(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Forking(self.folder)
        self.ann, self.bob = self.server.at("noughts", "ann", "bob")
        for number, cell in enumerate(MOVES):
            self.server.advance(1)
            self.server.click([self.ann, self.bob][number % 2], ("cell", *cell))
        for one in (self.ann, self.bob):
            self.server.world.send_to(one, None)
        self.server.end_turn()
        self.cid, self.dan = self.server.join("cid"), self.server.join("dan")

    def fork(self, at: str, *people: Player) -> Room:
        """These people fork the replay at this time, one after the other."""
        theatre = self.server.theatre(*people)
        self.server.advance(0.1)
        self.server.say(people[0], f"/at {at}")
        for one in people:
            self.server.click(one, ("replay", "fork"))
        room = people[0].room
        assert room is not None and room is not theatre
        return room

    def board(self, room: Room) -> dict[tuple[int, int], str]:
        game: Any = room.game
        return dict(game.board.marks)

    def seats(self, room: Room) -> dict[str, str]:
        game: Any = room.game
        return {mark: one.name for mark, one in game.seats.items()}

    def test_goes_on_from_that_moment_with_those_who_come(self) -> None:
        room = self.fork("2.5", self.cid, self.dan)
        self.assertEqual(self.board(room), {(0, 0): "X", (1, 1): "O"})
        self.assertIs(self.dan.room, room)
        self.assertEqual(self.seats(room), {"X": "cid", "O": "dan"})
        self.server.click(self.cid, ("cell", 2, 2))
        self.server.click(self.dan, ("cell", 0, 1))
        self.assertEqual(self.board(room), {(0, 0): "X", (1, 1): "O", (2, 2): "X", (0, 1): "O"})

    def test_whoever_watches_as_a_spectator_gets_their_own_seat(self) -> None:
        self.assertEqual(self.seats(self.fork("2.5", self.bob)), {"X": "ann", "O": "bob"})

    def test_the_seats_of_others_wait_for_them(self) -> None:
        room = self.fork("2.5", self.cid)
        self.assertEqual(self.seats(room), {"X": "cid", "O": "bob"})
        game: Any = room.game
        self.assertTrue(game.seats["O"].is_away)
        self.server.world.send_to(self.bob, room.name)  # he may be anybody, and himself as well
        self.server.end_turn()
        self.assertEqual(self.seats(room), {"X": "cid", "O": "bob"})
        game = room.game
        self.assertIs(game.seats["O"], self.bob)

    def test_others_come_by_its_name(self) -> None:
        room = self.fork("2.5", self.cid)
        self.server.say(self.dan, f"/watch {room.name}")
        self.assertIs(self.dan.room, room)
        self.assertEqual(self.seats(room), {"X": "cid", "O": "dan"})

    def make_private(self) -> None:
        """The game was played at a private table."""
        library = self.server.library
        (id,) = library._kept
        text = header_text({**library._kept[id].header, "is_private": True})
        data = with_header(library._shelf.read(id), text)
        kept = Kept.of(text, len(data))
        library._shelf.write(kept, data)
        library._kept[id] = kept._replace(people=frozenset((self.ann.id, self.bob.id)))

    def told(self, server: Forking, player: Player, text: str) -> list[str]:
        told: list[str] = []
        with patch.object(Room, "tell", lambda room, who, line: told.append(line)):
            server.say(player, text)
        return told

    def test_of_a_private_game_is_for_those_who_were_there_and_to_others_as_if_there_were_none(self) -> None:
        self.make_private()
        room = self.fork("2.5", self.ann)
        unknown = self.told(self.server, self.dan, "/watch noughts-99")
        self.assertEqual(unknown, [UNKNOWN])
        self.assertEqual(self.told(self.server, self.dan, f"/watch {room.name}"), unknown)
        self.server.world.send_to(self.dan, room.name)
        self.assertIsNot(self.dan.room, room)
        again = Forking(self.folder, seed=2)
        self.server = again
        self.make_private()
        bob, dan = again.back(self.bob.id), again.back(self.dan.id)
        self.assertEqual(self.told(again, dan, f"/watch {room.name}"), unknown)
        self.told(again, bob, f"/watch {room.name}")
        self.assertIs(bob.room, again.world.rooms[room.name])
        self.assertEqual(self.told(again, dan, f"/watch {room.name}"), unknown, "no seat is vacant any more")

    def test_of_a_public_game_stays_open_when_its_replay_had_to_go(self) -> None:
        room = self.fork("2.5", self.ann)
        (id,) = self.server.library._kept
        self.server.library._forget(id)
        self.told(self.server, self.dan, f"/watch {room.name}")
        self.assertIs(self.dan.room, room)

    def test_whoever_forks_gets_the_seat_they_watch_from(self) -> None:
        theatre = self.server.theatre(self.cid)
        self.server.advance(0.1)
        self.server.say(self.cid, "/at 1.5")
        self.server.say(self.cid, "/seat bob")
        self.server.click(self.cid, ("replay", "fork"))
        room = self.cid.room
        assert room is not None and room is not theatre
        self.assertEqual(self.seats(room), {"X": "ann", "O": "cid"})

    def test_clocks_continue_at_the_time_that_they_showed(self) -> None:
        room = self.fork("2.5", self.cid, self.dan)
        game: Any = room.game
        self.assertAlmostEqual(game.ends_at - room._now, 60 - 0.5, places=2)
        self.server.advance(60)
        self.assertEqual(room.game.board.winner, "O")  # type: ignore[attr-defined]

    def test_is_only_for_fun(self) -> None:
        """Whoever has watched the replay may know what is hidden: no points, no result, no replay."""
        kept = len(self.server.library)
        room = self.fork("4.5", self.cid, self.dan)
        self.server.click(self.cid, ("cell", 0, 2))
        self.assertEqual(room.game.board.winner, "X")  # type: ignore[attr-defined]
        self.assertEqual((self.cid.points, self.dan.points), (10, 10))
        self.assertEqual(len(self.server.library), kept)

    def test_everybody_who_comes_in_is_told_that_announced_points_do_not_count(self) -> None:
        told: list[tuple[Player, str]] = []
        self.patch(Voice, "tell", lambda voice, player, text: told.append((player, text)))
        room = self.fork("2.5", self.cid, self.dan)
        self.server.world.send_to(self.ann, room.name)
        self.assertEqual([one for one, text in told if text == FOR_FUN], [self.cid, self.dan, self.ann])

    def test_closes_when_it_is_empty(self) -> None:
        room = self.fork("2.5", self.cid)
        self.server.world.send_to(self.cid, None)
        self.server.end_turn()
        self.assertNotIn(room.name, self.server.world.rooms)

    def test_stands_again_after_a_crash_with_its_clock_and_its_vacant_seats(self) -> None:
        room = self.fork("2.5", self.cid)
        self.server.click(self.cid, ("cell", 2, 2))
        self.server.advance(0.37)
        now = room._now
        again = Forking(self.folder, seed=2)
        there = again.world.rooms[room.name]
        self.assertAlmostEqual(there._now, now - 0.37)  # that of the last act
        self.assertEqual([one.name for one in there.members.values()], ["cid"])
        self.assertEqual(self.board(there), self.board(room))
        self.assertEqual([one.name for one in there.vacancies], ["bob"])
        dan = again.back(self.dan.id)
        again.world.send_to(dan, room.name)
        again.click(dan, ("cell", 0, 1))
        self.assertEqual(self.board(there)[0, 1], "O")
        third = Forking(self.folder, seed=3)
        self.assertEqual(self.board(third.world.rooms[room.name])[0, 1], "O")

    def test_nobody_can_fork_when_it_is_over(self) -> None:
        theatre = self.server.theatre(self.cid)
        self.server.advance(0.1)
        self.server.say(self.cid, "/at 9")
        self.server.click(self.cid, ("replay", "fork"))
        self.assertIs(self.cid.room, theatre)


class RandomSessions(SynchronousTestCase):
    """Of all installed games at once."""

    def test_can_be_forked_anywhere_and_go_on(self) -> None:
        forked = set()
        for seed in range(4):
            tapes = self.tapes(seed)
            dice = Random(seed)
            for lines in tapes:
                playback = played(lines)
                for _ in range(3):
                    playback.wind(dice.randrange(1, len(playback) + 1), ENOUGH)
                    members = [*playback._members]
                    if members:
                        self.go_on(playback, members, dice)
                        forked.add(playback.recording.entries[0][3]["game"])
        self.assertLessEqual({"noughts", "set", "memory", "pairpanicking"}, forked)

    def tapes(self, seed: int) -> list[list[bytes]]:
        """What was played in each room, as far as its last tape has it."""
        with TemporaryDirectory() as folder:
            server, dice = Recorded(Path(folder), seed), Random(seed)
            for _ in range(250):
                act(server, dice)
            rooms = server.world.rooms.values()
            return [[*room.chronicle.taping.tape.lines()] for room in rooms if room.chronicle.taping is not None]

    def go_on(self, playback: Playback, members: list[str], dice: Random) -> None:
        """Everybody's seat is taken by somebody else, and they play at random; a crash changes nothing."""
        with TemporaryDirectory() as folder:
            server = Recorded(Path(folder))
            moment = playback.moment(members, playback.times[playback.done - 1])
            game = playback.recording.entries[0][3]["game"]
            name = server.world.building.open(Open(game, {**playback.setup}, moment=moment), server.world.homes[0])
            assert name is not None
            room = server.world.rooms[name]
            people = [server.join(f"player {number}") for number, _ in enumerate(members[:4])]
            for one in people:
                server.world.send_to(one, name)
            server.end_turn()
            self.assertEqual([one.room for one in people], [room] * len(people))
            points = [one.points for one in people]
            for _ in range(25):
                if name in server.world.rooms:
                    self.do_something(server, room, dice)
            self.assertEqual([one.points for one in people], points)
            if name in server.world.rooms:
                again = Recorded(Path(folder), seed=2)
                self.assertEqual(again.game_of(again.world.rooms[name]), server.game_of(room))

    def do_something(self, server: Recorded, room: Room, dice: Random) -> None:
        player = dice.choice([*room.members.values()])
        faces = room.audience.picture_of(player.objid).faces
        own = [*room.roles().items()]
        usable = [objid for objid, role in own if faces[objid].energy and role not in ("home", "key/home", "lobby")]
        if usable and dice.random() < 0.8:
            objid = dice.choice(usable)
            room.act(player, Click(objid) if objid[0] == "t" else Press(objid))
            server.end_turn()
        else:
            server.advance(dice.choice([0.1, 1.0, 5.0]))
