"""A recording of an honest server is found to be right; whatever a server has changed in one is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.journal import running
from tests.journal.running import act
from tests.replays.sessions import played
from tests.replays.test_recorder import Recorded
from tilenet.catalogue import installed_games, with_options
from tilenet.replays.playback import Playback, Work
from tilenet.replays.recording import Recording
from tilenet.replays.verification import ACTS, DEAL, RATINGS, RESULT, ROOM, SEED, Finding, Verification
from tilenet.store.ratings import Model

GAMES = {game.name: game for game in installed_games()}
DEALT = "memory", "memory-large", "pairpanicking", "pairpanicking-pictures", "set", "tombala-room"
OTHER = "ab" * 32


def found(recording: Recording) -> list[Finding]:
    return Verification(recording, GAMES, Model()).run()


def wrong(recording: Recording) -> set[str]:
    """The checks that it does not pass."""
    return {one.check for one in found(recording) if not one.is_right}


class Honest(SynchronousTestCase):
    def server(self, seed: int) -> Recorded:
        return Recorded(Path(self.enterContext(TemporaryDirectory())), seed)

    def test_matches_of_all_games_that_deal_are_right(self) -> None:
        for game in DEALT:
            for seed in range(3):
                for recording in played(game, self.server(seed), Random(seed)):
                    findings = found(recording)
                    self.assertEqual([one for one in findings if not one.is_right], [], f"{game} {seed}")
                    self.assertEqual([one.check for one in findings], [ROOM, DEAL, SEED, ACTS, RESULT, RATINGS])

    def test_random_sessions_of_all_games_are_right(self) -> None:
        """With people who come, go, and lose their connections."""
        count = 0
        for seed in range(4):
            server, dice = self.server(seed), Random(seed)
            for _ in range(500):
                act(server, dice)
            for id in server.library._kept:
                self.assertEqual([one for one in found(server.library.read(id)) if not one.is_right], [], id)
                count += 1
        self.assertGreater(count, 3)

    def test_points_that_somebody_gets_elsewhere_count_although_they_had_as_many_before(self) -> None:
        """Each Recharge leads to five points; in between, the game itself takes some."""
        server = self.server(1)
        ann, bob = server.at("pairpanicking", "ann", "bob")
        server.world.award(ann, 4 - ann.points)
        server.click(bob, "restart")
        server.world.award(bob, 1 - bob.points)
        server.click(ann, "recharge")
        symbols = server.world.rooms["pairpanicking"].game.contest.board._symbols  # type: ignore[attr-defined]
        other = next(square for square in symbols if symbols[square] != symbols[0, 0])
        for points in (3, 5, 3, 1, 0):
            if points == 5:
                server.advance(60)
                server.click(ann, "recharge")
            else:
                server.click(ann, ("square", 0, 0))
                server.click(ann, ("square", *other))
                server.advance(2)
            self.assertEqual(ann.points, points)
        (id,) = server.library._kept
        self.assertEqual(wrong(server.library.read(id)), set())

    def test_options_of_the_server_are_known(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        games = with_options(installed_games(), ["memory.dim=6"])
        self.patch(running, "installed_games", lambda: games)
        recording = played("memory", Recorded(folder), Random(1))[0]
        self.assertEqual(recording.header["options"], {"dim": 6})
        self.assertEqual(wrong(recording), set())

    def test_what_is_said_can_be_compared(self) -> None:
        recording = played("memory", self.server(1), Random(1))[0]
        text = {one.check: one.text for one in found(recording)}
        self.assertIn(recording.header["fair"]["commitment"], text[DEAL])
        self.assertIn(recording.header["fair"]["secret"], text[SEED])
        first = recording.header["result"]["standings"][0]
        self.assertRegex(text[RESULT], rf"1\. (ann|bob|cid) {first['score']:g}\b")


Cheat = Callable[[dict[str, Any], list[list[Any]]], None]


@cache
def honest() -> Recording:
    """A match of Set, to whose deal bob has added words."""
    with TemporaryDirectory() as folder:
        recording = played("set", Recorded(Path(folder), 5), Random(5))[1]
    assert recording.header["fair"]["words"] == [["bob", "of mine"]]
    return recording


class Cheats(SynchronousTestCase):
    def after(self, cheat: Cheat) -> set[str]:
        header, entries = json.loads(json.dumps([honest().header, [*honest().entries]]))
        cheat(header, entries)
        return wrong(Recording(header, entries))

    def said(self, cheat: Cheat) -> list[str]:
        """What is wrong then, in words."""
        header, entries = json.loads(json.dumps([honest().header, [*honest().entries]]))
        cheat(header, entries)
        return [one.text for one in found(Recording(header, entries)) if not one.is_right]

    def clicks(self, entries: list[list[Any]], tile: Any) -> list[int]:
        return [at for at, one in enumerate(entries) if one[0] == "click" and one[4] == tile]

    def test_none(self) -> None:
        self.assertEqual(self.after(lambda header, entries: None), set())

    def test_another_secret_is_told(self) -> None:
        def cheat(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["fair"]["secret"] = OTHER

        def with_its_hash(header: dict[str, Any], entries: list[list[Any]]) -> None:
            cheat(header, entries)
            header["fair"]["commitment"] = sha256(bytes.fromhex(OTHER)).hexdigest()

        self.assertEqual(self.after(cheat), {DEAL, SEED})
        self.assertEqual(self.after(with_its_hash), {DEAL, SEED})

    def test_another_secret_is_told_and_put_into_the_saved_game(self) -> None:
        """Then other cards come, and what people did leads elsewhere."""

        def cheat(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["fair"].update(secret=OTHER, commitment=sha256(bytes.fromhex(OTHER)).hexdigest())
            deal = entries[0][3]["state"]["state"]["deals"]["next"]
            deal["secret"] = {"bytes": OTHER}

        self.assertIn(RESULT, self.after(cheat))

    def test_words_are_changed_added_or_left_out(self) -> None:
        def told(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["fair"]["words"] = [["bob", "of yours"]]

        def kept_secret(header: dict[str, Any], entries: list[list[Any]]) -> None:
            del header["fair"]["words"]

        def never_said(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[:] = [one for one in entries if one[0] != "add_words"]

        self.assertEqual(self.after(told), {SEED})
        self.assertEqual(self.after(kept_secret), {SEED})
        self.assertLessEqual({SEED, RESULT}, self.after(never_said))

    def test_it_was_not_announced(self) -> None:
        def cheat(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[0][3]["state"]["state"]["deals"]["next"] = None

        self.assertLessEqual({DEAL, SEED}, self.after(cheat))

    def middle(self) -> tuple[int, dict[str, Any]]:
        """The game as it is saved in the middle of the match, and two cards of the deck changed."""
        playback = Playback(honest(), GAMES)
        done = len(playback) // 2
        playback.wind(done, Work(1e9))
        saved = playback.saved()
        deck = saved["state"]["match"]["deck"]["list"]
        deck[-1], deck[0] = deck[0], deck[-1]
        return done, {**honest().entries[0][3], "state": saved}

    def test_cards_are_changed_in_the_middle(self) -> None:
        done, room = self.middle()

        def replaced(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries.insert(done, ["saved", entries[done][1], "set", room])

        def cut(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[:done] = [["saved", entries[done][1], "set", room]]

        self.assertLessEqual({ACTS, RESULT}, self.after(replaced))
        self.assertLessEqual({DEAL, SEED}, self.after(cut))

    def test_an_act_is_changed(self) -> None:
        def by_a_stranger(header: dict[str, Any], entries: list[list[Any]]) -> None:
            at = self.clicks(entries, "submit")[3]
            stranger = {**entries[0][3]["people"][0], "id": "guest-x", "name": "eve"}
            entries.insert(at, ["player", entries[at][1], stranger])
            entries[at + 1][3] = {"player": "guest-x"}

        def too_early(header: dict[str, Any], entries: list[list[Any]]) -> None:
            at = next(at for at, one in enumerate(entries) if one[0] == "tick")
            entries.insert(at, ["tick", entries[at - 1][1], "set"])

        def not_enabled(header: dict[str, Any], entries: list[list[Any]]) -> None:
            at = self.clicks(entries, "submit")[0]
            entries.insert(at, ["click", entries[at][1], "set", entries[at][3], "restart"])

        def nowhere(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[self.clicks(entries, "submit")[0]][4] = ["card", 99]

        def senseless(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[self.clicks(entries, "submit")[0]][3] = {"enum": "x"}

        for cheat in (by_a_stranger, too_early, not_enabled, nowhere, senseless):
            self.assertIn(ACTS, self.after(cheat), cheat.__name__)

    def test_an_act_is_left_out_or_done_by_somebody_else(self) -> None:
        def left_out(header: dict[str, Any], entries: list[list[Any]]) -> None:
            del entries[self.clicks(entries, "submit")[-1]]

        def stolen(header: dict[str, Any], entries: list[list[Any]]) -> None:
            first = self.clicks(entries, "submit")[0]
            thief = next(one[3] for one in entries if one[0] == "click" and one[3] != entries[first][3])
            for at, one in enumerate(entries[: first + 1]):
                if one[0] == "click" and at > first - 6:
                    one[3] = thief

        self.assertIn(RESULT, self.after(left_out))
        self.assertIn(RESULT, self.after(stolen))

    def test_another_result_is_announced(self) -> None:
        def score(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["result"]["standings"][0]["score"] += 1

        def winner(header: dict[str, Any], entries: list[list[Any]]) -> None:
            first, second, *_ = header["result"]["standings"]
            first["id"], second["id"] = second["id"], first["id"]

        def listed(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["people"][1]["place"] = 1

        def reason(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["result"]["reason"] = "deserted"

        for cheat in (score, winner, listed, reason):
            self.assertEqual(self.after(cheat), {RESULT}, cheat.__name__)

    def test_something_else_is_said_of_the_room_its_people_and_the_time(self) -> None:
        def name(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["people"][1]["name"] = "zoe"

        def bot(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["people"][0]["is_bot"] = True

        def account(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["people"][0]["account"] = 7

        def title(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["title"] = "World final"

        def room(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["room"] = "set-2"

        def private(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["is_private"] = True

        def stranger(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["people"].append({"id": "guest-x", "name": "eve", "account": None, "is_bot": False})

        def longer(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["began"] -= 60

        def shorter(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header.update(seconds=3.0, began=header["ended"] - 3.0)

        cheats = {
            name: r"calls \w+ zoe",
            bot: r"says that \w+ is a bot",
            account: r"says that \w+ has account 7, but it is no account",
            title: "calls the room World final, but its title is Set",
            room: "says that the room is set-2, but it is set",
            private: "says that the room is private, but it is not",
            stranger: "names eve, who was not there",
            longer: r"says that the match took [0-9:]+, but it took [0-9:]+",
            shorter: r"says that the match took 0:03, but it took [0-9:]+",
        }
        for cheat, text in cheats.items():
            (told,) = self.said(cheat)
            self.assertRegex(told, rf"^What it says of itself is not true: it {text}\.$")

    def test_only_the_day_cannot_be_compared_with_anything(self) -> None:
        def days_ago(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["began"] -= 1e6
            header["ended"] -= 1e6

        self.assertEqual(self.after(days_ago), set())

    def test_what_is_wrong_is_told_in_sentences(self) -> None:
        end = len(honest().entries) - 1

        def time_back(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[-1][1] = 7

        def unreadable(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[-1][3] = {"$$": 1}

        def unknown(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[-1][0] = "cheat"

        def endless(header: dict[str, Any], entries: list[list[Any]]) -> None:
            del entries[-1]

        def not_installed(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[0][3]["game"] = header["game"] = "chess"

        def score(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["result"]["standings"][0]["score"] = 99

        def reason(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["result"]["reason"] = "deserted"

        def nonsense(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["result"] = 7

        damaged = f"entry {end + 1} cannot be done: it is damaged"
        cheats = {
            time_back: rf"{damaged} \(the time goes back from [\d.]+ to 7.000\)\.$",
            unreadable: rf"{damaged}, or the game had another version \(nobody knows what this is: \$\$\)\.$",
            unknown: rf"{damaged} \(there is nothing called 'cheat' to do\)\.$",
            endless: r"^The game does not come to an end in this file\.$",
            not_installed: r"^It cannot be played again: its game is not installed here \(chess\)\.$",
            score: r"^The announced result is 1\. (\w+) 99, .*, but the game ends so: 1\. \1 \d+, .*\.$",
            reason: r"^The reason that was announced is deserted, but the game ends for another: \w+\.$",
            nonsense: r"^No result was announced that makes sense, but the game ends so: 1\. .*\.$",
        }
        for cheat, text in cheats.items():
            self.assertTrue([one for one in self.said(cheat) if re.search(text, one)], (cheat, self.said(cheat)))

    def test_anything_is_where_a_deal_should_be(self) -> None:
        def no_deal(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["fair"] = None

        def no_deals(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[0][3]["state"]["state"]["deals"] = "nothing"

        def no_words(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[0][3]["state"]["state"]["deals"]["next"]["words"] = 7

        for cheat in (no_deal, no_deals, no_words):
            self.assertTrue(self.after(cheat), cheat.__name__)

    def test_it_is_said_to_be_another_game(self) -> None:
        def kind(header: dict[str, Any], entries: list[list[Any]]) -> None:
            header["kind"] = "noughts/1"

        def game(header: dict[str, Any], entries: list[list[Any]]) -> None:
            entries[0][3]["game"] = header["game"] = "no such game"

        self.assertEqual(self.after(kind), {ROOM})
        self.assertEqual(self.after(game), {ROOM})


class ACardBeforeTheDeal(SynchronousTestCase):
    def test_makes_no_difference(self) -> None:
        """Nobody can put the cards in such an order before the deal that they come as they like."""
        with TemporaryDirectory() as folder:
            recording = played("memory", Recorded(Path(folder), 2), Random(2))[0]
        header, entries = json.loads(json.dumps([recording.header, [*recording.entries]]))
        letters = entries[0][3]["state"]["state"]["contest"]["_letters"]["list"]
        letters.reverse()
        self.assertEqual(wrong(Recording(header, entries)), set())
