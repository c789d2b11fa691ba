"""The facts of a room: its kind, its roles and what its game says, as data for the clients that have asked for them.

Somebody who comes in is told all of it; after that everybody is told what has changed, by merge patches (RFC 7396). As
long as nobody here has asked, the game is asked nothing and nothing is computed. docs/protocol.md has the messages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilenet.deals import Deals
from tilenet.game import NEVER_OWN_FACTS, Game, GameClock, Standing
from tilenet.game import Player as AnyPlayer
from tilenet.wire.messages import Facts
from tilenet.world.players.player import Player
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.news import News
from tilenet.world.screens.painter import IllegalScene, Painter
from tilenet.world.screens.plain import NotPlain, merge_patch, plain

TOLD = 12  # places that everybody is told; players below them are told their own
OVER = "over"  # the phase in which the last result still counts


def no_bots_for(game: Game) -> None:
    """Nobody brings bots."""


def no_invitations(player: Player) -> list[dict[str, Any]]:
    """Nobody has invited them."""
    return []


class Ended(NamedTuple):
    """How a game has ended."""

    standings: Sequence[Standing]  # the best first
    changes: Mapping[AnyPlayer, int]  # points won and lost since the last ranking
    reason: str
    replay: str = ""  # its id, if it is kept
    note: str = ""  # how it was won


class Flags:
    """Who in a room is a bot or away, as data, by objid."""

    def __init__(self) -> None:
        self.by_agent: dict[str, dict[str, bool]] = {}  # replaced by another when somebody changes

    def note(self, player: Player) -> bool:
        """Whether this player is a bot or away, and it was not known."""
        flags = {name: True for name, holds in (("bot", player.is_bot), ("away", player.is_away)) if holds}
        if flags == self.by_agent.get(player.objid, {}):
            return False
        others = {objid: one for objid, one in self.by_agent.items() if objid != player.objid}
        self.by_agent = {**others, player.objid: flags} if flags else others
        return True

    def forget(self, objid: str) -> None:
        if objid in self.by_agent:
            self.by_agent = {other: flags for other, flags in self.by_agent.items() if other != objid}


class OwnFacts(NamedTuple):
    """What one taker has been told besides."""

    player: Player
    you: dict[str, Any]


class RoomFacts:
    """What the takers, those who have asked for facts, have been told of one room."""

    def __init__(
        self,
        address: str,
        painter: Painter,
        audience: Audience,
        seconds: Callable[[], float],
        bots_for: Callable[[Game], Sequence[str] | None] = no_bots_for,
        table: Callable[[], dict[str, Any]] = dict,
        invitations: Callable[[Player], list[dict[str, Any]]] = no_invitations,
    ) -> None:
        """`table` gives what takers are told of the table, if this is one of somebody's own."""
        self._room = painter.picture.matrix
        self._address = address
        self._painter = painter
        self._audience = audience
        self._seconds = seconds
        self._bots_for = bots_for
        self._table = table
        self._invitations = invitations
        self._clock: GameClock | None = None  # of the game, if it is not that of the room
        self._flags = Flags()
        self._public: dict[str, Any] = {}  # what all takers know; out of date if there are none
        self._own: dict[str, OwnFacts] = {}  # by objid
        self._kind: str | None = None  # of the game that they were told of
        self.has_own = False  # whether somebody may know more than others, now or later
        self._seats: dict[str, str] = {}  # the seats of those who have one, by objid
        self._layout = -1  # the painter's when the roles were found
        self._roles: dict[str, str] = {}
        self._roles_text = ""
        self._ended: Ended | None = None
        self._deals: tuple[object, ...] = None, None, None  # what this was made from:
        self._fair: dict[str, Any] = {}
        self._is_fresh = False  # whether takers are about to be told of the end for the first time
        self._result: dict[str, Any] = {}
        self._below: dict[Player, dict[str, Any]] = {}  # the places of those who are not in the result

    # What the room says

    def begin(self) -> None:
        """There is another game from now on."""
        self._kind = None
        self._layout = -1
        self.forget_end()
        self.has_own = False

    def end(self, ended: Ended) -> None:
        """A game has ended like this."""
        self._ended = ended
        self._is_fresh = bool(self._audience.takers)
        self._result = {}

    def kept(self, replay: str) -> None:
        """The game that has ended can be watched again."""
        if self._ended is not None:
            self._ended = self._ended._replace(replay=replay)
            self._result = {}

    @property
    def ended(self) -> Ended | None:
        """How the last game has ended, as long as anybody may want to know."""
        return self._ended

    def forget_end(self) -> None:
        """Nobody is here any more who would like to know how it ended."""
        self._ended, self._below = None, {}

    def seated(self, player: Player) -> None:
        """Somebody is here, or something about them has changed."""
        if self._flags.note(player) and self._audience.takers:
            self._tell_change({**self._public, "agents": self._flags.by_agent}, coalesce=True)

    def gone(self, player: Player) -> None:
        """Somebody is not here any more."""
        self._flags.forget(player.objid)
        self.forget(player)

    def forget(self, player: Player) -> None:
        """Somebody is told nothing any more."""
        self._own.pop(player.objid, None)

    # What takers are told

    def look(self, game: Game, player: Player) -> None:
        """Find all that a player is about to be told; `welcome` tells it."""
        if not self._audience.takers:
            self._kind, self._public = game.kind, self._look_at(game)
        self._own[player.objid] = OwnFacts(player, self._you(game, player))

    def welcome(self, game: Game, player: Player) -> None:
        """Tell all of it to a player, if they are a taker."""
        own = self._own.get(player.objid)
        if own is None:
            return
        told: dict[str, Any] = {"room": self._room, "address": self._address, "kind": game.kind}
        if game.kind and game.board_role:
            told["board_role"] = game.board_role
        bots = self._bots_for(game)
        if bots is not None:
            told["bots"] = [*bots]
        told["now"] = self._now
        told.update((name, value) for name, value in self._public.items() if value != {} and name != "roles")
        self._audience.tell(player.objid, News(Facts({**told, "you": own.you}, self._roles_text)))

    def show(self, game: Game, stale: Iterable[AnyPlayer] | None, *, coalesce: bool) -> None:
        """Tell takers what has changed. If a player is not stale, their own facts have not."""
        if game.kind != self._kind:
            self._start_over(game)
            return
        seats, below, clock = self._seats, self._below, self._clock
        public = self._look_at(game)
        self._tell_change(public, coalesce=coalesce, is_reset=self._clock != clock)
        takers = self._audience.takers
        asked: dict[str, None] = {}
        if self.has_own:
            asked = dict.fromkeys(takers if stale is None else _objids(stale))
        if seats != self._seats:
            asked.update((objid, None) for objid, _ in seats.items() ^ self._seats.items())
        if below != self._below:
            asked.update(dict.fromkeys(_objids([*below, *self._below])))
        for objid in asked:
            if objid in takers and objid in self._own:
                self._tell_own(game, self._own[objid].player)

    def _start_over(self, game: Game) -> None:
        """There is another game, which may even be of another kind."""
        self._kind, self._public = game.kind, self._look_at(game)
        for player in [own.player for own in self._own.values()]:
            self._own[player.objid] = OwnFacts(player, self._you(game, player))
            self.welcome(game, player)

    def _tell_change(self, public: dict[str, Any], *, coalesce: bool, is_reset: bool = False) -> None:
        """Tell takers what is new, or only what time it is if the clock was set to another."""
        change = merge_patch(self._public, public)
        self._public = public
        if change or is_reset:
            told = {"room": self._room, "now": self._now, **change}
            self._audience.inform(News(Facts(told)), coalesce=coalesce)

    def close(self) -> None:
        """The room is closed, and need not wait for the garbage collector."""
        self._table, self._invitations = dict, no_invitations

    def invited(self, game: Game, player: Player) -> None:
        """A player who is here has other invitations than before."""
        if player.objid in self._audience.takers and player.objid in self._own:
            self._tell_own(game, player)

    def _tell_own(self, game: Game, player: Player) -> None:
        you = self._you(game, player)
        change = merge_patch(self._own[player.objid].you, you)
        if change:
            self._own[player.objid] = OwnFacts(player, you)
            told = {"room": self._room, "now": self._now, "you": change}
            self._audience.tell(player.objid, News(Facts(told)))

    @property
    def _now(self) -> float:
        now = self._seconds()
        return round(now if self._clock is None else self._clock.time(now), 3)

    # What there is to tell

    def _look_at(self, game: Game) -> dict[str, Any]:
        """All that everybody may know."""
        found: dict[str, Any] = {}
        facts: dict[str, Any] = {}
        self._clock = game.clock
        if self._clock is not None and self._clock.pace != 1:
            found["pace"] = self._clock.pace
        if game.kind:
            if game.tells_facts or self._ended is not None:
                facts = public_facts(game)
            if game.tells_facts:
                found["facts"] = facts
            found["roles"] = self._find_roles()
        self._seats = _seats(facts)
        if self._ended is not None and (self._is_fresh or facts.get("phase") == OVER):
            self._result = self._result or self._find_result(self._ended)
            found["result"] = self._result
        elif self._ended is not None:
            self.forget_end()
        self._is_fresh = False
        if table := self._table():
            found["table"] = plain(table)
        if game.deals is not None:
            found["fair"] = self._fair_of(game.deals)
        if self._flags.by_agent:
            found["agents"] = self._flags.by_agent
        return found

    def _fair_of(self, deals: Deals) -> dict[str, Any]:
        """What can be known of the deals; it is the same until one begins, ends or gets words."""
        state = deals.last, deals.next, None if deals.next is None else deals.next.words
        if any(now is not then for now, then in zip(state, self._deals, strict=True)):
            self._deals, self._fair = state, deals.as_data()
        return self._fair

    def _find_roles(self) -> dict[str, str]:
        if self._layout != self._painter.layout:
            self._layout = self._painter.layout
            self._roles = self._painter.roles()
            self._roles_text = written(in_rows(self._roles))
        return self._roles

    def _you(self, game: Game, player: Player) -> dict[str, Any]:
        found: dict[str, Any] = {"agent": player.objid}
        if player.objid in self._seats and game.tells_facts:
            found["seat"] = self._seats[player.objid]
        if game.kind and game.tells_facts:
            given = game.own_facts(player)
            if given is not NEVER_OWN_FACTS:
                self.has_own = True
                found.update(_checked("own_facts", given))
        if player in self._below:
            found["standing"] = self._below[player]
        if invitations := self._invitations(player):
            found["invitations"] = plain(invitations)
        return found

    def _find_result(self, ended: Ended) -> dict[str, Any]:
        """The best places for everybody, and the places below them for those who have them."""
        rows = [(one.player, self._row(one, ended)) for one in ended.standings]
        self._below = {player: row for player, row in rows[TOLD:] if isinstance(player, Player)}
        found: dict[str, Any] = {"standings": [row for _, row in rows[:TOLD]]}
        if ended.reason:
            found["reason"] = ended.reason
        if ended.note:
            found["note"] = ended.note
        if len(rows) > TOLD:
            found["more"] = len(rows) - TOLD
        if ended.replay:
            found["replay"] = ended.replay
        return found

    def _row(self, one: Standing, ended: Ended) -> dict[str, Any]:
        player = one.player
        row: dict[str, Any] = {"place": one.place, "name": player.name}
        if isinstance(player, Player) and player.objid in self._audience:
            row["agent"] = player.objid
            if player.objid in self._seats:
                row["seat"] = self._seats[player.objid]
        if player.is_bot:
            row["bot"] = True
        row["score"] = int(one.score) if one.score == int(one.score) else round(one.score, 3)
        if change := ended.changes.get(player, 0):
            row["points"] = change
        if not one.stayed:
            row["stayed"] = False
        if one.notes:
            row["notes"] = [*one.notes]
        return row


