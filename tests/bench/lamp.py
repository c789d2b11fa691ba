"""The game that the benchmark plays: one lamp, which counts up when it is clicked."""

from collections.abc import Mapping
from random import Random

from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Events, Game, Player, Scene, Tile, TileId, help_tile, home_tile

FIRST, LAST = 100, 999  # always three digits: every act has the same length
LAMP = "lamp"
SIZE = (4, 2)
BOARD = {("cell", x, y): "X" if x > y else "O" for x in range(3) for y in range(3)}
FIXED: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}


class Lamp(Game):
    """A room of two rows with a lamp that anybody may click."""

    title = "Lamp"
    about = "One lamp for the benchmark."
    help = ("Click the lamp: its number goes up, and everybody sees it.",)
    kind = "lamp/1"

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.count = FIRST
        self.shown = self.draw()

    def draw(self) -> Scene:
        """Make the picture of the room as it is now: only the lamp is new."""
        return Scene(SIZE, {**FIXED, LAMP: Tile(2, 0, str(self.count), "The lamp")})

    def scene(self) -> Scene:
        """Return the picture; a new one only after a change."""
        return self.shown

    def facts(self) -> Mapping[str, object]:
        """Tell as much as a game for two does on a board of nine cells."""
        return {
            "phase": "playing",
            "deadline": 60.0,
            "turn": ["X"],
            "seats": {"X": {"score": 3}, "O": {"score": 4}},
            "board": BOARD,
            "count": self.count,
        }

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        """Count up when the lamp is clicked."""
        if tile == LAMP:
            self.count = FIRST if self.count == LAST else self.count + 1
            self.shown = self.draw()
        return ()


def lamps(rooms: int, first: str = "") -> dict[str, GamePlugin]:
    """Return the plugins of the rooms `Lamp 1` to `Lamp rooms`, by the names they have in the plugin's module."""
    found: dict[str, GamePlugin] = {}
    if first:
        found["lamp"] = GamePlugin("lamp", type("FirstLamp", (Lamp,), {"title": first}))
    for number in range(1, rooms + 1):
        game = type(f"Lamp{number}", (Lamp,), {"title": f"Lamp {number}"})
        found[f"lamp{number}"] = GamePlugin(f"lamp{number}", game)
    return found
