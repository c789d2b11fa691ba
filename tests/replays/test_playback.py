"""What was played is seen again as it was, at every entry; a recording that cannot be played makes it say why not."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.replays import noughts
from tests.journal.running import act
from tests.replays.test_recorder import Recorded
from tilenet.catalogue import installed_games
from tilenet.game import Game, Scene, View
from tilenet.replays import playback as playback_module
from tilenet.replays.controls import Position
from tilenet.replays.playback import CannotPlay, Playback, Work
from tilenet.replays.projection import Projection
from tilenet.replays.recording import Recording, header_text, packed
from tilenet.saving.entries import text_of
from tilenet.world.rooms.room import Room
from tilenet.world.screens.plain import plain

GAMES = {game.name: game for game in installed_games()}
ENOUGH = Work(1e9)
HEADER = {
    **{"tilenet": "replay", "version": 1, "id": "x-abcdefgh", "game": "x", "kind": "", "title": "X", "room": "x"},
    **{"began": 1.0, "ended": 2.0, "start": 0.0, "seconds": 1.0, "is_private": False, "people": []},
}


class Seen(NamedTuple):
    """All that there is to see of a game."""

    scene: list[Any]
    views: dict[str, Any]
    facts: Any
    own: dict[str, Any]


def seen(game: Game, people: dict[str, Any]) -> Seen:
    facts = without_agents(plain(dict(game.facts())))
    views = {id: in_parts(game.view(one)) for id, one in people.items()}
    own = {id: without_agents(plain(dict(game.own_facts(one)))) for id, one in people.items()}
    return Seen(in_parts(game.scene()), views, facts, own)


def in_parts(look: Scene | View) -> list[Any]:
    slots = [name for name in type(look).__slots__ if name != "__weakref__"]
    return [getattr(look, name) for name in slots]


def without_agents(value: Any) -> Any:
    """Agents are others in a replay."""
    if isinstance(value, dict):
        return {key: without_agents(one) for key, one in value.items() if key != "agent"}
    return [without_agents(one) for one in value] if isinstance(value, list) else value


class Watched(NamedTuple):
    """One tape, and what was seen when it had so many lines."""

    lines: list[bytes]
    looks: dict[int, Seen]


class Watcher:
    """Looks at all rooms of a server after each act."""

    def __init__(self) -> None:
        self.tapes: dict[tuple[str, bytes], Watched] = {}

    def look(self, rooms: dict[str, Room]) -> None:
        for name, room in rooms.items():
            if room.chronicle.taping is not None:
                tape = room.chronicle.taping.tape
                watched = self.tapes.setdefault((name, tape.base), Watched([], {}))
                watched.lines[:] = tape.lines()
                people = {one.id: one for one in room.members.values()}
                watched.looks[len(watched.lines)] = seen(room.game, people)


def recording(lines: list[bytes], **header: Any) -> Recording:
    told = {**HEADER, "start": json.loads(lines[0])[1], **header}
    return Recording.open(packed(header_text(told), lines))


def played(lines: list[bytes], **header: Any) -> Playback:
    playback = Playback(recording(lines, **header), GAMES)
    playback.wind(len(playback), Work(1e9))
    return playback


def seen_in(playback: Playback) -> Seen:
    return seen(playback.game, {id: playback.people[id] for id in playback._members})


class RandomSessions(SynchronousTestCase):
    """Of all installed games at once."""

    maxDiff = None

    def sessions(self, count: int, length: int) -> Any:
        for seed in range(count):
            with TemporaryDirectory() as folder:
                server, dice, watcher = Recorded(Path(folder), seed), Random(seed), Watcher()
                for _ in range(length):
                    act(server, dice)
                    watcher.look(server.world.rooms)
                yield seed, server, watcher

    def test_are_seen_again_as_they_were_seen(self) -> None:
        compared: dict[str, int] = {}
        for seed, _, watcher in self.sessions(10, 250):
            for (name, _), watched in watcher.tapes.items():
                playback = Playback(recording(watched.lines), GAMES)
                while playback.done < len(playback):
                    playback.step(ENOUGH)
                    look = watched.looks.get(playback.done)
                    if look is not None:
                        self.assertEqual(seen_in(playback), look, f"{seed}, {name}, {playback.done}")
                        compared[playback.plugin] = compared.get(playback.plugin, 0) + 1
        not_recorded = {"account", "records", "replays", "replay", "set-practice", "tombala", "dancing"}
        self.assertLessEqual({*GAMES} - not_recorded, {*compared})


class AWork(SynchronousTestCase):
    def test_is_about_as_long_whether_there_is_a_look_at_each_entry_or_not(self) -> None:
        """A look takes about as long as an entry and a half."""
        playback = Playback(noughts(), GAMES)
        entries = []
        for _ in range(2):
            playback.wind(1, Work(1e9))
            playback.wind(len(playback), Work(15))
            entries.append(playback.done - 1)
            playback.wind(len(playback), Work(1e9))
        self.assertEqual(entries, [3, 8])


class GoingTo(SynchronousTestCase):
    def setUp(self) -> None:
        self.playback = Playback(noughts(), GAMES)
        while not self.playback.wind(len(self.playback), Work(20)):
            pass

    def test_any_entry_shows_the_same_however_it_is_reached(self) -> None:
        once = Playback(noughts(), GAMES)
        looks = {}
        for done in range(1, len(once) + 1):
            once.step(ENOUGH)
            looks[done] = seen_in(once)
        dice = Random(1)
        for _ in range(60):
            goal = dice.randrange(1, len(once) + 1)
            while not self.playback.wind(goal, Work(dice.choice([1, 5, 1000]))):
                pass
            self.assertEqual(seen_in(self.playback), looks[goal])

    def test_checkpoints_are_bounded_and_lead_anywhere(self) -> None:
        self.patch(playback_module, "SPACING", 1)
        self.patch(playback_module, "CHECKPOINTS", 4)
        playback = Playback(noughts(), GAMES)
        playback.wind(len(playback), Work(1e9))
        self.assertLessEqual(len(playback._checkpoints), 4)
        for goal in (*range(len(playback), 0, -1), len(playback), 3):
            self.assertTrue(playback.wind(goal, Work(1e9)))
            self.assertEqual(playback.done, goal)

    def test_work_is_bounded(self) -> None:
        playback = Playback(noughts(), GAMES)
        steps = 0
        while not playback.wind(len(playback), Work(1)):
            steps += 1
            self.assertEqual(playback.done, steps)
        self.assertEqual(steps, len(playback) - 1)


class Hostile(SynchronousTestCase):
    """A recording that somebody has edited."""

    def setUp(self) -> None:
        self.lines = [text_of(entry) for entry in noughts().entries]

    def why(self, lines: list[bytes], **header: Any) -> str:
        """Why it cannot be played."""
        with self.assertRaises(CannotPlay) as raised:
            playback = played(lines, **header)
            playback.scene()
            playback.facts()
            for id in playback._members:
                playback.view(id)
                playback.own_facts(id)
        return str(raised.exception)

    def test_entries_that_make_no_sense(self) -> None:
        ann = noughts().header["people"][0]["id"]
        wrong: list[list[Any]] = [
            ["__init__", 1014, "noughts"],
            ["replace_failed", 1014, "noughts", None],
            ["_saved", 1014, "noughts"],
            ["click", 1014, "noughts"],
            ["click", 1014, "noughts", {"player": "mallory"}, ["cell", 0, 0]],
            ["enter", 1014, "noughts", {"class": "os.system", "command": "id"}],
            ["enter", 1014, "noughts", {"player": ["list"]}],
            ["enter", 1014, "noughts", {"player": {}}],
            ["say", 1014, "noughts", {"player": ann}, {"words": "{n:>999999}", "many": "", "args": {"n": 1}}, None],
            ["say", 1014, "noughts", {"player": ann}, {"words": "{n.__class__}", "many": "", "args": {"n": 1}}, None],
            ["say", 1014, "noughts", {"player": ann}, {"range": [0, 10**18, 1]}, None, None],
            ["tick", 1e999, "noughts"],
            ["tick", 1.0, "noughts"],
            ["tick", 10**400, "noughts"],
            ["tick", "now", "noughts"],
            ["tick", True, "noughts"],
            ["player", 1014, {"id": "x"}],
            ["player", 1014, []],
            ["player", 1014, {**noughts().entries[1][2], "points": "many"}],
            ["player", 1014, {**noughts().entries[1][2], "name": 7}],
            ["points", 1014, "nobody", 3],
            ["points", 1014, ann, -1],
            ["saved", 1014, "noughts", {}],
            ["saved", 1014, "noughts", {**noughts().entries[0][3], "game": "chess"}],
            ["saved", 1014, "noughts", {**noughts().entries[0][3], "setup": {"size": 9**9}, "state": {}}],
            ["saved", 1014, "noughts", {**noughts().entries[0][3], "people": [{}]}],
            ["unsaved", 1014, "noughts"],
        ]
        for entry in wrong:
            with self.subTest(entry=str(entry)[:80]):
                text = json.dumps(entry).replace("Infinity", "1e999").encode()
                self.assertTrue(self.why([*self.lines, text]))

    def test_any_value_of_the_saved_game_may_be_another(self) -> None:
        """It is refused, or played: nothing else happens."""
        dice = Random(7)
        values: list[Any] = [
            None,
            0,
            -1,
            10**30,
            1.5,
            "",
            "x",
            [],
            {},
            [[]],
            {"list": []},
            {"dict": {}},
            {"same": 1},
            {"player": "x"},
        ]
        values += [{"class": "noughts.Board"}, {"set": [1]}, {"deque": [], "most": -1}, {"chance": "00", "at": 0}, True]
        refused = 0
        for number in range(400):
            with self.subTest(number):
                saved = json.loads(self.lines[0])
                parts = [*places(saved[3])]
                holder, key = dice.choice(parts)
                holder[key] = dice.choice(values)
                try:
                    playback = Projection(played([text_of(saved), *self.lines[1:]]), [])
                    for done in range(1, len(playback.playback) + 1):
                        playback.playback.wind(done, Work(1e9))
                        playback.look(Position(0, 1, 1, False, False, False, []), [0])
                except CannotPlay:
                    refused += 1
        self.assertGreater(refused, 100)
        self.assertLess(refused, 400)

    def test_lines_may_be_lost_repeated_or_exchanged(self) -> None:
        dice = Random(8)
        for number in range(200):
            with self.subTest(number):
                lines = self.lines[:]
                for _ in range(dice.randrange(1, 4)):
                    one, other = dice.randrange(1, len(lines)), dice.randrange(1, len(lines))
                    match dice.randrange(3):
                        case 0:
                            del lines[one]
                        case 1:
                            lines.insert(one, lines[other])
                        case _:
                            lines[one], lines[other] = lines[other], lines[one]
                with contextlib.suppress(CannotPlay):
                    played(lines)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where all values in JSON are: in what, and under which key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield value, key
        yield from places(one)
