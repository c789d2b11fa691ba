"""PairPanicking in its room: what squares look like, what the room says, and when the next tick is due."""

from __future__ import annotations

from heapq import nsmallest
from random import Random
from typing import ClassVar, NamedTuple

from tilenet.game import (
    HELP,
    HOME,
    Event,
    Events,
    Game,
    Image,
    Player,
    Result,
    Say,
    Scene,
    Tell,
    Tile,
    TileId,
    help_tile,
    home_tile,
    standings,
)
from tilenet.games.pairpanicking.rules import (
    COPIES,
    ENTRY,
    FOUND,
    FOUND_EXTRA,
    MISSED,
    MISSED_EXTRA,
    SIDE,
    SQUARES,
    START,
    SYMBOLS,
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
)
from tilenet.text import NAMED, counted, listed
from tilenet.world.home import FULL

RESTART, SCORING, CLOCK = "restart", "scoring", "clock"
STEP = 0.5  # seconds between two updates of the clock
STEPS = round(WAIT / STEP)
STAKE = "Misses still cost you points."


class Look(NamedTuple):
    """What a square looks like."""

    name: str
    text: str
    fg: str
    bg: str
    image: Image | None = None

    def tile(self, square: Square, *, enabled: bool = False) -> Tile:
        return Tile(*square, self.name, self.text, enabled, self.fg, self.bg, self.image)


class Faces(NamedTuple):
    """All looks that a square can have: one hidden, one solved, and one for each symbol."""

    hidden: Look
    solved: Look
    symbols: tuple[Look, ...]


def showing(name: str, fg: str, bg: str, image: Image | None = None) -> Look:
    return Look(name, f"It shows {name}.", fg, bg, image)


HIDDEN = Look("?", "A hidden square.", "ffffffff", "ff3b4754")
SOLVED = Look("··", "A solved square.", "ff808080", "ff262626")
WORDS = Faces(
    HIDDEN,
    SOLVED,
    (
        showing("ant", "fffddddd", "ff701010"),
        showing("bee", "ff370d06", "fff39e91"),
        showing("cat", "fffdf7dd", "ff705c10"),
        showing("dog", "ff373406", "fff3ec91"),
        showing("elk", "ffddedfd", "ff104070"),
        showing("fox", "ff061837", "ff91b5f3"),
        showing("gnu", "fff0ddfd", "ff481070"),
        showing("hen", "ff290637", "ffd791f3"),
        showing("jay", "ffddfddd", "ff107010"),
        showing("koi", "ff06370d", "ff91f39e"),
        showing("moa", "fffdeadd", "ff703610"),
        showing("owl", "ff372006", "fff3c591"),
        showing("pig", "ffddfdfd", "ff107070"),
        showing("ram", "ff063137", "ff91e6f3"),
        showing("sow", "fffdddf3", "ff701050"),
        showing("yak", "ff370620", "fff391c5"),
    ),
)


