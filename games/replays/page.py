"""What a page of Replays looks like: a card for each finished game, and the commands to turn the pages."""

from __future__ import annotations

from enum import Enum
from typing import Any

from tilenet.game import HELP, HOME, Key, KeyId, Scene, Tile, TileId, Words, help_tile, home_tile
from tilenet.records import Replay

COLUMNS, ROWS = 2, 4
CARDS = COLUMNS * ROWS
COMMANDS_AT = COLUMNS  # the column of the commands


class Tab(Enum):
    """Which replays there are on a page."""

    MINE = "mine"
    ALL = "all"


#: The commands beside the cards, in their order: names, tooltips, and keys.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "mine": (Words("Mine"), Words("Games that you played in, or were there for"), "VK_M"),
    "all": (Words("All"), Words("All games that you may watch"), "VK_A"),
    "newer": (Words("Newer"), Words("The page before this one"), "VK_N"),
    "older": (Words("Older"), Words("The next page"), "VK_O"),
    "refresh": (Words("Refresh"), Words("Look it up again"), "VK_U"),
}


def empty_page(text: str) -> Scene:
    """What everybody would see who has no page yet."""
    tiles: dict[TileId, Tile] = {
        ("replay", number): Tile(number % COLUMNS, number // COLUMNS, enabled=False) for number in range(CARDS)
    }
    cells = [*((COMMANDS_AT, y) for y in range(ROWS)), (COMMANDS_AT + 1, ROWS - 1)]
    for id, (x, y) in zip(COMMANDS, cells, strict=True):
        name, about, _ = COMMANDS[id]
        tiles[id] = Tile(x, y, name, about, enabled=False)
    tiles[HELP] = help_tile(COMMANDS_AT + 1, 1)
    tiles[HOME] = home_tile(COMMANDS_AT + 1, 0)
    keys: dict[KeyId, Key] = {
        ("key", "replay", number): Key(f"VK_{number + 1}", Words("watch game {n}", n=number + 1), enabled=False)
        for number in range(CARDS)
    }
    keys |= {("key", id): Key(java, COMMANDS[id][0], enabled=False) for id, (_, _, java) in COMMANDS.items()}
    return Scene((COLUMNS + 2, ROWS), tiles, keys, text=text)


def card(number: int, replay: Replay) -> Tile:
    """A finished game: its title, when it ended, how long it took, and how it ended."""
    about = Words("{ago} · {long} · {who}", ago=ago(replay.ago), long=length(replay.seconds), who=_who(replay))
    if replay.is_private:
        about = Words("{about} · private", about=about)
    return Tile(number % COLUMNS, number // COLUMNS, replay.title, about)


def data_of(replay: Replay, found_at: float) -> dict[str, Any]:
    """The same as data. The time is on the clock of `now`."""
    return {
        "id": replay.id,
        "title": replay.title,
        "kind": replay.kind or None,
        "ended_at": round(found_at - replay.ago, 3),
        "seconds": replay.seconds,
        "private": True if replay.is_private else None,
        "there": True if replay.was_there else None,
        "place": replay.place,
        "players": replay.players,
        "top": replay.top,
    }


def _who(replay: Replay) -> str:
    """ann 31, bob 27 and 2 more"""
    if not replay.top:
        return Words("nobody won")
    names = ", ".join(f"{one.name} {_number(one.score)}" for one in replay.top)
    more = replay.players - len(replay.top)
    return Words("{names} and {n} more", names=names, n=more) if more > 0 else names


def _number(score: float) -> str:
    return f"{score:.0f}" if score == round(score) else f"{score:.1f}"


def length(seconds: float) -> str:
    """How long a game took, as the bar below a replay writes it: 0:04, or 1:02:03."""
    hours, rest = divmod(round(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def ago(seconds: float) -> str:
    """How long ago something was, in words."""
    minutes, hours, days = (int(seconds // unit) for unit in (60, 3600, 86400))
    if minutes < 1:
        return Words("just now")
    if hours < 1:
        return Words("{n} minute ago", many="{n} minutes ago", n=minutes)
    if days < 1:
        return Words("{n} hour ago", many="{n} hours ago", n=hours)
    return Words("{n} day ago", many="{n} days ago", n=days)
