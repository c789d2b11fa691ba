"""Set practice: the same table for one player at a time, with hints, and with times instead of points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.game import Event, Events, Key, KeyId, Patience, Player, Tell, Tile, TileId, Turns, View, Words
from tilenet.games.set import speech
from tilenet.games.set.game import FINDING, IDLY, STUCK, SetGame
from tilenet.games.set.layouts import key_of
from tilenet.games.set.rules import Answer, Kind, Match, find_sets, why_no_set
from tilenet.games.set.table import RESTART

HINT = "hint"
RESTARTED = "restarted"  # why a game is over


class Practice(SetGame):
    """The first player to come in plays at once; the others watch and take turns, first those who have clicked."""

    title = Words("Set practice")
    about = Words("Set for one, without points: take your time, or a hint.")
    kind = "set-practice/1"
    is_dealt = is_recorded = False  # nobody plays against anybody
    help = (
        *speech.HOW_TO_PLAY,
        Words(
            "One player plays at a time, and nothing is won or lost. Hint, or t, selects one more card of a set, if "
            "there is one. If your cards are not a set, you are told why."
        ),
        Words(
            "At the end, when you click Restart, or after ten minutes in which you do nothing, you are told how long "
            "your answers took. When you leave, or do nothing for a minute while others watch, the next of them plays."
        ),
        Words(
            "If somebody is in line, it is their turn after a Restart, or if you find nothing for {minutes:g} minutes. "
            "A click gets a spectator in line.",
            minutes=FINDING / 60,
        ),
    )
    options: ClassVar = {}
    caches: ClassVar = {"_practising": None}
    countdown = 0.0
    seats = 1
    watching = Words("You are watching, and in line.")
    stake = ""
    warning = Patience.WARNED
    _last: Answer | None  # in the match
    _practising: tuple[View, View] | None = None  # the hand's view, and the same with Restart enabled

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._turns = Turns()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if tile != HINT:
            return super().click(player, tile, now)
        self._wake(player)
        return self._play(self._hint(player, now), now)

    def _wake(self, player: Player) -> None:
        super()._wake(player)
        self._hands.touch(player)  # whether a spectator is in line

    def _turn_down(self, player: Player, why: str) -> Event:
        """Spectators can do one thing: their clicks have got them in line."""
        return Tell(player, why) if why == self.watching else super()._turn_down(player, why)

    def _hint(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield self._turn_down(player, match)
            return
        if any(now < free_at for free_at in self._free_at.values()):
            return
        selected = self._hands.of(player).selected
        sets = [{match.board.index(card) for card in cards} for cards in find_sets(match.cards)]
        if not sets:
            yield Tell(player, Words("There is no set here."))
        elif selected in sets:
            yield Tell(player, Words("These three are a set: submit them."))
        else:
            wanted = next((positions for positions in sets if selected < positions), sets[0])
            yield from self._acted(player, now)
            self._hands.touch(player)
            selected &= wanted
            selected.add(min(wanted - selected))

    def _restart(self, player: Player, now: float) -> Events:
        if self.match is None:
            return
        if player not in self.match.scores:
            yield Tell(player, self.watching)
            return
        if not self.match.is_over:
            yield from self._end(self.match, RESTARTED, now)
        if self._queue.is_in_line(self.match.scores):
            yield Tell(player, Words("Somebody is in line, so it is their turn. You are in line again, too."))
            self._queue.pass_on(player)
            yield from self._deserted(now)
        else:
            yield from self._begin(now)

    def _has_to_find(self) -> bool:
        """Those who only watch do not wait for their turn."""
        return self.match is not None and not self.match.is_over and self._queue.is_in_line(self.match.scores)

    def _take_turns(self, match: Match, now: float) -> Events:
        for player in match.scores:
            self._queue.pass_on(player)
            yield Tell(player, speech.found_nothing(FINDING))
        yield from self._end(match, STUCK, now)
        yield from self._deserted(now)

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """The others have to wait even if the game is over."""
        if self.match is None or not self._queue.is_waiting(self.match.scores):
            return ()
        return self.match.scores

    def _make_way(self, match: Match, now: float) -> Events:
        for player in match.scores:
            self._queue.doze(player)
            yield Tell(player, speech.did_nothing(Patience.SECONDS))
        if not match.is_over:
            yield from self._end(match, IDLY, now)
        yield from self._deserted(now)

    def _deserted(self, now: float) -> Events:
        yield from self._begin(now)
        if self.match is not None:
            for player in self.match.scores:
                yield Tell(player, Words("It is your turn to practise."))

    def _next_players(self) -> list[Player]:
        line = self._queue.eager or self._queue.awake or self._queue.here
        return [self._turns.next_of(line)] if line else []

    def _begin(self, now: float) -> Events:
        self._last = None
        yield from super()._begin(now)
        if self.match is not None:
            for player in self.match.scores:
                self._turns.begin(player)

    def _answered(self, match: Match, answer: Answer, now: float) -> Events:
        self._last = answer
        return super()._answered(match, answer, now)

    # What is said and seen

    def _why_watch(self) -> str:
        assert self.match is not None  # otherwise nobody has to watch
        name = next(iter(self.match.scores)).name
        return Words("{name} is practising. You watch; a click gets you in line.", name=name)

    def _in_words(self, answer: Answer, deck: int) -> str:
        return speech.practised(answer, deck)

    def _results(self, match: Match, reason: str, now: float) -> Events:
        return [Tell(player, record.in_words()) for player, record in match.records.items()]

    def _score(self, player: Player) -> int:
        return 0 if self.match is None else self.match.records[player].sets

    def _tiles(self) -> dict[TileId, Tile]:
        tiles = super()._tiles()
        tiles[RESTART] = tiles[RESTART]._replace(text=Words("Your times, and another deck"), enabled=False)
        return {**tiles, HINT: Tile(2, 7, Words("Hint"), Words("One more card of a set"), self.is_on)}

    def view(self, player: Player) -> View:
        """Only the player who practises can restart."""
        view = super().view(player)
        if not self._is_practising(player):
            return view
        if self._practising is None or self._practising[0] is not view:
            restart = self.scene().tiles[RESTART]._replace(enabled=True)
            self._practising = view, View({**view.tiles, RESTART: restart}, view.keys)
        return self._practising[1]

    def _keys(self) -> dict[KeyId, Key]:
        # Not h for hint: that is a card's letter.
        return {**super()._keys(), key_of(HINT): Key("VK_T", Words("hint"))}

    def _reset(self) -> None:
        super()._reset()
        self._last = None

    # What programs are told

    def facts(self) -> Mapping[Any, Any]:
        return {**super().facts(), "last": self._last_answer()}

    def _last_answer(self) -> Mapping[str, object] | None:
        if self._last is None:
            return None
        is_right, kind = self._last.is_right, self._last.kind
        feature, _ = why_no_set(*self._last.claimed.values()) if kind is Kind.SET and not is_right else ("", "")
        seconds = self._last.seconds if is_right else None
        return {"claim": kind, "right": is_right, "feature": feature or None, "seconds": seconds}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        is_in_line = not self._is_practising(player) and player in self._queue.eager
        return {**super().own_facts(player), "in_line": is_in_line or None}

    def legal(self, player: Player) -> Iterable[TileId]:
        """Whatever spectators click gets them in line."""
        if not self._is_practising(player):
            return self._free_cards() if self.is_on and player not in self._queue.eager else []
        if not self.is_on:
            return [RESTART]
        is_replacing = any(free_at > self._now for free_at in self._free_at.values())
        return [*super().legal(player), RESTART, *([] if is_replacing else [HINT])]

    def _is_practising(self, player: Player) -> bool:
        return self.match is not None and player in self.match.scores
