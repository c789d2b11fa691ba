"""Set in its room: who plays and who watches, what players do in a game, how it ends, and what is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from tilenet.game import (
    Event,
    Events,
    Go,
    KeyId,
    Moment,
    Patience,
    Player,
    Ranking,
    Refuse,
    Result,
    Say,
    Tell,
    TileId,
    Words,
    standings,
)
from tilenet.games.set import speech
from tilenet.games.set.beginning import Beginnings
from tilenet.games.set.ending import how_it_ended, notes
from tilenet.games.set.hand import FULL
from tilenet.games.set.rules import Answer, Match
from tilenet.games.set.seats import PATIENCE
from tilenet.games.set.shown import SHOWING, Found

CONFIRMING = 5.0  # seconds in which a player can confirm that they want to quit
FINDING = 180.0  # seconds after which a game is over if nobody finds anything and others wait: selecting is not enough
IDLE = 600.0  # seconds after which a game is over if nobody plays; with others who play, see PATIENCE
WRONG_PAUSE = 1.0  # seconds in which only one wrong answer of a player is announced to everybody

SUBMITTED = Words("From now on, three cards are submitted as soon as you have selected them.")
NOT_SUBMITTED = Words("From now on, three cards are submitted when you click Submit.")

#: Why a game is over: no set is left, nobody plays, nobody finds anything while others wait, all players have left.
FINISHED, IDLY, STUCK, DESERTED = "finished", "idle", "stuck", "deserted"


class SetGame(Beginnings):
    """One game after another, for everybody in the room. Practice begins and counts differently."""

    title = Words("Set")
    about = Words("Be the first to see which three cards are a set. Up to 12 play at once.")
    kind = "set/1"
    bot = "set"
    order = 10
    is_dealt: ClassVar[bool] = True
    help: Sequence[str] = (*speech.HOW_TO_PLAY, speech.POINTS, speech.when_it_ends(FINDING))
    meanwhile: str = Words("you watch, and play in the next game.")
    watching: str = Words("You are watching.")
    warning: str = speech.about_to_end(Patience.WARNING)

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
        self._wake(player)
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
                return self._play([Tell(player, self._switch_at_three(player))], now)
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
                self._wake(player)
                return self._play(self._quit(player, key == "yes", now), now)
        return ()

    def _wake(self, player: Player) -> None:
        self._queue.wake(player)

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
            yield Tell(player, self.warning)
        since = self._found_nothing_since
        if idle and self.match is not None:
            yield from self._make_way(self.match, now)
        elif since is not None and since + FINDING <= now and self.match is not None:
            self._found_nothing_since = None
            yield from self._take_turns(self.match, now)

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """Those who have a seat, unless nobody waits for one. If one of them plays, the game goes on for all.

        At a table of somebody's own, friends wait for each other.
        """
        if (
            self.is_own_table
            or self.match is None
            or self.match.is_over
            or not self._queue.is_waiting(self.match.scores)
        ):
            return ()
        return [player for player in self._sitting.taken if player in self._queue.here]

    def _make_way(self, match: Match, now: float) -> Events:
        """Nobody has played for a while, and others wait."""
        for player in self._sitting.taken:
            self._queue.doze(player)
        yield Say(speech.nobody_plays(Patience.SECONDS))
        if not match.is_over:
            yield from self._end(match, IDLY, now)
        yield from self._go_on(match, now)

    def _has_to_find(self) -> bool:
        """Whether it is not enough to select cards now and then, because others wait for the end of this game."""
        return any(self._keeping_others_waiting())

    def _take_turns(self, match: Match, now: float) -> Events:
        """Nobody has found anything for long, and others wait."""
        yield Say(speech.nobody_finds(FINDING))
        yield from self._end(match, STUCK, now)
        yield from self._go_on(match, now)

    def _restart(self, player: Player, now: float) -> Events:
        if self.match is not None and self.match.is_over:
            yield Say(Words("{name} starts another game.", name=player.name))
            yield from self._go_on(self.match, now)

    def _end(self, match: Match, reason: str, now: float) -> Events:
        match.end()
        self._scene = None
        self._hands.deselect()
        yield from self._results(match, reason, now)

    def _deserted(self, now: float) -> Events:
        """Only spectators are left."""
        if self.match is not None and not self.match.is_over:
            yield from self._end(self.match, DESERTED, now)

    def _quit(self, player: Player, is_yes: bool, now: float) -> Events:
        if self._hands.is_asked(player, now):
            yield Go(player)
        elif not is_yes:
            self._hands.ask(player, now + CONFIRMING)
            yield Tell(player, Words("Leave the game? Press 6 again, or y, within {seconds:g} s.", seconds=CONFIRMING))

    # Selecting and answering

    def _match_of(self, player: Player) -> Match | str:
        """The match in which a player can answer now, or why they cannot."""
        if self.match is None:
            return Words("The game has not started.")
        if self.match.is_over:
            return Words("The game is over.")
        return self.match if player in self._sitting.taken else self.watching

    def _turn_down(self, player: Player, why: str) -> Event:
        """The answer to a player who cannot do this now."""
        return Refuse(player, why)

    def _acted(self, player: Player, now: float) -> Events:
        """A player plays. Players who have done nothing for long give up their seats; their scores stay."""
        self._patience.watch((), now)
        for other in self._sitting.act(player, now):
            self._hands.give_up(other)
            self._queue.doze(other)
            self._scene = None
            yield Tell(other, speech.idle(PATIENCE, self._meanwhile()))

    def _select(self, player: Player, position: int, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hands.of(player).selected
        if isinstance(match, str):
            yield self._turn_down(player, match)
        elif position in selected:
            selected.remove(position)
            self._hands.touch(player)
        elif match.board[position] is None or now < self._free_at.get(position, now):
            return
        elif len(selected) == FULL:
            yield self._turn_down(player, Words("Three cards are already selected."))
        else:
            selected.add(position)
            self._hands.touch(player)
            yield from self._acted(player, now)

            if len(selected) == FULL and self._hands.of(player).submits_at_three:
                yield from self._submit(player, now)

    def _switch_at_three(self, player: Player) -> str:
        hand = self._hands.of(player)
        hand.submits_at_three = not hand.submits_at_three
        self._hands.touch(player)
        return SUBMITTED if hand.submits_at_three else NOT_SUBMITTED

    def _submit(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        selected = self._hands.of(player).selected
        if isinstance(match, str):
            yield self._turn_down(player, match)
        elif len(selected) != FULL:
            yield self._turn_down(player, Words("Select three cards first."))
        else:
            yield from self._answered(match, match.claim(player, selected, now), now)

    def _no_set(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield self._turn_down(player, match)
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
            yield Tell(answer.by, self._wrong(answer))
        if answer.is_right or now - hand.wrong_at >= WRONG_PAUSE:  # nobody can flood others' screens
            yield Say(self._in_words(answer, len(match.deck)))
            yield Moment(speech.moment(answer))
            if not answer.is_right:
                hand.wrong_at = now
        yield from self._acted(answer.by, now)
        if match.is_over:
            yield from self._end(match, FINISHED, now)

    # What is said

    def _meanwhile(self) -> str:
        """What those do who have no seat."""
        return self.meanwhile

    def _why_watch(self) -> str:
        return Words("The game has begun: {meanwhile}", meanwhile=self._meanwhile()) if self.is_on else ""

    def _full(self) -> str:
        return Words("Twelve are playing: {meanwhile}", meanwhile=self._meanwhile())

    def _in_words(self, answer: Answer, deck: int) -> str:
        return speech.answer(answer, deck)

    def _wrong(self, answer: Answer) -> str:
        return speech.wrong(answer)

    def _results(self, match: Match, reason: str, now: float) -> Events:
        for player, record in match.records.items():
            yield Tell(player, record.in_words())
        left = match.scores.keys() - (self._sitting.taken & self._queue.here.keys())
        found = []
        for one in standings(match.scores, left):
            record = match.records[one.player]
            found.append(replace(one, feats=record.feats, notes=notes(record)))
        note = how_it_ended(match, now)
        if match.is_untouched:
            yield Ranking(tuple(found), reason, note)
        else:
            yield Result(self.title, tuple(found), reason=reason, note=note)
