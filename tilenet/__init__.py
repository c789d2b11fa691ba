"""TileNet: a world of rooms, players and tiles over a long-lived XML stream."""

__version__ = "0.1.0"
