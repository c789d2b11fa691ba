"""A room: players around one running game, which is a TileNet matrix, whatever doors they came through.

A click on its way to everybody's screen: `Room.click` asks whether it can be executed [c8.2], the game's `click`
changes the game, `Room._publish` finds what is new in the scene and sends it to all, encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from random import Random
from typing import Protocol, TypeGuard

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from tilenet.cache import GONE, Meeting
from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Chat,
    Close,
    Event,
    Events,
    Game,
    Go,
    KeyId,
    Open,
    Points,
    Say,
    Tell,
    TileId,
    View,
)
from tilenet.game import Player as AnyPlayer
from tilenet.games.outoforder import OutOfOrder
from tilenet.herald import Herald
from tilenet.images import Images
from tilenet.limits import Bucket, Limits
from tilenet.messages import AGENT, MATRIX, Hear, Set
from tilenet.player import Muted, Player
from tilenet.scene import News, Painter, Picture, Still, difference, still_difference
from tilenet.wire import encode

TALKERS = 12  # players who may talk as much as each one may; what all say together counts for the room


class Host(Protocol):
    """What a room needs of the world around it."""

    clock: IReactorTime
    limits: Limits
    images: Images

    def mint(self, kind: str) -> str:
        """A new objid."""

    def award(self, player: Player, change: int) -> None:
        """Points won or lost."""

    def send_to(self, player: Player, room: str | None) -> None:
        """Let a player walk to the room of that name, or Home."""

    def open(self, event: Open) -> None:
        """There is another room from now on."""

    def shut(self, event: Close) -> None:
        """Close a room, if nobody is in it."""

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""


class Member:
    """A player in the room, and what that player sees of it."""

    __slots__ = ("base", "picture", "player", "send", "view")

    def __init__(self, player: Player, base: Picture, view: View, picture: Picture) -> None:
        self.player = player
        self.send = player.door.send
        self.base = base  # what all see
        self.view = view
        self.picture = picture  # the one through the other


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
        """A room is there for good, unless there is somebody to be told by `closed` that it is not."""
        self.name = name
        self.title = title
        self.objid = host.mint(MATRIX)
        self.members: dict[str, Member] = {}
        self._seeing: dict[str, Member] = {}  # those of them who are shown what there is to see
        self._is_for_a_while = closed is not None
        self._closed = closed
        self._newcomers: list[Player] = []  # not seated yet
        self._scored: dict[Player, None] = {}  # by this act; some may be elsewhere
        self._people_news: list[bytes] = []  # gathered while the game acts: it may be about everybody
        self._is_acting = False
        self._make_game = make_game
        self._host = host
        self._painter = Painter(self.objid, host.mint, host.images, is_home=is_home)
        self._herald = Herald()
        rate, burst = host.limits.speech_per_second, host.limits.speech_burst
        self._speech = Bucket(TALKERS * rate, TALKERS * burst, host.clock.seconds)
        self._alarm: IDelayedCall | None = None
        self._due: float | None = None
        self._published: Picture | None = None
        self._is_untouched = True  # whether nobody has done anything since the game began
        self._failed: Game | None = None  # the last one that has, as long as there is no other
        self.game: Game = OutOfOrder(Random())  # for a moment
        self._start_game([])

    # What players do

    def enter(self, player: Player) -> None:
        """A player walks in. They are seated, and see the room, when the game has dealt with their coming."""
        if not self.members and isinstance(self.game, OutOfOrder):
            self._start_game([])
        player.went_to(self)
        self._newcomers.append(player)
        self._herald.came(player, player.name, self._now, len(self.members))
        self._play(self.game.enter, player)

    def leave(self, player: Player) -> None:
        """A player walks out, or is lost. Nothing of this room is sent to them from here on."""
        seat = self._seeing.pop(player.objid, None)
        if seat is not None:
            player.cache.leave(seat.picture, [member.player for member in self.members.values()])
        del self.members[player.objid]
        player.went_to(None)
        gone, parting = encode(Set(player.objid, x=-1)), Meeting(player.meeting.face, GONE)
        for member in self._seeing.values():
            member.player.cache.part(player.objid, parting)
            member.send(gone)
        self._herald.left(player, player.name, self._now, len(self.members))
        self._play(self.game.leave, player)

    def click(self, player: Player, token: str) -> None:
        """Do what a click on a token does, if it can be executed [c8.2]."""
        if not self._is_executable(player, token):
            return
        tile = self._painter.id_of(token)
        if tile == HELP:
            self._play(self._help, player)
        elif tile == HOME:
            self._host.send_to(player, None)
        else:
            self._play(self.game.click, player, tile)

    def press(self, player: Player, key: str) -> None:
        """Do what a key does, if it can be executed [c8.2]."""
        if self._is_executable(player, key):
            self._play(self.game.press, player, self._painter.id_of(key))

    def say(self, player: Player, target: str, text: str) -> None:
        """Let a player say something to the room, to somebody or to something in it [c8.2]."""
        here = self.members[player.objid].picture.faces
        if target != self.objid and target not in self.members and target not in here:
            return
        try:
            text = player.say(text, self._host.limits)
            if not text:
                return
            is_whisper = target[0] == AGENT and text.startswith("(") and text.endswith(")")
            if is_whisper and target not in self._seeing:
                raise Muted(f"Not said: {self.members[target].player.name} plays by a protocol that has no talk.")
            if not is_whisper:
                if self._speech.wait():
                    raise Muted("Not said: too many are talking here.")
                self._speech.spend()
        except Muted as reason:
            self.tell(player, str(reason))
            return
        if target[0] == AGENT:
            heard = encode(Hear(player.objid, target, text))
            if is_whisper:
                self.members[target].send(heard)
            else:
                self._send_all(heard)
        else:
            to = None if target[0] == MATRIX else self._painter.id_of(target)
            self._play(self.game.say, player, text, to)

    def ask(self, player: Player, request: object) -> None:
        """Let a player behind a door of another protocol ask for something of the game's own."""
        self._play(self.game.ask, player, request)

    # What the world does

    def tell(self, player: Player, text: str) -> None:
        """The room says something to one player alone."""
        player.door.send(encode(Hear(self.objid, player.objid, text)))

    def changed(self, player: Player) -> None:
        """Something about a player who is in the room, or about to be seated, is new."""
        news = player.changed()
        self._herald.renamed(player, player.name)
        if player.objid in self.members:
            self._people_news.append(news)
            if not self._is_acting:
                self._send_people_news()

    def scored(self, player: Player) -> None:
        """A player in this room has won or lost points by something in another."""
        if type(self.game).scored is not Game.scored:
            self._play(self.game.scored, player)

    def close(self) -> None:
        """Forget everybody, and stop the clock."""
        self.members.clear()
        self._seeing.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._due = None

    def shut(self) -> None:
        """Be closed for good, if the room was there for a while only, and nobody is in it."""
        if self._is_for_a_while and not self.members and not self._newcomers:
            self._is_for_a_while = False
            self._host.close_room(self)
            self._tell_closed()

    def _tell_closed(self) -> None:
        """Nobody can go there any more; told once."""
        closed, self._closed = self._closed, None
        if closed is not None:
            try:
                closed()
            except (Exception, SystemExit):
                self.log.failure("What is to be done at the end of {room} failed", room=self.title)

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

    def _play(self, act: Callable[..., Events], *args: object) -> None:
        """Let the game act, and let everybody know what came of it."""
        self._is_untouched = self._is_untouched and act == self._tick
        walks: list[Go | Close] = []
        try:
            told = self._gather(act, args, walks)
            self._publish()
            for event in told:
                self._tell_event(event)
            self._set_alarm()
        except (Exception, SystemExit):
            self.log.failure("The game of {room} failed", room=self.title)
            self._speak("Something went wrong in this game. It starts afresh.")
            self._start_game(walks, is_hopeless=self._is_untouched)
        scored, self._scored = self._scored, {}
        for player in scored:
            if player.room is not None and player.room is not self:
                player.room.scored(player)
        for walk in walks:
            if isinstance(walk, Close):
                self._host.shut(walk)
            elif isinstance(walk.player, Player) and walk.player.room is self:
                self._host.send_to(walk.player, walk.room)
        if self.game.is_done:
            self.shut()

    def _gather(self, act: Callable[..., Events], args: Sequence[object], walks: list[Go | Close]) -> list[Event]:
        """Points count at once; who is sent away goes last; all else is told behind the scene."""
        self._is_acting = True
        try:
            return self._take_events(act, args, walks)
        finally:
            self._is_acting = False
            self._send_people_news()

    def _take_events(self, act: Callable[..., Events], args: Sequence[object], walks: list[Go | Close]) -> list[Event]:
        told: list[Event] = []
        events = act(*args, self._now)
        if isinstance(events, str) or not isinstance(events or (), Iterable):
            raise TypeError(f"{_name(act)} gave {events!r}: a method yields events, or returns a list of them")
        for event in events or ():
            match event:
                case Points(Player() as player, int(change)):
                    before = player.points
                    self._host.award(player, change)
                    if player.points != before:
                        self._scored[player] = None
                case Go(Player(), None | str()):
                    walks.append(event)
                case Open(str(), str()):
                    self._host.open(event)
                case Close(str()):
                    walks.append(event)
                case Say(str()) | Tell(Player(), str()) | Chat(Player(), str()):
                    told.append(event)
                case Event() if not isinstance(event, Points | Go | Open | Close | Say | Tell | Chat):
                    told.append(event)
                case _:
                    raise TypeError(f"{_name(act)} gave {event!r}, which is not an event as it should be")
        return told

    def _tell_event(self, event: Event) -> None:
        match event:
            case Say(text):
                self._speak(text)
            case Tell(player, text):
                if self._is_here(player):
                    self.tell(player, text)
            case Chat(player, text):
                if self._is_here(player):
                    self._send_all(encode(Hear(player.objid, self.objid, text)))
            case _:
                for member in self.members.values():
                    member.player.door.happened(event)

    def _publish(self) -> None:
        """Send every member what is new for them in the scene: the same bytes to all who see the same."""
        if self._seeing or not self.members or any(player.door.sees for player in self._newcomers):
            self._show()
        while self._newcomers:
            self._seat(self._newcomers[0])
            del self._newcomers[0]

    def _show(self) -> None:
        shared = self._painter.paint(self.title, self.game.scene())
        has_views = type(self.game).view is not Game.view
        if shared is not self._published or has_views:
            pictures = {NO_VIEW: shared}
            found: dict[tuple[Picture, Picture], News] = {}
            stills: dict[Picture, Still | None] = {}  # by what was before
            pair: tuple[Picture, Picture] | None = None
            for member in self._seeing.values():
                view = self.game.view(member.player) if has_views else NO_VIEW
                if view is member.view and shared is member.base:
                    continue
                picture = pictures.get(view) or pictures.setdefault(view, self._painter.paint_view(view))
                if view is member.view and view is not NO_VIEW:
                    base = member.base
                    still = stills[base] if base in stills else stills.setdefault(base, still_difference(base, shared))
                    if still is not None:
                        member.picture, member.base = picture, shared
                        if news := still.without(self._painter.faces(view)):
                            member.send(news)
                        continue
                if pair is None or member.picture is not pair[0] or picture is not pair[1]:
                    pair = member.picture, picture
                    change = found.get(pair) or found.setdefault(pair, difference(*pair))
                    data = change.head + change.body
                member.view, member.picture, member.base = view, picture, shared
                if change.images or change.resized:
                    self._send_news(member, change)
                elif data:
                    member.send(data)
            self._published = shared

    def _send_news(self, member: Member, change: News) -> None:
        """News that needs more than its own bytes: images that the player lacks, people whom a resize has removed."""
        member.send(member.player.cache.update(change))
        if change.resized:
            member.send(b"".join(encode(Set(objid)) for objid in self.members))

    def _seat(self, newcomer: Player) -> None:
        """Introduce a newcomer to the others, and the room to the newcomer [c8.4.6.2.3.3.3.2]."""
        sees = newcomer.door.sees
        view = self.game.view(newcomer) if sees else NO_VIEW
        seat = Member(newcomer, self._painter.picture, view, self._painter.paint_view(view))
        for member in self._seeing.values():
            member.send(member.player.cache.meet(newcomer))
        self.members[newcomer.objid] = seat
        if sees:
            self._seeing[newcomer.objid] = seat
            seat.send(newcomer.cache.enter(seat.picture, [member.player for member in self.members.values()]))

    def _set_alarm(self) -> None:
        """One callLater for the game's deadline and for the herald, whichever comes first."""
        deadline = self.game.deadline
        if deadline is not None and not (isinstance(deadline, int | float) and isfinite(deadline)):
            raise TypeError(f"a deadline is a time or None, not {deadline!r}")
        due = min((at for at in (deadline, self._herald.due) if at is not None), default=None)
        if due == self._due:
            return
        self._due = due
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if due is not None:
            self._alarm = self._host.clock.callLater(max(0.0, due - self._now), self._ring)

    def _ring(self) -> None:
        self._alarm = self._due = None
        if self._herald.due is not None and self._herald.due <= self._now:
            self._speak(self._herald.line({member.player for member in self.members.values()}))
        self._play(self._tick)

    def _help(self, player: Player, now: float) -> Events:
        return [Tell(player, line) for line in self.game.help]

    def _tick(self, now: float) -> Events:
        if self.game.deadline is not None and self.game.deadline <= now:
            yield from self.game.tick(now) or ()
            if self.game.deadline is not None and self.game.deadline <= now:
                raise RuntimeError(f"tick({now}) has left the deadline at {self.game.deadline}")

    def _start_game(self, walks: list[Go | Close], *, is_hopeless: bool = False) -> None:
        """Begin anew, with all who are here. A game that cannot begin leaves a room that can be left."""
        if not isinstance(self.game, OutOfOrder):
            self._failed = self.game
        for make in (self._make_game, lambda: OutOfOrder(Random()))[is_hopeless:]:
            try:
                self.game = make()
                if self._failed is not None:
                    self.game.take_over(self._failed)
                self._is_untouched = True
                told: list[Event] = []
                for player in [*(member.player for member in self.members.values()), *self._newcomers]:
                    told += self._gather(self.game.enter, [player], walks)
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

    # Speech and news

    def _is_executable(self, player: Player, objid: str) -> bool:
        face = self.members[player.objid].picture.faces.get(objid)
        return face is not None and bool(face.energy) and player.energy > 0

    def _is_here(self, player: AnyPlayer) -> TypeGuard[Player]:
        return isinstance(player, Player) and player.room is self

    def _speak(self, text: str) -> None:
        if text:
            self._send_all(encode(Hear(self.objid, self.objid, text)))

    def _send_people_news(self) -> None:
        news, self._people_news = b"".join(self._people_news), []
        self._send_all(news)

    def _send_all(self, data: bytes) -> None:
        if data:
            for member in self._seeing.values():
                member.send(data)


def _name(act: Callable[..., Events]) -> str:
    return getattr(act, "__qualname__", repr(act))
