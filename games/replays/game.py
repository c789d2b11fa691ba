"""The room Replays: who looks at which page, and what has to be asked for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
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
    Watch,
    Words,
)
from tilenet.games.replays.page import CARDS, COMMANDS, Tab, card, data_of, empty_page
from tilenet.records import Replay, Replays

MOST_PAGES = 100  # that a player can go back

NOTHING_KEPT = Words("This server keeps no replays.")
CHOOSE = Words("Choose a game to watch it again.")
NONE_OF_YOURS = Words("No game of yours is kept yet. All shows those of others.")
NONE = Words("No game is kept yet. When one is over, you can watch it again.")
NO_MORE = Words("There are no older ones.")


@dataclass(frozen=True)
class Page:
    """What one player looks at."""

    tab: Tab = Tab.MINE
    before: tuple[str, ...] = ()  # the last replays of the pages before this one
    rows: tuple[Replay, ...] | None = None  # None until they are known
    found_at: float = 0.0  # when that was, on the clock of `now`
    has_older: bool = False

    def question(self, player: Player) -> Replays:
        after = self.before[-1] if self.before else ""
        return Replays(player, CARDS + 1, only_theirs=self.tab is Tab.MINE, after=after)


class ReplayRoom(Game):
    """All replays that may be watched. Everybody looks at their own page."""

    title: ClassVar[str] = Words("Replays")
    about = Words("Finished games, to watch again: yours, those of your tables, and public ones.")
    kind = "replays/1"
    is_recorded = False
    help = (
        Words(
            "Here are finished games. Click one to watch it again, as a spectator or from the seat of a player. "
            "Everybody who watches the same game is in one room."
        ),
        Words("Mine shows the games that you played in or were there for; All shows the public ones as well."),
        Words("Games at private tables are for those who were there. Guests keep theirs until they log out."),
        Words("To watch the last game of any room, say /watch there. /watch and the id of a replay leads to that one."),
        Words("Keys: 1 to 8 watch a game, m mine, a all, n newer, o older, u refresh."),
    )

    caches: ClassVar = {"_scene": None, "_stale": {}}

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._pages: dict[Player, Page] = {}  # that are shown
        self._wanted: dict[Player, Page] = {}  # those about to be, when the answer is there
        self._keeps_replays = True
        self._stale: dict[Player, None] = {}  # whose view has changed
        self._scene: Scene | None = None  # None before it is drawn

    # Coming and going

    def enter(self, player: Player, now: float) -> Events:
        self._pages[player] = Page()
        self._stale[player] = None
        return self._turn_to(player, Page())

    def leave(self, player: Player, now: float) -> Events:
        del self._pages[player]
        self._wanted.pop(player, None)
        self._stale.pop(player, None)
        return ()

    # What players do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        page = self._pages[player]
        match tile:
            case ("replay", int(number)) if page.rows is not None and number < len(page.rows):
                return [Watch(player, page.rows[number].id)]
            case "mine":
                return self._turn_to(player, Page(Tab.MINE))
            case "all":
                return self._turn_to(player, Page(Tab.ALL))
            case "newer":
                return self._turn_to(player, Page(page.tab, page.before[:-1]))
            case "older" if page.rows and page.has_older and len(page.before) < MOST_PAGES:
                return self._turn_to(player, Page(page.tab, (*page.before, page.rows[-1].id)))
            case "refresh":
                return self._turn_to(player, Page(page.tab))
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", tile):
                return self.click(player, tile, now)
            case ("key", *parts):
                return self.click(player, tuple(parts), now)
        return ()

    def _turn_to(self, player: Player, page: Page) -> Events:
        """Let a player look at this page. What they looked at before stays until the answer is there."""
        if not self._keeps_replays:
            return []
        self._wanted[player] = page
        return [LookUp(page.question(player))]

    def found(self, question: object, answer: object, now: float) -> Events:
        if answer is None:
            self._keeps_replays, self._scene = False, None
            self._stale.update(dict.fromkeys(self._pages))
        elif isinstance(question, Replays) and isinstance(answer, tuple):
            player = question.player
            page = self._wanted.get(player)
            if page is not None and page.question(player) == question:
                del self._wanted[player]
                self._pages[player] = replace(page, rows=answer[:CARDS], found_at=now, has_older=len(answer) > CARDS)
                self._stale[player] = None
        return ()

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = empty_page(CHOOSE if self._keeps_replays else NOTHING_KEPT)
        return self._scene

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, {}
        return stale

    def view(self, player: Player) -> View:
        page = self._pages.get(player)
        if page is None or not self._keeps_replays:
            return NO_VIEW
        scene, usable = self.scene(), set(self.legal(player))
        tiles: dict[TileId, Tile] = {id: scene.tiles[id]._replace(enabled=id in usable) for id in COMMANDS}
        for number, row in enumerate(page.rows or ()):
            tiles["replay", number] = card(number, row)
        keys: dict[KeyId, Key] = {
            id: key._replace(enabled=id[1:] in usable or id[1] in usable)
            for id, key in scene.keys.items()
            if isinstance(id, tuple)
        }
        return View(tiles, keys, self._note(page))

    def _note(self, page: Page) -> str | None:
        """What is said instead of the usual headline."""
        if page.rows is None or page.rows:
            return None
        return NO_MORE if page.before else NONE_OF_YOURS if page.tab is Tab.MINE else NONE

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        page = self._pages.get(player)
        if page is None or not self._keeps_replays:
            return {}
        rows = page.rows or ()
        return {
            "page": page.tab,
            "number": len(page.before) + 1,
            "older": page.has_older,
            "note": self._note(page),
            "replays": {("replay", number): data_of(row, page.found_at) for number, row in enumerate(rows)},
        }

    def legal(self, player: Player) -> Iterable[TileId]:
        page = self._pages.get(player)
        if page is None or not self._keeps_replays:
            return
        yield from (("replay", number) for number in range(len(page.rows or ())))
        yield Tab.ALL.value if page.tab is Tab.MINE else Tab.MINE.value
        if page.before:
            yield "newer"
        if page.has_older and len(page.before) < MOST_PAGES:
            yield "older"
        yield "refresh"

    def scramble(self, player: Player) -> None:
        """What others look at is nobody else's business."""
        for other, page in self._pages.items():
            if other is not player:
                self._pages[other] = replace(page, tab=self.random.choice([*Tab]), rows=None)
                self._stale[other] = None
