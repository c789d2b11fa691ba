"""A room of Tombala that the lobby leads to: one game, from the countdown to its end."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from random import Random

from tilenet.game import Cost, Events, Game, Go, LookUp, Player, Refuse, Summary, Tell, TileId, Words
from tilenet.games.tombala import advice, commands, table
from tilenet.games.tombala.commands import COMMANDS, AllRooms, Command, NextGame, RoomToJoin
from tilenet.games.tombala.events import Joined, UserList
from tilenet.games.tombala.hand import Hand
from tilenet.games.tombala.play import Play
from tilenet.games.tombala.rooms import LOBBY, OVER, PLAYING, WAITING, NotPossible
from tilenet.games.tombala.table import SEATS

JOINING = 1  # commands: what it costs to come in, and to leave again
TOLD = 3  # players, to whom it costs one more command to tell both
LONGER = 30.0  # seconds by which people who come late can put off the beginning, all together

ONLY_WATCHING = Words("You are watching. To play, join or make a room in the lobby.")


class TombalaGame(Play):
    """One game, from the countdown to the third cinko. Once it has begun, whoever enters, or comes back, watches it."""

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

    def __init__(
        self,
        random: Random,
        *,
        name: str,
        begins_at: float,
        every: int | None = None,
        by: str = "",
        grace: float = 0.0,
    ) -> None:
        """`by` is the id of the player who made the room: only the lobby has to know that. A person who comes in has
        `grace` seconds before the game begins, at least.
        """
        super().__init__(random, every)
        self.name = name
        self.begins_at = begins_at
        self.deadline = begins_at
        self._grace = grace
        self._latest = begins_at + LONGER
        self._watching: set[Player] = set()  # those who are here and do not play
        self._summary = self._summarize()

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
        if not player.is_bot:
            self.begins_at = max(self.begins_at, min(now + self._grace, self._latest))
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

    def tick(self, now: float) -> Events:
        if self.match is not None:
            yield from self._play_on(self.match, now)
        elif now < self.begins_at:
            self._count_down(now)
        elif self._hands:
            yield from self._begin(now)
        else:
            self._done()

    def _count_down(self, now: float) -> None:
        """Show how many seconds are left, and set the deadline for the next one."""
        left = max(1, ceil(self.begins_at - now))
        at = self.begins_at - (left - 1)
        self.deadline = at if now < at else self.begins_at
        self._seconds = left
        self._look.changed()

    def _begin(self, now: float) -> Events:
        self._seconds = 0
        dealt = [*self._deal()]
        yield self._changed()
        yield from dealt
        yield from self._draw(self._match_now(), now)

    def _ended(self, now: float) -> None:
        self._done()

    def _done(self) -> None:
        """Nobody can join any more; those who are here may stay as long as they like."""
        self.is_done = True
        self.deadline = None
        self._seconds = 0
        self._look.changed_for_all()
        self._summary = self._summarize()

    # What players do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return self._quit(player) if tile == table.BACK else super().click(player, tile, now)

    def _commands(self, player: Player, now: float) -> Mapping[str, Command]:
        return {
            **super()._commands(player, now),
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

    # What is seen

    @property
    def _begins_at(self) -> float | None:
        return self.begins_at if self.match is None and not self.is_done else None

    def _status(self, player: Player) -> Words:
        if self.is_done:
            return advice.OVER
        return advice.BEFORE if player in self._hands else advice.WATCHING

    def _only_watching(self, player: Player) -> Words:
        return ONLY_WATCHING
