"""What is one player's own at the table: key layout, selected cards, an open question, and a view of it all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from weakref import WeakKeyDictionary, WeakValueDictionary

from tilenet.game import HOME, NO_VIEW, Key, KeyId, Player, Tile, TileId, View, leaving
from tilenet.games.set.layouts import ALPHABETIC, COMMON, NEXT_LAYOUT, YES

FULL = 3  # cards that can be selected
SELECTED = "ffbde8f0"  # the background of a selected card


class Hand:
    """One player's hand. The others never see any of it."""

    def __init__(self) -> None:
        self.layout = ALPHABETIC
        self.selected: set[int] = set()  # positions
        self.wrong_at = float("-inf")  # when a wrong answer was last announced to everybody

    @property
    def positions(self) -> Sequence[int]:
        """The cards that look different to this player."""
        return sorted(self.selected) if self.layout is ALPHABETIC else range(len(self.layout.letters))

    def switch(self) -> str:
        """Take the next layout; returns what it is like."""
        self.layout = NEXT_LAYOUT[self.layout]
        return self.layout.about()

    def view(self, scene: Mapping[TileId, Tile], *, is_asked: bool, stake: str) -> View:
        """The scene's tiles as this player sees them, who may have been asked whether they want to quit."""
        home = {HOME: scene[HOME]._replace(text=leaving(scene[HOME].text, stake))} if stake else {}
        return View(home | self._tiles(scene), self._keys(is_asked))

    def _tiles(self, scene: Mapping[TileId, Tile]) -> dict[TileId, Tile]:
        tiles: dict[TileId, Tile] = {}
        for position in self.positions:
            tile = scene["card", position]._replace(text=self.layout.card(position))
            if position in self.selected:
                tile = tile._replace(name=f"* {tile.name}", bg=SELECTED)
            tiles["card", position] = tile
        return tiles

    def _keys(self, is_asked: bool) -> dict[KeyId, Key]:
        keys = {} if self.layout is ALPHABETIC else self.layout.keys()
        if is_asked:
            keys[YES] = COMMON[YES]._replace(enabled=True)
        return keys


class Hands:
    """The hands of everybody at the table, and whose have changed since views were asked for."""

    def __init__(self) -> None:
        self._hands: WeakKeyDictionary[Player, Hand] = WeakKeyDictionary()
        self._asked: dict[Player, float] = {}  # whether they want to quit, and until when; the first ends first
        self._views: WeakValueDictionary[tuple[object, ...], View] = WeakValueDictionary()  # by what they are made of
        self._touched: set[Player] = set()
        self._seen: tuple[object, ...] | None = None  # what all views were made of

    def of(self, player: Player) -> Hand:
        return self._hands.setdefault(player, Hand())

    def touch(self, player: Player) -> None:
        """This player's hand changes."""
        self._touched.add(player)

    def deselect(self, positions: Collection[int] | None = None) -> None:
        """Nobody has these cards selected any more, or any."""
        for hand in self._hands.values():
            hand.selected.difference_update(hand.selected if positions is None else positions)

    def leave(self, player: Player) -> None:
        """Forget everything but the layout. Nothing is kept of players who may be gone for good."""
        self.of(player).selected.clear()
        self._asked.pop(player, None)
        self._touched.discard(player)

    def clear(self) -> None:
        """Nobody is here any more."""
        self._seen = None

    # Questions

    def ask(self, player: Player, until: float) -> None:
        """Ask whether a player wants to quit."""
        self._asked.pop(player, None)  # the last to be asked is the last in the dict
        self._asked[player] = until
        self.touch(player)

    def is_asked(self, player: Player, now: float) -> bool:
        return now <= self._asked.get(player, float("-inf"))

    def ask_no_more(self, now: float) -> None:
        """The time for some answers is over."""
        for player in [player for player, until in self._asked.items() if until <= now]:
            del self._asked[player]
            self.touch(player)

    @property
    def asked_until(self) -> list[float]:
        """When the time for the next answer is over, if anybody has been asked."""
        return [*islice(self._asked.values(), 1)]

    # Views

    def view(
        self, player: Player, scene: Mapping[TileId, Tile], board: Sequence[int | None], is_on: bool, stake: str
    ) -> View:
        """The stake is what leaving would cost this player.

        Players who see the same have the same view: so it is painted and encoded once for all of them.
        """
        hand, is_asked = self._hands.get(player) or Hand(), player in self._asked
        positions = hand.positions
        if not positions and not is_asked and not stake:
            return NO_VIEW
        cards = tuple(board[position] for position in positions)
        seen = (cards, is_on, hand.layout, frozenset(hand.selected), is_asked, stake)
        view = self._views.get(seen)
        if view is None:
            view = self._views[seen] = hand.view(scene, is_asked=is_asked, stake=stake)
        return view

    def stale(self, *seen: object) -> Iterable[Player] | None:
        """Whose views may have changed since the last call; None if what all views are made of has."""
        touched, self._touched = self._touched, set()
        if seen == self._seen:
            return touched
        self._seen = seen
        return None
