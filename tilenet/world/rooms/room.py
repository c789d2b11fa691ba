"""A room: players around one running game, which is a TileNet matrix, whatever doors they came through.

This is the game's half of it: rules, order of acts, events, failure, the alarm. The other half is its `Audience`, which
is told what there is to see and to hear. A click on its way to everybody's screen: `Room.act` asks whether it can be
executed [c8.2], the game's `click` changes the game, and the `Display` hands what has changed to the audience.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from random import Random
from typing import NamedTuple, Protocol, TypeGuard
from weakref import WeakKeyDictionary, WeakSet

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.game import (
    HELP,
    HOME,
    Chat,
    Close,
    Cost,
    Event,
    Events,
    Game,
    Go,
    KeyId,
    LookUp,
    Open,
    Points,
    Private,
    Public,
    Ranking,
    Result,
    Say,
    Standing,
    Tell,
    TileId,
)
from tilenet.game import Player as AnyPlayer
from tilenet.limits import Bucket, Limits
from tilenet.turns.turn import Turn
from tilenet.wire.messages import AGENT, MATRIX, Hear
from tilenet.world.players.client import Client
from tilenet.world.players.player import Muted, Player
from tilenet.world.rooms.acts import Act, Click, Press, Request, Speech
from tilenet.world.rooms.alarm import Alarm
from tilenet.world.rooms.arrivals import Herald
from tilenet.world.rooms.outoforder import OutOfOrder
from tilenet.world.rooms.ranking import ranking
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.cache import Cache
from tilenet.world.screens.display import Display
from tilenet.world.screens.images import Images
from tilenet.world.screens.news import News
from tilenet.world.screens.painter import Painter
from tilenet.world.screens.pictures import NO_FACES

TALKERS = 12  # players' worth of talk that is allowed to the room in all, and in whispers to one player


class Host(Protocol):
    """What a room needs of the world around it."""

    clock: IReactorTime
    limits: Limits
    images: Images
    turn: Turn

    def mint(self, kind: str) -> str:
        """A new objid."""

    def award(self, player: Player, change: int) -> None:
        """Points won or lost."""

    def scored(self, player: Player, room: str, change: int) -> None:
        """A player who is elsewhere has won or lost points in a room with this title."""

    def send_to(self, player: Player, room: str | None) -> None:
        """Let a player walk to the room of that name, or Home."""

    def open(self, event: Open) -> None:
        """There is another room from now on."""

    def shut(self, event: Close) -> None:
        """Close a room, if nobody is in it."""

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""

    def recount(self) -> None:
        """Who plays and who watches has changed."""

    def record(self, result: Result) -> None:
        """Keep the result of a game."""

    def look_up(self, question: object) -> Deferred[object]:
        """The answer to a question about results."""


class Member(NamedTuple):
    """A player in the room."""

    player: Player
    whispers: Bucket  # limits what others whisper to the player: more could be too much for their line


def _nothing() -> None:
    """There is nothing to be done after an act."""


class Room:
    """One matrix. It owns its game, and the only timer that the game has."""

    log = Logger()

    def __init__(
        self,
        name: str,
        title: str,
        make_game: Callable[[], Game],
        host: Host,
        *,
        is_home: bool = False,
        closed: Callable[[], object] | None = None,
    ) -> None:
        """A room is permanent, unless there is something to call when it is closed: then it is a temporary one."""
        self.name = name
        self.title = title
        self.objid = host.mint(MATRIX)
        self.members: dict[str, Member] = {}
        self.spectators = 0  # of these
        self.audience = Audience(self.objid, host.turn)
        self._is_temporary = closed is not None
        self._closed = closed
        self._visitors: WeakSet[Cache] = WeakSet()  # who have left a temporary room, and remember it
        self._newcomers: list[Player] = []  # not seated yet
        self._scored: dict[Player, int] = {}  # points won or lost by this act; some players may be elsewhere
        self._changes: WeakKeyDictionary[AnyPlayer, int] = WeakKeyDictionary()  # the same, since the last ranking
        self._make_game = make_game
        self._host = host
        self._painter = Painter(self.objid, host.mint, host.images, is_home=is_home)
        self._display = Display(title, self._painter, self.audience)
        self._herald = Herald()
        self._speech = self._talk()
        self._alarm = Alarm(host.clock, host.turn, self._rang)
        self._is_untouched = True  # whether nobody has done anything since the game began
        self._is_closed = False
        self._failed: Game | None = None  # the last one that has, as long as there is no other
        self.game: Game = OutOfOrder(Random())  # for a moment
        self._start_game([])

    # What players do

    def enter(self, player: Player) -> None:
        """A player walks in. They are seated, and see the room, after the game was told of their coming."""
        if not self.members and isinstance(self.game, OutOfOrder):
            self._start_game([])
        player.went_to(self)
        self._newcomers.append(player)
        self._herald.came(player, player.name, self._now, len(self.members))
        self._play(self.game.enter, player, is_walk=True)

    def leave(self, player: Player) -> None:
        """A player walks out, or is lost."""
        if self._is_temporary and player.client is not None and player.client.screen is not None:
            self._visitors.add(player.client.screen.cache)
        self.audience.part(player.objid)
        self._display.forget(player)
        del self.members[player.objid]
        player.went_to(None)
        self._herald.left(player, player.name, self._now, len(self.members))
        if not self.members:
            self._changes.clear()
        self._play(self.game.leave, player, is_walk=True)

    def act(self, player: Player, act: Act, done: Callable[[], object] = _nothing) -> None:
        """Let a player do something, if it can be executed [c8.2]; then call `done`, which may be later than now."""
        match act:
            case Click():
                self._click(player, act.token)
            case Press(key):
                if self._is_executable(player, key):
                    self._play(self.game.press, player, self._painter.id_of(key))
            case Speech(to, text):
                self._say(player, to, text)
            case Request(body):
                self._play(self.game.ask, player, body, asker=player)
            case _:
                raise TypeError(f"{act!r} is not an act: Click, Press, Speech or Request")
        done()

    def _click(self, player: Player, token: str) -> None:
        if not self._is_executable(player, token):
            return
        tile = self._painter.id_of(token)
        if tile == HELP:
            self._play(self._help, player)
        elif tile == HOME:
            self._host.send_to(player, None)
        else:
            self._play(self.game.click, player, tile)

    def _say(self, player: Player, target: str, text: str) -> None:
        if target != self.objid and target not in self.members and target not in self._painter.picture.faces:
            return
        try:
            text = player.say(text, self._host.limits)
            if not text:
                return
            is_whisper = target[0] == AGENT and text.startswith("(") and text.endswith(")")
            if is_whisper and target not in self.audience.watchers:
                raise Muted(f"Not said: {_why_deaf(self.members[target].player)}.")
            if is_whisper and self.members[target].whispers.take():
                raise Muted(f"Not said: too many are whispering to {self.members[target].player.name}.")
            if not is_whisper and self._speech.take():
                raise Muted("Not said: too many are talking here.")
        except Muted as reason:
            self.tell(player, str(reason))
            return
        if target[0] == AGENT:
            heard = News(Hear(player.objid, target, text))
            if is_whisper:
                self.audience.tell(target, heard)
            else:
                self.audience.tell_all(heard)
        else:
            to = None if target[0] == MATRIX else self._painter.id_of(target)
            self._play(self.game.say, player, text, to)

    def _is_executable(self, player: Player, objid: str) -> bool:
        face = self._display.face(player, objid)
        return face is not None and bool(face.energy) and player.energy > 0

    # What the world does

    def attach(self, player: Player, client: Client) -> None:
        """A player who is here has a client now."""
        game = None
        while client.screen is not None and player.room is self and game is not self.game:
            game = self.game  # another one if it fails
            self._play(self._look, player)
        if player.room is self:
            self.audience.attach(player.objid, client, self._display.faces_of(player))

    def detach(self, player: Player) -> None:
        """A player who is here has no client any more."""
        self.audience.detach(player.objid)
        self._display.forget(player)

    def renumber(self, player: Player, objid: str) -> None:
        """A player who is here, without a client, becomes another agent; the game does not notice."""
        member = self.members.pop(player.objid)
        self.audience.part(player.objid)
        player.renumber(objid)
        self.members[objid] = member
        self.audience.seat(player.agent, None, NO_FACES)

    def away(self, player: Player) -> None:
        """The connection of a player who is here is lost."""
        self.audience.tell_all(player.changed(), coalesce=True)
        self._play(self.game.away, player)

    def back(self, player: Player) -> None:
        """A player who was away is shown the room again."""
        self._play(self.game.back, player)

    def tell(self, player: Player, text: str) -> None:
        """The room says something to one player alone."""
        self.audience.tell(player.objid, News(Hear(self.objid, player.objid, text)))

    def changed(self, player: Player) -> None:
        """Something about a player who is in the room, or about to be seated, is new."""
        news = player.changed()
        self._herald.renamed(player, player.name)
        if player.objid in self.members:
            self.audience.tell_all(news)

    def scored(self, player: Player) -> None:
        """A player in this room has won or lost points in another room."""
        if self.game.follows_points:
            self._play(self.game.scored, player)

    def close(self) -> None:
        """Forget everybody, be forgotten, and stop the clock."""
        self._is_closed = True
        self.members.clear()
        self.audience.clear()
        for cache in self._visitors:
            cache.forget(self.objid)
        self._alarm.stop()

    def shut(self) -> None:
        """Close for good, if this is a temporary room and nobody is in it."""
        if self._is_temporary and not self.members and not self._newcomers:
            self._is_temporary = False
            self._host.close_room(self)
            self._tell_closed()

    def _tell_closed(self) -> None:
        """Nobody can go there any more; told once."""
        closed, self._closed = self._closed, None
        if closed is not None:
            try:
                closed()
            except (Exception, SystemExit):
                self.log.failure("The clean-up of {room} failed", room=self.title)

    def objid_of(self, id: TileId | KeyId) -> str:
        """The objid of the game's tile or key; KeyError if it is not there."""
        return self._painter.objid_of(id)

    def refresh(self) -> None:
        """Look at the game again: it has changed by itself."""
        self._play(lambda now: ())

    # What the game does

    @property
    def _now(self) -> float:
        return self._host.clock.seconds()

    def _play(
        self,
        act: Callable[..., Events],
        *args: object,
        asker: Player | None = None,
        by_timer: bool = False,
        is_walk: bool = False,
    ) -> None:
        """Let the game act, and let everybody know what came of it."""
        if not by_timer:
            self._is_untouched = False
        walks: list[Go | Close] = []
        try:
            told = self._take_events(act(*args, self._host.clock.seconds()), act, walks)
            self._publish(is_walk=is_walk)
            for event in told:
                self._tell_event(event)
            self._set_alarm()
            if self.spectators != self.game.spectators:
                self.spectators = self.game.spectators
                self._host.recount()
        except (Exception, SystemExit):
            self.log.failure("The game of {room} failed", room=self.title)
            self._speak("Something went wrong in this game. It starts again.")
            self._start_game(walks, is_hopeless=self._is_untouched)
        if self._scored:
            self._tell_scored()
        for walk in walks:
            if isinstance(walk, Close):
                self._host.shut(walk)
            elif isinstance(walk.player, Player) and (walk.player.room is self or walk.player is asker):
                self._host.send_to(walk.player, walk.room)
        if self.game.is_done:
            self.shut()

    def _take_events(
        self, events: Events | None, act: Callable[..., Events], walks: list[Go | Close], *, counts: bool = True
    ) -> Sequence[Event]:
        """Points and costs count at once, and rooms are opened; what is said comes after the scene; walks come last."""
        if events is None or events == ():
            return ()
        told: list[Event] = []
        rankings: list[Event] = []
        if isinstance(events, str) or not isinstance(events, Iterable):
            raise TypeError(f"{_name(act)} gave {events!r}: a method yields events, or returns a list of them")
        for event in events:
            match event:
                case Points(Player() as player, int(change)):
                    if counts:
                        self._award(player, change)
                case Cost(Player() as player, int() | float() as commands) if commands >= 0:
                    if counts and player.client is not None:
                        player.client.spend(commands)
                case Go(Player(), None | str()) | Close(str()):
                    walks.append(event)
                case Open(str(), str()):
                    self._host.open(event)
                case Result(str(), tuple()):
                    self._host.record(event)
                    rankings += self._rank(event.standings) if event.is_told else ()
                case Ranking(tuple()):
                    rankings += self._rank(event.standings)
                case LookUp(question):
                    self._look_up(question)
                case Say(str()) | Tell(Player(), str()) | Chat(Player(), str()) | Public() | Private(tuple()):
                    told.append(event)
                case Private():
                    raise TypeError(f"{_name(act)} gave {event!r}: `to` is a tuple of players")
                case _:
                    raise TypeError(f"{_name(act)} gave {event!r}, which is not a valid event")
        return told + rankings

    def _rank(self, standings: Sequence[Standing]) -> Sequence[Event]:
        told = ranking(standings, self._changes)
        self._changes.clear()
        return told

    def _look_up(self, question: object) -> None:
        game = self.game

        def found(answer: object) -> None:
            if self.game is game and not self._is_closed:
                self._play(game.found, question, answer)

        self._host.look_up(question).addCallback(found)

    def _award(self, player: Player, change: int) -> None:
        before = player.points
        self._host.award(player, change)
        if player.points != before:
            self._scored[player] = self._scored.get(player, 0) + player.points - before
            self._changes[player] = self._changes.get(player, 0) + player.points - before

    def _tell_scored(self) -> None:
        scored, self._scored = self._scored, {}
        for player, change in scored.items():
            if player.room is not None and player.room is not self:
                player.room.scored(player)
                self._host.scored(player, self.title, change)

    def _tell_event(self, event: Event) -> None:
        match event:
            case Say(text):
                self._speak(text)
            case Tell(player, text):
                if self._is_here(player):
                    self.tell(player, text)
            case Chat(player, text):
                if self._is_here(player):
                    self.audience.tell_all(News(Hear(player.objid, self.objid, text)))
            case Private(to):
                for player in to:
                    if isinstance(player, Player) and player.client is not None and player.client.listener is not None:
                        player.client.listener(event)
            case Public():
                self.audience.happened(event)

    # What is seen

    def _publish(self, *, is_walk: bool = False) -> None:
        """Hand what has changed to the audience, and seat the newcomers."""
        if self.audience.watchers or any(newcomer.has_screen for newcomer in self._newcomers):
            self._display.show(self.game, coalesce=is_walk)
        while self._newcomers:
            self._seat(self._newcomers[0])
            del self._newcomers[0]

    def _look(self, player: Player, now: float) -> Events:
        """Paint what a player is about to see, though nobody may have looked for a while."""
        self._display.show(self.game)
        self._display.look(self.game, player)
        return ()

    def _seat(self, newcomer: Player) -> None:
        if newcomer.has_screen:
            self._display.look(self.game, newcomer)
        self.audience.seat(newcomer.agent, newcomer.client, self._display.faces_of(newcomer))
        self.members[newcomer.objid] = Member(newcomer, self._talk())

    # Time

    def _set_alarm(self) -> None:
        """The alarm is for the game's deadline and for the herald, whichever comes first."""
        deadline = self.game.deadline
        if deadline is not None and not (isinstance(deadline, int | float) and isfinite(deadline)):
            raise TypeError(f"a deadline is a time or None, not {deadline!r}")
        due = self._herald.due
        if due is None or (deadline is not None and deadline < due):
            due = deadline
        self._alarm.set(due)

    def _rang(self) -> None:
        if self._herald.due is not None and self._herald.due <= self._now:
            self._speak(self._herald.line({member.player for member in self.members.values()}))
        self._play(self._tick, by_timer=True)

    def _help(self, player: Player, now: float) -> Events:
        return [Tell(player, line) for line in self.game.help]

    def _tick(self, now: float) -> Events:
        if self.game.deadline is not None and self.game.deadline <= now:
            yield from self.game.tick(now) or ()
            if self.game.deadline is not None and self.game.deadline <= now:
                raise RuntimeError(f"tick({now}) has left the deadline at {self.game.deadline}")

    # Failure

    def _start_game(self, walks: list[Go | Close], *, is_hopeless: bool = False) -> None:
        """Start again, with everybody who is here; their points stay. A game that cannot begin leaves a way out."""
        if not isinstance(self.game, OutOfOrder):
            self._failed = self.game
        for make in (self._make_game, lambda: OutOfOrder(Random()))[is_hopeless:]:
            try:
                self.game = make()
                self._display.begin()
                if self._failed is not None:
                    self.game.take_over(self._failed)
                self._is_untouched = True
                told: list[Event] = []
                for player in [*(member.player for member in self.members.values()), *self._newcomers]:
                    told += self._take_events(self.game.enter(player, self._now), self.game.enter, walks, counts=False)
                if (
                    not self.members and not self._is_temporary
                ):  # nobody looks yet, but an illegal scene is found at once
                    self._display.show(self.game)
                self._publish()
                for event in told:
                    self._tell_event(event)
                self._set_alarm()
                if isinstance(self.game, OutOfOrder):
                    self._tell_closed()
                else:
                    self._failed = None
                return
            except (Exception, SystemExit):
                self.log.failure("The game of {room} cannot start", room=self.title)

    # Speech

    def _talk(self) -> Bucket:
        """As much as may be said to everybody, or whispered to one."""
        rate, burst = self._host.limits.speech_per_second, self._host.limits.speech_burst
        return Bucket(TALKERS * rate, TALKERS * burst, self._host.clock.seconds)

    def _is_here(self, player: AnyPlayer) -> TypeGuard[Player]:
        return isinstance(player, Player) and player.room is self

    def _speak(self, text: str) -> None:
        if text:
            self.audience.tell_all(News(Hear(self.objid, self.objid, text)))


def _why_deaf(player: Player) -> str:
    if player.client is None:
        return f"{player.name} is not connected"
    return f"{player.name} uses a protocol that has no talk"


def _name(act: Callable[..., Events]) -> str:
    return getattr(act, "__qualname__", repr(act))
