"""Tombala in one room: who plays, when it begins, what players do in it, and what is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from random import Random
from typing import Any

from tilenet.game import (
    NO_VIEW,
    Cost,
    Events,
    Game,
    Go,
    KeyId,
    LookUp,
    Moment,
    Patience,
    Player,
    Refuse,
    Result,
    Say,
    Scene,
    Summary,
    Tell,
    TileId,
    View,
    Words,
    standings,
)
from tilenet.games.tombala import commands, table
from tilenet.games.tombala.commands import COMMANDS, AllRooms, Command, NextGame, RoomToJoin
from tilenet.games.tombala.events import Answer, Cinko, Claim, Dealt, Drawn, Joined, Over, Proceed, UserList
from tilenet.games.tombala.hand import Hand, Situation
from tilenet.games.tombala.look import Look
from tilenet.games.tombala.rooms import LOBBY, OVER, PLAYING, STARTING, WAITING, NotPossible
from tilenet.games.tombala.rules import WIN, Match
from tilenet.games.tombala.seats import Seat, seat_facts, seats_of
from tilenet.games.tombala.table import SEATS

JOINING = 1  # commands: what it costs to come in, and to leave again
TOLD = 3  # players, to whom it costs one more command to tell both

THIRD_CINKO, NO_NUMBERS = "cinko", "numbers"  # why a game is over: somebody has won, or no number is left

MARKED_FOR_YOU = Words("Drawn numbers are now marked for you.")
ONLY_WATCHING = Words("You are watching. To play, join or make a room in the lobby.")
WATCHING = View(text=ONLY_WATCHING)
NOT_MARKED_FOR_YOU = Words("Drawn numbers are no longer marked for you.")


class TombalaGame(Game):
    """One game, from the countdown to the third cinko. Once it has begun, whoever enters, or comes back, watches it."""

    title = "Tombala"
    about = Words("Turkish bingo.")
    kind = "tombala/1"
    bot = "tombala"
    is_dealt = True
    board_role = "board"
    help = (
        Words(
            "Your card has 15 of the numbers 1 to 90. When one of them is drawn, mark it with a click or with /mark "
            "NUMBER, or let Auto mark do it for you. Nobody checks your marks."
        ),
        Words(
            "When all five numbers of a row have been drawn, you have a cinko, and the row lights up. Announce it with "
            "Cinko, or with /cinko TOTAL for all the rows you have completed. The first player with three cinkos wins."
        ),
        Words(
            "Next asks for the next number. It comes when everybody has asked; in a timed room, it comes by itself. If "
            "you keep the others waiting for a minute, the game goes on without waiting for you, until you ask again."
        ),
        Words(
            "/quit takes you out of the game and back to the lobby. Once a game has begun, you can only watch it. This "
            "game does not change your points."
        ),
    )

    commands = COMMANDS

    def __init__(self, random: Random, *, name: str, begins_at: float, every: int | None = None, by: str = "") -> None:
        """`every` is how many seconds there are from number to number; None if the game waits for all players. `by` is
        the id of the player who made the room: only the lobby has to know that.
        """
        super().__init__(random)
        self.name = name
        self.begins_at = begins_at
        self.every = every
        self.match: Match | None = None
        self.deadline = begins_at
        self._hands: dict[Player, Hand] = {}  # of those who play, in order of arrival
        self._watching: set[Player] = set()  # the others who are here
        self._patience = Patience()
        self._summary = self._summarize()
        self._look = Look()
        self._seconds = 0  # of the countdown, as shown
        self._last_seats: list[Seat] = []  # as they were when the game was over

    @property
    def is_on(self) -> bool:
        return self.match is not None and not self.match.is_over

    # For the lobby

    def summary(self) -> Summary:
        return self._summary

    def _summarize(self) -> Summary:
        names = tuple(player.name for player in self._hands)
        phase = OVER if self.is_done else WAITING if self.match is None else PLAYING
        can_join = phase == WAITING and len(names) < SEATS
        watching = len(self._watching)
        return Summary(
            names, SEATS, phase, self.begins_at, can_join=can_join, can_watch=phase == PLAYING, watching=watching
        )

    def _changed(self) -> UserList:
        """A player has come or gone, or the game begins."""
        self._summary = self._summarize()
        return UserList(self.name, self._summary.players)

    # Entering, beginning, leaving

    def replace_failed(self, failed: Game) -> None:
        """A game that was over does not begin again."""
        if failed.is_done:
            self._done()

    def admits(self, player: Player, now: float) -> str | None:
        if self.is_done:
            return Words("The game in {room} is over!", room=self.name)
        if self.match is not None or self._summary.can_join:
            return None
        return Words("{room} is full!", room=self.name)

    def enter(self, player: Player, now: float) -> Events:
        if self.is_done:  # it has failed when it was over
            yield Go(player, LOBBY)
            return
        if self.match is not None:
            self._watching.add(player)
            self._summary = self._summarize()
            yield LookUp(NextGame(LOBBY, player, self.name))
            return
        self._hands[player] = Hand()
        users = self._changed()
        self._count_down(now)
        yield Cost(player, JOINING + len(users.names) / TOLD)
        yield users
        yield Joined((player,), self.name)
        yield Tell(player, Words("You have joined {room}.", room=self.name))

    def leave(self, player: Player, now: float) -> Events:
        self._watching.discard(player)
        if self._hands.pop(player, None) is None:
            self._summary = self._summarize()
            return
        users = self._changed()
        self._look.changed()
        self._look.forget(player)
        if self.match is not None and self.is_on:
            self.match.leave(player)
        if not self._hands:
            self._done()
        if self.is_done:
            return
        yield users
        yield from self._go_on(now)

    def away(self, player: Player, now: float) -> Events:
        """The others go on at once."""
        self._look.changed()
        return self._go_on(now)

    def back(self, player: Player, now: float) -> Events:
        """The game waits for the player again. If everybody was away, it goes on."""
        self._look.changed()
        if self.is_on and self.every is not None and self.deadline is None:
            self.deadline = now + self.every
        return self._go_on(now)

    def tick(self, now: float) -> Events:
        if self.match is None and now < self.begins_at:
            self._count_down(now)
        elif self.match is None and not self._hands:
            self._done()
        elif self.match is None:
            yield from self._begin(now)
        elif self.every is None:
            yield from self._stop_waiting(self.match, now)
        elif self.match.is_attended:
            yield from self._draw(self.match, now)
        else:
            self.deadline = None  # nothing is drawn while everybody is away

    def _count_down(self, now: float) -> None:
        """Show how many seconds are left, and set the deadline for the next one."""
        left = max(1, ceil(self.begins_at - now))
        at = self.begins_at - (left - 1)
        self.deadline = at if now < at else self.begins_at
        self._seconds = left
        self._look.changed()

    def _begin(self, now: float) -> Events:
        self.match = match = Match(self._hands, self.new_match())
        yield self._changed()
        for player, card in match.cards.items():
            self._hands[player].card = card
            yield Dealt((player,), card)
        yield from self._draw(match, now)

    def _draw(self, match: Match, now: float) -> Events:
        number = match.draw()
        self._look.changed_for_all()
        if number is None:
            yield Say(Words("All 90 numbers have been drawn. Game over: no winner."))
            yield from self._end(match)
            return
        self.deadline = None if self.every is None else now + self.every
        for hand in self._hands.values():
            if hand.is_auto and number in hand.numbers:
                hand.marks.add(number)
        yield Drawn(number)

    def _go_on(self, now: float) -> Events:
        """Draw, if the game no longer waits for anybody; otherwise it does not wait for ever."""
        match = self.match
        if match is None or match.is_over or self.every is not None:
            return
        if match.is_turn_over:
            yield from self._draw(match, now)
        if not match.is_over:
            self._patience.watch(match.keeping_others_waiting, now)
            self.deadline = self._patience.deadline

    def _stop_waiting(self, match: Match, now: float) -> Events:
        """For players who have kept the others waiting for long."""
        warned, idle = self._patience.due(now)
        for player in warned:
            text = Words(
                "The others are waiting: ask for the next number within {seconds:g} s.", seconds=Patience.WARNING
            )
            yield Tell(player, text)
        for player in idle:
            match.dozing.add(player)
            self._look.changed()
            yield Tell(player, Words("The game goes on without waiting for you, until you ask for a number again."))
        yield from self._go_on(now)

    def _end(self, match: Match) -> Events:
        self._last_seats = self._seats()
        self._done()
        yield Over()
        reason = NO_NUMBERS if match.winner is None else THIRD_CINKO
        yield Result(self.title, standings({**match.totals, **match.left}, match.left), reason=reason)

    def _done(self) -> None:
        """Nobody can join any more; those who are here may stay as long as they like."""
        self.is_done = True
        self.deadline = None
        self._look.changed_for_all()
        self._summary = self._summarize()

    # What players do

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case Proceed():
                return self._proceed(player, now)
            case Claim(total):
                return self._claim(player, total)
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("card", int(row), int(at)):
                number = self._hands[player].number_at(row, at)
                if number is not None:
                    self._hands[player].mark(number)
                    self._look.changed_for(player)
            case "next":
                return self._proceed(player, now)
            case "cinko":
                return self._announce(player)
            case "auto":
                return self._switch(player)
            case "lobby":
                return self._quit(player)
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
        only_watch = lambda rest: [Refuse(player, ONLY_WATCHING)]  # noqa: E731
        plays: Mapping[str, Command] = {
            "mark": lambda rest: self._mark(player, commands.whole(rest, "/mark 17")),
            "cinko": lambda rest: self._claim(player, commands.whole(rest, "/cinko 1")),
            "next": lambda rest: self._proceed(player, now),
        }
        return {
            **(plays if player in self._hands else dict.fromkeys(plays, only_watch)),
            "quit": lambda rest: self._quit(player),
            "rooms": lambda rest: [LookUp(AllRooms(LOBBY, player))],
            "join": lambda rest: self._join(player, rest),
            "create": lambda rest: [Refuse(player, Words("Rooms are made in the lobby: /quit first!"))],
        }

    def found(self, question: object, answer: object, now: float) -> Events:
        return commands.answered(question, answer, now)

    def _quit(self, player: Player) -> Events:
        return [Tell(player, Words("You have left {room}.", room=self.name)), Go(player, LOBBY)]

    def _join(self, player: Player, name: str) -> Events:
        if player in self._hands and not self.is_done:
            raise NotPossible(Words("You are in {room}: /quit first!", room=self.name))
        return [LookUp(RoomToJoin(LOBBY, player, commands.room_name(name)))]

    def _match_now(self) -> Match:
        if self.match is None:
            raise NotPossible(Words("The game has not started yet!"))
        if self.match.is_over:
            raise NotPossible(Words("The game is over!"))
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

    def _claim(self, player: Player, total: int) -> Events:
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
            yield from self._end(match)

    def _announce(self, player: Player) -> Events:
        """Announce all rows that are full."""
        full, announced = self._full_rows(player), 0 if self.match is None else self.match.totals[player]
        if full or not self.is_on:
            return self._claim(player, announced + len(full))
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

    def stale_views(self) -> Iterable[Player] | None:
        return self._look.take_touched()

    def view(self, player: Player) -> View:
        hand = self._hands.get(player)
        if hand is None:
            return NO_VIEW if self.is_done else WATCHING
        full = tuple(self._full_rows(player))
        waits_for_all = self.every is None
        return hand.view(Situation(self.is_on, waits_for_all, self._is_waited_for(player), self.is_done, full))

    def _is_waited_for(self, player: Player) -> bool:
        match = self.match
        if self.every is not None or match is None or player.is_away:
            return False
        return player in match.cards and not match.has_proceeded(player)

    def scene(self) -> Scene:
        if self._look.scene is not None:
            return self._look.scene
        labels = [seat.label for seat in self._seats()]
        return self._look.draw(self.match, labels, self._seconds, self.every)

    def _seats(self) -> list[Seat]:
        return self._last_seats or seats_of(self._hands, self.match, waits_for_all=self.every is None)

    # What it is, as data

    def facts(self) -> Mapping[Any, Any]:
        match, seats = self.match, self._seats()
        facts: dict[str, object] = {
            "phase": OVER if self.is_done else PLAYING if self.is_on else STARTING,
            "seats": seat_facts(seats, self._hands),
            "drawn": [] if match is None else match.drawn,
            "options": {"every": self.every, "seats": SEATS},
        }
        if match is None:
            return facts if self.is_done else {**facts, "deadline": self.begins_at}
        if self.every is not None:
            return {**facts, "deadline": self.deadline, "winner": self._winner(seats)}
        turn = [str(number) for number, seat in enumerate(seats) if seat.is_awaited]
        return {**facts, "turn": turn, "winner": self._winner(seats)}

    def _winner(self, seats: Sequence[Seat]) -> str | None:
        winner = None if self.match is None else self.match.winner
        return next((str(number) for number, seat in enumerate(seats) if seat.player == winner), None)

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        hand = self._hands.get(player)
        return {} if hand is None else hand.facts(self._full_rows(player), is_done=self.is_done)

    def scramble(self, player: Player) -> None:
        if self.match is not None:
            self.match.scramble(player, self.random)
            for other, card in self.match.cards.items():
                self._hands[other].card = card

    def legal(self, player: Player) -> Iterable[TileId]:
        hand, match = self._hands.get(player), self.match
        if hand is None:
            yield table.BACK
            return
        yield from (table.AUTO, table.BACK)
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
