"""Set in its room: who plays and who watches, when a game begins, what players do in it, and what is said."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from random import Random
from typing import ClassVar
from weakref import WeakKeyDictionary

from tilenet.game import NO_VIEW, Events, Game, Go, Key, KeyId, Player, Say, Scene, Tell, Tile, TileId, View
from tilenet.games.set.hand import FULL, Hand
from tilenet.games.set.rules import PENALTY, PLACES, REWARD, Answer, Kind, Match, ranking_lines
from tilenet.games.set.table import SEATS, SIZE, TABLE_KEYS, card_tiles, command_tiles, seat_tiles

REPLACING = 0.7  # seconds in which a client shows that a card is replaced, and it cannot be selected
ASKING = 5.0  # seconds that a question waits for its answer
IDLE = 600.0  # seconds without anybody playing, after which a game is over
NAGGING = 1.0  # seconds in which only one wrong answer of a player is told to all

NEXT_ONE = "you watch, and play in the next one."


class SetGame(Game):
    """One game after the other, for all who are in the room. Practice has another way of beginning and of counting."""

    title = "Set"
    about = "Be the first to see which three cards are a set. Up to 12 play at once."
    help = (
        "A card has 1 to 3 copies of a shape, in a colour and a shading. Three cards are a set if in each of the "
        "four they all agree or all differ.",
        "Select three cards by their letters, or click them; space submits them. Say so if there is no set: "
        "then six cards are exchanged. Keys gives you other letters. 6 quits.",
        f"A set brings {REWARD[Kind.SET]}, a wrong one costs {PENALTY[Kind.SET]}; a right 'no set' brings "
        f"{REWARD[Kind.NO_SET]}, a wrong one costs {PENALTY[Kind.NO_SET]}. Right answers in a row bring 2, 3, 5, 8, "
        "13 ... more, until you are wrong or somebody else is right.",
        "Who comes in before the game begins plays. It is over when no set is left, and somebody says so; or when "
        "nobody has played for ten minutes. It is not about your points.",
    )
    playing = "Find sets: three cards that agree or differ in each of four things."
    options: ClassVar = {"countdown": float}
    countdown = 15.0  # seconds
    seats = SEATS  # for so many at once

    def __init__(self, random: Random, *, countdown: float | None = None) -> None:
        super().__init__(random)
        if countdown is not None:
            self.countdown = countdown
        self._here: dict[Player, None] = {}  # in the order of their coming
        self._hands: WeakKeyDictionary[Player, Hand] = WeakKeyDictionary()
        self._reset()

    def _reset(self) -> None:
        self.match: Match | None = None  # the one that is played, or was
        self._begins_at: float | None = None
        self._seconds = 0  # of the countdown, as shown
        self._first: list[Player] = []  # who watched the last game, and goes first in the next one
        self._acted_at = 0.0  # when somebody did something in the match
        self._free_at: dict[int, float] = {}  # when a replaced card can be selected
        self._scene: Scene | None = None  # None when something in it may have changed

    @property
    def is_on(self) -> bool:
        return self.match is not None and not self.match.is_over

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        return self._play(self._enter(player, now), now)

    def leave(self, player: Player, now: float) -> Events:
        return self._play(self._leave(player, now), now)

    def tick(self, now: float) -> Events:
        return self._play(self._tick(now), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("card", int(position)):
                return self._play(self._select(player, position, now), now)
            case ("do", str(key)):
                return self.press(player, key, now)
            case "restart":
                return self._play(self._restart(player, now), now)
            case "keys":
                self._hand(player).switch()
                return [Tell(player, self._hand(player).layout.about())]
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", int(position)):
                return self._play(self._select(player, position, now), now)
            case "submit":
                return self._play(self._submit(player, now), now)
            case "no set":
                return self._play(self._no_set(player, now), now)
            case "quit" | "yes":
                return self._play(self._quit(player, key == "yes", now), now)
        return ()

    def _play(self, events: Events, now: float) -> Events:
        """Let it happen, and see what is next: the end of a question, of a second of the countdown, of an idle game."""
        yield from events
        ends = [hand.asked_until for hand in self._hands.values() if hand.asked_until is not None]
        if self._begins_at is not None:
            # Counted back from the end, so that a late tick does not put it off.
            # The subtraction is rounded: what counts is which of the deadlines below are over.
            about = ceil(self._begins_at - now)
            left = next(second for second in (about - 1, about, about + 1) if now >= self._begins_at - second)
            left = min(max(1, left), ceil(self.countdown))
            ends.append(self._begins_at - (left - 1))
            if left != self._seconds:
                self._seconds, self._scene = left, None
        if self.is_on:
            ends.append(self._acted_at + IDLE)
        self.deadline = min(ends, default=None)

    # Coming, beginning, ending, going

    def _enter(self, player: Player, now: float) -> Events:
        self._here[player] = None
        if self.match is not None:
            plays_on = self.is_on and player in self.match.scores
            if reason := "You play on." if plays_on else self._why_watch():
                yield Tell(player, f"{reason} {len(self.match.deck)} in the deck." if self.is_on else reason)
        elif self._begins_at is None:
            yield from self._count_down(now)
        else:
            self._scene = None
            if player not in self._next_players():
                yield Tell(player, f"Twelve are playing: {NEXT_ONE}")

    def _leave(self, player: Player, now: float) -> Events:
        before = self._next_players()
        del self._here[player]
        self._first = [other for other in self._first if other is not player]
        self._hand(player).let_go()
        if not self._here:
            self._reset()
        elif self.match is None:
            self._scene = None
            for lucky in self._next_players():
                if lucky not in before:
                    yield Tell(lucky, "A place is free: you play.")
        elif not self.match.scores.keys() & self._here.keys():
            yield from self._deserted(now)

    def _tick(self, now: float) -> Events:
        for hand in self._hands.values():
            if hand.asked_until is not None and hand.asked_until <= now:
                hand.asked_until = None
        if self._begins_at is not None and self._begins_at <= now:
            yield from self._begin(now)
        elif self.match is not None and self.is_on and self._acted_at + IDLE <= now:
            yield Say(f"Nobody has played for {IDLE / 60:g} minutes.")
            yield from self._end(self.match)

    def _restart(self, player: Player, now: float) -> Events:
        if self.match is None or not self.match.is_over:
            return
        self._first = [other for other in self._here if other not in self.match.scores]
        self.match = None
        yield Say(f"{player.name} begins another game.")
        yield from self._count_down(now)
        players = self._next_players()
        for other in self._here:
            if other not in players:
                yield Tell(other, f"Twelve are playing: {NEXT_ONE}")

    def _count_down(self, now: float) -> Events:
        self._scene = None
        if self.countdown > 0:
            self._begins_at = now + self.countdown
        else:
            yield from self._begin(now)

    def _begin(self, now: float) -> Events:
        before = None if self.match is None else self.match.board
        self.match = Match(self._next_players(), self.random, now)
        self._begins_at, self._scene, self._acted_at = None, None, now
        if before is None:
            self._free_at.clear()
        else:
            board = self.match.board
            self._replace((place for place in range(PLACES) if before[place] not in (None, board[place])), now)
        yield Say(f"The game begins: {len(self.match.deck)} in the deck.")

    def _end(self, match: Match) -> Events:
        match.end()
        self._scene = None
        for hand in self._hands.values():
            hand.selected.clear()
        yield from self._results(match)

    def _deserted(self, now: float) -> Events:
        """Only those are left who watch."""
        if self.match is not None and not self.match.is_over:
            yield from self._end(self.match)

    def _next_players(self) -> list[Player]:
        """Who plays if the game begins now: first those who have watched the last one, then in the order of coming."""
        return [*dict.fromkeys([*self._first, *self._here])][: self.seats]

    def _quit(self, player: Player, is_yes: bool, now: float) -> Events:
        hand = self._hand(player)
        if hand.asked_until is not None and now <= hand.asked_until:
            yield Go(player)
        elif not is_yes:
            hand.asked_until = now + ASKING
            yield Tell(player, f"Leave the game? Press 6 again, or y, within {ASKING:g} s.")

    # Selecting and answering

    def _hand(self, player: Player) -> Hand:
        return self._hands.setdefault(player, Hand())

    def _match_of(self, player: Player) -> Match | str:
        """The match that a player can answer in now, or why there is none."""
        if self.match is None:
            return "The game has not begun."
        if self.match.is_over:
            return "The game is over."
        return self.match if player in self.match.scores else "You are watching."

    def _select(self, player: Player, position: int, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hand(player).selected
        if isinstance(match, str):
            yield Tell(player, match)
        elif position in selected:
            selected.remove(position)
        elif match.board[position] is None or now < self._free_at.get(position, now):
            return
        elif len(selected) == FULL:
            yield Tell(player, "Three are selected already.")
        else:
            selected.add(position)
            self._acted_at = now

    def _submit(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hand(player).selected
        if isinstance(match, str):
            yield Tell(player, match)
        elif len(selected) != FULL:
            yield Tell(player, "Select three cards first.")
        else:
            yield from self._answered(match, match.claim(player, selected, now), now)

    def _no_set(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield Tell(player, match)
        else:
            yield from self._answered(match, match.no_set(player, now), now)

    def _answered(self, match: Match, answer: Answer, now: float) -> Events:
        self._scene, self._acted_at = None, now
        self._replace(answer.replaced, now)
        for hand in self._hands.values():
            hand.selected -= answer.replaced
        hand = self._hand(answer.by)
        hand.selected.clear()
        words = self._in_words(answer, len(match.deck))
        is_news = answer.is_right or now - hand.wrong_at >= NAGGING  # nobody fills the screens of others by a wrong key
        yield Say(words) if is_news else Tell(answer.by, words)
        if not answer.is_right and is_news:
            hand.wrong_at = now
        if match.is_over:
            yield from self._end(match)

    def _replace(self, places: Iterable[int], now: float) -> None:
        """These cannot be selected until their animation is over, which a second replacement does not prolong."""
        for place in places:
            if now >= self._free_at.get(place, now):
                self._free_at[place] = now + REPLACING

    # What is said

    def _why_watch(self) -> str:
        return f"The game has begun: {NEXT_ONE}" if self.is_on else ""

    def _in_words(self, answer: Answer, deck: int) -> str:
        name = answer.by.name
        if answer.is_right:
            what = "found a set" if answer.kind is Kind.SET else "saw that there is no set"
            more = f"+ {answer.bonus} for a streak of {answer.streak}" if answer.bonus else "points"
            return f"{name} {what}: {answer.points} {more}; {deck} in the deck."
        what = "was wrong" if answer.kind is Kind.SET else "said no set, but there is one"
        return f"{name} {what}: {answer.points}."

    def _results(self, match: Match) -> Events:
        for player, record in match.records.items():
            yield Tell(player, record.in_words())
        yield Say("Game over. The ranking:")
        for line in ranking_lines(match.scores):
            yield Say(line)

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = Scene(SIZE, self._tiles(), self._keys(), self._headline())
        return self._scene

    def view(self, player: Player) -> View:
        hand = self._hands.get(player)
        return NO_VIEW if hand is None else hand.view(self.scene().tiles)

    def _tiles(self) -> dict[TileId, Tile]:
        cards = card_tiles([None] * PLACES if self.match is None else self.match.board, self.is_on)
        return cards | seat_tiles(self._seats()) | command_tiles(self.is_on, self._can_restart())

    def _keys(self) -> dict[KeyId, Key]:
        return TABLE_KEYS

    def _seats(self) -> list[str]:
        """ann 23"""
        players = self._next_players() if self.match is None else self.match.scores
        return [f"{player.name} {self._score(player)}" for player in players]

    def _score(self, player: Player) -> int:
        return 0 if self.match is None else self.match.scores[player]

    def _can_restart(self) -> bool:
        return self.match is not None and self.match.is_over

    def _headline(self) -> str:
        if self.match is None:
            return f"The game begins in {self._seconds} s." if self._seconds else ""
        return "The game is over. Restart begins another." if self.match.is_over else self.playing
