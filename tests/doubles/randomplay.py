"""Plays a game at random, and knows what must hold of it then and of its results."""

from __future__ import annotations

from tilenet.catalogue import IGamePlugin, installed_games
from tilenet.game import HELP, HOME
from tilenet.testing import Seat, Table
from tilenet.world.players.accounts import Played

SHOWN = 18  # columns and rows: clients with a window of a fixed size show no more
NAMES = ["ann", "bob", "cid", "dan"]
OPENED = [game for game in installed_games() if not game.is_at_home]


def play(plugin: IGamePlugin, seed: int, walk: list[tuple[str, int]]) -> None:
    """Play a game at random. What it raises, an illegal scene and a deadline that does not move come out of `Table`."""
    table = Table(plugin, seed, OPENED)
    seats: list[Seat] = []
    for what, number in [("enter", 0), ("enter", 1), *walk]:
        seat = seats[number % len(seats)] if seats else None
        if what == "enter" and len(seats) < len(NAMES):
            seats.append(table.enter(NAMES[number % len(NAMES)]))
        elif what == "wait":
            table.advance(number % 100 / 10)
        elif what == "deadline" and table.game.deadline is not None:
            table.advance(max(0.0, table.game.deadline - table.clock.seconds()))
            assert table.game.deadline is None or table.game.deadline > table.clock.seconds()
        elif seat is not None:
            act(table, seat, what, number)
            seats = [seat for seat in seats if seat.is_at_the_table]
        for played in table.results:
            check_result(played)
        tiles = table.game.scene().tiles
        assert max(tiles[HOME][:2] + tiles[HELP][:2]) < SHOWN, "some clients cannot show Home or Help"
        for seat in seats:
            assert seat.tile(HOME).enabled and seat.tile(HELP).enabled
            assert seat.points >= 0


def check_result(played: Played) -> None:
    """There is a name for it, everybody is in it once, the best first, and nobody has a place that the score denies."""
    assert played.game and played.scores
    assert len({score.name for score in played.scores}) == len(played.scores)
    assert [score.place for score in played.scores] == sorted(score.place for score in played.scores)
    for score in played.scores:
        assert score.place == 1 + sum(other.score > score.score for other in played.scores), played
    assert any(score.stayed for score in played.scores), played


def act(table: Table, seat: Seat, what: str, number: int) -> None:
    scene = table.game.scene()
    match what:
        case "leave":
            seat.leave()
        case "home":
            seat.click(HOME)
            assert not seat.is_at_the_table
        case "click":
            enabled = [tile for tile in scene.tiles if seat.tile(tile).enabled]
            seat.click(enabled[number % len(enabled)])
        case "press":
            if enabled := [key for key in scene.keys if seat.key(key).enabled]:
                seat.press(enabled[number % len(enabled)])
        case "say":
            seat.say("hello", to=[None, *scene.tiles][number % (1 + len(scene.tiles))])
