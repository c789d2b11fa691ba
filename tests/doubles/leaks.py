"""Our games with a leak planted in each: facts that tell a player what is hidden from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilenet.game import Player
from tilenet.games.dancing.game import DancingGame
from tilenet.games.memory.game import Memory
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.set.hall import SetTable
from tilenet.games.set.practice import Practice
from tilenet.games.tombala.game import TombalaGame

Facts = Mapping[Any, Any]


def inside(thing: object, name: str) -> Any:
    """What nobody else should look at."""
    return vars(thing)[name]


class HiddenSymbol(PairPanicking):
    def facts(self) -> Facts:
        return {**super().facts(), "corner": inside(self.contest.board, "_symbols")[7, 7]}


class CardThatIsDown(Memory):
    def facts(self) -> Facts:
        return {**super().facts(), "corner": inside(self.contest, "_letters")[0]}


class NextCard(SetTable):
    def facts(self) -> Facts:
        return {**super().facts(), "next": self.match.deck[-1] if self.match and self.match.deck else None}


class OthersSelection(SetTable):
    def own_facts(self, player: Player) -> Facts:
        others = [one for one in filter(self._is_playing, self._queue.here) if one is not player]
        return {**super().own_facts(player), "others": [len(self._hands.of(one).selected) for one in others]}


class OthersHint(Practice):
    """What a hint has selected is for the player who asked."""

    def own_facts(self, player: Player) -> Facts:
        hints = [sorted(self._hands.of(one).selected) for one in self._boards if one is not player]
        return {**super().own_facts(player), "hint": hints}


class OthersBoard(Practice):
    """What others play with is nobody else's."""

    def facts(self) -> Facts:
        return {**super().facts(), "boards": [board.match.board for board in self._boards.values()]}


class LegalHint(Practice):
    """Only cards of the next set of the deck can be clicked: a leak without a word."""

    def legal(self, player: Player) -> Any:
        found, deck = [*super().legal(player)], self._boards[player].match.deck
        return found if not deck or deck[-1] % 2 else found[:-1]


class NextNumber(TombalaGame):
    def facts(self) -> Facts:
        bag = inside(self.match, "_bag") if self.match else []
        return {**super().facts(), "next": bag[-1] if bag else None}


class OthersCards(TombalaGame):
    def own_facts(self, player: Player) -> Facts:
        cards = self.match.cards if self.match else {}
        return {**super().own_facts(player), "others": [card for one, card in cards.items() if one is not player]}


class StarsInTheHand(DancingGame):
    """Stars that the spoiler has chosen and not placed yet."""

    def facts(self) -> Facts:
        hands = inside(self._people, "_hands").values()
        return {**super().facts(), "hands": [hand.facts() for hand in hands]}


class StarsBeforeTheStage(DancingGame):
    def facts(self) -> Facts:
        return {**super().facts(), "placed": self.match.round.stars if self.match else None}


class StepsBeforeTheStage(DancingGame):
    def facts(self) -> Facts:
        steps = self.match.round.steps if self.match else []
        return {**super().facts(), "steps": [step.hex() for step in steps]}
