"""The room Records: who looks at which page, and what has to be asked for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import ClassVar

from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Events,
    Game,
    Key,
    KeyId,
    LookUp,
    Player,
    Scene,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
)
from tilenet.games.records.lookups import Kept, Lookups
from tilenet.games.records.pages import COLUMNS, HEIGHT, Choice, Page, Sheet, sheet_of
from tilenet.records import Best, Contents, Latest, Overview, Own, Period

LOOK = 1.0  # seconds between two looks for news
SHEETS = 200  # views that are kept as they were drawn

REFRESH, MORE = "refresh", "more"
CHOSEN_BG = "ff2f5d2f"
GAMES_ROW = 1

NOTHING_KEPT = "This server keeps no records."
WAIT = "Looking it up, one moment."
NOT_NOW = "The records cannot be read at the moment. Refresh tries again."
NO_GAMES = "Nothing has been played yet."
NO_ACCOUNT = "You need an account for a page of your own: log in with a free name and a password."

#: The commands after Home and Help, in their order, with tooltips and keys.
COMMANDS: dict[TileId, tuple[str, str, str]] = {
    REFRESH: ("Refresh", "Look it up again", "VK_U"),
    Page.RATING: (Page.RATING.value, "Who plays best", "VK_R"),
    Page.WINS: (Page.WINS.value, "Who has won the most", "VK_W"),
    Page.LATEST: (Page.LATEST.value, "How the last games ended", "VK_L"),
    Page.MINE: (Page.MINE.value, "How you have done", "VK_M"),
    Period.TODAY: ("Today", "Players who played today", "VK_D"),
    Period.MONTH: ("This month", "Players who played this month", "VK_N"),
    Period.EVER: ("Ever", "Everybody", "VK_E"),
}


class Records(Game):
    """The records of all games. Everybody looks at their own page."""

    title = "Records"
    about = "Who is best at what, the latest results, and your own."
    help = (
        "Choose a game, and what to see: the best twenty by rating or by wins, today, this month or ever; the latest "
        "results; or Mine, how you have done.",
        "Only accounts are ranked. To get one, log in with a free name and a password. Guests and bots are not ranked.",
        "A game is rated if at least two accounts and no bots play in it. A win is a first place; if everybody ties, "
        "nobody wins.",
        "Keys: r by rating, w by wins, l latest, m mine, d today, n this month, e ever, g the next game, u refresh.",
    )

    caches: ClassVar = {"_scene": None, "_views": {}, "_stale": {}}

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._choices: dict[Player, Choice] = {}
        self._stock: Contents | None = None
        self._keeps_records = True
        self._is_asking_stock = False
        self._lookups = Lookups()
        self._stale: dict[Player, None] = {}  # whose view has changed
        self._views: dict[Choice, tuple[Kept | None, View]] = {}
        self._scene: Scene | None = None  # None before it is drawn

    # Coming and going

    def enter(self, player: Player, now: float) -> Events:
        self._choose(player, Choice(player.account_id, None if self._stock is None else self._stock.last))
        if self._keeps_records and self.deadline is None:
            return self.tick(now)
        return self._ask(now)

    def leave(self, player: Player, now: float) -> Events:
        del self._choices[player]
        self._lookups.read(player, None)
        self._stale.pop(player, None)
        if not self._choices:
            self.deadline = None
        return ()

    # What players do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        choice = self._choices[player]
        match tile:
            case "refresh":
                self._lookups.want(player)
            case Page():
                self._choose(player, replace(choice, page=tile))
            case Period():
                page = choice.page if choice.page in (Page.RATING, Page.WINS) else Page.RATING
                self._choose(player, replace(choice, page=page, period=tile))
            case ("game", int(slot)):
                found = self._slots(choice)[slot]
                if found == MORE:
                    self._choose(player, replace(choice, first=self._next_first(choice)))
                elif isinstance(found, int):
                    self._choose_game(player, found)
        return self._ask(now)

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", "next game"):
                choice, games = self._choices[player], self._games
                if games:
                    number = games.index(choice.game) + 1 if choice.game in games else 0
                    self._choose_game(player, number % len(games))
                return self._ask(now)
            case ("key", tile):
                return self.click(player, tile, now)
        return ()

    def _choose_game(self, player: Player, number: int) -> None:
        first = 0 if len(self._games) <= COLUMNS else number - number % (COLUMNS - 1)
        self._choose(player, replace(self._choices[player], game=self._games[number], first=first))

    def _choose(self, player: Player, choice: Choice) -> None:
        self._choices[player] = choice
        self._lookups.read(player, choice.question)
        self._stale[player] = None

    # What is asked, and what is found

    def tick(self, now: float) -> Events:
        """Look whether there is any news."""
        self.deadline = now + LOOK
        if not self._is_asking_stock:
            self._is_asking_stock = True
            yield LookUp(Overview())
        yield from self._ask(now)

    def _ask(self, now: float) -> Events:
        return map(LookUp, self._lookups.next(now, self._revision))

    def found(self, question: object, answer: object, now: float) -> Events:
        if answer is None:
            self._keep_nothing()
        elif isinstance(question, Best | Latest | Own):
            self._stale.update(dict.fromkeys(self._lookups.take(question, answer, now)))
        else:
            self._is_asking_stock = False
            if isinstance(answer, Contents):
                self._take_stock(answer, now)
        return self._ask(now)

    def _keep_nothing(self) -> None:
        """This server has no records, and will not have any."""
        if self._keeps_records:
            self._keeps_records, self.deadline = False, None
            self._scene = None
            self._views.clear()
            self._stale.update(dict.fromkeys(self._choices))

    def _take_stock(self, stock: Contents, now: float) -> None:
        if self._stock is None or stock.games != self._stock.games:
            self._views.clear()
            self._stale.update(dict.fromkeys(self._choices))
        self._stock = stock
        for player, choice in [*self._choices.items()] if stock.last is not None else ():
            if choice.game is None:
                self._choose(player, replace(choice, game=stock.last))
        self._lookups.age(now, stock.revision)

    @property
    def _revision(self) -> int:
        return 0 if self._stock is None else self._stock.revision

    @property
    def _games(self) -> tuple[str, ...]:
        return () if self._stock is None else self._stock.games

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = _scene("Choose a game, and what to see." if self._keeps_records else NOTHING_KEPT)
        return self._scene

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, {}
        return stale

    def view(self, player: Player) -> View:
        """Everybody who looks at the same has the same view."""
        choice = self._choices.get(player)
        if choice is None:
            return NO_VIEW
        kept = None if choice.question is None else self._lookups.answers.get(choice.question)
        drawn = self._views.get(choice)
        if drawn is None or drawn[0] is not kept:
            if len(self._views) >= SHEETS:
                self._views.clear()
            drawn = self._views[choice] = kept, self._draw(choice, kept)
        return drawn[1]

    def _draw(self, choice: Choice, kept: Kept | None) -> View:
        tiles = self._sheet(choice, kept).tiles()
        chosen: list[TileId] = [choice.page]
        if choice.page in (Page.RATING, Page.WINS):
            chosen.append(choice.period)
        for tile in chosen:
            tiles[tile] = _chosen(self.scene().tiles[tile])
        for x, slot in enumerate(self._slots(choice)):
            tiles["game", x] = self._slot_tile(x, slot, choice)
        return View(tiles)

    def _sheet(self, choice: Choice, kept: Kept | None) -> Sheet:
        question = choice.question
        if not self._keeps_records:
            return Sheet(note=NOTHING_KEPT)
        if self._stock is None:
            return Sheet(note=WAIT)
        if choice.game is None:
            return Sheet(note=NO_GAMES)
        if question is None:
            return Sheet(note=NO_ACCOUNT)
        if kept is None or kept.answer is None:
            return Sheet(note=WAIT if kept is None else NOT_NOW)
        sheet = sheet_of(question, kept.answer)
        return replace(sheet, note=NOT_NOW, plot="") if kept.is_late else sheet

    def _slots(self, choice: Choice) -> list[int | str | None]:
        """What is in the row of games: numbers of games, MORE if they are too many, and None where nothing is."""
        games = len(self._games)
        if games <= COLUMNS:
            return [number if number < games else None for number in range(COLUMNS)]
        numbers = range(choice.first, choice.first + COLUMNS - 1)
        return [*(number if number < games else None for number in numbers), MORE]

    def _next_first(self, choice: Choice) -> int:
        following = choice.first + COLUMNS - 1
        return following if following < len(self._games) else 0

    def _slot_tile(self, x: int, slot: int | str | None, choice: Choice) -> Tile:
        if slot == MORE:
            return Tile(x, GAMES_ROW, "More games", f"There are {len(self._games)} games.")
        if not isinstance(slot, int):
            return Tile(x, GAMES_ROW, enabled=False)
        tile = Tile(x, GAMES_ROW, self._games[slot], "The records of this game")
        return _chosen(tile) if tile.name == choice.game else tile


def _chosen(tile: Tile) -> Tile:
    """A tile that the player has clicked: it cannot be clicked again, which shows even without colours."""
    return tile._replace(enabled=False, bg=CHOSEN_BG)


def _key(id: TileId) -> Key:
    if id not in COMMANDS:
        return Key("VK_G", "next game")
    name, _, key = COMMANDS[id]
    return Key(key, name.lower())


def _scene(text: str) -> Scene:
    """What everybody would see who has chosen nothing."""
    tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), **Sheet().tiles()}
    for x, (id, (name, about, _)) in enumerate(COMMANDS.items(), 2):
        tiles[id] = Tile(x, 0, name, about)
    for x in range(COLUMNS):
        tiles["game", x] = Tile(x, GAMES_ROW, enabled=False)
    keys: dict[KeyId, Key] = {("key", id): _key(id) for id in (*Page, "next game", *Period, REFRESH)}
    return Scene((COLUMNS, HEIGHT), tiles, keys, text=text)