class PairPanicking(Game):
    """The game as everybody in the room sees and hears it. A variant has other faces."""

    title = "PairPanicking"
    about = f"Find pairs under {SIDE * SIDE} squares, all players at once. Coming in costs {ENTRY} point."
    follows_points = True
    help = (
        f"{SYMBOLS} symbols, {COPIES} of each, are hidden under {SIDE * SIDE} squares. Click a square to turn it; "
        "everybody plays at once.",
        f"Two squares show for {WAIT:g} s, or until somebody turns a third. If they are a pair, they are solved; "
        "if not, they are hidden again.",
        "The game is over when every square is solved, or when nobody here is active, that is, has any points. "
        "The active player with the most points wins; Restart begins a new game.",
        f"You start with 10 points. If you have fewer than {FULL}, Recharge at Home brings you back to {FULL}. "
        "Click Scoring to see what earns points and what costs them.",
    )
    scoring = (
        f"Coming in costs {ENTRY} point, and starting a game {START}. Points never fall below 0.",
        f"A pair: +{FOUND} for everybody here, and +{FOUND_EXTRA} more for the player who turned the second square, "
        "if active.",
        f"No pair: -{MISSED} for every active player, and -{MISSED_EXTRA} more for the player who turned the second "
        "square, if active. Players who have left this game pay, too.",
        "Your energy, which everybody can see, is your points plus one, so you can still click with no points.",
    )
    faces: ClassVar[Faces] = WORDS
    caches: ClassVar = {"_scene": None}

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.contest = Contest(self)
        self._result = ""  # of the last game
        self._steps_left = 0  # of the clock
        self._scene: Scene | None = None  # None when something in it may have changed
        self._standings = ""  # of the best, as they are shown and told

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        return self._play(self.contest.enter(player), now)

    def leave(self, player: Player, now: float) -> Events:
        yield from self._play(self.contest.leave(player), now)
        if not self.contest.people:
            self._result = ""

    def scored(self, player: Player, now: float) -> Events:
        return self._play(self.contest.scored(), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case (int(x), int(y)):
                return self._play(self.contest.trigger(player, (x, y), now), now)
            case "restart":
                return self._play(self.contest.start(player), now)
            case "scoring":
                return [Tell(player, line) for line in (*self.scoring, f"Points now: {self._standings}.")]
        return ()

    def tick(self, now: float) -> Events:
        return self._play(self.contest.decide(now), now)

    def _play(self, events: Events, now: float) -> Events:
        """Put what the rules did into words, and set the clock, unless they refused to do anything."""
        is_refused = False
        for event in events:
            is_refused = isinstance(event, Refused)
            yield self._in_words(event)
            if isinstance(event, Over) and event.players and self.contest.people:
                yield self._counted(event)
        if not is_refused:
            self._set_clock(now)
            self._scene = None
            self._standings = self._best()

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
            tiles: dict[TileId, Tile] = {square: self._tile(square) for square in SQUARES}
            clock = f"{self._steps_left * STEP:.1f} s" if self._steps_left else ""
            tiles[HOME] = home_tile(SIDE, 0, STAKE if self.contest.is_on else "")
            tiles[HELP] = help_tile(SIDE, 1)
            tiles[SCORING] = Tile(SIDE, 2, "Scoring", "What earns points, and what costs them")
            tiles[RESTART] = Tile(SIDE, 3, "Restart", f"A new game, for {START} point", not self.contest.is_on)
            tiles[CLOCK] = Tile(SIDE, 4, clock, "How long the two squares still show", enabled=False)
            self._scene = Scene((SIDE + 1, SIDE), tiles, text=self._headline())
        return self._scene

    def _tile(self, square: Square) -> Tile:
        board = self.contest.board
        match board.state(square):
            case State.HIDDEN:
                return self.faces.hidden.tile(square, enabled=self.contest.is_on)
            case State.SHOWING:
                return self.faces.symbols[board.symbol(square)].tile(square)
            case State.SOLVED:
                return self.faces.solved.tile(square)

    def _headline(self) -> str:
        if self.contest.is_on:
            return f"Turn squares: {counted(self.contest.pairs_left, 'pair')} to find. {self._standings}."
        return f"{self._result} Click Restart." if self._result else "Click Restart to begin: it costs a point."

    def _best(self) -> str:
        """bob 14, ann 9, cid 0 and 3 more"""
        people = self.contest.people
        best = nsmallest(NAMED, people, key=lambda player: -player.points)
        more = f" and {len(people) - len(best)} more" if len(people) > len(best) else ""
        return ", ".join(f"{player.name} {player.points}" for player in best) + more

    # What is said

    def _in_words(self, event: Event) -> Event:
        match event:
            case Started(by):
                return Say(f"{by.name} has started a game: {counted(self.contest.pairs_left, 'pair')} to find.")
            case Refused(by):
                why = "after that nobody here would have one" if by.points else "you have none"
                return Tell(by, f"Starting costs a point, and {why}. Recharge at Home brings you back to {FULL}.")
            case Found(by, symbol, extra):
                more = f", {by.name} +{extra} more" if extra else ""
                return Say(f"{by.name} found a pair ({self._name(symbol)}): everybody here +{FOUND}{more}.")
            case Missed((first, one), (second, other), extra):
                turned = f"{first.name} turned {self._name(one)}"
                turned += f" and {self._name(other)}" if first is second else f", {second.name} {self._name(other)}"
                more = f", {second.name} -{extra} more" if extra else ""
                return Say(f"{turned}: active players -{MISSED}{more}.")
            case Over(end, winners, _):
                self._result = _result(end, winners)
                return Say(self._result)
        return event

    def _counted(self, over: Over) -> Result:
        """The score is the points, as they decide who wins. A player who has left cannot win, and has none."""
        people = self.contest.people
        scores = {player: player.points if player in people else 0 for player in over.players}
        return Result(self.title, standings(scores, {*over.players} - {*people}))

    def _name(self, symbol: int) -> str:
        return self.faces.symbols[symbol].name


def _result(end: End, winners: tuple[Player, ...]) -> str:
    match end:
        case End.SPENT:
            return "Game over: nobody has points left, so nobody wins."
        case End.DESERTED:
            return "Game over: the last player with points has left, so nobody wins."
        case End.SOLVED:
            points = counted(winners[0].points, "point")
            how = f"wins with {points}" if len(winners) == 1 else f"tie, with {points} each"
            return f"Game over: every square is solved. {listed(player.name for player in winners)} {how}."