def public_facts(game: Game) -> dict[str, Any]:
    """What a game says to everybody, as JSON."""
    return _checked("facts", game.facts())


def own_facts(game: Game, player: AnyPlayer) -> dict[str, Any]:
    """What it says to one player besides."""
    return _checked("own_facts", game.own_facts(player))


def in_rows(roles: Mapping[str, str]) -> dict[str, list[str]]:
    """The roles of objids that follow one another, in a list under the first of them: that is a third shorter."""
    found: dict[str, list[str]] = {}
    row: list[str] = []
    after = ""  # the objid that would go on with the row
    for objid, role in roles.items():
        if objid != after:
            row = found[objid] = []
        row.append(role)
        after = f"{objid[0]}{int(objid[1:]) + 1}"
    return found


def written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _checked(method: str, given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise IllegalScene(f"{method}() gave {given!r}: it gives a dict")
    try:
        found: dict[str, Any] = plain(given)
    except (NotPlain, TypeError) as wrong:
        raise IllegalScene(f"{method}() gave {wrong}") from None
    return found


def _seats(facts: Mapping[str, Any]) -> dict[str, str]:
    """The seat of everybody who has one, by objid, as far as the game uses the usual words."""
    seats = facts.get("seats")
    found = {}
    if type(seats) is dict:
        for seat, one in seats.items():
            player = one.get("player") if type(one) is dict else None
            if type(player) is dict and "agent" in player:
                found[player["agent"]] = seat
    return found


def _objids(players: Iterable[AnyPlayer]) -> list[str]:
    return [player.objid for player in players if isinstance(player, Player)]
