"""Set practice: the same table for one player at a time, with hints, and with times instead of points."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import ClassVar

from tilenet.game import Events, Key, KeyId, Patience, Player, Tell, Tile, TileId, Turns, View
from tilenet.games.set.game import FINDING, SetGame
from tilenet.games.set.rules import Answer, Kind, Match, find_sets, why_no_set
from tilenet.games.set.table import RESTART

HINT = "hint"


class Practice(SetGame):
    """The first player to come in plays at once; the others watch and take turns, first those who have clicked."""

    title = "Set practice"
    about = "Set for one, without points: take your time, or a hint."
    help = (
        *SetGame.help[:2],
        "One player plays at a time, and nothing is won or lost. Hint, or t, selects one more card of a set, if there "
        "is one. If your cards are not a set, you are told why.",
        "At the end, when you click Restart, or after ten minutes in which you do nothing, you are told how long your "
        "answers took. When you leave, or do nothing for a minute while others watch, the next of them plays.",
        f"If somebody is in line, it is their turn after a Restart, or if you find nothing for {FINDING / 60:g} "
        "minutes. A click gets a spectator in line.",
    )
    options: ClassVar = {}
    caches: ClassVar = {"_practising": None}
    countdown = 0.0
    seats = 1
    watching = "You are watching, and in line."
    stake = ""
    warning = Patience.WARNED
    _practising: tuple[View, View] | None = None  # the hand's view, and the same with Restart enabled

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._turns = Turns()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        return self._play(self._hint(player, now), now) if key == HINT else super().press(player, key, now)

    def _hint(self, player: Player, now: float) -> Events:
        match = self._match_of(player)
        if isinstance(match, str):
            yield Tell(player, match)
            return
        if any(now < free_at for free_at in self._free_at.values()):
            return
        selected = self._hands.of(player).selected
        sets = [{match.board.index(card) for card in cards} for cards in find_sets(match.cards)]
        if not sets:
            yield Tell(player, "There is no set here.")
        elif selected in sets:
            yield Tell(player, "These three are a set: submit them.")
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
            yield from self._end(self.match)
        if self._queue.is_in_line(self.match.scores):
            yield Tell(player, "Somebody is in line, so it is their turn. You are in line again, too.")
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
            found = f"You have found nothing for {FINDING / 60:g} minutes"
            yield Tell(player, f"{found}, and somebody is in line: you watch until it is your turn again.")
        yield from self._end(match)
        yield from self._deserted(now)

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """The others have to wait even if the game is over."""
        if self.match is None or not self._queue.is_waiting(self.match.scores):
            return ()
        return self.match.scores

    def _make_way(self, match: Match, now: float) -> Events:
        for player in match.scores:
            self._queue.doze(player)
            yield Tell(player, f"You did nothing for {Patience.SECONDS:g} s while others waited: you watch.")
        if not match.is_over:
            yield from self._end(match)
        yield from self._deserted(now)

    def _deserted(self, now: float) -> Events:
        yield from self._begin(now)
        if self.match is not None:
            for player in self.match.scores:
                yield Tell(player, "It is your turn to practise.")

    def _next_players(self) -> list[Player]:
        line = self._queue.eager or self._queue.awake or self._queue.here
        return [self._turns.next_of(line)] if line else []

    def _begin(self, now: float) -> Events:
        yield from super()._begin(now)
        if self.match is not None:
            for player in self.match.scores:
                self._turns.begin(player)

    # What is said and seen

    def _why_watch(self) -> str:
        assert self.match is not None  # otherwise nobody has to watch
        return f"{next(iter(self.match.scores)).name} is practising. You watch; a click gets you in line."

    def _in_words(self, answer: Answer, deck: int) -> str:
        name = answer.by.name
        if answer.is_right:
            what = "found a set" if answer.kind is Kind.SET else "saw that there is no set"
            return f"{name} {what} after {answer.seconds:.1f} s; {deck} in the deck."
        if answer.kind is Kind.NO_SET:
            return f"{name} said no set, but there is one."
        return f"{name} was wrong: {why_no_set(*self._claimed)}."

    def _results(self, match: Match) -> Events:
        return [Tell(player, record.in_words()) for player, record in match.records.items()]

    def _score(self, player: Player) -> int:
        return 0 if self.match is None else self.match.records[player].sets

    def _tiles(self) -> dict[TileId, Tile]:
        tiles = super()._tiles()
        tiles[RESTART] = tiles[RESTART]._replace(text="Your times, and another deck", enabled=False)
        return {**tiles, ("do", HINT): Tile(2, 7, "Hint", "One more card of a set", self.is_on)}

    def view(self, player: Player) -> View:
        """Only the player who practises can restart."""
        view = super().view(player)
        if self.match is None or player not in self.match.scores:
            return view
        if self._practising is None or self._practising[0] is not view:
            restart = self.scene().tiles[RESTART]._replace(enabled=True)
            self._practising = view, View({**view.tiles, RESTART: restart}, view.keys)
        return self._practising[1]

    def _keys(self) -> dict[KeyId, Key]:
        # Not h for hint: that is a card's letter.
        return {**super()._keys(), HINT: Key("VK_T", "hint")}
