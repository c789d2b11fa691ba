"""What people do at a match of Dancing, and what is seen of it: clicks, commands, the stage, and what each can do."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    Cost,
    Events,
    Go,
    KeyId,
    Player,
    Refuse,
    Scene,
    Tell,
    TileId,
    View,
    Words,
)
from tilenet.games.dancing import advice, table
from tilenet.games.dancing.contest import Contest
from tilenet.games.dancing.facts import option_facts, round_facts, stage_facts
from tilenet.games.dancing.hall import LOBBY, OVER, PLAYING, WAITING
from tilenet.games.dancing.hand import NotNow
from tilenet.games.dancing.match import Phase, Role
from tilenet.games.dancing.outcome import Side
from tilenet.games.dancing.scenery import headline
from tilenet.games.dancing.typed import COMMANDS, NotNumbers, cells_in

STAKE = Words("You lose this round and any that follow.")
CELLS = 300  # of a board that cost as much as a command to be shown again, all of them
SEARCH = 10  # commands: what it costs to look for lines

SEATS = table.DANCE, table.SPOIL  # of side 0 and side 1
STAGE = table.SLOWER, table.FASTER, table.PAUSE, table.AGAIN


class Play(Contest):
    """What people do and see at any match."""

    title = "Dancing"
    about = Words("Dancing without Stars.")
    kind = "dancing/1"
    bot = "dancing-table"
    board_role = "cell"
    commands = COMMANDS
    has_lobby: ClassVar[bool] = True  # whether there is a way to the lobby

    caches: ClassVar = {"_scene": None, "_told": None}

    _scene: Scene | None = None  # None when something in it has changed
    _told: object = None  # what the lines for those who watch were made from

    def _changed(self) -> None:
        self._scene = None

    # What people do

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

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        word, _, rest = text.removeprefix("/").partition(" ")
        if to is None and text.startswith("/") and word.lower() in COMMANDS:
            return self._prepare(player, word.lower(), rest, now)
        return super().say(player, text, to, now)

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
            self._changed()
            yield Tell(player, Words("You have stood up."))
            return
        self._people.sides.add(side)
        yield from self._sat_down(player, side, now)

    @abstractmethod
    def _sat_down(self, player: Player, side: Side, now: float) -> Events:
        """Somebody takes a seat by a click."""

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

    def _prepare(self, player: Player, word: str, rest: str, now: float) -> Events:
        """A player types stars or moves, instead of clicking them one by one."""
        phase = Phase.STARS if word == "star" else Phase.STEPS
        try:
            cells = cells_in(rest, word)
            yield self._price(player)
            if not self._people.prepare(self._side_of(player), cells, phase):
                yield Refuse(player, Words("It is not your turn to do that."))
        except (NotNow, NotNumbers) as error:
            yield Refuse(player, str(error))

    # What is seen

    def stale_views(self) -> Iterable[Player] | None:
        phase = None if self.match is None else (len(self.match.rounds), self.match.round.phase)
        told = (phase, self._is_on, self.stage.is_paused, *self._names)
        touched, self._people.touched = self._people.touched, set()
        if told != self._told:
            self._told = told
            return None
        return [self._seats[side] for side in touched if side in self._seats]

    def view(self, player: Player) -> View:
        on = _while_playing(self.stage.is_paused, self.has_lobby) if self._is_on else NO_VIEW
        return self._people.view(self._side_of(player), on)

    def scene(self) -> Scene:
        if self._scene is None:
            can_sit = [self.match is None and not self._is_dropped and self._can_sit(side) for side in (0, 1)]
            self._scene = self._scenery.scene(
                self.match,
                self.stage,
                self._names,
                self._seconds,
                self._steps,
                can_sit,
                self._headline(),
                has_lobby=self.has_lobby,
            )
        return self._scene

    def _headline(self) -> str:
        if self.match is not None:
            return headline(self.match, self.stage, self._names, self._steps)
        waiting = next((name for name in self._names if name), "")
        return self._goal(Words("{name} needs an opponent.", name=waiting) if waiting else advice.SIT_DOWN)

    def _goal(self, what: str) -> Words:
        return advice.goal(self.instance.dancers, what)

    def _can_sit(self, side: Side) -> bool:
        """Whether a click on a seat can mean something: a program stays where it sits."""
        return side not in self._seats or side in self._people.sides

    def _status(self, player: Player) -> str | None:
        """What a player is told who cannot do anything in the match now."""
        side, match = self._side_of(player), self.match
        if side is not None and match is not None and self._is_on:
            return advice.waiting_for(match, self._names[1 - side])
        if side is not None and match is None:
            return advice.FIND_OPPONENT
        return None

    # What it is, as data

    @property
    def _phase(self) -> str:
        return PLAYING if self._is_on else WAITING if self.match is None and not self._is_dropped else OVER

    def facts(self) -> Mapping[Any, Any]:
        match = self.match
        facts: dict[str, object] = {
            "phase": self._phase,
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
        side = self._side_of(player)
        status = self._people.status(side) or self._status(player)
        return {"status": status, **self._people.facts(side, STAKE if self._is_on else None)}

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
        side = self._side_of(player)
        if self.has_lobby:
            yield table.LOBBY
        if self.match is not None and not (self._is_on and side in self._people.sides):
            yield from STAGE
        if self.match is None and not self._is_dropped:
            sides = (side for side in (0, 1) if self._can_sit(side) and self._seats.get(side, player) is player)
            yield from (SEATS[side] for side in sides)
        yield from self._people.legal(side)


@cache
def _while_playing(is_paused: bool, has_lobby: bool) -> View:
    """What players see differently while the match is on: leaving costs, and the stage is for those who watch."""
    stage = table.stage_tiles(is_open=False, is_paused=is_paused)
    keys = {**table.exit_keys(STAKE, has_lobby=has_lobby), **table.stage_keys(is_open=False)}
    return View({**table.exit_tiles(STAKE, has_lobby=has_lobby), **stage}, keys)
