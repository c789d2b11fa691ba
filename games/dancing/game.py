"""Dancing in one room: who plays, what they do, what is said to them; and the stage, for everybody who watches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    Cost,
    Events,
    Game,
    Go,
    KeyId,
    Moment,
    Player,
    Ranking,
    Refuse,
    Result,
    Say,
    Scene,
    Standing,
    Summary,
    Tell,
    TileId,
    View,
    Words,
    standings,
)
from tilenet.games.dancing import table
from tilenet.games.dancing.events import (
    NOT_YOUR_TURN,
    Begins,
    Dance,
    Done,
    Fault,
    Finish,
    Over,
    Place,
    Seated,
    StarsPlaced,
    TakeSeat,
    Verdict,
)
from tilenet.games.dancing.facts import option_facts, round_facts, stage_facts
from tilenet.games.dancing.hall import CANCELLED, LOBBY, OVER, PLAYING, WAITING, Entry
from tilenet.games.dancing.hand import NotNow
from tilenet.games.dancing.instances import read
from tilenet.games.dancing.match import SECONDS, Cause, Match, Phase, Role
from tilenet.games.dancing.outcome import Side
from tilenet.games.dancing.people import People
from tilenet.games.dancing.scenery import Scenery
from tilenet.games.dancing.stage import PACE, Stage

DROPPED = Words("Something went wrong here: the match is cancelled.")
STAKE = Words("You lose this round and any that follow.")
CELLS = 300  # of a board that cost as much as a command to be shown again, all of them
SEARCH = 10  # commands: what it costs to look for lines

SEATS = table.DANCE, table.SPOIL  # of side 0 and side 1

Request = Place | Dance | Done | Finish | Fault


class DancingGame(Game):
    """One match, from the first player who sits down to the verdict; everybody else watches."""

    title = "Dancing"
    about = Words("Dancing without Stars.")
    kind = "dancing/1"
    board_role = "cell"
    help = (
        Words(
            "Two players, programs or people, play a match. The spoiler places stars; then the choreographer moves "
            "dancers, a step at a time, until they stand in lines with one of each colour. Fewer steps are better."
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
        Words(
            "You can play, too: before the match, click Dance or Spoil to sit down, and wait for an opponent, who may "
            "be a program. When it is your turn, you are told what to click."
        ),
    )

    caches: ClassVar = {"_scene": None}

    def __init__(
        self,
        random: Random,
        *,
        instance: str,
        size: int,
        rounds: int = 1,
        seconds: float = SECONDS,
        pace: float = PACE,
        file_first: bool = False,
    ) -> None:
        """`instance` is an input file for a board of this size; clients are sent it before the parameters, or after.

        Each player has these seconds to think in each round; the stage shows a step in every `pace` seconds.
        """
        super().__init__(random)
        self.instance = read(instance, size)
        self.match: Match | None = None
        self.stage = Stage(self.instance, pace)
        self._rounds = rounds
        self._seconds_each = seconds
        self._file_first = file_first
        self._here: set[Player] = set()
        self._seats: dict[Side, Player] = {}
        self._names = ["", ""]  # of both sides; they stay when players are gone
        self._gone: set[Side] = set()  # the sides whose players have left
        self._people = People()
        self._is_dropped = False  # whether the game has failed
        self._ended_at: float | None = None
        self._standings: tuple[Standing, ...] = ()  # when the match is over; the stage may be behind
        self._said = 0  # rounds whose verdict was said to spectators
        self._seconds: int | None = None  # on the clock
        self._steps = 0  # of the round on the stage, when the scene last changed
        self._scenery = Scenery(size, rounds)
        self._exits = View(table.exit_tiles(STAKE), table.exit_keys(STAKE))
        self._seen: tuple[object, ...] = ()  # what the scene was made from
        self._scene: Scene | None = None  # None when something in it has changed
        self._renew_summary()

    # Coming and going

    def replace_failed(self, failed: Game) -> None:
        """A match that has failed cannot go on; its players are told so as soon as they are here."""
        self._is_dropped = self.is_done = True
        self._renew_summary()

    def enter(self, player: Player, now: float) -> Events:
        self._here.add(player)
        self._renew_summary()
        if self._is_dropped:
            yield Over((player,), DROPPED)

    def leave(self, player: Player, now: float) -> Events:
        self._here.discard(player)
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

    def _side_of(self, player: Player) -> Side | None:
        return next((side for side, one in self._seats.items() if one is player), None)

    def _stand_up(self, side: Side) -> None:
        del self._seats[side]
        self._names[side] = ""
        self._people.sides.discard(side)

    def _take_seat(self, player: Player, side: Side, now: float) -> Events:
        self._seats[side] = player
        self._names[side] = player.name
        yield Seated((player,))
        if len(self._seats) == 2:
            yield from self._begin(now)
        yield from self._attend(now)

    # The match

    def _begin(self, now: float) -> Events:
        self.match = match = Match(self.instance, self._rounds, now, self._seconds_each)
        self._people.touched |= self._people.sides
        yield from self._tell_begin(match)
        yield from self._go_on(match, now)

    def _tell_begin(self, match: Match) -> Events:
        for side, player in self._seats.items():
            yield Begins((player,), len(match.rounds), match.role_of(side), match.instance, self._file_first)

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case TakeSeat(role):
                free = [side for side, its in enumerate(Role) if side not in self._seats and role in (None, its)]
                if free and player in self._here and not self._is_dropped:
                    yield from self._take_seat(player, free[0], now)
            case Place() | Dance() | Done() | Finish() | Fault():
                side = self._side_of(player)
                if self.match is not None and side is not None and request.round == len(self.match.rounds):
                    yield from self._play(self.match, self.match.role_of(side), request, now)

    def _play(self, match: Match, role: Role, request: Request, now: float) -> Events:
        """Let a player do something in the round that is on."""
        before = match.round.phase
        self._do(match, role, request, now)
        if isinstance(request, Place) and before is Phase.STARS and match.round.phase is Phase.STEPS:
            yield StarsPlaced((self._seats[match.side_of(Role.CHOREOGRAPHER)],), match.round.stars)
        yield from self._go_on(match, now)

    def _do(self, match: Match, role: Role, request: Request, now: float) -> None:
        one = match.round
        match role, request:
            case Role.SPOILER, Place(_, stars):
                one.place(stars, now)
            case Role.CHOREOGRAPHER, Dance(_, steps, fault):
                for moves in steps:
                    one.step(moves, now)
                if fault:
                    one.fault(role, fault, now)
            case Role.CHOREOGRAPHER, Done():
                one.done(now)
            case Role.CHOREOGRAPHER, Finish(_, lines):
                one.finish(lines, now)
            case _, Fault(_, reason):
                one.fault(role, reason, now)
            case _:
                one.fault(role, NOT_YOUR_TURN, now)

    def _forfeit(self, match: Match) -> None:
        """A round goes on without its spoiler once the stars are placed, but never without its choreographer."""
        one = match.round
        for side in sorted(self._gone):
            role = match.role_of(side)
            if role is Role.CHOREOGRAPHER or one.phase is Phase.STARS:
                one.lose(role, Words("left before the end"), Cause.LEFT)

    def _go_on(self, match: Match, now: float) -> Events:
        """Something may have happened in the round: tell players, and begin the next one if it is over."""
        while match.round.is_over and self._ended_at is None:
            number = len(match.rounds)
            players = tuple(self._seats.values())
            yield Verdict(players, f"round {number}: {match.round_verdict(number, self._names)}")
            if match.is_over:
                self._ended_at = now
                self._people.touched |= self._people.sides
                yield Over(players, f"match: {match.outcome.verdict(self._names)}")
                if len(self._gone) < len(players):
                    yield self._result(match)
            else:
                match.begin_round(now)
                yield from self._tell_begin(match)
                self._forfeit(match)
        yield from self._attend(now)

    def _result(self, match: Match) -> Result:
        winner = match.outcome.winner
        scores = {one: 0.5 if winner is None else float(side == winner) for side, one in self._seats.items()}
        self._standings = standings(scores, [self._seats[side] for side in self._gone])
        return Result(self.title, self._standings, is_told=False, reason=match.cause.value)

    # Time, and the stage

    def tick(self, now: float) -> Events:
        if self.match is not None:
            self.match.round.expire(now)
            yield from self._go_on(self.match, now)

    def _attend(self, now: float) -> Events:
        """Show what is due on the stage, and set the next deadline."""
        match = self.match
        if match is not None:
            self.stage.follow(match, now)
            if self.stage.advance(match, now):
                yield from self._say_verdict(match)
            for side, hint in self._people.deal(match, self._names):
                seconds = f"{self._seconds_each:.15g}"
                yield Tell(self._seats[side], Words("{hint} You have {seconds} s.", hint=hint, seconds=seconds))
            self._set_deadline(match, now)
        phase = None if match is None else (len(match.rounds), match.round.phase)
        seen = (self.stage.revision, self._seconds, phase, *self._names)
        if seen != self._seen:  # how many steps were sent is not worth a new scene each time
            self._seen, self._scene = seen, None
            self._steps = 0 if match is None else len(match.rounds[self.stage.round - 1].steps)
            self._renew_summary()

    def _say_verdict(self, match: Match) -> Events:
        """Say how the round on the stage has ended, the first time that it ends there."""
        number = self.stage.round
        if number > self._said:
            self._said = number
            verdict = match.round_verdict(number, self._names)
            yield Say(Words("Round {number}: {verdict}.", number=number, verdict=verdict))
            yield Moment(Words("Round {number}", number=number))
            if match.is_over and number == len(match.rounds):
                yield Say(Words("Match: {verdict}.", verdict=match.outcome.verdict(self._names)))
                yield Ranking(self._standings, match.cause.value)

    def _set_deadline(self, match: Match, now: float) -> None:
        times = [] if self.stage.due is None else [self.stage.due]
        self._seconds = None
        if not match.round.is_over:
            end = match.round.deadline
            self._seconds = max(1, ceil(end - now))
            next_second = end - (self._seconds - 1)
            times.append(next_second if now < next_second else end)
        self.deadline = min(times, default=None)

    # What others may know

    def summary(self) -> Summary:
        return self._summary

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

    # What spectators do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case table.LOBBY:
                yield Go(player, LOBBY)
            case table.SLOWER:
                self.stage.slower(now)
                yield from self._tell_pace(player)
            case table.FASTER:
                self.stage.faster(now)
                yield from self._tell_pace(player)
            case table.PAUSE:
                self.stage.pause()
            case table.AGAIN:
                yield self._price(player)
                self.stage.again(now)
            case table.DANCE | table.SPOIL:
                yield from self._sit(player, SEATS.index(tile), now)
            case _:
                yield from self._click_as_player(player, tile, now)
        yield from self._attend(now)

    def _tell_pace(self, player: Player) -> Events:
        yield Tell(player, Words("The stage now shows a step every {seconds} s.", seconds=f"{self.stage.pace:g}"))

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", str(tile)):
                return self.click(player, tile, now)
        return ()

    # What people at the table do

    def _sit(self, player: Player, side: Side, now: float) -> Events:
        """Sit down, change seats, or stand up by a click on one's own seat."""
        before = self._side_of(player)
        if self.match is not None or self._is_dropped:
            return
        if self._seats.get(side, player) is not player:
            yield Refuse(player, Words("{name} sits there already.", name=self._names[side]))
            return
        if before is not None:
            self._stand_up(before)
        if before == side:
            yield Tell(player, Words("You have stood up."))
            return
        self._people.sides.add(side)
        yield Tell(player, Words("You have sat down. The match begins when somebody takes the other seat."))
        yield from self._take_seat(player, side, now)

    def _price(self, player: Player) -> Cost:
        """What a player pays for a look at all of the board."""
        return Cost(player, self.instance.size**2 / CELLS)

    def _click_as_player(self, player: Player, tile: TileId, now: float) -> Events:
        side = self._side_of(player)
        if self._people.has_hand(side):
            yield Cost(player, SEARCH) if tile == table.LINES else self._price(player)
        try:
            requests = self._people.click(side, tile)
        except NotNow as error:
            yield Refuse(player, str(error))
            return
        for request in requests:
            if self.match is not None and side is not None:
                yield from self._play(self.match, self.match.role_of(side), request, now)

    # What is seen

    @property
    def _is_on(self) -> bool:
        return self.match is not None and self._ended_at is None

    def stale_views(self) -> Iterable[Player] | None:
        touched, self._people.touched = self._people.touched, set()
        return [self._seats[side] for side in touched if side in self._seats]

    def view(self, player: Player) -> View:
        return self._people.view(self._side_of(player), self._exits if self._is_on else NO_VIEW)

    def scene(self) -> Scene:
        if self._scene is None:
            text = DROPPED if self._is_dropped else self._turn()
            can_sit = [self.match is None and not self._is_dropped and self._can_sit(side) for side in (0, 1)]
            self._scene = self._scenery.scene(
                self.match, self.stage, self._names, self._seconds, self._steps, can_sit, text
            )
        return self._scene

    def _turn(self) -> Words | None:
        """What a person whose turn it is can do. The stage may be behind, but the headline is not."""
        advice = self._people.advice()
        if advice is None:
            return None
        side, what = advice
        return Words("{name}'s turn: {what}.", name=self._names[side], what=what)

    def _can_sit(self, side: Side) -> bool:
        """Whether a click on a seat can mean something: a program stays where it sits."""
        return side not in self._seats or side in self._people.sides

    # What it is, as data

    def facts(self) -> Mapping[Any, Any]:
        match = self.match
        facts: dict[str, object] = {
            "phase": PLAYING if self._is_on else WAITING if match is None and not self._is_dropped else OVER,
            "cancelled": True if self._is_dropped else None,
            "seats": {side: self._seat_facts(side) for side in sorted(self._seats)},
            "options": option_facts(self.instance, self._rounds, self._seconds_each),
            "stage": stage_facts(self.stage, match, self._steps),
        }
        if match is None:
            return facts
        facts |= {"round": len(match.rounds), "rounds": round_facts(match, self._said)}
        if match.round.turn is not None:
            turn = [str(match.side_of(match.round.turn))]
            facts |= {"step": match.round.phase, "deadline": match.round.deadline, "turn": turn}
        elif self._said == len(match.rounds) and match.outcome.winner is not None:
            facts |= {"winner": str(match.outcome.winner)}
        return facts

    def _seat_facts(self, side: Side) -> Mapping[str, object]:
        role = (Role.CHOREOGRAPHER, Role.SPOILER)[side] if self.match is None else self.match.role_of(side)
        return {
            "player": self._seats[side],
            "role": role,
            "program": True if side not in self._people.sides else None,
            "gone": True if side in self._gone else None,
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return self._people.facts(self._side_of(player), STAKE if self._is_on else None)

    def scramble(self, player: Player) -> None:
        """The other's hand; and whatever the stage has not shown yet, except to a player whose turn it is."""
        side = self._side_of(player)
        self._people.scramble(side)
        if self.match is None or self._people.has_hand(side):
            return
        for number, one in enumerate(self.match.rounds[self.stage.round - 1 :], self.stage.round):
            is_on_stage = number == self.stage.round
            shown = self.stage.step if is_on_stage else 0
            one.steps[shown:] = [b""] * (len(one.steps) - shown)
            if not (is_on_stage and self.stage.stars):
                one.stars = tuple((y, x) for x, y in one.stars)
            if number > self._said:
                one.lines, one.reason = (), ""

    def legal(self, player: Player) -> Iterable[TileId]:
        yield from (table.LOBBY, table.SLOWER, table.FASTER, table.PAUSE, table.AGAIN)
        if self.match is None and not self._is_dropped:
            sides = (side for side in (0, 1) if self._can_sit(side) and self._seats.get(side, player) is player)
            yield from (SEATS[side] for side in sides)
        yield from self._people.legal(self._side_of(player))
