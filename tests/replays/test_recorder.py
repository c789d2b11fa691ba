"""Matches become recordings: what is on them, what is not, and that a crash loses none."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.deals import LONGEST, Deal
from tilenet.game import HELP, HOME, Events, Open, Ranking, Result, Scene, Tile, TileId, help_tile, home_tile, standings
from tilenet.games.noughts import Noughts
from tilenet.games.set.beginning import ANNOUNCING
from tilenet.games.set.game import SetGame
from tilenet.games.set.table import SEATS
from tilenet.journal.scribe import Scribe
from tilenet.replays.library import FOLDER, Library
from tilenet.replays.recorder import Recorder
from tilenet.replays.recording import Recording
from tilenet.replays.theatre import NAME, plugin
from tilenet.replays.usher import Usher
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click, Speech

MOVES = [(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)]  # the one who begins wins


def at_once(job: Any) -> Deferred[Any]:
    return succeed(job())


class Recorded(Running):
    """A server in memory that keeps a journal and replays."""

    def __init__(self, folder: Path, seed: int = 1, **more: Any) -> None:
        super().__init__(folder / "journal", seed, **more)
        self.library = Library(folder / FOLDER, self.reactor, self.wall_time, at_once, days=30, size=2**20)
        usher = Usher(self.library, self.world.building, self.wall_time)
        self.world.record(Recorder(self.library, self.wall_time), usher)
        self.world.building._plugins[NAME] = plugin(self.library, installed_games())
        self.library.start()
        self.prepare()
        self.recovery.run()
        self.end_turn()

    def prepare(self) -> None:
        """Before the journal is read."""

    def wall_time(self) -> float:
        return 1.7e9 + self.reactor.seconds()

    def click(self, player: Player, id: object) -> None:
        assert player.room is not None
        player.room.act(player, Click(player.room.objid_of(id)))
        self.end_turn()

    def say(self, player: Player, text: str) -> None:
        assert player.room is not None
        player.room.act(player, Speech(player.room.objid, text))
        self.end_turn()

    def at(self, room: str, *names: str) -> list[Player]:
        people = [self.join(name) for name in names]
        for one in people:
            self.world.send_to(one, room)
        self.end_turn()
        return people

    def back(self, id: str) -> Player:
        """A player, with a client, although there was a crash."""
        player = self.world.known(id)
        if player.client is None:
            self.attach(player)
        return player

    @property
    def latest(self) -> Recording:
        return self.library.read(self.library.latest(1)[0]["id"])


class AMatch(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Recorded(self.folder)

    def play_noughts(self, server: Recorded) -> list[Player]:
        people = server.at("noughts", "ann", "bob")
        self.play_on(server, people)
        return people

    def play_on(self, server: Recorded, people: list[Player]) -> None:
        for number, cell in enumerate(MOVES):
            server.click(people[number % 2], ("cell", *cell))

    def test_is_kept_with_what_entered_it_and_how_it_ended(self) -> None:
        ann, bob = self.play_noughts(self.server)
        recording = self.server.latest
        header = recording.header
        self.assertEqual((header["game"], header["kind"], header["room"]), ("noughts", "noughts/1", "noughts"))
        self.assertEqual(
            header["people"],
            [
                {"id": ann.id, "name": "ann", "account": None, "is_bot": False, "place": 1, "score": 1},
                {"id": bob.id, "name": "bob", "account": None, "is_bot": False, "place": 2, "score": 0},
            ],
        )
        self.assertEqual(header["result"]["reason"], "line")
        clicks = [entry[3:] for entry in recording.entries if entry[0] == "click"]
        self.assertEqual(clicks[0], [{"player": ann.id}, ["cell", 0, 0]])
        self.assertEqual(len(clicks), 5)

    def test_the_next_one_is_another_recording(self) -> None:
        people = self.play_noughts(self.server)
        self.server.advance(5)
        self.server.click(people[0], "restart")
        self.play_on(self.server, [*reversed(people)])
        first, second = self.server.library.latest(2)
        self.assertNotEqual(first["id"], second["id"])
        self.assertEqual(len([one for one in self.server.latest.entries if one[0] == "click"]), 6)

    def test_what_happens_to_a_player_elsewhere_is_on_it(self) -> None:
        """A game may look at points and presence of everybody it knows."""
        ann, bob, eve = self.server.at("noughts", "ann", "bob", "eve")
        self.server.world.award(eve, 7)
        self.server.world.send_to(eve, None)
        self.server.world.award(eve, -3)
        self.server.world.logout(eve)
        self.play_on(self.server, [ann, bob])
        noted = [entry[2] for entry in self.server.latest.entries if entry[0] == "player"]
        known = [(one["points"], one["presence"]) for one in noted if one["id"] == eve.id]
        self.assertEqual(known, [(10, "here"), (17, "here"), (14, "here"), (14, "gone")])

    def test_points_that_the_game_gives_are_not(self) -> None:
        ann, _ = self.play_noughts(self.server)
        noted = [one[2] for one in self.server.latest.entries if one[0] == "player" and one[2]["id"] == ann.id]
        self.assertEqual({one["points"] for one in noted}, {10})
        self.assertNotEqual(ann.points, 10)

    def test_nobodys_key_or_address_is_on_it(self) -> None:
        people = self.server.at("noughts", "ann", "bob")
        for one in people:
            one.key, one.address, one.origin = "a key", "192.0.2.77", self.server.world._people.origin_of("192.0.2.77")
        self.server.world.award(people[0], 1)
        self.play_on(self.server, people)
        text = json.dumps([self.server.latest.header, *self.server.latest.entries])
        self.assertIn(people[0].origin, text)
        self.assertNotIn("192.0.2", text)
        self.assertNotIn("a key", text)

    def test_is_kept_once_although_a_crash_comes_at_any_moment(self) -> None:
        for cut in range(6):
            folder = self.folder / str(cut)
            folder.mkdir()
            server = Recorded(folder)
            ids = [one.id for one in server.at("noughts", "ann", "bob")]
            for number, cell in enumerate(MOVES):
                if number == cut:
                    server = Recorded(folder, seed=2)
                if number == cut and cut % 2:  # all rooms are saved to another segment
                    Scribe(server.reactor, server.world, server.journal, lambda job: job()).start()
                    server.advance(5)
                server.click(server.back(ids[number % 2]), ("cell", *cell))
            again = Recorded(folder, seed=3)
            self.assertEqual(len(again.library), 1, cut)
            self.assertEqual(len([one for one in again.latest.entries if one[0] == "click"]), 5)

    def test_has_begun_when_it_did_although_a_crash_came(self) -> None:
        server = self.server
        ids = [one.id for one in server.at("noughts", "ann", "bob")]
        for number, cell in enumerate(MOVES):
            server.advance(3)
            server.click(server.back(ids[number % 2]), ("cell", *cell))
            if number == 1:
                server = Recorded(self.folder, seed=2)
        *_, entered = (entry[1] for entry in server.latest.entries if entry[0] == "enter")
        self.assertEqual(server.latest.header["start"], entered)


class NoDeal(SynchronousTestCase):
    def test_nobody_hears_words_for_it(self) -> None:
        server = Recorded(Path(self.enterContext(TemporaryDirectory())))
        ann, _ = server.at("noughts", "ann", "bob")
        server.say(ann, "/seed hello")
        taping = server.world.rooms["noughts"].chronicle.taping
        assert taping is not None
        self.assertFalse(any(b'"say"' in line for line in taping.tape.lines()))


class ADeal(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Recorded(self.folder)
        self.ann, self.bob = self.server.at("memory", "ann", "bob")
        self.room = self.server.world.rooms["memory"]

    def play(self) -> None:
        """ann finds all pairs."""
        game: Any = self.room.game
        cells: dict[str, list[int]] = {}
        for at, letters in enumerate(game.contest._letters):
            cells.setdefault(letters, []).append(at)
        for pair in cells.values():
            for at in pair:
                self.server.click(self.ann, ("card", at % 4, at // 4))

    def test_is_told_when_the_match_is_over_and_its_hash_before(self) -> None:
        deals = self.room.game.deals
        assert deals is not None
        before = deals.as_data()
        self.assertEqual([*before["match"]], ["commitment"])
        self.assertNotIn("next", before)
        self.play()
        after = deals.as_data()
        secret = bytes.fromhex(after["match"]["secret"])
        self.assertEqual(sha256(secret).hexdigest(), before["match"]["commitment"])
        self.assertEqual(self.server.latest.header["fair"], after["match"])

    def test_words_of_players_make_another_deal(self) -> None:
        self.play()
        self.server.say(self.ann, "/seed anything")
        deals = self.room.game.deals
        assert deals is not None and deals.next is not None
        self.assertEqual(deals.next.words, [("ann", "anything")])
        secret, commitment = deals.next.secret, deals.next.commitment
        self.server.advance(60)
        assert self.room.game.chance is not None and deals.last is not None
        self.assertEqual(self.room.game.chance.secret, Deal(secret, [("ann", "anything")]).seed)
        self.assertNotEqual(self.room.game.chance.secret, Deal(secret).seed)
        self.assertEqual(deals.last.commitment, commitment)
        self.play()
        self.assertEqual(self.server.latest.header["fair"]["words"], [["ann", "anything"]])

    def test_a_recording_tells_nothing_of_the_next_one(self) -> None:
        self.play()
        game = self.room.game
        assert game.deals is not None and game.deals.next is not None
        text = json.dumps(self.server.latest.entries)
        random: Any = game.random
        for secret in (random.secret, game.deals.next.secret):
            self.assertNotIn(secret.hex(), text)

    def test_words_are_short_and_only_after_the_word_seed(self) -> None:
        self.play()
        deals = self.room.game.deals
        assert deals is not None and deals.next is not None
        for text in ("/seed " + "x" * (LONGEST + 1), "/seedling one", "/seed", "seed two"):
            self.server.say(self.ann, text)
        self.assertEqual(deals.next.words, [])
        self.server.say(self.ann, "/seed " + "x" * LONGEST)
        self.assertEqual(deals.next.words, [("ann", "x" * LONGEST)])

    def test_one_of_a_match_that_came_to_nothing_is_told_too(self) -> None:
        people = self.server.at("set", "cid", "dan")
        game = self.server.world.rooms["set"].game
        self.server.advance(15)
        deals = game.deals
        assert deals is not None
        self.assertNotIn("secret", deals.as_data()["match"])
        for one in people:
            self.server.world.send_to(one, None)
        self.server.end_turn()
        told = deals.as_data()
        self.assertIn("secret", told["match"])
        self.server.at("set", "fay")
        self.server.advance(15)
        self.assertEqual(deals.as_data()["match"]["commitment"], told["next"]["commitment"])

    def test_is_announced_in_time_although_the_next_match_follows_at_once(self) -> None:
        """Without a countdown, when others wait for the end of a game in which nobody finds anything."""
        names = [f"p{number}" for number in range(SEATS + 1)]
        self.patch(SetGame, "countdown", 0.0)
        people = self.server.at("set", *names)
        game: Any = self.server.world.rooms["set"].game
        deals = game.deals
        self.server.click(people[0], ("card", 0))
        for second in range(400):
            self.server.click(people[0], ("card", second % 2))
            self.server.advance(1)
            before = deals.as_data().get("next")
            if before is not None:
                break
        assert before is not None, "the first game is over"
        self.server.advance(ANNOUNCING)
        told = deals.as_data()
        self.assertEqual([*told], ["match", "previous"])
        self.assertEqual(told["match"], {"commitment": before["commitment"]})

    def test_is_never_told_while_the_match_is_on(self) -> None:
        """If a game is wrong, and begins another match in the act that ends one."""
        self.server.world.building._plugins["hasty"] = GamePlugin("hasty", Hasty)
        self.server.world.building._open(self.server.world.building._plugins["hasty"])
        (eve,) = self.server.at("hasty", "eve")
        game = self.server.world.rooms["hasty"].game
        assert game.deals is not None
        self.server.click(eve, "go")
        self.server.click(eve, "go")
        self.assertEqual(len(self.server.library), 0)
        self.assertNotIn("secret", game.deals.as_data()["match"])
        self.assertIs(game.deals.as_data()["match"]["unannounced"], True)


class Hasty(Noughts):
    title, is_dealt, kind = "Hasty", True, ""

    def scene(self) -> Scene:
        return Scene((2, 2), {"go": Tile(0, 0, "go"), HOME: home_tile(1, 1), HELP: help_tile(1, 0)})

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        if self.chance is not None:
            yield Result("Hasty", standings({player: 1.0}))
        self.new_match()


class Show(Noughts):
    """Whoever restarts it ends it at once; its end is shown in three seconds, and nobody needs to stay for that."""

    title = "Show"
    kind = "show/1"
    left = 3

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        self.deadline = now + 1
        self.is_done = True
        yield Result("Show", standings({player: 1}), is_told=False)

    def tick(self, now: float) -> Events:
        self.left -= 1
        self.deadline = now + 1 if self.left else None
        if not self.left:
            yield Ranking(())

    def scene(self) -> Scene:
        tiles: dict[TileId, Tile] = {"end": Tile(0, 0, f"{self.left}"), HOME: home_tile(1, 0), HELP: help_tile(2, 0)}
        return Scene((3, 2), tiles)

    def enter(self, player: Any, now: float) -> Events:
        return ()

    def leave(self, player: Any, now: float) -> Events:
        return ()


class AnEndThatIsShown(SynchronousTestCase):
    """As in Dancing, where the stage is slower than the programs."""

    def test_is_on_the_tape_although_everybody_has_left(self) -> None:
        server = Recorded(Path(self.enterContext(TemporaryDirectory())))
        server.world.building._plugins["show"] = GamePlugin("show", Show, is_at_home=False)
        name = server.world.building.open(Open("show"), server.world.rooms["noughts"])
        (ann,) = server.at(str(name), "ann")
        server.click(ann, "end")
        self.assertEqual(len(server.library), 0)
        server.world.send_to(ann, None)
        server.end_turn()
        self.assertNotIn(name, server.world.rooms)
        recording = server.latest
        ticks = [entry[1] for entry in recording.entries if entry[0] == "tick"]
        self.assertEqual(ticks, [1001.0, 1002.0, 1003.0])
