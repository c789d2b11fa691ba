"""How a game of Set ends: when no set is left, or nobody plays on, or others have waited for long; and its result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilenet.game import Events, Patience, Player, Ranking, Result, Say, Tell, standings
from tilenet.games.set import speech
from tilenet.games.set.beginning import Beginnings
from tilenet.games.set.outcome import how_it_ended, notes
from tilenet.games.set.rules import Match

FINDING = 180.0  # seconds after which a game is over if nobody finds anything and others wait: selecting is not enough
IDLE = 600.0  # seconds after which a game is over if nobody plays; with others who play, see PATIENCE

#: Why a game is over: no set is left, nobody plays, nobody finds anything while others wait, all players have left.
FINISHED, IDLY, STUCK, DESERTED = "finished", "idle", "stuck", "deserted"


class Endings(Beginnings):
    """A table at which each game comes to an end, even if its players do not care."""

    def _end(self, match: Match, reason: str, now: float) -> Events:
        match.end()
        self._scene = None
        self._hands.deselect()
        yield from self._results(match, reason, now)

    def _deserted(self, now: float) -> Events:
        """Only spectators are left."""
        if self.match is not None and not self.match.is_over:
            yield from self._end(self.match, DESERTED, now)

    def _results(self, match: Match, reason: str, now: float) -> Events:
        for player, record in match.records.items():
            if record.has_answered:
                yield Tell(player, record.in_words())
        left = match.scores.keys() - (self._sitting.taken & self._queue.here.keys())
        found = []
        for one in standings(match.scores, left):
            record = match.records[one.player]
            found.append(replace(one, feats=record.feats, notes=notes(record)))
        note = how_it_ended(match, now)
        if match.is_untouched:
            yield Ranking(tuple(found), reason, note)
        else:
            yield Result(self.title, tuple(found), reason=reason, note=note)

    # Those who keep others waiting

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """Those who have a seat, unless nobody waits for one. If one of them plays, the game goes on for all.

        At a table of somebody's own, friends wait for each other.
        """
        if (
            self.is_own_table
            or self.match is None
            or self.match.is_over
            or not self._queue.is_waiting(self.match.scores)
        ):
            return ()
        return [player for player in self._sitting.taken if player in self._queue.here]

    def _make_way(self, match: Match, now: float) -> Events:
        """Nobody has played for a while, and others wait."""
        for player in self._sitting.taken:
            self._queue.doze(player)
        yield Say(speech.nobody_plays(Patience.SECONDS))
        if not match.is_over:
            yield from self._end(match, IDLY, now)
        yield from self._go_on(match, now)

    def _has_to_find(self) -> bool:
        """Whether it is not enough to select cards now and then, because others wait for the end of this game."""
        return any(self._keeping_others_waiting())

    def _take_turns(self, match: Match, now: float) -> Events:
        """Nobody has found anything for long, and others wait."""
        yield Say(speech.nobody_finds(FINDING))
        yield from self._end(match, STUCK, now)
        yield from self._go_on(match, now)
