"""What is one player's own at the table: key layout, selected cards, an open question, and a view of it all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import ClassVar
from weakref import WeakValueDictionary

from tilenet.game import HOME, NO_VIEW, Events, Go, Key, KeyId, Player, Tell, Tile, TileId, View, Words, leaving
from tilenet.games.set.layouts import ALPHABETIC, AT_THREE, COMMON, NEXT_LAYOUT, NO_SET, SUBMIT, YES
from tilenet.games.set.table import OFF, ON

FULL = 3  # cards that can be selected
REMEMBERED = 64  # hands of players who have left, for those who come back
CONFIRMING = 5.0  # seconds in which a player can confirm that they want to quit
NEVER = float("-inf")
SELECTED = "ffbde8f0"  # the background of a selected card

ALREADY_FULL = Words("Three cards are already selected.")
SUBMITTED = Words("From now on, three cards are submitted as soon as you have selected them.")
NOT_SUBMITTED = Words("From now on, three cards are submitted when you click Submit.")


class Hand:
    """One player's hand. The others never see any of it."""

    def __init__(self, *, submits_at_three: bool = False) -> None:
        self.layout = ALPHABETIC
        self.selected: set[int] = set()  # positions
        self.submits_at_three = submits_at_three  # as soon as so many cards are selected
        self._usually = submits_at_three
        self.wrong_at = NEVER  # when a wrong answer was last announced to everybody

    @property
    def positions(self) -> Sequence[int]:
        """The cards that look different to this player."""
        return sorted(self.selected) if self.layout == ALPHABETIC else range(len(self.layout.letters))

    @property
    def is_remarkable(self) -> bool:
        """Whether there is anything to remember of a player who leaves."""
        return self.layout != ALPHABETIC or self.submits_otherwise or self.wrong_at != NEVER

    @property
    def submits_otherwise(self) -> bool:
        """Whether this player has chosen something else than what is usual here."""
        return self.submits_at_three != self._usually

    def switch(self) -> str:
        """Take the next layout; returns what it is like."""
        self.layout = NEXT_LAYOUT[self.layout]
        return self.layout.about()

    def switch_at_three(self) -> str:
        """Submit three cards at once from now on, or no longer; returns which."""
        self.submits_at_three = not self.submits_at_three
        return SUBMITTED if self.submits_at_three else NOT_SUBMITTED

    def toggle(self, position: int, *, can_select: bool) -> str:
        """Select a card, if it can be, or deselect it; returns why it cannot be selected, if that is to be said."""
        if position in self.selected:
            self.selected.remove(position)
        elif can_select and len(self.selected) == FULL:
            return ALREADY_FULL
        elif can_select:
            self.selected.add(position)
        return ""

    @property
    def is_ready(self) -> bool:
        """Whether the cards that are selected are to be submitted now."""
        return self.submits_at_three and len(self.selected) == FULL

    def view(self, scene: Mapping[TileId, Tile], *, is_asked: bool, stake: str, plays: bool) -> View:
        """The scene's tiles as this player sees them, who may have been asked whether they want to quit."""
        home = {HOME: scene[HOME]._replace(text=leaving(scene[HOME].text, stake))} if stake else {}
        name = ON if self.submits_at_three else OFF
        three = {AT_THREE: scene[AT_THREE]._replace(name=name)} if self.submits_otherwise else {}
        watching = {} if plays else {id: scene[id]._replace(enabled=False) for id in (SUBMIT, NO_SET)}
        return View(home | three | watching | self._tiles(scene), self._keys(is_asked))

    def _tiles(self, scene: Mapping[TileId, Tile]) -> dict[TileId, Tile]:
        tiles: dict[TileId, Tile] = {}
        for position in self.positions:
            tile = scene["card", position]._replace(text=self.layout.card(position))
            if position in self.selected:
                tile = tile._replace(name=Words("* {card}", card=tile.name), bg=SELECTED)
            tiles["card", position] = tile
        return tiles

    def _keys(self, is_asked: bool) -> dict[KeyId, Key]:
        keys = {} if self.layout == ALPHABETIC else self.layout.keys()
        if is_asked:
            keys[YES] = COMMON[YES]._replace(enabled=True)
        return keys


