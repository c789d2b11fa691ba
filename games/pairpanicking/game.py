"""PairPanicking in its room: what squares look like, what the room says, and when the next tick is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from heapq import nsmallest
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Choice,
    Event,
    Events,
    Game,
    Moment,
    Player,
    Ranking,
    Recharge,
    Refuse,
    Result,
    Say,
    Scene,
    Summary,
    Tell,
    Tile,
    TileId,
    View,
    Words,
    help_tile,
    home_tile,
    standings,
)
from tilenet.games.pairpanicking import speech, texts
from tilenet.games.pairpanicking.faces import WORDS, Faces
from tilenet.games.pairpanicking.pictures import PICTURES
from tilenet.games.pairpanicking.rules import (
    ENTRY,
    SIDE,
    SQUARES,
    START,
    WAIT,
    Contest,
    End,
    Found,
    Missed,
    Over,
    Refused,
    Square,
    Started,
    State,
    is_active,
)
from tilenet.text import NAMED
from tilenet.world.home import FULL, RECHARGE, RECHARGE_TILE

RESTART, SCORING, CLOCK = "restart", "scoring", "clock"
IDS: dict[Square, TileId] = {square: ("square", *square) for square in SQUARES}
STEP = 0.5  # seconds between two updates of the clock
STEPS = round(WAIT / STEP)
STAKE = Words("Coming back costs a point.")

SCORING_TILE = Tile(SIDE, 2, Words("Scoring"), Words("What earns points, and what costs them"))
RESTART_TILE = Tile(SIDE, 3, Words("Restart"), Words("A new game, for {points} point", points=START))
CLOCK_TILE = Tile(SIDE, 4, "", Words("How long the two squares still show"), enabled=False)
NO_RECHARGE = Tile(SIDE, 5, *RECHARGE_TILE, enabled=False)
OFFER = View({RECHARGE: NO_RECHARGE._replace(enabled=True)})  # to those who are short of points


FACES = {"words": WORDS, "pictures": PICTURES}
COST, FREE = "cost", "free"  # what misses do
SUMMARIES = {phase: Summary(phase=phase) for phase in ("playing", "over", "waiting")}


class PairPanicking(Game):
    """The game as everybody in the room sees and hears it. A variant has other faces, or misses that cost nothing."""

    title = Words("PairPanicking")
    about: ClassVar[str] = Words(
        "Find pairs under {squares} squares, all players at once. Coming in costs {points} point.",
        squares=SIDE * SIDE,
        points=ENTRY,
    )
    kind = "pairpanicking/1"
    version = 2
    bot = "pairpanicking"
    order = 40
    is_dealt = True
    board_role = "square"
    table = "pairpanicking"
    choices: ClassVar = {
        "faces": Choice(Words("Squares"), [("words", Words("words")), ("pictures", Words("pictures"))], "words"),
        "misses": Choice(Words("Misses"), [(COST, Words("cost points")), (FREE, Words("cost nothing"))], COST),
    }
    tells_facts = False  # its rules want all of it to be played by tiles alone
    follows_points = True
    help = texts.HELP
    faces: ClassVar[Faces] = WORDS
    caches: ClassVar = {"_scene": None, "_stale": set()}

    def __init__(self, random: Random, faces: str = "", misses: str = COST) -> None:
        super().__init__(random)
        self.chosen = faces  # for this table; empty if it is as the room says
        self.contest = Contest(self, misses_cost=misses == COST)
        self._result = ""  # of the last game
        self._end: End | None = None  # why that was over
        self._steps_left = 0  # of the clock
        self._scene: Scene | None = None  # None when something in it may have changed
        self._standings = ""  # of the best, as they are shown and told
        self._poor: set[Player] = set()  # those here who are short of points
        self._stale: set[Player] = set()  # for whom something else has changed than for everybody

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        had_points = player.points > 0
        yield from self._play(self.contest.enter(player), now)
        yield Tell(player, speech.welcome(self.contest, player, has_paid=had_points, is_held=self.is_held))

    def leave(self, player: Player, now: float) -> Events:
        yield from self._play(self.contest.leave(player), now)
        if not self.contest.people:
            self._result, self._end = "", None

    def scored(self, player: Player, now: float) -> Events:
        return self._play(self.contest.scored(), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("square", int(x), int(y)):
                return self._play(self.contest.trigger(player, (x, y), now), now)
            case "restart":
                return self._play(self.contest.start(player), now)
            case "recharge":
                return [Recharge(player)]
            case "scoring":
                points = Words("Points now: {standings}.", standings=self._standings)
                scoring = texts.scoring(misses_cost=self.contest.misses_cost)
                return [Tell(player, line) for line in (*scoring, points)]
        return ()

    def tick(self, now: float) -> Events:
        return self._play(self.contest.decide(now), now)

    def why_not_start(self) -> str | None:
        if self.contest.is_on:
            return Words("A game is on.")
        return None if self.contest.is_anybody_active() else speech.nobody_active()

    def start(self, now: float) -> Events:
        return self._play(self.contest.begin(), now)

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held, self._scene = is_held, None
        return ()

    def summary(self) -> Summary:
        return SUMMARIES[self._phase]

    @property
    def _phase(self) -> str:
        return "playing" if self.contest.is_on else "over" if self._result else "waiting"

    def _play(self, events: Events, now: float) -> Events:
        """Put what the rules did into words, and set the clock, unless they refused to do anything."""
        is_refused, was_on = False, self.contest.is_on
        for event in events:
            is_refused = isinstance(event, Refused)
            yield self._in_words(event)
            match event:
                case Found(by, symbol):
                    yield Moment(Words("{name}: {symbol}", name=by.name, symbol=self._name(symbol)))
                case Over(end):
                    if end is End.SPENT:
                        what_now = speech.what_now(is_held=self.is_held)
                        yield from (Tell(one, what_now) for one in self.contest.people if not is_active(one))
                    yield self._counted(event) if event.players and self.contest.people else Ranking(())
        if not is_refused:
            self._set_clock(now)
            self._scene = None
            self._standings = self._best()
            people = self.contest.people
            poor = {player for player in people if player.points < FULL}
            changed = poor ^ self._poor if was_on == self.contest.is_on else {*people}
            self._poor, self._stale = poor, {player for player in (*self._stale, *changed) if player in people}

    def _set_clock(self, now: float) -> None:
        """Its steps are counted back from the decision, so that they cannot delay it."""
        end = self.contest.deadline
        if end is None:
            self._steps_left, self.deadline = 0, None
        else:
            self._steps_left = max(1, sum(now < end - step * STEP for step in range(STEPS)))
            self.deadline = end - (self._steps_left - 1) * STEP

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            tiles: dict[TileId, Tile] = {id: self._tile(square) for square, id in IDS.items()}
            clock = f"{self._steps_left * STEP:.1f} s" if self._steps_left else ""
            tiles[HOME] = home_tile(SIDE, 0, STAKE if self.contest.is_on else "")
            tiles[HELP] = help_tile(SIDE, 1)
            tiles[SCORING] = SCORING_TILE
            tiles[RESTART] = RESTART_TILE._replace(enabled=not self.contest.is_on and not self.is_held)
            tiles[RECHARGE] = NO_RECHARGE
            tiles[CLOCK] = CLOCK_TILE._replace(name=clock)
            text = speech.headline(self.contest, self._standings, self._result, self._end, is_held=self.is_held)
            self._scene = Scene((SIDE + 1, SIDE), tiles, text=text)
        return self._scene

    def view(self, player: Player) -> View:
        return OFFER if player in self._poor else NO_VIEW

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, set()
        return stale

    def _tile(self, square: Square) -> Tile:
        board = self.contest.board
        match board.state(square):
            case State.HIDDEN:
                return self._looks.hidden.tile(square, enabled=self.contest.is_on)
            case State.SHOWING:
                return self._looks.symbols[board.symbol(square)].tile(square)
            case State.SOLVED:
                return self._looks.solved.tile(square)

    @property
    def _looks(self) -> Faces:
        """What squares look like at this table."""
        return FACES.get(self.chosen, self.faces)

    def _best(self) -> str:
        """bob 14, ann 9, cid 0 and 3 more"""
        people = self.contest.people
        best = nsmallest(NAMED, people, key=lambda player: -player.points)
        named = ", ".join(f"{player.name} {player.points}" for player in best)
        if len(people) == len(best):
            return named
        return Words("{named} and {others} more", named=named, others=len(people) - len(best))

    # What programs are told

    def facts(self) -> Mapping[Any, Any]:
        contest = self.contest
        return {
            "phase": self._phase,
            "pairs_left": contest.pairs_left if contest.is_on else None,
            "deadline": contest.deadline,
            "showing": {
                IDS[square]: {"symbol": self._name(contest.board.symbol(square)), "by": player}
                for square, player in contest.turned.items()
            },
            "solved": dict.fromkeys(self._squares(State.SOLVED), True),
            "held": self.is_held or None,
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {"leave": STAKE} if self.contest.is_on else {}

    def legal(self, player: Player) -> Iterable[TileId]:
        contest = self.contest
        if contest.is_on:
            yield from self._squares(State.HIDDEN)
        elif contest.can_start(player) and not self.is_held:
            yield RESTART
        yield SCORING
        if player in self._poor:
            yield RECHARGE

    def scramble(self, player: Player) -> None:
        self.contest.board.scramble(self.random)

    def _squares(self, state: State) -> list[TileId]:
        return [id for square, id in IDS.items() if self.contest.board.state(square) is state]

    # What is said

    def _in_words(self, event: Event) -> Event:
        match event:
            case Started(by):
                return Say(speech.started(by, self.contest.pairs_left))
            case Refused(by):
                return Refuse(by, speech.too_poor(by))
            case Found(by, symbol, extra):
                return Say(speech.found(by, self._name(symbol), extra))
            case Missed((first, one), (second, other), extra):
                return Say(speech.missed((first, self._name(one)), (second, self._name(other)), extra))
            case Over(end, winners, _):
                self._result, self._end = speech.result(end, winners), end
                return Say(self._result)
        return event

    def _counted(self, over: Over) -> Result:
        """The score is the points, as they decide who wins. A player who has left cannot win, and has none.

        So if nobody wins, everybody has a score of 0.
        """
        people, tallies = self.contest.people, self.contest.tallies
        scores = {player: player.points if player in people else 0 for player in over.players}
        rows = tuple(
            replace(row, notes=speech.notes(tallies[row.player]) if row.player in tallies else ())
            for row in standings(scores, {*over.players} - {*people})
        )
        return Result(self.title, rows, reason=over.end.name.lower(), note=speech.how(over.end))

    def _name(self, symbol: int) -> str:
        return self._looks.symbols[symbol].name


class Pictures(PairPanicking):
    """The same rules with other faces."""

    table = ""
    title = Words("PairPanicking variant: pictures")
    about = Words("With pictures instead of words. {about}", about=PairPanicking.about)
    faces = PICTURES
