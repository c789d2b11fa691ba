"""The tiles and keys by which people control a replay, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilenet.game import Key, KeyId, Tile, TileId
from tilenet.replays.picture import OURS
from tilenet.words import Words

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
BESIDE = 4  # moments before and after the present one that have tiles

PLAY, SLOWER, FASTER = (OURS, "play"), (OURS, "slower"), (OURS, "faster")
STEP, STEP_BACK, TIME, FORK = (OURS, "step"), (OURS, "stepback"), (OURS, "time"), (OURS, "fork")

#: The keys, and the tiles that do the same.
KEYS: dict[KeyId, tuple[TileId, str, str]] = {
    ("key", *PLAY): (PLAY, "VK_SPACE", Words("Play or pause")),
    ("key", *STEP_BACK): (STEP_BACK, "VK_LEFT", Words("A step back")),
    ("key", *STEP): (STEP, "VK_RIGHT", Words("A step")),
    ("key", *SLOWER): (SLOWER, "VK_DOWN", Words("Slower")),
    ("key", *FASTER): (FASTER, "VK_UP", Words("Faster")),
    ("key", *FORK): (FORK, "VK_F", Words("Play on from here")),
}

DARK, LIT = "ff303040", "ff4a4a78"
FG = "ffe6e6e6"


class Position(NamedTuple):
    """Where a replay is, as its controls show it."""

    at: float  # seconds
    length: float
    speed: float
    is_playing: bool
    is_at_start: bool
    is_at_end: bool
    moments: Sequence[tuple[int, str]]  # those near it, each with its number from 1


def controls(position: Position, seats: Sequence[str]) -> Iterator[tuple[TileId, Tile]]:
    """All tiles, in order; their cells are for the caller to find."""
    at, length, speed, is_playing, is_at_start, is_at_end, moments = position
    yield STEP_BACK, _tile(Words("Back"), Words("A step back"), not is_at_start)
    yield PLAY, _tile(*_play(is_playing, is_at_end))
    yield STEP, _tile(Words("Step"), Words("A step"), not is_at_end)
    yield SLOWER, _tile(Words("Slower"), Words("Half as fast"), speed > SPEEDS[0])
    yield FASTER, _tile(Words("Faster"), Words("Twice as fast"), speed < SPEEDS[-1])
    pace = Words("Speed: {speed:g}×", speed=speed)
    yield TIME, _tile(f"{minutes(at)}/{minutes(length)}", pace, False)
    yield FORK, _tile(Words("Fork"), Words("Play on from here, at a table of your own"), not is_at_end)
    yield seat(0), _tile(Words("Spectator"), Words("Watch as a spectator"))
    for number, name in enumerate(seats, 1):
        yield seat(number), _tile(name, Words("Watch from the seat of {name}", name=name))
    for number, text in moments:
        yield (OURS, "moment", number), _tile(text, Words("Go to this moment"))


def near(moments: Sequence[tuple[str, int]], done: int) -> list[tuple[int, str]]:
    """The moments shortly before and after so many entries are done, with their numbers."""
    before = sum(when <= done for _, when in moments)
    first = max(0, min(before, len(moments) - BESIDE) - BESIDE)
    return [(at + 1, moments[at][0]) for at in range(first, min(len(moments), first + 2 * BESIDE))]


def _play(is_playing: bool, is_at_end: bool) -> tuple[str, str]:
    if is_playing:
        return Words("Pause"), Words("Pause here")
    return (Words("Again"), Words("From the beginning")) if is_at_end else (Words("Play"), Words("Go on"))


def seat(number: int) -> TileId:
    """The tile that chooses a seat; 0 is that of spectators."""
    return OURS, "seat", number


def keys(tiles: dict[TileId, Tile]) -> dict[KeyId, Key]:
    """The keys, which can be used when the tiles can."""
    return {id: Key(name, text, tiles[tile].enabled) for id, (tile, name, text) in KEYS.items()}


def _tile(name: str, text: str, is_enabled: bool = True) -> Tile:
    return Tile(0, 0, name, text, is_enabled, FG, DARK)


def minutes(seconds: float) -> str:
    """A time as people write it: 1:23, or 1:02:03."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def seconds(text: str) -> float | None:
    """A time that somebody has written, such as 1:23, 83 or 1:02:03.5; None if it is none."""
    parts = text.strip().split(":")
    found = 0.0
    if len(parts) > 3:
        return None
    for part in parts:
        if not part.replace(".", "", 1).isascii() or not part.replace(".", "", 1).isdecimal() or len(part) > 9:
            return None
        found = 60 * found + float(part)
    return found
