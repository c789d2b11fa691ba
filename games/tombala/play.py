"""Tombala as it is played, in any room: what players do, and what is seen of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilenet.game import (
    NO_VIEW,
    Events,
    KeyId,
    Moment,
    Player,
    Refuse,
    Say,
    Scene,
    Tell,
    TileId,
    View,
    Words,
)
from tilenet.games.tombala import advice, commands, table
from tilenet.games.tombala.commands import Command
from tilenet.games.tombala.events import Answer, Cinko, Claim, Proceed
from tilenet.games.tombala.hand import Situation
from tilenet.games.tombala.rooms import OVER, PLAYING, STARTING, NotPossible
from tilenet.games.tombala.rules import WIN, Match
from tilenet.games.tombala.seats import Seat, seat_facts
from tilenet.games.tombala.table import SEATS
from tilenet.games.tombala.turns import Turns

MARKED_FOR_YOU = Words("Drawn numbers are now marked for you.")
NOT_MARKED_FOR_YOU = Words("Drawn numbers are no longer marked for you.")
NOT_STARTED, IS_OVER = Words("The game has not started yet!"), Words("The game is over!")


class Play(Turns):
    """What players of Tombala do and see. When games begin, and what comes after one, is for a subclass."""

    # What players do

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case Proceed():
                return self._proceed(player, now)
            case Claim(total):
                return self._claim(player, total, now)
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("card", int(row), int(at)):
                number = self._hands[player].number_at(row, at)
                if number is not None:
                    self._hands[player].mark(number)
                    self._look.changed_for(player)
            case table.NEXT:
                return self._proceed(player, now)
            case table.CINKO:
                return self._announce(player, now)
            case table.AUTO:
                return self._switch(player)
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", str(tile)):
                return self.click(player, tile, now)
        return ()

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        if to is None and text.startswith(commands.SIGN):
            return commands.obey(player, text, self._commands(player, now))
        return super().say(player, text, to, now)

    def _commands(self, player: Player, now: float) -> Mapping[str, Command]:
        """What players can type."""
        if player not in self._hands:
            return dict.fromkeys(commands.PLAYING, lambda rest: [Refuse(player, self._only_watching(player))])
        return {
            "mark": lambda rest: self._mark(player, commands.whole(rest, "/mark 17")),
            "cinko": lambda rest: self._claim(player, commands.whole(rest, "/cinko 1"), now),
            "next": lambda rest: self._proceed(player, now),
        }

    def _match_now(self) -> Match:
        if self.match is None:
            raise NotPossible(NOT_STARTED)
        if self.match.is_over:
            raise NotPossible(IS_OVER)
        return self.match

    def _proceed(self, player: Player, now: float) -> Events:
        try:
            if not self._match_now().proceed(player):
                return _answer(
                    player,
                    False,
                    "You've already proceeded for the current turn!",
                    Words("You have already asked for the next number."),
                )
        except NotPossible as error:
            return _answer(player, False, str(error))
        self._look.changed()
        self._look.changed_for(player)
        told = "" if self.every is None else Words("In this room, numbers come by themselves.")
        answer = _answer(player, True, "Next number will be broadcasted when everyone proceeds!", told)
        return [*answer, *self._go_on(now)]

    def _claim(self, player: Player, total: int, now: float) -> Events:
        try:
            match = self._match_now()
        except NotPossible as error:
            yield from _answer(player, False, str(error))
            return
        if not match.claim(player, total):
            yield from _answer(player, False, Words("Your cinko claim is wrong!"))
            return
        self._look.changed()
        self._look.changed_for(player)
        yield Cinko(player, total)
        words = _in_words(player.name, total)
        yield Moment(words)
        yield Say(words)
        yield from _answer(player, True, Words("Congratulations!"))
        if match.is_over:
            yield from self._end(match, now)

    def _announce(self, player: Player, now: float) -> Events:
        """Announce all rows that are full."""
        full, announced = self._full_rows(player), 0 if self.match is None else self.match.totals[player]
        if full or not self.is_on:
            return self._claim(player, announced + len(full), now)
        if announced:
            return [Refuse(player, Words("You have already announced {rows}: no other row is full.", rows=announced))]
        return [Refuse(player, Words("No row is full yet: a cinko takes all five numbers of a row."))]

    def _full_rows(self, player: Player) -> list[int]:
        return [] if self.match is None else self.match.full_rows(player)

    def _mark(self, player: Player, number: int) -> Events:
        hand = self._hands[player]
        if not self.is_on:
            yield Refuse(player, Words("There is nothing to mark right now."))
        elif number not in hand.numbers:
            yield Refuse(player, Words("{number} is not on your card.", number=number))
        elif number in hand.marks:
            yield Refuse(player, Words("{number} is already marked.", number=number))
        else:
            hand.mark(number)
            self._look.changed_for(player)

    def _switch(self, player: Player) -> Events:
        hand = self._hands[player]
        hand.is_auto = not hand.is_auto
        self._look.changed_for(player)
        if hand.is_auto and self.match is not None:
            hand.marks |= hand.numbers.intersection(self.match.drawn)
        return [Tell(player, MARKED_FOR_YOU if hand.is_auto else NOT_MARKED_FOR_YOU)]

    # What is seen

    @abstractmethod
    def _status(self, player: Player) -> Words:
        """What a player who has no card in a game that is on is told."""

    @abstractmethod
    def _only_watching(self, player: Player) -> Words:
        """Why somebody without a hand cannot play now."""

    def stale_views(self) -> Iterable[Player] | None:
        return self._look.take_touched()

    def view(self, player: Player) -> View:
        hand = self._hands.get(player)
        return NO_VIEW if hand is None else hand.view(self._situation(player), has_lobby=self.has_lobby)

    def _situation(self, player: Player) -> Situation:
        full = tuple(self._full_rows(player))
        return Situation(self.is_on, self.every is None, self._is_waited_for(player), not self._is_at_stake, full)

    @property
    def _is_at_stake(self) -> bool:
        """Whether players lose something by leaving."""
        return not self.is_done

    def _is_waited_for(self, player: Player) -> bool:
        match = self.match
        if self.every is not None or match is None or player.is_away:
            return False
        return player in match.cards and not match.has_proceeded(player)

    def scene(self) -> Scene:
        if self._look.scene is not None:
            return self._look.scene
        labels = [seat.label for seat in self._seats()]
        return self._look.draw(self.match, labels, self._seconds, self._headline(), has_lobby=self.has_lobby)

    def _headline(self) -> str:
        return table.headline(self.match, self._seconds, self.every)

    # What it is, as data

    @property
    def _phase(self) -> str:
        return OVER if self.is_done else PLAYING if self.is_on else STARTING

    @property
    def _begins_at(self) -> float | None:
        """When a game begins by itself, if none is on."""
        return None

    def facts(self) -> Mapping[Any, Any]:
        match, seats = self.match, self._seats()
        facts: dict[str, object] = {
            "phase": self._phase,
            "seats": seat_facts(seats, self._hands),
            "drawn": [] if match is None else match.drawn,
            "options": {"every": self.every, "seats": SEATS},
            "deadline": self._begins_at,
        }
        if match is None:
            return facts
        facts["winner"] = self._winner(seats)
        if self.every is None:
            facts["turn"] = [str(number) for number, seat in enumerate(seats) if seat.is_awaited]
        elif self.is_on:
            facts["deadline"] = self.deadline
        return facts

    def _winner(self, seats: Sequence[Seat]) -> str | None:
        winner = None if self.match is None else self.match.winner
        return next((str(number) for number, seat in enumerate(seats) if seat.player == winner), None)

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        hand, match = self._hands.get(player), self.match
        if hand is None:
            return {"status": self._status(player)}
        situation = self._situation(player)
        is_playing = match is not None and not match.is_over
        status = advice.playing(hand, match.drawn, situation) if match and is_playing else self._status(player)
        return {"status": status, **hand.facts(situation.full, is_done=situation.is_done)}

    def scramble(self, player: Player) -> None:
        if self.match is not None:
            self.match.scramble(player, self.random)
            for other, card in self.match.cards.items():
                self._hands[other].card = card

    def legal(self, player: Player) -> Iterable[TileId]:
        hand, match = self._hands.get(player), self.match
        exits = [table.BACK] if self.has_lobby else []
        if hand is None:
            yield from exits
            return
        yield from (table.AUTO, *exits)
        if match is None or match.is_over:
            return
        yield from hand.cells
        if self._is_waited_for(player):
            yield table.NEXT
        if match.full_rows(player):
            yield table.CINKO


def _in_words(name: str, total: int) -> Words:
    """Somebody has announced so many cinkos, rightly."""
    if total == WIN:
        return Words("{name} has {n} cinkos and wins!", name=name, n=total)
    return Words("{name} has {n} cinko.", many="{name} has {n} cinkos.", name=name, n=total)


def _answer(player: Player, is_right: bool, text: str, told: str | None = None) -> Events:
    """An answer for a player who came through any door: some hear it, the others get it as an event."""
    told = text if told is None else told
    return [Answer((player,), is_right, text), *([(Tell if is_right else Refuse)(player, told)] if told else [])]
