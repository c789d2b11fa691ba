"""Set in its room: who plays and who watches, when a game begins, what players do in it, and what is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import (
    Events,
    Game,
    Go,
    Key,
    KeyId,
    Patience,
    Player,
    Ranking,
    Result,
    Say,
    Scene,
    Summary,
    Tell,
    Tile,
    TileId,
    View,
    standings,
)
from tilenet.games.set.hand import FULL, Hands
from tilenet.games.set.rules import PENALTY, PLACES, REWARD, Answer, Kind, Match, why_no_set
from tilenet.games.set.seats import PATIENCE, Queue, Seats
from tilenet.games.set.table import (
    PLAYS,
    SEATS,
    SIZE,
    TABLE_KEYS,
    WATCHES,
    card_tiles,
    command_tiles,
    deck_tile,
    seat_tiles,
)

REPLACING = 0.7  # seconds for clients to animate a replaced card, which cannot be selected meanwhile
CONFIRMING = 5.0  # seconds in which a player can confirm that they want to quit
FINDING = 180.0  # seconds after which a game is over if nobody finds anything and others wait: selecting is not enough
IDLE = 600.0  # seconds after which a game is over if nobody plays; with others who play, see PATIENCE
WRONG_PAUSE = 1.0  # seconds in which only one wrong answer of a player is announced to everybody

WAITING, PLAYING, OVER = "waiting", "playing", "over"  # the phases in its summary

NO_CARDS = (None,) * PLACES


class SetGame(Game):
    """One game after another, for everybody in the room. Practice begins and counts differently."""

    title = "Set"
    about = "Be the first to see which three cards are a set. Up to 12 play at once."
    help: Sequence[str] = (
        "A card shows one to three copies of a shape, in a colour and a shading. Three cards are a set if they are "
        "all the same or all different in number, in colour, in shading and in shape.",
        "Select three cards by their letters, or click them; space submits them. If there is no set, say so with No "
        "set: then six cards are exchanged. Keys gives you other letters. 6 quits.",
        f"A set earns {REWARD[Kind.SET]}, a wrong one costs {PENALTY[Kind.SET]}; a right 'no set' earns "
        f"{REWARD[Kind.NO_SET]}, a wrong one costs {PENALTY[Kind.NO_SET]}. Right answers in a row earn 2, 3, 5, 8, "
        "13 ... more, until you are wrong or somebody else is right.",
        "Everyone here when the game begins plays. It is over when no set is left and somebody says so, or when "
        "nobody has played for ten minutes; if others wait, for one minute, or when nobody has been right for "
        f"{FINDING / 60:g}. This game does not change your points.",
    )
    playing = "Find 3 cards, each feature all alike or all different."
    meanwhile = "you watch, and play in the next game."
    watching = "You are watching."
    stake = "The game goes on without you."  # what leaving costs those who play
    warning = f"Others are waiting, and nobody plays: the game is over in {Patience.WARNING:g} s, unless you play."
    options: ClassVar = {"countdown": float}
    caches: ClassVar = {"_scene": None}
    countdown = 15.0  # seconds
    seats = SEATS  # how many can play at once

    def __init__(self, random: Random, *, countdown: float | None = None) -> None:
        super().__init__(random)
        if countdown is not None:
            self.countdown = countdown
        self._queue = Queue()
        self._patience = Patience()
        self._found_nothing_since: float | None = None  # while others wait
        self._hands = Hands()
        self._reset()

    def _reset(self) -> None:
        self.match: Match | None = None  # the current match, or the last one
        self._sitting = Seats()  # in that match
        self._claimed: Sequence[int] = ()  # the cards that somebody took for a set last
        self._begins_at: float | None = None
        self._seconds = 0  # of the countdown, as shown
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
        self._queue.wake(player)
        match tile:
            case ("card", int(position)):
                return self._play(self._select(player, position, now), now)
            case ("do", str(key)):
                return self.press(player, key, now)
            case "restart":
                return self._play(self._restart(player, now), now)
            case "keys":
                self._hands.touch(player)
                return self._play([Tell(player, self._hands.of(player).switch())], now)
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        self._queue.wake(player)
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
        """Pass on the events, and set the deadline: the end of a question, of a second to count, or of an idle game."""
        yield from events
        self._patience.watch(self._keeping_others_waiting(), now)
        ends = self._hands.asked_until
        if self._patience.deadline is not None:
            ends.append(self._patience.deadline)
        if not self._has_to_find():
            self._found_nothing_since = None
        else:
            if self._found_nothing_since is None:
                self._found_nothing_since = now
            ends.append(self._found_nothing_since + FINDING)
        if self._begins_at is not None:
            # Counted back from the end, so that a late tick does not delay it.
            # The subtraction is rounded: what counts is which of the deadlines below have passed.
            about = ceil(self._begins_at - now)
            left = next(second for second in (about - 1, about, about + 1) if now >= self._begins_at - second)
            left = min(max(1, left), ceil(self.countdown))
            ends.append(self._begins_at - (left - 1))
            if left != self._seconds:
                self._seconds, self._scene = left, None
        if self.is_on:
            ends.append(self._sitting.acted_at + IDLE)
        self.deadline = min(ends, default=None)

    # Entering, beginning, ending, leaving

    def _enter(self, player: Player, now: float) -> Events:
        before = self._next_players()
        self._queue.enter(player)
        self._hands.enter(player)
        if self.match is not None:
            plays_on = self.is_on and player in self._sitting.taken
            if reason := "You are still playing." if plays_on else self._why_watch():
                yield Tell(player, f"{reason} {len(self.match.deck)} in the deck." if self.is_on else reason)
        elif self._begins_at is None:
            self._scene = None
            yield from self._count_down(now)
        else:
            self._scene = None
            players = self._next_players()
            if player not in players:
                yield Tell(player, f"Twelve are playing: {self.meanwhile}")
            for other in before:
                if other not in players:
                    yield Tell(other, f"You did nothing in the last game, so {player.name} plays: {self.meanwhile}")

    def _leave(self, player: Player, now: float) -> Events:
        before = self._next_players()
        self._queue.leave(player)
        self._hands.leave(player)
        if not self._queue.here:
            self._hands.clear()
            self._reset()
        elif self.match is None:
            self._scene = None
            for lucky in self._next_players():
                if lucky not in before:
                    yield Tell(lucky, "A seat is free: you play.")
        elif not self._sitting.taken & self._queue.here.keys():
            yield from self._deserted(now)

    def _tick(self, now: float) -> Events:
        self._hands.ask_no_more(now)
        if self._begins_at is not None and self._begins_at <= now:
            yield from self._begin(now)
        elif self.match is not None and self.is_on and self._sitting.acted_at + IDLE <= now:
            yield Say(f"Nobody has played for {IDLE / 60:g} minutes.")
            yield from self._end(self.match)
        warned, idle = self._patience.due(now)
        for player in warned:
            yield Tell(player, self.warning)
        since = self._found_nothing_since
        if idle and self.match is not None:
            yield from self._make_way(self.match, now)
        elif since is not None and since + FINDING <= now and self.match is not None:
            self._found_nothing_since = None
            yield from self._take_turns(self.match, now)

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """Those who have a seat, unless nobody waits for one. If one of them plays, the game goes on for all."""
        if self.match is None or self.match.is_over or not self._queue.is_waiting(self.match.scores):
            return ()
        return [player for player in self._sitting.taken if player in self._queue.here]

    def _make_way(self, match: Match, now: float) -> Events:
        """Nobody has played for a while, and others wait."""
        for player in self._sitting.taken:
            self._queue.doze(player)
        yield Say(f"Nobody has played for {Patience.SECONDS:g} s, and others are waiting. The next game begins.")
        if not match.is_over:
            yield from self._end(match)
        yield from self._go_on(match, now)

    def _has_to_find(self) -> bool:
        """Whether it is not enough to select cards now and then, because others wait for the end of this game."""
        return any(self._keeping_others_waiting())

    def _take_turns(self, match: Match, now: float) -> Events:
        """Nobody has found anything for long, and others wait."""
        yield Say(f"Nobody has found a set for {FINDING / 60:g} minutes, and others are waiting. The next game begins.")
        yield from self._end(match)
        yield from self._go_on(match, now)

    def _restart(self, player: Player, now: float) -> Events:
        if self.match is not None and self.match.is_over:
            yield Say(f"{player.name} starts another game.")
            yield from self._go_on(self.match, now)

    def _go_on(self, match: Match, now: float) -> Events:
        """Another game follows this one, with those first who have watched it."""
        self._queue.line_up(match.scores, self._sitting)
        self.match = None
        yield from self._count_down(now)
        players = self._next_players()
        for other in self._queue.here:
            if other not in players:
                yield Tell(other, f"Twelve are playing: {self.meanwhile}")

    def _count_down(self, now: float) -> Events:
        self._scene = None
        if self.countdown > 0:
            self._begins_at = now + self.countdown
        else:
            yield from self._begin(now)

    def _begin(self, now: float) -> Events:
        before = None if self.match is None else self.match.board
        self.match = Match(self._next_players(), self.new_match(), now)
        self._sitting = Seats(self.match.scores, now)
        self._begins_at = self._scene = None
        self._patience.watch((), now)
        self._found_nothing_since = None
        if before is None:
            self._free_at.clear()
        else:
            board = self.match.board
            self._replace((place for place in range(PLACES) if before[place] not in (None, board[place])), now)
        yield Say(f"The game begins: {len(self.match.deck)} in the deck.")

    def _end(self, match: Match) -> Events:
        match.end()
        self._scene = None
        self._hands.deselect()
        yield from self._results(match)

    def _deserted(self, now: float) -> Events:
        """Only spectators are left."""
        if self.match is not None and not self.match.is_over:
            yield from self._end(self.match)

    def _next_players(self) -> list[Player]:
        """Who plays if the game begins now."""
        return self._queue.order()[: self.seats]

    def _quit(self, player: Player, is_yes: bool, now: float) -> Events:
        if self._hands.is_asked(player, now):
            yield Go(player)
        elif not is_yes:
            self._hands.ask(player, now + CONFIRMING)
            yield Tell(player, f"Leave the game? Press 6 again, or y, within {CONFIRMING:g} s.")

    # Selecting and answering

    def _match_of(self, player: Player) -> Match | str:
        """The match in which a player can answer now, or why they cannot."""
        if self.match is None:
            return "The game has not begun."
        if self.match.is_over:
            return "The game is over."
        return self.match if player in self._sitting.taken else self.watching

    def _acted(self, player: Player, now: float) -> Events:
        """A player plays. Players who have done nothing for long give up their seats; their scores stay."""
        self._patience.watch((), now)
        for other in self._sitting.act(player, now):
            self._hands.give_up(other)
            self._queue.doze(other)
            self._scene = None
            yield Tell(other, f"You did nothing for {PATIENCE / 60:g} minutes while others played: {self.meanwhile}")

    def _select(self, player: Player, position: int, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hands.of(player).selected
        if isinstance(match, str):
            yield Tell(player, match)
        elif position in selected:
            selected.remove(position)
            self._hands.touch(player)
        elif match.board[position] is None or now < self._free_at.get(position, now):
            return
        elif len(selected) == FULL:
            yield Tell(player, "Three cards are already selected.")
        else:
            selected.add(position)
            self._hands.touch(player)
            yield from self._acted(player, now)

    def _submit(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hands.of(player).selected
        if isinstance(match, str):
            yield Tell(player, match)
        elif len(selected) != FULL:
            yield Tell(player, "Select three cards first.")
        else:
            self._claimed = [card for place in sorted(selected) if (card := match.board[place]) is not None]
            yield from self._answered(match, match.claim(player, selected, now), now)

    def _no_set(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield Tell(player, match)
        else:
            yield from self._answered(match, match.no_set(player, now), now)

    def _answered(self, match: Match, answer: Answer, now: float) -> Events:
        self._scene = None
        self._replace(answer.replaced, now)
        if answer.replaced:
            self._hands.deselect(answer.replaced)
        if answer.is_right:
            self._found_nothing_since = None
        hand = self._hands.of(answer.by)
        hand.selected.clear()
        self._hands.touch(answer.by)
        words = self._in_words(answer, len(match.deck))
        is_news = answer.is_right or now - hand.wrong_at >= WRONG_PAUSE  # nobody can flood others' screens
        yield Say(words) if is_news else Tell(answer.by, words)
        if not answer.is_right and is_news:
            hand.wrong_at = now
        yield from self._acted(answer.by, now)
        if match.is_over:
            yield from self._end(match)

    def _replace(self, places: Iterable[int], now: float) -> None:
        """Cards here cannot be selected until their animation is over; a second replacement does not prolong it."""
        for place in places:
            if now >= self._free_at.get(place, now):
                self._free_at[place] = now + REPLACING

    # What is said

    def _why_watch(self) -> str:
        return f"The game has begun: {self.meanwhile}" if self.is_on else ""

    def _in_words(self, answer: Answer, deck: int) -> str:
        name = answer.by.name
        if answer.is_right:
            what = "found a set" if answer.kind is Kind.SET else "saw that there is no set"
            more = f"+ {answer.bonus} for a streak of {answer.streak}" if answer.bonus else "points"
            return f"{name} {what}: {answer.points} {more}; {deck} in the deck."
        if answer.kind is Kind.NO_SET:
            return f"{name} said no set, but there is one ({answer.points})."
        return f"{name} was wrong ({answer.points}): {why_no_set(*self._claimed)}."

    def _results(self, match: Match) -> Events:
        for player, record in match.records.items():
            yield Tell(player, record.in_words())
        left = match.scores.keys() - (self._sitting.taken & self._queue.here.keys())
        standing = tuple(replace(one, feats=match.records[one.player].feats) for one in standings(match.scores, left))
        yield Ranking(standing) if match.is_untouched else Result(self.title, standing)

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = Scene(SIZE, self._tiles(), self._keys(), self._headline())
        return self._scene

    def view(self, player: Player) -> View:
        stake = self.stake if self.is_on and player in self._sitting.taken else ""
        return self._hands.view(player, self.scene().tiles, self._board(), self.is_on, stake)

    def stale_views(self) -> Iterable[Player] | None:
        """Views show cards and keys: so a score that changes concerns nobody's."""
        return self._hands.stale(self.match, self.is_on, *self._board())

    def summary(self) -> Summary:
        here, taken = self._queue.here, self._sitting.taken
        players = self._next_players() if self.match is None else self.match.scores
        return Summary(
            tuple(player.name for player in players),
            self.seats,
            WAITING if self.match is None else PLAYING if self.is_on else OVER,
            self._begins_at,
            can_join=self.match is None and self._queue.busy < self.seats,
            watching=len(here) - sum(player in here for player in taken) if self.is_on else 0,
        )

    def _board(self) -> Sequence[int | None]:
        return NO_CARDS if self.match is None else self.match.board

    def _tiles(self) -> dict[TileId, Tile]:
        cards = card_tiles(self._board(), self.is_on)
        deck = deck_tile(len(self.match.deck) if self.match is not None and self.is_on else None)
        return cards | seat_tiles(self._seats()) | command_tiles(self.is_on, self._can_restart()) | deck

    def _keys(self) -> dict[KeyId, Key]:
        return TABLE_KEYS

    def _seats(self) -> list[tuple[str, str]]:
        """ann 23, and what she does"""
        players = self._next_players() if self.match is None else self.match.scores
        watches = self.match.scores.keys() - self._sitting.taken if self.match is not None else ()
        return [(f"{player.name} {self._score(player)}", WATCHES if player in watches else PLAYS) for player in players]

    def _score(self, player: Player) -> int:
        return 0 if self.match is None else self.match.scores[player]

    def _can_restart(self) -> bool:
        return self.match is not None and self.match.is_over

    def _headline(self) -> str:
        if self.match is None:
            return f"The game begins in {self._seconds} s." if self._seconds else ""
        return "The game is over. Restart begins a new one." if self.match.is_over else self.playing
