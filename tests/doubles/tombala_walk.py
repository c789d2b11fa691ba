"""Several players of Tombala, of both protocols, who do whatever comes to their mind."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from tests.doubles.harness import Client
from tests.doubles.model import click, press
from tests.doubles.tombala_clients import Game, JsonClient, TombalaServer
from tilenet.games.tombala.lobby import Lobby

FREE: dict[str, Any] = {"command_burst": 10**6, "speech_burst": 10**6, "speech_per_second": 1000}


NOT_CLICKED = "Home", "New timed room"  # the first is another act, and the second takes too long


class Hurried(Lobby):
    countdown = 3


class Walk:
    """Several players of both kinds who do whatever comes to their mind."""

    ROOMS = ("den", "pit", "Den")

    def __init__(self, seed: int) -> None:
        self.server = TombalaServer(Hurried, seed=seed, **FREE)
        self.jsons = [self.server.enter(name) for name in ("ann", "bob", "cid")]
        self.tiles = [self.server.join(name) for name in ("tom", "tim")]
        for client in self.tiles:
            client.click("Tombala")

    def run(self, steps: list[tuple[str, int]]) -> None:
        for what, number in steps:
            self._step(what, Random(number))
            self.server.wait_for_lists()
            self.check()
        self.finish()

    def _step(self, what: str, random: Random) -> None:
        json, tile = random.choice(self.jsons), random.choice(self.tiles)
        room = random.choice(self.ROOMS)
        match what:
            case "create":
                json.ask("CCROOM", roomname=room, countdown=random.choice([0, 1, 2, 3, 5]))
            case "join":
                self._join(json, room)
            case "quit":
                json.ask("CQROOM")
            case "next":
                for each in self.jsons:
                    each.ask("CNNMBR")
                for client in self.tiles:
                    client.say("/next")
            case "one":
                json.ask("CNNMBR")
            case "claim":
                json.ask("CCINKO", **{random.choice(["total", "cinko"]): random.choice([json.game.rows, 1, 2, 3, 9])})
            case "list":
                json.rooms()
            case "beat":
                json.does("CHBEAT")
            case "illegal":
                self._illegal(json, random)
            case "lost":
                json.lose()
                self.server.settle()
                self.jsons[self.jsons.index(json)] = self.server.enter(json.name)
            case "tile":
                self._tile(tile, room, random)
            case "wait":
                self.server.advance(random.choice([1, 2, 12]), 1)
                for each in self.jsons:
                    if not each.is_open:  # it was silent after a heartbeat
                        self.jsons[self.jsons.index(each)] = self.server.enter(each.name)

    def _join(self, json: JsonClient, room: str) -> None:
        game, json.game = json.game, Game()
        if not json.ask("CJROOM", roomname=room).is_right:
            json.game = game

    def _illegal(self, json: JsonClient, random: Random) -> None:
        lines = [
            'NOBODY:{"seq": %d}',
            'CLOGIN:{"seq": %d, "username": "eve"}',
            'CCROOM:{"seq": %d, "roomname": 5, "countdown": 5}',
            'CCROOM:{"seq": %d, "roomname": "x"}',
            'CJROOM:{"seq": %d, "roomname": null}',
            'CJROOM:{"seq": %d, "roomname": "nowhere"}',
            'CCINKO:{"seq": %d, "total": "3"}',
            'CLROOM:{"seq": %d,}',
            'clroom:{"seq": %d}',
        ]
        seq = random.randrange(10**6)
        json.forget()
        json.send((random.choice(lines) % seq).encode(), b"\n")
        assert not json.answer(seq).is_right

    def _tile(self, tile: Client, room: str, random: Random) -> None:
        if tile.room == "Home":
            tile.click("Tombala")
        said = ["/next", "/quit", "/rooms", "/cinko 1", "/cinko 2", "/cinko 3", f"/mark {random.randrange(92)}", "hm"]
        match random.choice(["join", "join", "create", "say", "say", "click", "click", "press", "home", "lost"]):
            case "join":
                tile.say(f"/join {room}")
            case "create":
                every = random.choice(["", " every 1", " every 3"])
                tile.say(f"/create {room} {random.choice([1, 2, 5])}{every}")
            case "say":
                tile.say(random.choice(said))
            case "click":
                self._click(tile, random)
            case "press":
                keys = [objid for objid in sorted(tile.model.members_single()) if objid[0] == "k"]
                tile.send(*(press(objid) for objid in keys if tile.model.objects[objid]["name"] != "VK_L"))
            case "home":
                tile.click("Home")
            case "lost":
                tile.lose()
                self.server.settle()
                name = ("tom", "tim")[self.tiles.index(tile)]
                self.tiles[self.tiles.index(tile)] = self.server.join(name)

    def _click(self, tile: Client, random: Random) -> None:
        """Click almost anything that can be clicked."""
        tiles = {objid: tile.model.objects[objid] for objid in sorted(tile.model.grid().values())}
        enabled = [objid for objid, seen in tiles.items() if seen["energy"] and seen["name"] not in NOT_CLICKED]
        tile.send(click(random.choice(enabled)))

    def check(self) -> None:
        """Everybody knows what there is to be known, and nothing else."""
        self.server.check()
        for entry in self.server.entries:
            match = self.server.game(entry.name).match
            assert entry.has_started == (match is not None)
            players = [json for json in self.jsons if json.name in entry.players]
            for json in players:
                assert json.game.users == [*entry.players], (json.game.users, entry.players)
                drawn = [] if match is None else match.drawn
                assert json.game.numbers == drawn, (json.name, json.game.numbers, drawn)
                assert len({*drawn}) == len(drawn)
                if match is not None:
                    card = next(card for player, card in match.cards.items() if player.name == json.name)
                    assert json.game.card == [[*row] for row in card]
            for one, other in combinations(players, 2):
                assert one.game.numbers == other.game.numbers
                assert not one.game.card or one.game.card != other.game.card

    def finish(self) -> None:
        """All games come to an end if all go on; and nothing is left."""
        self.server.advance(6, 1)
        for _ in range(92):
            if not self.server.entries:
                break
            for json in self.jsons:
                if json.is_open and json.game.rows > json.game.total(json.name):
                    json.ask("CCINKO", total=json.game.rows)
                if json.is_open:
                    json.ask("CNNMBR")
            for client in self.tiles:
                client.say("/next")
            self.server.advance(3, 1)
            self.check()
        assert self.server.entries == []
        self.server.empty()
        assert self.server.leftovers() == {}, self.server.leftovers()


OFTEN = ["create", "join", "join", "join", "next", "next", "next", "one", "claim", "tile", "tile", "tile"]
SELDOM = ["quit", "list", "beat", "illegal", "lost", "wait", "wait"]
