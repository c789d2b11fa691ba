"""What the room Account looks like: what can be done in the first rows, then what is known, and a tile for each key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilenet.game import HELP, HOME, Key, KeyId, Scene, Tile, TileId, Words, help_tile, home_tile
from tilenet.records import AccountKey, AccountPage

COLUMNS, KEY_ROWS = 4, 5
MOST_KEYS = COLUMNS * KEY_ROWS
INFO_ROW, KEYS_ROW = 3, 4
ROWS = KEYS_ROW + KEY_ROWS

CREATE, REFRESH, LOGOUT = "create", "refresh", "logout"

#: What owners can do: where, names, tooltips, and keys.
ACTIONS: Mapping[str, tuple[int, int, str, str, str]] = {
    "password": (0, 1, Words("Change password"), Words("You need your old password"), "VK_P"),
    "rename": (1, 1, Words("Rename"), Words("Another name for your account, once a month"), "VK_N"),
    "add": (2, 1, Words("Add a key"), Words("Log in over ssh without your password"), "VK_K"),
    LOGOUT: (3, 1, Words("Log out elsewhere"), Words("Other devices have to log in again"), "VK_O"),
    "export": (0, 2, Words("Export"), Words("Everything that this server keeps about you"), "VK_X"),
    "delete": (1, 2, Words("Delete account"), Words("Your results stay, without your name"), "VK_D"),
}

#: What a guest can do.
CREATE_ACTION = (2, 2, Words("Create an account"), Words("Keep your name, your points and your seat"), "VK_C")

#: What takes more than a click.
FORMS = (CREATE, "password", "rename", "add", "export", "delete")

HEADLINE = Words("What this server keeps about you.")
NO_ACCOUNTS = Words("This server keeps no accounts.")


def empty_page(*, has_accounts: bool) -> Scene:
    """What everybody would see of whom nothing is known."""
    tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}
    tiles[REFRESH] = Tile(2, 0, Words("Refresh"), Words("Look it up again"), enabled=has_accounts)
    for id, (x, y, name, about, _) in ACTIONS.items():
        tiles[id] = Tile(x, y, name, about, enabled=False)
    x, y, name, about, _ = CREATE_ACTION
    tiles[CREATE] = Tile(x, y, name, about, enabled=False)
    for column in range(COLUMNS):
        tiles["info", column] = Tile(column, INFO_ROW, enabled=False)
    for number in range(MOST_KEYS):
        tiles["key", number] = Tile(number % COLUMNS, KEYS_ROW + number // COLUMNS, enabled=False)
    keys: dict[KeyId, Key] = {("key", id): Key(java, name) for id, (_, _, name, _, java) in ACTIONS.items()}
    keys["key", CREATE] = Key(CREATE_ACTION[-1], CREATE_ACTION[2])
    keys["key", REFRESH] = Key("VK_U", Words("Refresh"))
    return Scene((COLUMNS, ROWS), tiles, keys, text=HEADLINE if has_accounts else NO_ACCOUNTS)


def info(page: AccountPage | None, name: str, points: int) -> list[Tile]:
    """What is known of a player, in one row."""
    known = [
        (name, Words("Your name") if page is not None else Words("Your name, as a guest")),
        (Words("{n} point", many="{n} points", n=points), Words("Your points")),
    ]
    if page is not None:
        games = Words("{n} game", many="{n} games", n=page.games)
        known += [(page.since, Words("When your account was created")), (games, Words("Games in your results"))]
    return [Tile(x, INFO_ROW, *words, enabled=False) for x, words in enumerate(known)]


def key_tile(number: int, key: AccountKey) -> Tile:
    about = Words("Remove this key: {fingerprint}, since {day}", fingerprint=key.fingerprint, day=key.added)
    return Tile(number % COLUMNS, KEYS_ROW + number // COLUMNS, key.comment or key.kind, about)


def data_of(page: AccountPage) -> dict[str, Any]:
    """The same as data, for forms."""
    return {
        "since": page.since,
        "games": page.games,
        "wins": page.wins,
        "rename_from": page.rename_from,
        "keys": {("key", number): key for number, key in enumerate(page.keys[:MOST_KEYS])},
    }
