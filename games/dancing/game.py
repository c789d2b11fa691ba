"""A match of Dancing that the lobby leads to: between two people, two programs, or one of each."""

from __future__ import annotations

from random import Random

from tilenet.game import Events, Game, Player, Summary, Tell, Words
from tilenet.games.dancing import advice
from tilenet.games.dancing.events import Dance, Done, Fault, Finish, Over, Place, TakeSeat
from tilenet.games.dancing.hall import CANCELLED, OVER, PLAYING, WAITING, Entry
from tilenet.games.dancing.instances import read
from tilenet.games.dancing.match import SECONDS, Match, Role
from tilenet.games.dancing.outcome import Side
from tilenet.games.dancing.play import STAKE as STAKE
from tilenet.games.dancing.play import Play
from tilenet.games.dancing.stage import PACE

DROPPED = Words("Something went wrong here: the match is cancelled.")


class DancingGame(Play):
    """One match, from the first player who sits down to the verdict; everybody else watches."""

    help = (
        Words(
            "A match has two players: people, bots or programs. The spoiler places stars; then the choreographer "
            "moves dancers, a step at a time, until they stand in lines with one of each colour, in as few steps as "
            "possible."
        ),
        Words(
            "To play, click Dance or Spoil before the match, and add a bot, or invite a friend. When it is your turn, "
            "you are told what to click. If you click a cell where another dancer stands, that one moves next; click "
            "the first cell to swap the two. Step ends a step, and Lines the dance, when all stand in lines."
        ),
        Words(
            "A digit is a dancer of that colour, a white one has just moved, and * is a star. The stage replays the "
            "match slowly enough to follow. Slower, Faster, Pause and Again change the stage for everybody here, but "
            "never the match."
        ),
        Words(
            "Each player has a limited time to think. A player who makes an illegal move, runs out of time or leaves "
            "loses the round. This game does not change your points."
        ),
    )

    def __init__(
        self,
        random: Random,
        *,
        instance: str,
        size: int,
        rounds: int = 1,
        program_rounds: int | None = None,
        seconds: float = SECONDS,
        pace: float = PACE,
        file_first: bool = False,
    ) -> None:
        """`instance` is an input file for a board of this size; clients are sent it before the parameters, or after.
        If a program plays, there are `program_rounds`: many can play only one.

        Each player has these seconds to think in each round; the stage shows a step in every `pace` seconds.
        """
        super().__init__(
            random, instance=read(instance, size), rounds=rounds, seconds=seconds, pace=pace, file_first=file_first
        )
        self._program_rounds = rounds if program_rounds is None else program_rounds
        self._renew_summary()

    # Coming and going

    def replace_failed(self, failed: Game) -> None:
        """A match that has failed cannot go on; its players are told so as soon as they are here."""
        self._is_dropped = self.is_done = True
        self._renew_summary()

    def enter(self, player: Player, now: float) -> Events:
        self._here[player] = None
        self._renew_summary()
        if self._is_dropped:
            yield Over((player,), DROPPED)

    def leave(self, player: Player, now: float) -> Events:
        self._here.pop(player, None)
        side = self._side_of(player)
        if side is not None and self.match is None:
            self._stand_up(side)
            yield from self._attend(now)
        elif side is not None and self.match is not None:
            self._gone.add(side)
            self._forfeit(self.match)
            yield from self._go_on(self.match, now)
        if self.match is None and not self._here:
            self.is_done = True
        self._renew_summary()

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case TakeSeat(role):
                free = [side for side, its in enumerate(Role) if side not in self._seats and role in (None, its)]
                if free and player in self._here and not self._is_dropped:
                    self._set_rounds(self._program_rounds)
                    yield from self._take_seat_and_begin(player, free[0], now)
            case Place() | Dance() | Done() | Finish() | Fault():
                side = self._side_of(player)
                if self.match is not None and side is not None and request.round == len(self.match.rounds):
                    yield from self._play(self.match, self.match.role_of(side), request, now)

    def _sat_down(self, player: Player, side: Side, now: float) -> Events:
        yield Tell(player, advice.SEATED)
        yield from self._take_seat_and_begin(player, side, now)

    def _take_seat_and_begin(self, player: Player, side: Side, now: float) -> Events:
        yield from self._take_seat(player, side)
        if len(self._seats) == 2:
            yield from self._begin(now)
        yield from self._attend(now)

    def _ended(self, match: Match, now: float) -> Events:
        """Its room stays as long as the lobby shows the result, which is said when the stage has shown why."""
        return ()

    # What others may know

    def summary(self) -> Summary:
        return self._summary

    def _changed(self) -> None:
        super()._changed()
        self._renew_summary()

    def _renew_summary(self) -> None:
        match, names = self.match, (self._names[0], self._names[1])
        board = self.instance.size, self.instance.colours, self.instance.dancers
        phase = CANCELLED if self._is_dropped else WAITING if match is None else PLAYING
        if match is None:
            entry = Entry(board, names, self._rounds)
        elif self._ended_at is None:
            entry = Entry(board, names, self._rounds, len(match.rounds), match.round.phase)
        else:
            phase, over = OVER, match.round.phase
            entry = Entry(board, names, self._rounds, len(match.rounds), over, match.outcome, self._ended_at)
        watching = len(self._here) - sum(player in self._here for player in self._seats.values())
        self._summary = entry.summary(phase, watching)

    # What is seen

    def _headline(self) -> str:
        return DROPPED if self._is_dropped else super()._headline()

    def _status(self, player: Player) -> str | None:
        status = super()._status(player)
        if status is not None or self._is_dropped:
            return status
        if self.match is None:
            return advice.SIT_DOWN if len(self._seats) < 2 else None
        return advice.WATCH if self._is_on else advice.IS_OVER
