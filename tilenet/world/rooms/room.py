"""A room: players around one running game, which is a TileNet matrix, whatever doors they came through.

This is the game's half of it: who is in it, and what is done in which order. The other half is its `Audience`, which is
told what there is to see and to hear. A click on its way to everybody's screen: `Room.act` asks whether it can be
executed [c8.2], the game's `click` changes the game, and the `Display` hands what has changed to the audience.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from random import Random
from types import MethodType

from twisted.logger import Logger

from tilenet.chance import Chance
from tilenet.deals import announce
from tilenet.game import (
    HELP,
    HOME,
    NO_SUMMARY,
    Events,
    Game,
    KeyId,
    Listing,
    LookUp,
    Open,
    Summary,
    Tell,
    TileId,
    role,
)
from tilenet.reloading import lines_of
from tilenet.wire.format import Format
from tilenet.wire.messages import MATRIX
from tilenet.words import Words
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms import tabling
from tilenet.world.rooms.acts import Act, Click, Press, Request, Speech
from tilenet.world.rooms.alarm import Alarm
from tilenet.world.rooms.arrivals import Arrivals
from tilenet.world.rooms.chronicle import Chronicle
from tilenet.world.rooms.commands import ABOUT_HELP
from tilenet.world.rooms.consequences import follow, tell_asker, tell_scored
from tilenet.world.rooms.conversation import Conversation
from tilenet.world.rooms.effects import Effects, Outcome
from tilenet.world.rooms.fork import Resumed, ShiftedClock, Vacancies
from tilenet.world.rooms.host import Host, Origin
from tilenet.world.rooms.outoforder import OutOfOrder
from tilenet.world.rooms.restarts import Restarts
from tilenet.world.rooms.table import Table
from tilenet.world.rooms.tablefacts import table_facts
from tilenet.world.rooms.taping import PLAYING
from tilenet.world.rooms.voice import Voice
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.display import Display
from tilenet.world.screens.facts import RoomFacts
from tilenet.world.screens.painter import Painter
from tilenet.world.screens.pictures import NO_FACES

NAMED = 4  # players who are named in a listing
WRONG = Words("Something went wrong in this game. It starts again.")
FAILED = Words("Something went wrong here. Try again later.")
FOR_FUN = Words("This game goes on from a replay for fun. Points that are announced here do not count.")


def forget_drawn(game: Game) -> None:
    """Let a game draw its scene again, as after it was loaded: what was drawn is in caches of it, or of its parts."""
    for part in [game, *vars(game).values()]:
        for kind in type(part).__mro__:
            for name, value in vars(kind).get("caches", {}).items():
                if value is None:
                    setattr(part, name, None)


def _nothing() -> None:
    """There is nothing to be done after an act."""


class Room:
    """One matrix. It owns its game, and the only timer that the game has."""

    log = Logger()

    def __init__(
        self,
        name: str,
        title: str,
        origin: Origin,
        make: Callable[[], Game],
        host: Host,
        *,
        is_home: bool = False,
        table: Table | None = None,
    ) -> None:
        """`make` makes its game; `start` does so for the first time. A `table` is somebody's own."""
        self.name = name
        self.title = title
        self.origin = origin
        self.table = table
        self.is_home = is_home
        self.opener: Room | None = None  # the room whose game has opened this one, once it knows the name
        self.objid = host.mint(MATRIX)
        self.members: dict[str, Player] = {}  # by objid
        self.summary: Summary = NO_SUMMARY
        self.audience = Audience(self.objid, host.turn, remembers_visitors=origin.is_temporary)
        self.game: Game = OutOfOrder(Random())  # until it starts
        self._host = host
        self._ahead = origin.ahead or 0.0
        clock = ShiftedClock(host.clock, self._ahead) if origin.is_fork else host.clock
        self.seconds = clock.seconds
        self._time = 0.0  # of the present act, on the world's clock
        self.vacancies = Vacancies()
        self._restarts = Restarts(make)
        self.chronicle = Chronicle(self, host)
        self.effects = Effects(host.books, self.chronicle.replay_id, self.match_id, counts=not origin.is_fork)
        self.effects.is_private = self.is_private
        self._voice = Voice(self.objid, self.audience, self.members)
        self._newcomers: list[Player] = []  # not seated yet
        self.absent: set[Player] = set()  # those of whom the game was told that they are
        self._expected: set[Player] = set()  # those of whom it was not told, although they are
        self._painter = Painter(self.objid, host.mint, host.images, is_home=is_home)
        self.facts = RoomFacts(
            name,
            self._painter,
            self.audience,
            self.seconds,
            host.bots_for,
            partial(table_facts, self),
            host.invitations_of,
        )
        self._display = Display(title, self._painter, self.audience, self.facts)
        self._arrivals = Arrivals()
        self._alarm = Alarm(clock, host.turn, self._rang)
        self._conversation = Conversation(host)
        self._journal = host.journal
        self._is_busy = False  # with an act, or with what follows from it
        self._waiting: deque[Callable[[], None]] = deque()  # what the game is to be told when that is over
        self.asked: list[object] = []  # questions of the game that are not answered yet
        self._has_to_renew = False  # since a match was over, and the journal has not said by what it did
        self.last_replay: str | None = None  # the id of that of the last match; empty if that was not kept
        self.is_wanted = True
        self._is_closed = False

    def start(self) -> None:
        """Start the game. Then `note_all` is next."""
        self._start_one_of(self._restarts.first(), Outcome())

    def resume(self, resumed: Resumed) -> None:
        """Go on with a game from a replay. Then `note_all` is next."""
        self.game, self.vacancies = resumed.game, resumed.vacancies
        self._display.begin()
        self._restarts.started(self.game)
        self.play(self.game.renew, self._host.new_secret())
        for player in resumed.watching:
            self.play(self.game.leave, player)
        for player in self.vacancies:
            self.play(self.game.away, player)

    @property
    def belongs_to(self) -> str:
        return self.origin.belongs_to

    @property
    def bots(self) -> Sequence[str] | None:
        """The strengths of bots that can be brought here, which may be none; None if no bot can."""
        return None if self.origin.replay else self._host.bots_for(self.game)

    @property
    def everybody(self) -> list[Player]:
        """Those who are here, and those who are about to be seated."""
        return [*self.members.values(), *self._newcomers]

    def links_to(self, code: str) -> dict[str, str]:
        """How people come to the table with this code from outside."""
        return self._host.links.to(code)

    @property
    def is_private(self) -> bool:
        """Whether nobody knows of it but those who are let in."""
        if self.table is not None:
            return not self.table.is_public
        return self.origin.setup.get("private") is True

    @property
    def place(self) -> str:
        """Where those are who are here, as others may know it."""
        return self._host.place_of(self)

    # What players do

    def admits(self, player: Player) -> str | None:
        """Why a player cannot come in now; None if they can."""
        if self.origin.replay and (refusal := self._host.refuses(player, self.origin.replay)):
            return refusal
        if self.table is not None and (why_not := self.table.refuses(player.id, player.guest_origin)):
            return why_not
        if self.vacancies:
            return None
        try:
            reason = self.game.admits(player, self._now)
            if reason is not None and not (isinstance(reason, str) and reason):
                raise TypeError(f"admits gave {reason!r}: it is a reason, or None")
        except (Exception, SystemExit):
            self.log.failure("The game of {room} failed to say whom it admits", room=self.title)
            return FAILED
        return reason

    def why_not_start(self) -> str | None:
        """Why the game cannot start now; None if it can."""
        try:
            return self.game.why_not_start()
        except (Exception, SystemExit):
            self.log.failure("The game of {room} failed to say whether it can start", room=self.title)
            return FAILED

    def let_in(self, player: Player) -> None:
        """A player may come to this table, even if nobody else may."""
        if self.table is not None:
            self.table.let_in(player.id)

    def enter(self, player: Player) -> None:
        """A player walks in. They are seated, and see the room, after the game was told of their coming."""
        if not self.members and isinstance(self.game, OutOfOrder):
            self.start()
            self.chronicle.note_all(is_new=True)
        player.went_to(self)
        self._host.invitations.accepted(player, self.name)
        self.chronicle.came(player)
        if self.table is not None and not self.chronicle.is_recovering:
            tabling.came(self, player)
        self._newcomers.append(player)
        self._arrivals.came(player, player.name, self._now, len(self.members))
        takes_seat = bool(self.vacancies)
        self.play(self._take_seat if takes_seat else self.game.enter, player, is_walk=True)
        self._announce_deal(player)
        if self.origin.is_fork and not takes_seat and not self.chronicle.is_recovering:
            self.tell(player, FOR_FUN)
        self._host.room_changed(self)
        if self.origin.is_fork and self.is_wanted:
            self.shut()

    def _announce_deal(self, player: Player) -> None:
        """Tell somebody who has just come what the next deal is bound to, while they can still add words to it."""
        deals = self.game.deals
        if deals is not None and deals.next is not None and player.room is self:
            self.tell(player, announce(deals.next))

    def _take_seat(self, player: Player, now: float) -> Events:
        """Somebody comes into a game that goes on from a replay, and takes a seat of then."""
        self.chronicle.act("enter", self._time, (player,))
        self.game = self.vacancies.take(self.game, self.origin, player)
        yield Tell(player, FOR_FUN)
        if not self.origin.replay:
            yield Tell(player, Words("Others come to this table by /watch {room}.", room=self.name))
        if self.vacancies and self.bots is not None:
            yield Tell(player, Words("/bot brings a bot."))
        yield from self.game.back(player, now) or ()

    def leave(self, player: Player) -> None:
        """A player walks out, or is lost."""
        self.audience.part(player.objid)
        self._display.forget(player)
        self.facts.gone(player)
        self._conversation.forget(player)
        self.absent.discard(player)
        self._expected.discard(player)
        del self.members[player.objid]
        player.went_to(None)
        self._arrivals.left(player, player.name, self._now, len(self.members))
        if not self.members:
            self.effects.forget_changes()
            self.facts.forget_end()
        if self.table is not None and not self.chronicle.is_recovering:
            tabling.left(self, player)
        self._host.room_changed(self)
        self.play(self.game.leave, player, is_walk=True)
        if self.table is not None and not self.chronicle.is_recovering:
            self._inform(partial(tabling.go_on_if_ready, self))

    def act(self, player: Player, act: Act, done: Callable[[], object] = _nothing) -> None:
        """Let a player do something, if it can be executed [c8.2]; then call `done`, which may be later than now."""
        match act:
            case Click():
                self._click(player, act.token)
            case Press(key):
                if self._is_executable(player, key):
                    self.play(self.game.press, player, self._painter.id_of(key))
            case Speech(to, text):
                self._conversation.say(self, player, to, text)
            case Request(body):
                self.play(self.game.ask, player, body, asker=player)
            case _:
                raise TypeError(f"{act!r} is not an act: Click, Press, Speech or Request")
        done()

    def _click(self, player: Player, token: str) -> None:
        if not self._is_executable(player, token):
            return
        tile = self._painter.id_of(token)
        if tile == HELP:
            self.play(self._help, player)
        elif tile == HOME:
            self._host.send_to(player, None)
        else:
            self.play(self.game.click, player, tile)

    def _is_executable(self, player: Player, objid: str) -> bool:
        face = self._display.face(player, objid)
        return face is not None and bool(face.energy) and player.energy > 0

    # What the world does

    def attach(self, player: Player, client: Client) -> None:
        """A player who is here has a client now."""
        game = None
        while client.screen is not None and player.room is self and game is not self.game:
            game = self.game  # another one if it fails
            self.play(self._look, player)
        if player.room is self:
            self.audience.attach(player.objid, client, self._display.faces_of(player))
            self.facts.seated(player)
            self.facts.welcome(self.game, player)

    def reformat(self, player: Player, format: Format) -> None:
        """A player who is here is told everything in another format from now on; with facts, if they are new."""
        game = None
        while format.takes_facts and player.room is self and game is not self.game:
            game = self.game  # another one if it fails
            self.play(self._look_for_facts, player)
        if player.room is self:
            self.audience.reformat(player.objid, format)
            self.facts.welcome(self.game, player)

    def detach(self, player: Player) -> None:
        """A player who is here has no client any more."""
        self.audience.detach(player.objid)
        self._display.forget(player)

    def renumber(self, player: Player, objid: str) -> None:
        """A player who is here, without a client, becomes another agent in the same place; the game does not notice."""
        here = [*self.members.values()]
        self.audience.part(player.objid)
        self.facts.gone(player)
        player.renumber(objid)
        self.members.clear()
        self.members.update((one.objid, one) for one in here)
        self.audience.seat(player.agent, None, NO_FACES)
        self.facts.seated(player)

    def away(self, player: Player) -> None:
        """The connection of a player who is here is lost."""
        if player not in self.absent:
            self.absent.add(player)
            self._expected.discard(player)
            self.audience.tell_all(player.changed(), coalesce=True)
            self.facts.seated(player)
            self.play(self.game.away, player)
            if self.table is not None:
                self._inform(partial(tabling.go_on_if_ready, self))

    def back(self, player: Player) -> None:
        """A player is shown the room again. If they were away, the game is told."""
        if player in self.absent or player in self._expected:
            self.absent.discard(player)
            self._expected.discard(player)
            self.play(self.game.back, player)
            if self.table is not None and not self.chronicle.is_recovering:
                self._inform(partial(tabling.go_on_if_ready, self))

    def expect(self, player: Player) -> None:
        """The server was restarted. A player who is here will probably be back before the game hears of a loss."""
        self._expected.add(player)

    def tell(self, player: Player, text: str) -> None:
        """The room says something to one player alone."""
        self._voice.tell(player, text)

    def overhear(self, speaker: Player, listener: Player, text: str) -> None:
        """A player who may be in another room whispers to one who is here. Raises Muted."""
        self._conversation.overhear(self, speaker, listener, text)

    def changed(self, player: Player) -> None:
        """Something about a player who is in the room, or about to be seated, is new."""
        news = player.changed()
        self._arrivals.renamed(player, player.name)
        if player.objid in self.members:
            self.audience.tell_all(news)
            self.facts.seated(player)

    def renamed(self, player: Player) -> None:
        """A player who is here is called something else: everything with names in it is drawn anew."""
        self.changed(player)
        forget_drawn(self.game)
        self.redraw()

    def match_id(self) -> str:
        """Which match is on, or is next: the same when it is played again after a crash. Empty if nobody can tell."""
        random = self.game.random
        return random.derive(f"match of {self.name}").commitment if isinstance(random, Chance) else ""

    def is_playing(self, player: Player) -> bool:
        """Whether a match is on of which this player may be part, even if they have left the room."""
        taping = self.chronicle.taping
        if taping is None:
            return self.summary.phase == PLAYING
        return taping.is_on and (player.objid in self.members or player.id in taping.tape.people)

    def scored(self, player: Player) -> None:
        """A player in this room has won or lost points in another room."""
        if self.game.follows_points:
            self._inform(lambda: self.play(self.game.scored, player))

    def opened(self, opening: Open, room: str | None) -> None:
        """The game has opened a room; None if that failed."""
        self._inform(lambda: self.play(self.game.opened, opening, room))

    def closed(self, room: str) -> None:
        """A room that the game has opened is closed."""
        self._inform(lambda: self.play(self.game.closed, room))

    def found(self, game: Game, question: object, answer: object) -> None:
        """There is an answer to what the game has asked, which may have failed since then."""
        self._inform(lambda: self.answer(question, answer) if game is self.game else None)

    def answer(self, question: object, answer: object) -> None:
        if question in self.asked:
            self.asked.remove(question)
        self.play(self.game.found, question, answer)

    def rooms_changed(self, changes: Mapping[str, Listing | None]) -> None:
        """Tell the game of changes in the directory."""
        self._inform(lambda: self.play(self._listener(), changes))

    def _listener(self) -> Callable[..., Events]:
        return self._tell_rooms if self.game.forgets_rooms else self.game.rooms_changed

    def _tell_rooms(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        """Tell the game of changes that need not be in the journal."""
        return self.game.rooms_changed(changes, now)

    def take_table(self, table: Table) -> None:
        """The table is like this from now on."""
        self.table = table
        self.effects.is_private = self.is_private

    def invited(self, player: Player) -> None:
        """A player who is here has other invitations than before."""
        self.facts.invited(self.game, player)

    def note_table(self) -> None:
        """Something about the table has changed: it is noted, and those who are here see it."""
        self.chronicle.note_table()
        self.redraw()

    def redraw(self) -> None:
        """Something has changed that the game shows, and that is not part of it."""
        self.play(self._redraw)

    def _redraw(self, now: float) -> Events:
        return ()

    def _inform(self, act: Callable[[], None]) -> None:
        """Tell the game something: not in the middle of an act, but when that is over."""
        if self._is_closed:
            return
        if self._is_busy:
            self._waiting.append(act)
        else:
            act()

    def close(self) -> None:
        """Forget everybody, be forgotten, and stop the clock."""
        self._is_closed = True
        self._waiting.clear()
        self.members.clear()
        self.audience.clear()
        self._alarm.stop()
        self.facts.close()
        self.effects.close()
        self.chronicle.close()

    def shut(self) -> None:
        """Close for good as soon as nobody is here, if this is a temporary room."""
        if self.is_wanted:
            self.chronicle.shut()
        self.is_wanted = False
        self._close_if_done()

    def _close_if_done(self) -> None:
        if self.chronicle.is_recovering:
            return  # if it was closed, the journal says so
        is_needed = self.is_wanted and (self.table is not None or not self.game.is_done)
        if self.origin.is_temporary and not (is_needed or self.members or self._newcomers or self._is_closed):
            self._host.close_room(self)
            self._tell_opener()

    def _tell_opener(self) -> None:
        """Nobody can come here any more; told once."""
        opener, self.opener = self.opener, None
        if opener is not None:
            opener.closed(self.name)

    def listing(self) -> Listing:
        """This room, as it is listed in the directory."""
        origin, players = self.origin, self.members.values()
        bots = [player for player in players if player.is_bot]
        people = [player for player in players if not player.is_bot] if bots else [*players]
        some = tuple(player.name for player in (*people[:NAMED], *bots[:NAMED]))[:NAMED]
        summary = self.summary
        if self.table is not None and self.table.is_locked:
            summary = replace(summary, can_join=False)
        return Listing(
            self.name,
            origin.game,
            self.title,
            origin.about,
            origin.belongs_to,
            origin.is_temporary,
            origin.setup,
            summary,
            len(people),
            len(bots),
            some,
            self.game.kind,
            "" if self.table is None else self.table.game,
            self.bots is not None,
            self.game.order,
        )

    def shows(self, objid: str) -> bool:
        """Whether there is a tile of this objid."""
        return objid in self._painter.picture.faces

    def id_of(self, objid: str) -> TileId | KeyId:
        """What the game calls the tile or key of this objid."""
        return self._painter.id_of(objid)

    @property
    def help(self) -> list[str]:
        """What this room is, line by line."""
        return [*self.game.help, ABOUT_HELP]

    def roles(self) -> dict[str, str]:
        """The role of every tile and key that is here, by objid."""
        return self._painter.roles()

    def legal(self, player: Player) -> list[str]:
        """The roles of what a player can use now with an effect."""
        ids = self.game.legal(player)
        if ids is None:
            return [found for objid, found in self.roles().items() if self._is_executable(player, objid)]
        return [role(id) for id in ids]

    def objid_of(self, id: TileId | KeyId) -> str:
        """The objid of the game's tile or key; KeyError if it is not there."""
        return self._painter.objid_of(id)

    # What the game does

    @property
    def _now(self) -> float:
        return self.seconds()

    def play(
        self,
        act: Callable[..., Events],
        *args: object,
        asker: Player | None = None,
        by_timer: bool = False,
        is_walk: bool = False,
    ) -> None:
        """Let the game act, let everybody know what came of it, and then do what follows from it."""
        if not by_timer:
            self._restarts.touched()
        was_busy, self._is_busy = self._is_busy, True
        outcome = None  # most acts change what is seen, and that is all
        chance, taping = self.game.chance, self.chronicle.taping
        try:
            self._time = self._host.clock.seconds()
            now = self._time + self._ahead
            if self._journal is not None and type(act) is MethodType and act.__self__ is self.game:
                self.chronicle.act(act.__name__, self._time, args)
            events = act(*args, now)
            if events is not None and events != ():
                outcome = Outcome()
                self.effects.take(events, act, outcome, None if taping is None else taping.tape)
            self._show(outcome, is_walk)
        except (Exception, SystemExit):
            if self.chronicle.is_recovering:
                raise  # it did not fail before: then how it went on would have been saved
            self.log.failure("The game of {room} failed", room=self.title)
            self._voice.say(WRONG)
            self._show_traceback()
            outcome = outcome or Outcome()
            self.chronicle.drop_result()  # the new game goes on with the random numbers that are on the tape
            self._start_one_of(self._restarts.after(self.game), outcome)
            self.chronicle.failed(self._time)
        else:
            if taping is not None:
                has_dealt, tape = self.game.chance is not chance, taping.tape
                if (has_dealt or len(tape.newest) >= tape.due) and taping.acted(has_dealt=has_dealt):
                    self.chronicle.begin_tape()
        if outcome is not None:
            self._follow(outcome, asker)
            if outcome.result is not None:
                self.chronicle.ended(outcome.result)
            if outcome.is_match_over:
                self._end_match(is_another_on=self.game.chance is not chance)
        if not was_busy:
            while self._waiting:  # acts, which leave the rest to this loop: there may be hundreds
                self._waiting.popleft()()
        self._is_busy = was_busy
        if self.game.is_patient and not was_busy:
            self._alarm.hurry()
        if self.game.is_done or not self.is_wanted:
            self._close_if_done()

    def _end_match(self, *, is_another_on: bool) -> None:
        """A match is over. What comes next is dealt by something that its replay does not tell.

        If another has begun in the same act, its secret must not be told, nor what is on the tape.
        """
        if is_another_on:
            self.log.warn("The game of {room} ends a match and begins another at once", room=self.title)
            self.chronicle.drop_result()
            return
        replay = self.chronicle.end_match()
        if replay is not None:
            self.last_replay = replay
            self.facts.kept(replay)
        if self.chronicle.is_recovering:
            self._has_to_renew = True
        else:
            self.renew(self._host.new_secret())

    def renew(self, secret: bytes) -> None:
        """The next match is dealt by this."""
        self._has_to_renew = False
        self.play(self.game.renew, secret)
        self.chronicle.begin_tape()

    def _follow(self, outcome: Outcome, asker: Player | None) -> None:
        """Do what an act has led to beyond this room."""
        scored = self.effects.take_scored()
        if self.chronicle.is_recovering:
            self.asked += [event.question for event in outcome.following if isinstance(event, LookUp)]
            return
        if scored:
            tell_scored(self, self._host, scored, asker)
        if asker is not None:
            tell_asker(self, outcome.told, asker)
        if outcome.following:
            follow(self, self._host, outcome.following, asker)

    def _show(self, outcome: Outcome | None, is_walk: bool = False) -> None:
        """Everybody sees what has changed, then hears what was said; then the alarm and the summary are set."""
        if outcome is not None and outcome.ended is not None:
            self.facts.end(outcome.ended)
            if self.table is not None and not self.chronicle.is_recovering:
                self.table.ended(outcome.ended.standings)
                self.chronicle.note_table()
        if self._newcomers:
            self._seat_newcomers(is_walk)
        elif self.audience.watchers:
            self._display.show(self.game, coalesce=is_walk)
        if self._journal is not None and self._journal.is_recovering:
            self.chronicle.look()
            return  # nobody is told anything, and the rest is done once at the end
        if outcome is not None:
            for event in outcome.told:
                self._voice.announce(event)
            self._voice.announce_ranking(outcome.rankings)
        self._set_alarm()
        self._summarize()

    def _summarize(self) -> None:
        summary = self.game.summary()
        if summary is not self.summary and summary != self.summary:
            if not isinstance(summary, Summary):
                raise TypeError(f"summary gave {summary!r}, which is not a Summary")
            self.summary = summary
            self.chronicle.look()
            self._host.room_changed(self)

    # What is seen

    def _seat_newcomers(self, is_walk: bool) -> None:
        """Hand what has changed to the audience, and let the newcomers see all of it."""
        if self.audience.is_watched or any(newcomer.has_screen for newcomer in self._newcomers):
            self._display.show(self.game, coalesce=is_walk)
        while self._newcomers:
            self._seat(self._newcomers[0])
            del self._newcomers[0]

    def _look(self, player: Player, now: float) -> Events:
        """Paint what a player is about to see, though nobody may have looked for a while."""
        self._display.show(self.game)
        self._display.look(self.game, player)
        return ()

    def _look_for_facts(self, player: Player, now: float) -> Events:
        """Find what a player is about to be told who wants facts from now on."""
        self._display.show(self.game)
        self.facts.look(self.game, player)
        return ()

    def _seat(self, newcomer: Player) -> None:
        if newcomer.has_screen:
            self._display.look(self.game, newcomer)
        self.audience.seat(newcomer.agent, newcomer.client, self._display.faces_of(newcomer))
        self.members[newcomer.objid] = newcomer
        self.facts.seated(newcomer)
        self.facts.welcome(self.game, newcomer)

    # Time

    def _set_alarm(self) -> None:
        """The alarm is for the game's deadline and for announcing arrivals, whichever comes first."""
        deadline, due = self.game.deadline, self._arrivals.due
        if deadline is not None:
            if not (isinstance(deadline, int | float) and isfinite(deadline)):
                raise TypeError(f"a deadline is a time or None, not {deadline!r}")
            if due is None or deadline < due:
                due = deadline
        self._alarm.set(due, is_patient=self.game.is_patient)

    def _rang(self) -> None:
        if self._arrivals.due is not None and self._arrivals.due <= self._now:
            self._voice.announce_passage(self._arrivals.news({*self.members.values()}))
        self.tick()

    def tick(self) -> None:
        """Tell the game that its deadline has come, if it has."""
        self.play(self._tick, by_timer=True)

    def _help(self, player: Player, now: float) -> Events:
        return [Tell(player, line) for line in self.help]

    def _tick(self, now: float) -> Events:
        if self.game.deadline is not None and self.game.deadline <= now:
            self.chronicle.act("tick", self._time, ())
            yield from self.game.tick(now) or ()
            if self.game.deadline is not None and self.game.deadline <= now:
                raise RuntimeError(f"tick({now}) has left the deadline at {self.game.deadline}")

    # While its author writes it

    def say(self, text: str) -> None:
        """The room says something to everybody in it."""
        self._voice.say(text)

    @property
    def is_out_of_order(self) -> bool:
        return isinstance(self.game, OutOfOrder)

    def take_up(self, game: Game | None) -> None:
        """The code of the game was loaded again: go on with this game, or if there is none, with a new one."""
        if game is None:
            outcome = Outcome()
            self._start_one_of(self._restarts.first(), outcome)
            self._follow(outcome, None)
        else:
            self.play(self._go_on_with, game)
        self.chronicle.note_all(is_new=True)

    def _go_on_with(self, game: Game, now: float) -> Events:
        self.game = game
        self._display.begin()
        return ()

    def _show_traceback(self) -> None:
        error = sys.exc_info()[1]
        if self._host.shows_tracebacks and error is not None:
            for line in lines_of(error):
                self._voice.say(line)

    # After a crash

    def put_back(self, game: Game, members: Sequence[Player], away: set[Player], vacancies: Vacancies) -> None:
        """Go on with another game, with these players in the room."""
        self.game, self.vacancies = game, vacancies
        self._display.begin()
        for player in self.members.values():
            self.audience.part(player.objid)
            player.went_to(None)
        self.members.clear()
        for player in members:
            player.went_to(self)
            self.members[player.objid] = player
            self.audience.seat(player.agent, None, NO_FACES)
        self.absent = away
        self._restarts.touched()

    def go_on(self) -> None:
        """The past is over: nobody comes or leaves because of it, time passes, and what was asked is asked again."""
        self._arrivals = Arrivals()
        self._waiting.clear()
        self._alarm.set(None)
        self._set_alarm()
        self._summarize()
        asked, self.asked = self.asked, []
        follow(self, self._host, [LookUp(question) for question in asked], None)
        if self.origin.is_fork:
            self.is_wanted = False
        if self._has_to_renew:
            self.renew(self._host.new_secret())
        else:
            self.chronicle.go_on()
        self._close_if_done()

    # Starting

    def _start_one_of(self, candidates: Iterator[Callable[[], Game]], outcome: Outcome) -> None:
        """Start the first of these games that can be, with everybody who is here; their points stay."""
        self.asked.clear()
        self.vacancies = Vacancies()
        for make in candidates:
            try:
                self.game = self._prepared(make())
                self._display.begin()
                self._begin(outcome)
                self._restarts.started(self.game)
                break
            except (Exception, SystemExit):
                self.log.failure("The game of {room} cannot start", room=self.title)
                self._show_traceback()
        if isinstance(self.game, OutOfOrder):
            self._tell_opener()

    def _prepared(self, game: Game) -> Game:
        """The game as it is at this table."""
        if self.table is not None:
            game.is_own_table, game.is_held = True, self.table.waits
        return game

    def remake(self, origin: Origin, make: Callable[[], Game]) -> None:
        """Begin anew with a game that is made in another way."""
        self.origin = origin
        self._restarts = Restarts(make)
        self.take_up(None)

    def _begin(self, outcome: Outcome) -> None:
        """Let everybody in again. What they are told replaces what the game that has failed had to tell."""
        outcome.told, outcome.rankings, outcome.ended = [], [], None
        outcome.result, outcome.is_match_over = None, False
        if self.game.lists is not None:
            rooms = self._host.rooms_listed_by(self.game.lists)
            self.effects.take(self.game.rooms_changed(rooms, self._now), self.game.rooms_changed, outcome)
        for player in [*self.members.values(), *self._newcomers]:
            self.effects.take(self.game.enter(player, self._now), self.game.enter, outcome, counts=False)
        if not self.members and not self.origin.is_temporary:  # nobody looks yet, but an illegal scene is found at once
            self._display.show(self.game)
        self._show(outcome)
