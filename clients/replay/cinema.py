"""A world of one room, the theatre of one recording, for a terminal client in the same process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import SystemRandom
from typing import Any, ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.clients.link import Link
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.clients.ssh.loopback import Loopback, LoopbackSender
from tilenet.doors.gate import Gate
from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDoor
from tilenet.game import Events, Player, Refuse, Words
from tilenet.limits import Limits
from tilenet.lines.line import Line
from tilenet.replays.recording import Recording
from tilenet.replays.theatre import Theatre
from tilenet.text import plain
from tilenet.world.building import HOME
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

LONGEST_TITLE = 60  # characters
HERE = "127.0.0.1"
NO_SERVER = Words("There is no server here: watch this replay on one to play on.")


class OneRecording:
    """A library in which there is nothing else."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def find(self, id: str, who: str | None = None) -> dict[str, Any]:
        return self.header(id)

    def header(self, id: str) -> dict[str, Any]:
        return {**self._recording.header}

    def open(self, id: str, most: int) -> Recording:
        return self._recording


def theatre_of(recording: Recording, installed: Iterable[IGamePlugin], seat: str = "") -> type[Theatre]:
    """The theatre of this recording; whoever comes watches from the seat of that name, if it is not empty."""

    class TheOnlyTheatre(Theatre):
        library = OneRecording(recording)
        games: ClassVar[Mapping[str, IGamePlugin]] = {game.name: game for game in installed}
        title = Words("Replay: {title}", title=plain(recording.header["title"])[:LONGEST_TITLE])

        def __init__(self, random: Any) -> None:
            super().__init__(random, recording.id)

        def enter(self, player: Player, now: float) -> Events:
            yield from super().enter(player, now)
            number = self._seat_called(seat)
            if number:
                yield from self._choose(player, number)

        def facts(self) -> Mapping[Any, Any]:
            told = super().facts()
            return {**told, "replay": {**told["replay"], "local": True}}

        def _fork(self, player: Player) -> Events:
            return [Refuse(player, NO_SERVER)]

    return TheOnlyTheatre


class Nothing:
    """The connection to a client in the same process takes everything at once."""

    def pauseProducing(self) -> None: ...

    def resumeProducing(self) -> None: ...

    def abortConnection(self) -> None: ...


class Cinema:
    """The world, and one client's session in it."""

    def __init__(self, clock: IReactorTime, theatre: type[Theatre], failed: Callable[[], None]) -> None:
        """`failed` is called while an exception of the client's is being handled."""
        limits = Limits()
        self.world = World(clock, SystemRandom(), [GamePlugin(HOME, theatre)], limits, Guests(), shows_addresses=False)
        self.draw_queue = DrawQueue(clock)
        self._gate = Gate(self.world, clock, limits, name="replay")
        self._failed = failed
        self._clock = clock

    @property
    def theatre(self) -> Theatre:
        game = self.world.homes[0].game
        assert isinstance(game, Theatre)
        return game

    def connect(self, link: Link) -> None:
        """Let a client in."""
        sender = LoopbackSender(Nothing(), lambda why: None)
        line = Line(sender, HERE, self.world.turn, self._gate.limits, lambda reason: None)
        session = Session(self._gate, line, TileNetDoor(self._gate))
        self._gate.came(session, HERE)
        session.start()
        loopback = Loopback(session, self.world.turn, self.draw_queue, self._failed)
        self._clock.callLater(0, loopback.connect, link, sender)
