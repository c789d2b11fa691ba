"""What can be clicked and pressed in Records: the commands, and what is chosen."""

from __future__ import annotations

from tilenet.game import HELP, HOME, Key, KeyId, Scene, Tile, TileId, Words, help_tile, home_tile
from tilenet.games.records.pages import COLUMNS, HEIGHT, Choice, Page, Sheet
from tilenet.records import Period

REFRESH, NEXT_GAME = "refresh", "next game"
CHOSEN_BG = "ff2f5d2f"
GAMES_ROW = 1

#: The commands after Home and Help, in their order: names, tooltips, and keys with what they do.
COMMANDS: dict[TileId, tuple[str, str, Key]] = {
    REFRESH: (Words("Refresh"), Words("Look it up again"), Key("VK_U", Words("refresh"))),
    ("page", Page.RATING): (Words("By rating"), Words("Who plays best"), Key("VK_R", Words("by rating"))),
    ("page", Page.WINS): (Words("By wins"), Words("Who has won the most"), Key("VK_W", Words("by wins"))),
    ("page", Page.LATEST): (Words("Latest"), Words("How the last games ended"), Key("VK_L", Words("latest"))),
    ("page", Page.MINE): (Words("Mine"), Words("How you have done"), Key("VK_M", Words("mine"))),
    ("period", Period.TODAY): (Words("Today"), Words("Players who played today"), Key("VK_D", Words("today"))),
    ("period", Period.MONTH): (
        Words("This month"),
        Words("Players who played this month"),
        Key("VK_N", Words("this month")),
    ),
    ("period", Period.EVER): (Words("Ever"), Words("Everybody"), Key("VK_E", Words("ever"))),
}


def chosen_ids(choice: Choice) -> list[TileId]:
    """The page that a player looks at, and the period."""
    page: list[TileId] = [("page", choice.page)]
    return [*page, ("period", choice.period)] if choice.is_ranking else page


def chosen(tile: Tile) -> Tile:
    """A tile that the player has clicked: it cannot be clicked again, which shows even without colours."""
    return tile._replace(enabled=False, bg=CHOSEN_BG)


def empty_page(text: str) -> Scene:
    """What everybody would see who has chosen nothing."""
    tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), **Sheet().tiles()}
    for x, (id, (name, about, _)) in enumerate(COMMANDS.items(), 2):
        tiles[id] = Tile(x, 0, name, about)
    for x in range(COLUMNS):
        tiles["game", x] = Tile(x, GAMES_ROW, enabled=False)
    keys: dict[KeyId, Key] = {("key", "page", page): COMMANDS["page", page][2] for page in Page}
    keys[NEXT_GAME] = Key("VK_G", Words("next game"))
    keys |= {("key", "period", period): COMMANDS["period", period][2] for period in Period}
    keys["key", REFRESH] = COMMANDS[REFRESH][2]
    return Scene((COLUMNS, HEIGHT), tiles, keys, text=text)
