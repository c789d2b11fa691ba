"""PairPanicking that plays itself as long as somebody is in the room, and writes down how late each decision was."""

from pathlib import Path
from typing import ClassVar

from tilenet.catalogue import GamePlugin
from tilenet.game import Events, Player, Points
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.pairpanicking.rules import SQUARES, State

UPKEEP = 5  # points for the player after each decision: so a game goes on to its end


class Pairs(PairPanicking):
    """The game itself, with its own clock; only the clicks are not a client's."""

    record: ClassVar[Path]

    def enter(self, player: Player, now: float) -> Events:
        """Begin, with the first player who comes in."""
        yield from super().enter(player, now)
        yield from self.turn_two(player, now)

    def turn_two(self, player: Player, now: float) -> Events:
        """Turn two squares, in a new game if the last one is over."""
        if not self.contest.is_on:
            yield from self._play(self.contest.start(player), now)
        hidden = [square for square in SQUARES if self.contest.board.state(square) is State.HIDDEN]
        for square in self.random.sample(hidden, 2):
            yield from self._play(self.contest.trigger(player, square, now), now)

    def tick(self, now: float) -> Events:
        """Note by how much a decision comes after its time."""
        due = self.contest.deadline
        yield from super().tick(now)
        if due is not None and self.contest.deadline is None:
            with self.record.open("a") as record:
                print(now - due, file=record)
            for player in list(self.contest.people):
                yield Points(player, UPKEEP)
                yield from self.turn_two(player, now)


def pairs(rooms: int, record: str) -> dict[str, GamePlugin]:
    """Return the plugins of the rooms `Pairs 1` to `Pairs rooms`, by the names they have in the plugin's module."""
    found: dict[str, GamePlugin] = {}
    for number in range(1, rooms + 1):
        game = type(f"Pairs{number}", (Pairs,), {"title": f"Pairs {number}", "record": Path(record)})
        found[f"pairs{number}"] = GamePlugin(f"pairs{number}", game)
    return found
