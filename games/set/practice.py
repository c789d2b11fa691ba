"""Set practice: everybody has a board and a deck of their own, with hints, and with times instead of points."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    Events,
    Game,
    Key,
    KeyId,
    Player,
    Refuse,
    Scene,
    Tell,
    Tile,
    TileId,
    View,
    Words,
    role,
)
from tilenet.games.set import speech, status
from tilenet.games.set.beginning import REPLACING
from tilenet.games.set.hand import FULL, Hands
from tilenet.games.set.layouts import NO_SET, SUBMIT, key_of
from tilenet.games.set.ownboard import SCORE, OwnBoard
from tilenet.games.set.rules import PLACES, Answer
from tilenet.games.set.table import COLUMNS, RESTART, TABLE_KEYS, card_tiles, command_tiles, deck_tile

HINT = "hint"
HIGHER = 2  # rows by which commands are higher than at a table with twelve seats

WELCOME = Words("This board is your own, so take your time.")
NO_SET_LEFT = Words("No set is left. Restart deals you another deck.")
OVER_FOR_YOU = Words("You have finished this deck. Restart deals you another one.")
NO_SET_HERE = Words("There is no set here.")
SUBMIT_THEM = Words("These three are a set: submit them.")


class Practice(Game):
    """As many boards as players. Whatever one of them does changes nothing for anybody else."""

    title = Words("Set practice")
    about = Words("Set on a board of your own, without points: take your time, or a hint.")
    kind = "set-practice/2"
    board_role = "card"
    order = 10
    is_recorded = False  # nobody plays against anybody
    help = (
        *speech.HOW_TO_PLAY,
        Words(
            "Everybody here has a board of their own, which nobody else sees, and nothing is won or lost. Hint, or t, "
            "selects one more card of a set, if there is one. If your cards are not a set, you are told why."
        ),
        Words("At the end of your deck, or when you click Restart, you are told how long your answers took."),
    )
    caches: ClassVar = {"_views": {}, "_touched": None}

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._hands = Hands()
        self._boards: dict[Player, OwnBoard] = {}
        self._frees: deque[float] = deque()  # when cards that are being replaced can be selected, on any board
        self._now = 0.0  # when something last happened
        self._views: dict[Player, View] = {}  # of those whose boards have not changed since
        self._touched: set[Player] | None = None  # whose views may have changed; None for everybody's

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        self._hands.enter(player)
        self._boards[player] = OwnBoard(player, self.new_match(), now)
        return self._play(player, [Tell(player, WELCOME)], now)

    def leave(self, player: Player, now: float) -> Events:
        self._hands.leave(player)
        del self._boards[player]
        return self._play(player, (), now)

    def tick(self, now: float) -> Events:
        for player in self._hands.ask_no_more(now):
            self._touch(player)
        return self._play(None, (), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return self._play(player, self._click(player, tile, now), now)

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", "card", int(position)):
                return self.click(player, ("card", position), now)
            case ("key", str(tile)):
                return self.click(player, tile, now)
            case "quit" | "yes":
                return self._play(player, self._hands.quit(player, now, is_yes=key == "yes"), now)
        return ()

    def _play(self, player: Player | None, events: Events, now: float) -> Events:
        """Pass on the events of what one player has done, and set the deadline."""
        yield from events
        self._now = now
        if player is not None:
            self._touch(player)
        while self._frees and self._frees[0] <= now:
            self._frees.popleft()
        self.deadline = min([*self._hands.asked_until, *([self._frees[0]] if self._frees else ())], default=None)

    def _touch(self, player: Player) -> None:
        self._views.pop(player, None)
        if self._touched is not None:
            self._touched.add(player)

    def _click(self, player: Player, tile: TileId, now: float) -> Events:
        board = self._boards[player]
        match tile:
            case "restart":
                yield from self._restart(board, now)
            case "at three":
                yield Tell(player, self._hands.of(player).switch_at_three())
            case "keys":
                yield Tell(player, self._hands.of(player).switch())
            case _ if board.is_over:
                yield Refuse(player, NO_SET_LEFT)
            case ("card", int(position)):
                yield from self._select(board, position, now)
            case "submit":
                yield from self._submit(board, now)
            case "no set":
                yield from self._answered(board, board.no_set(now), now)
            case "hint":
                yield from self._hint(board, now)

    def _select(self, board: OwnBoard, position: int, now: float) -> Events:
        hand = self._hands.of(board.player)
        before = len(hand.selected)
        if why_not := hand.toggle(position, can_select=board.is_free(position, now)):
            yield Refuse(board.player, why_not)
        elif len(hand.selected) > before and hand.is_ready:
            yield from self._submit(board, now)

    def _submit(self, board: OwnBoard, now: float) -> Events:
        selected = self._hands.of(board.player).selected
        if len(selected) != FULL:
            yield Refuse(board.player, speech.SELECT_FIRST)
        else:
            yield from self._answered(board, board.claim(selected, now), now)

    def _answered(self, board: OwnBoard, answer: Answer, now: float) -> Events:
        self._hands.of(board.player).selected.clear()
        self._wait_for_cards(board, now)
        yield Tell(board.player, speech.practised(answer, len(board.match.deck)))
        if board.is_over:
            yield Tell(board.player, board.match.records[board.player].in_words())

    def _restart(self, board: OwnBoard, now: float) -> Events:
        if not (board.is_over or board.match.is_untouched):
            yield Tell(board.player, board.match.records[board.player].in_words())
        self._hands.of(board.player).selected.clear()
        board.deal_again(self.new_match(), now)
        self._wait_for_cards(board, now)

    def _wait_for_cards(self, board: OwnBoard, now: float) -> None:
        """Each replacement takes equally long: so the last to begin is the last to end."""
        free_at = now + REPLACING
        if free_at in board.free_at.values():
            self._frees.append(free_at)

    def _hint(self, board: OwnBoard, now: float) -> Events:
        if board.is_replacing(now):
            return
        selected = self._hands.of(board.player).selected
        wanted = board.hint(selected)
        if wanted is None:
            yield Tell(board.player, NO_SET_HERE)
        elif selected == wanted:
            yield Tell(board.player, SUBMIT_THEM)
        else:
            selected &= wanted
            selected.add(min(wanted - selected))

    # What is seen

    def scene(self) -> Scene:
        """An empty board: all that everybody has in common."""
        return _SCENE

    def view(self, player: Player) -> View:
        if player not in self._boards:
            return NO_VIEW
        view = self._views.get(player)
        if view is None:
            view = self._views[player] = self._drawn(player)
        return view

    def _drawn(self, player: Player) -> View:
        board, hand = self._boards[player], self._hands.of(player)
        hint = _SCENE.tiles[HINT]._replace(enabled=not board.is_over)
        own = {id: tile._replace(y=_SCENE.tiles[id].y) for id, tile in board.tiles().items()} | {HINT: hint}
        is_asked = self._hands.has_question(player)
        drawn = hand.view({**_SCENE.tiles, **own}, is_asked=is_asked, stake="", plays=not board.is_over)
        return View({**own, **drawn.tiles}, drawn.keys, OVER_FOR_YOU if board.is_over else None)

    def stale_views(self) -> Iterable[Player] | None:
        touched, self._touched = self._touched, set()
        return touched

    # What programs are told

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        if player not in self._boards:
            return {}
        board, hand = self._boards[player], self._hands.of(player)
        facts = {**self._hands.facts(player), **board.facts()}
        if board.is_over:
            return {**facts, "status": NO_SET_LEFT}
        selected = [role(("card", place)) for place in sorted(hand.selected)]
        doing = status.playing(len(selected), submits_at_three=hand.submits_at_three)
        return {**facts, "selected": selected, "status": doing}

    def scramble(self, player: Player) -> None:
        """The player's deck; and of others everything: their decks, their cards, and what they have selected."""
        for other, board in self._boards.items():
            if other is player:
                self.random.shuffle(board.match.deck)
            else:
                cards = [*board.match.deck, *board.match.cards]
                self.random.shuffle(cards)
                board.match.board = [None if card is None else cards.pop() for card in board.match.board]
                board.match.deck = cards
                places = [place for place, card in enumerate(board.match.board) if card is not None]
                count = 0 if board.is_over else self.random.randrange(min(FULL, len(places)) + 1)
                self._hands.of(other).selected = {*self.random.sample(places, count)}

    def legal(self, player: Player) -> Iterable[TileId]:
        if player not in self._boards:
            return []
        board, selected = self._boards[player], self._hands.of(player).selected
        if board.is_over:
            return [RESTART]
        hint = [] if board.is_replacing(self._now) else [HINT]
        if len(selected) == FULL:
            return [*(("card", place) for place in sorted(selected)), SUBMIT, NO_SET, RESTART, *hint]
        free = [("card", place) for place in range(PLACES) if board.is_free(place, self._now)]
        return [*free, NO_SET, RESTART, *hint]


def _scene() -> Scene:
    commands = command_tiles(is_on=True, can_restart=True, at_three=False)
    tiles: dict[TileId, Tile] = {
        **card_tiles((None,) * PLACES, is_on=True),
        SCORE: Tile(0, 3, "", Words("Sets that you have found"), enabled=False),
        **deck_tile(None),
        **commands,
        HINT: Tile(2, 7, Words("Hint"), Words("One more card of a set")),
    }
    tiles[RESTART] = tiles[RESTART]._replace(text=Words("Your times, and another deck"))
    for id in (*commands, HINT, "deck"):
        tiles[id] = tiles[id]._replace(y=tiles[id].y - HIGHER)
    # Not h for hint: that is a card's letter.
    keys: dict[KeyId, Key] = {**TABLE_KEYS, key_of(HINT): Key("VK_T", Words("hint"))}
    return Scene((COLUMNS, 9 - HIGHER), tiles, keys, Words("Find 3 cards, each feature all alike or all different."))


_SCENE = _scene()