class Hands:
    """The hands of everybody at the table, and whose have changed since views were asked for."""

    caches: ClassVar[dict[str, object]] = {"_views": WeakValueDictionary(), "_touched": set(), "_seen": None}

    def __init__(self, *, at_three: bool = False) -> None:
        self.at_three = at_three  # whether three cards are usually submitted as soon as they are selected
        self._hands: dict[Player, Hand] = {}
        self._left: dict[Player, Hand] = {}  # of the last who have left, the latest at the end
        self._asked: dict[Player, float] = {}  # whether they want to quit, and until when; the first ends first
        self._views: WeakValueDictionary[tuple[object, ...], View] = WeakValueDictionary()  # by what they are made of
        self._touched: set[Player] = set()
        self._seen: tuple[object, ...] | None = None  # what all views were made of

    def enter(self, player: Player) -> None:
        self._hands[player] = self._left.pop(player) if player in self._left else self._new()

    def _new(self) -> Hand:
        return Hand(submits_at_three=self.at_three)

    def of(self, player: Player) -> Hand:
        """The hand of a player who is here."""
        return self._hands[player]

    def touch(self, player: Player) -> None:
        """This player's hand changes."""
        self._touched.add(player)

    def give_up(self, player: Player) -> None:
        """A player who may have left has no cards selected any more."""
        if player in self._hands:
            self._hands[player].selected.clear()
            self.touch(player)

    def deselect(self, positions: Collection[int] | None = None) -> None:
        """Nobody has these cards selected any more, or any."""
        for hand in self._hands.values():
            hand.selected.difference_update(hand.selected if positions is None else positions)

    def leave(self, player: Player) -> None:
        """Forget what is selected; and the rest, too, when many others have left since."""
        hand = self._hands.pop(player)
        hand.selected.clear()
        if hand.is_remarkable and not player.is_gone:
            self._left[player] = hand
            if len(self._left) > REMEMBERED:
                del self._left[next(iter(self._left))]
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

    def quit(self, player: Player, now: float, *, is_yes: bool) -> Events:
        """A player wants to quit, or says yes to the question whether they do."""
        if self.is_asked(player, now):
            yield Go(player)
        elif not is_yes:
            self.ask(player, now + CONFIRMING)
            yield Tell(player, Words("Leave the game? Press 6 again, or y, within {seconds:g} s.", seconds=CONFIRMING))

    def has_question(self, player: Player) -> bool:
        """Whether a player has been asked whether they want to quit."""
        return player in self._asked

    def is_asked(self, player: Player, now: float) -> bool:
        return now <= self._asked.get(player, NEVER)

    def ask_no_more(self, now: float) -> list[Player]:
        """The time for some answers is over; returns whose."""
        late = [player for player, until in self._asked.items() if until <= now]
        for player in late:
            del self._asked[player]
            self.touch(player)
        return late

    @property
    def asked_until(self) -> list[float]:
        """When the time for the next answer is over, if anybody has been asked."""
        return [*islice(self._asked.values(), 1)]

    # Views

    def facts(self, player: Player) -> dict[str, object]:
        """What this player alone knows, whether or not they play."""
        hand = self._hands[player]
        return {
            "layout": None if hand.layout == ALPHABETIC else hand.layout.name,
            "at_three": hand.submits_at_three or None,
            "asked_until": self._asked.get(player),
        }

    def view(
        self,
        player: Player,
        scene: Mapping[TileId, Tile],
        board: Sequence[int | None],
        is_on: bool,
        stake: str,
        *,
        plays: bool,
    ) -> View:
        """The stake is what leaving would cost this player, and `plays` whether they can answer, as far as anybody can.

        Players who see the same have the same view: so it is painted and encoded once for all of them.
        """
        hand, is_asked = self._hands.get(player) or self._new(), self.has_question(player)
        positions = hand.positions
        if plays and not (positions or is_asked or stake or hand.submits_otherwise):
            return NO_VIEW
        cards = tuple(board[position] for position in positions)
        seen = (cards, is_on, hand.layout, frozenset(hand.selected), hand.submits_at_three, is_asked, stake, plays)
        view = self._views.get(seen)
        if view is None:
            view = self._views[seen] = hand.view(scene, is_asked=is_asked, stake=stake, plays=plays)
        return view

    def stale(self, *seen: object) -> Iterable[Player] | None:
        """Whose views may have changed since the last call; None if what all views are made of has."""
        touched, self._touched = self._touched, set()
        if seen == self._seen:
            return touched
        self._seen = seen
        return None
