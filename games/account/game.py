"""The room Account: everybody sees their own, and can do there what needs no secret.

A password is never said in a room: what needs one is asked for by a client itself, which has forms for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    ChangeAccount,
    Events,
    Game,
    Key,
    KeyId,
    LookUp,
    Player,
    Refuse,
    Scene,
    Tell,
    Tile,
    TileId,
    View,
    Words,
)
from tilenet.games.account.page import (
    ACTIONS,
    CREATE,
    FORMS,
    LOGOUT,
    MOST_KEYS,
    REFRESH,
    data_of,
    empty_page,
    info,
    key_tile,
)
from tilenet.records import AccountKey, AccountPage, NotNow, OwnAccount

FORM = Words("This needs your password, so it cannot be done by tiles: use the page, `tilenet play` or ssh.")
GUEST = Words("You are playing as a guest: your points are gone when you leave. An account keeps them.")
NOT_NOW = Words("Your account cannot be read at the moment. Refresh tries again.")


class Account(Game):
    """One's own account, or how to get one."""

    title: ClassVar[str] = Words("Account")
    about = Words("Your password, your name, your keys, and what is kept about you.")
    kind = "account/1"
    is_recorded = False
    follows_points = True
    help = (
        Words(
            "An account keeps your name, your points and your results. A guest can create one here and go on playing."
        ),
        Words("Your password is only ever typed into the form for it: never say it in a room."),
        Words("You can rename your account once a month. Everybody sees your new name at once."),
        Words("With a key, you log in over ssh without a password."),
        Words("If you delete your account, your results stay, without your name."),
        Words(
            "Keys: c create an account, p change password, n rename, k add a key, o log out elsewhere, x export, "
            "d delete, u refresh."
        ),
    )

    caches: ClassVar = {"_scene": None, "_stale": {}}

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._pages: dict[Player, AccountPage | None] = {}  # None for guests, and until it is known
        self._is_late: dict[Player, bool] = {}  # whether it could not be looked up
        self._sure: dict[Player, str] = {}  # who has clicked which key once, by its fingerprint
        self._has_accounts = True
        self._stale: dict[Player, None] = {}  # whose view has changed
        self._scene: Scene | None = None  # None before it is drawn

    # Coming and going

    def enter(self, player: Player, now: float) -> Events:
        self._pages[player] = None
        self._is_late[player] = False
        self._stale[player] = None
        return self._ask(player)

    def leave(self, player: Player, now: float) -> Events:
        del self._pages[player], self._is_late[player]
        self._sure.pop(player, None)
        self._stale.pop(player, None)
        return ()

    def scored(self, player: Player, now: float) -> Events:
        self._stale[player] = None
        return ()

    # What is asked, and what is found

    def ask(self, player: Player, request: object, now: float) -> Events:
        """Something about a player's account is new."""
        if player not in self._pages:
            return ()
        self._sure.pop(player, None)
        self._stale[player] = None
        return self._ask(player)

    def _ask(self, player: Player) -> Events:
        """No account has the number 0; but a server that keeps none says so."""
        return [LookUp(OwnAccount(player.account_id or 0))] if self._has_accounts else []

    def found(self, question: object, answer: object, now: float) -> Events:
        if answer is None:
            self._has_accounts, self._scene = False, None
            self._stale.update(dict.fromkeys(self._pages))
        elif isinstance(question, OwnAccount) and isinstance(answer, AccountPage | NotNow):
            for player in self._pages:
                if player.account_id == question.account:
                    self._is_late[player] = isinstance(answer, NotNow)
                    if isinstance(answer, AccountPage):
                        self._pages[player] = answer
                    self._stale[player] = None
        return ()

    # What players do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        sure = self._sure.pop(player, None)
        if tile not in self._usable(player):
            return ()
        match tile:
            case "refresh":
                return self._ask(player)
            case "logout":
                return [ChangeAccount(player, {"do": LOGOUT})]
            case ("key", int(number)):
                fingerprint = self._keys(player)[number].fingerprint
                if sure == fingerprint:
                    return [ChangeAccount(player, {"do": "remove key", "fingerprint": fingerprint})]
                self._sure[player] = fingerprint
                return [Tell(player, Words("Click it once more to remove this key: {key}", key=fingerprint))]
        return [Refuse(player, FORM)]

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        return self.click(player, key[1], now) if isinstance(key, tuple) else ()

    def legal(self, player: Player) -> Iterable[TileId]:
        """What takes a form is for clients that have one."""
        return [id for id in self._usable(player) if id not in FORMS]

    def _usable(self, player: Player) -> list[TileId]:
        if not self._has_accounts:
            return []
        if player.account_id is None:
            return [CREATE, REFRESH]
        return [REFRESH, *ACTIONS, *(("key", number) for number in range(len(self._keys(player))))]

    def _keys(self, player: Player) -> tuple[AccountKey, ...]:
        page = self._pages.get(player)
        return () if page is None else page.keys[:MOST_KEYS]

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = empty_page(has_accounts=self._has_accounts)
        return self._scene

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, {}
        return stale

    def view(self, player: Player) -> View:
        if player not in self._pages or not self._has_accounts:
            return NO_VIEW
        scene, usable, page = self.scene(), {*self._usable(player)}, self._pages[player]
        tiles: dict[TileId, Tile] = {id: scene.tiles[id]._replace(enabled=id in usable) for id in (CREATE, *ACTIONS)}
        tiles.update((("info", x), tile) for x, tile in enumerate(info(page, player.name, player.points)))
        tiles.update((("key", number), key_tile(number, key)) for number, key in enumerate(self._keys(player)))
        keys: dict[KeyId, Key] = {
            id: key._replace(enabled=id[1] in usable) for id, key in scene.keys.items() if isinstance(id, tuple)
        }
        return View(tiles, keys, self._status(player))

    def _status(self, player: Player) -> str | None:
        if not self._has_accounts:
            return None
        return GUEST if player.account_id is None else NOT_NOW if self._is_late.get(player) else None

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        if player not in self._pages:
            return {}
        page = self._pages[player]
        return {
            "guest": player.account_id is None,
            "name": player.name,
            "points": player.points,
            "status": self._status(player),
            "late": True if self._is_late[player] else None,
            **({} if page is None or player.account_id is None else data_of(page)),
        }

    def facts(self) -> Mapping[Any, Any]:
        return {"accounts": self._has_accounts}
