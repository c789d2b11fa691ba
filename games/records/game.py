"""The room Records: who looks at which page, and what has to be asked for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    Events,
    Game,
    KeyId,
    LookUp,
    Player,
    Scene,
    Tile,
    TileId,
    View,
    Words,
    role,
)
from tilenet.games.records.controls import COMMANDS, GAMES_ROW, REFRESH, chosen, chosen_ids, empty_page
from tilenet.games.records.lookups import Kept, Lookups
from tilenet.games.records.pages import COLUMNS, Choice, Page, Sheet, data_of, sheet_of
from tilenet.records import Best, Contents, Latest, Overview, Own, Period

LOOK = 1.0  # seconds between two looks for news
SHEETS = 200  # views that are kept as they were drawn

MORE = "more"  # in the place of a game

NOTHING_KEPT = Words("This server keeps no records.")
WAIT = Words("Looking it up, one moment.")
NOT_NOW = Words("The records cannot be read at the moment. Refresh tries again.")
NO_GAMES = Words("Nothing has been played yet.")
NO_ACCOUNT = Words("You need an account for a page of your own. You can create one at Account, and keep your points.")
CHOOSE = Words("Choose a game, and what to see.")


class Records(Game):
    """The records of all games. Everybody looks at their own page."""

    title: ClassVar[str] = Words("Records")
    about = Words("Who is best at what, the latest results, and your own.")
    kind = "records/1"
    is_recorded = False
    board_role = "cell"
    help = (
        Words(
            "Choose a game, and what to see: the best twenty by rating or by wins, today, this month or ever; the "
            "latest results; or Mine, how you have done."
        ),
        Words(
            "Only accounts are ranked. You can create one at Account, and keep your points. Guests and bots are not "
            "ranked."
        ),
        Words(
            "A game is rated if at least two accounts and no bots play in it. A win is a first place; if everybody "
            "ties, nobody wins."
        ),
        Words(
            "Keys: r by rating, w by wins, l latest, m mine, d today, n this month, e ever, g the next game, u refresh."
        ),
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
            case ("page", Page() as page):
                self._choose(player, replace(choice, page=page))
            case ("period", Period() as period):
                page = choice.page if choice.is_ranking else Page.RATING
                self._choose(player, replace(choice, page=page, period=period))
            case ("game", int(slot)):
                found = self._slots(choice)[slot]
                if found == MORE:
                    self._choose(player, replace(choice, first=self._next_first(choice)))
                elif isinstance(found, int):
                    self._choose_game(player, found)
        return self._ask(now)

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case "next game":
                choice, games = self._choices[player], self._games
                if games:
                    number = games.index(choice.game) + 1 if choice.game in games else 0
                    self._choose_game(player, number % len(games))
                return self._ask(now)
            case ("key", tile):
                return self.click(player, tile, now)
            case ("key", *parts):
                return self.click(player, tuple(parts), now)
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
            self._scene = empty_page(CHOOSE if self._keeps_records else NOTHING_KEPT)
        return self._scene

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, {}
        return stale

    def view(self, player: Player) -> View:
        """Everybody who looks at the same has the same view."""
        choice = self._choices.get(player)
        if choice is None:
            return NO_VIEW
        kept = self._kept(choice)
        drawn = self._views.get(choice)
        if drawn is None or drawn[0] is not kept:
            if len(self._views) >= SHEETS:
                self._views.clear()
            drawn = self._views[choice] = kept, self._draw(choice, kept)
        return drawn[1]

    def facts(self) -> Mapping[Any, Any]:
        return {"games": self._games}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        choice = self._choices.get(player)
        if choice is None:
            return {}
        kept = self._kept(choice)
        slots = self._slots(choice)
        return {
            "game": choice.game,
            "page": choice.page,
            "period": choice.period if choice.is_ranking else None,
            "games": {("game", x): self._games[slot] for x, slot in enumerate(slots) if isinstance(slot, int)},
            "more": role(("game", slots.index(MORE))) if MORE in slots else None,
            "note": self._sheet(choice, kept).note or None,
            "late": True if kept is not None and kept.is_late else None,
            **({} if kept is None or kept.answer is None else data_of(kept.answer)),
        }

    def legal(self, player: Player) -> Iterable[TileId]:
        choice = self._choices[player]
        slots = self._slots(choice)
        used = {
            *chosen_ids(choice),
            *(("game", x) for x, slot in enumerate(slots) if not self._leads_on(slot, choice)),
        }
        ids = [*COMMANDS, *(("game", x) for x, _ in enumerate(slots))]
        return [id for id in ids if id not in used and (id != REFRESH or choice.question is not None)]

    def scramble(self, player: Player) -> None:
        """What others look at is nobody else's business."""
        for other, choice in self._choices.items():
            if other is not player:
                self._choose(other, replace(choice, page=self.random.choice([*Page])))

    def _kept(self, choice: Choice) -> Kept | None:
        return None if choice.question is None else self._lookups.answers.get(choice.question)

    def _draw(self, choice: Choice, kept: Kept | None) -> View:
        tiles = self._sheet(choice, kept).tiles()
        for tile in chosen_ids(choice):
            tiles[tile] = chosen(self.scene().tiles[tile])
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

    def _leads_on(self, slot: int | str | None, choice: Choice) -> bool:
        """Whether something else is seen after a click on it."""
        return slot == MORE or (isinstance(slot, int) and self._games[slot] != choice.game)

    def _next_first(self, choice: Choice) -> int:
        following = choice.first + COLUMNS - 1
        return following if following < len(self._games) else 0

    def _slot_tile(self, x: int, slot: int | str | None, choice: Choice) -> Tile:
        if slot == MORE:
            about = Words("There are {count} games.", count=len(self._games))
            return Tile(x, GAMES_ROW, Words("More games"), about)
        if not isinstance(slot, int):
            return Tile(x, GAMES_ROW, enabled=False)
        tile = Tile(x, GAMES_ROW, self._games[slot], Words("The records of this game"))
        return chosen(tile) if tile.name == choice.game else tile
