"""Set in its room: who plays and who watches, what players do in a game, how it ends, and what is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from tilenet.game import (
    Events,
    KeyId,
    Moment,
    Patience,
    Player,
    Ranking,
    Refuse,
    Say,
    Tell,
    TileId,
    Words,
)
from tilenet.games.set import speech
from tilenet.games.set.beginning import REPLACING
from tilenet.games.set.ending import FINDING, FINISHED, IDLE, IDLY, Endings
from tilenet.games.set.hand import FULL
from tilenet.games.set.rules import Answer, Match
from tilenet.games.set.seats import PATIENCE
from tilenet.games.set.shown import SHOWING, Found

WRONG_PAUSE = 1.0  # seconds in which only one wrong answer of a player is announced to everybody

WATCHING = Words("You are watching.")
ABOUT_TO_END = speech.about_to_end(Patience.WARNING)


class SetGame(Endings):
    """One game after another, for everybody in the room."""

    title = Words("Set")
    about = Words("Be the first to see which three cards are a set. Up to 12 play at once.")
    kind = "set/1"
    bot = "set"
    order = 10
    is_dealt: ClassVar[bool] = True
    help: Sequence[str] = (*speech.HOW_TO_PLAY, speech.POINTS, speech.when_it_ends(FINDING))

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        return self._play(self._enter(player, now), now)

    def leave(self, player: Player, now: float) -> Events:
        return self._play(self._leave(player, now), now)

    def tick(self, now: float) -> Events:
        return self._play(self._tick(now), now)

    def start(self, now: float) -> Events:
        return self._play(self._start_now(now), now)

    def hold(self, is_held: bool, now: float) -> Events:
        yield from super().hold(is_held, now)
        yield from self._play(self._hold(now), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self._queue.wake(player)
        match tile:
            case ("card", int(position)):
                return self._play(self._select(player, position, now), now)
            case "submit":
                return self._play(self._submit(player, now), now)
            case "no set":
                return self._play(self._no_set(player, now), now)
            case "restart":
                return self._play(self._restart(player, now), now)
            case "at three":
                self._hands.touch(player)
                return self._play([Tell(player, self._hands.of(player).switch_at_three())], now)
            case "keys":
                self._hands.touch(player)
                return self._play([Tell(player, self._hands.of(player).switch())], now)
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", "card", int(position)):
                return self.click(player, ("card", position), now)
            case ("key", str(tile)):
                return self.click(player, tile, now)
            case "quit" | "yes":
                self._queue.wake(player)
                return self._play(self._hands.quit(player, now, is_yes=key == "yes"), now)
        return ()

    def _play(self, events: Events, now: float) -> Events:
        """Pass on the events, and set the deadline: the end of a question, of a second to count, or of an idle game;
        or when a card can be selected that could not.
        """
        yield from events
        self._now = now
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
            ends.append(self._count(self._begins_at, now))
        if self.is_on:
            ends.append(self._sitting.acted_at + IDLE)
            ends.extend(free_at for free_at in self._free_at.values() if free_at > now)
        self.deadline = min(ends, default=None)

    # Entering, beginning, ending, leaving

    def _enter(self, player: Player, now: float) -> Events:
        before = self._next_players()
        self._queue.enter(player)
        self._hands.enter(player)
        if self.match is not None:
            plays_on = self.is_on and player in self._sitting.taken
            if reason := Words("You are still playing.") if plays_on else self._why_watch():
                if self.is_on:
                    reason = Words("{reason} {cards} in the deck.", reason=reason, cards=len(self.match.deck))
                yield Tell(player, reason)
        elif self._begins_at is None and not self.is_held:
            yield from self._count_down(now)
        else:
            self._scene = None
            players = self._next_players()
            if player not in players:
                yield Tell(player, self._full())
            elif self._begins_at is not None:
                yield from self._wait_for(player, self._begins_at, now)
            for other in before:
                if other not in players:
                    yield Tell(other, speech.replaced_by(player, self._meanwhile()))
                    self._hands.touch(other)

    def _leave(self, player: Player, now: float) -> Events:
        before = self._next_players()
        self._queue.leave(player)
        self._hands.leave(player)
        if not self._queue.here:
            if self.is_on:
                yield Ranking(())
            self._hands.clear()
            self._reset()
        elif self.match is None:
            self._scene = None
            for lucky in self._next_players():
                if lucky not in before:
                    yield Tell(lucky, Words("A seat is free: you play."))
                    self._hands.touch(lucky)
        elif not self._sitting.taken & self._queue.here.keys():
            yield from self._deserted(now)

    def _tick(self, now: float) -> Events:
        self._hands.ask_no_more(now)
        if self._begins_at is not None and self._begins_at <= now:
            yield from self._begin(now)
        elif self.match is not None and self.is_on and self._sitting.acted_at + IDLE <= now:
            yield Say(Words("Nobody has played for {minutes:g} minutes.", minutes=IDLE / 60))
            yield from self._end(self.match, IDLY, now)
        warned, idle = self._patience.due(now)
        for player in warned:
            yield Tell(player, ABOUT_TO_END)
        since = self._found_nothing_since
        if idle and self.match is not None:
            yield from self._make_way(self.match, now)
        elif since is not None and since + FINDING <= now and self.match is not None:
            self._found_nothing_since = None
            yield from self._take_turns(self.match, now)

    def _restart(self, player: Player, now: float) -> Events:
        if self.match is not None and self.match.is_over:
            yield Say(Words("{name} starts another game.", name=player.name))
            yield from self._go_on(self.match, now)

    # Selecting and answering

    def _match_of(self, player: Player) -> Match | str:
        """The match in which a player can answer now, or why they cannot."""
        if self.match is None:
            return Words("The game has not started.")
        if self.match.is_over:
            return Words("The game is over.")
        return self.match if player in self._sitting.taken else WATCHING

    def _acted(self, player: Player, now: float) -> Events:
        """A player plays. Players who have done nothing for long give up their seats; their scores stay."""
        self._patience.watch((), now)
        for other in self._sitting.act(player, now):
            self._hands.give_up(other)
            self._queue.doze(other)
            self._scene = None
            yield Tell(other, speech.idle(PATIENCE, self._meanwhile()))

    def _select(self, player: Player, position: int, now: float) -> Events:
        match, hand = self._match_of(player), self._hands.of(player)
        if isinstance(match, str):
            yield Refuse(player, match)
            return
        is_free = match.board[position] is not None and now >= self._free_at.get(position, now)
        before = len(hand.selected)
        if why_not := hand.toggle(position, can_select=is_free):
            yield Refuse(player, why_not)
        if len(hand.selected) != before:
            self._hands.touch(player)
        if len(hand.selected) > before:
            yield from self._acted(player, now)
            if hand.is_ready:
                yield from self._submit(player, now)

    def _submit(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hands.of(player).selected
        if isinstance(match, str):
            yield Refuse(player, match)
        elif len(selected) != FULL:
            yield Refuse(player, speech.SELECT_FIRST)
        else:
            yield from self._answered(match, match.claim(player, selected, now), now)

    def _no_set(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield Refuse(player, match)
        else:
            yield from self._answered(match, match.no_set(player, now), now)

    def _answered(self, match: Match, answer: Answer, now: float) -> Events:
        self._scene = None
        self._replace(answer.replaced, now)
        if answer.replaced:
            self._hands.deselect(answer.replaced)
        hand = self._hands.of(answer.by)
        hand.selected.clear()
        self._hands.touch(answer.by)
        if answer.is_right:
            self._found_nothing_since = None
            self._found = Found(answer, now + SHOWING)
        else:
            yield Tell(answer.by, speech.wrong(answer))
        if answer.is_right or now - hand.wrong_at >= WRONG_PAUSE:  # nobody can flood others' screens
            yield Say(speech.answer(answer, len(match.deck)))
            yield Moment(speech.moment(answer))
            if not answer.is_right:
                hand.wrong_at = now
        yield from self._acted(answer.by, now)
        if match.is_over:
            yield from self._end(match, FINISHED, now)

    def _replace(self, places: Iterable[int], now: float) -> None:
        """Cards here cannot be selected until their animation is over; a second replacement does not prolong it."""
        for place in places:
            if now >= self._free_at.get(place, now):
                self._free_at[place] = now + REPLACING

    # What is said

    def _why_watch(self) -> str:
        return Words("The game has begun: {meanwhile}", meanwhile=self._meanwhile()) if self.is_on else ""
