"""What players say in a room: how much of it everybody can bear, who gets which share, and whom a whisper reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilenet.limits import Bucket, Buckets, Limits
from tilenet.words import Words
from tilenet.world.players.player import Muted, Player

TALKERS = 12  # players' worth of talk that a room can take in all, and one player in whispers
ADDRESSES = 1000  # whose talk is remembered in one room


class Spoken(NamedTuple):
    """Something that others may hear."""

    text: str
    is_whisper: bool


class Ear:
    """How much of what others say a room, or one player, can take.

    Each address is heard as much as one player, and more only as long as half of what can be taken is left: so the many
    names of one address cannot drown out anybody else. On this machine, every player counts alone.
    """

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        rate, burst = limits.speech_per_second, limits.speech_burst
        self._all = Bucket(TALKERS * rate, TALKERS * burst, seconds)
        self._half = TALKERS * burst / 2
        self._shares = Buckets(rate, burst, seconds, ADDRESSES)

    def hears(self, speaker: Player) -> bool:
        """Whether it takes one thing more; if so, that counts."""
        share = self._shares.of(speaker.origin or speaker.id)
        has_share = not share.wait()
        if self._all.take(leave=0 if has_share else self._half):
            return False
        if has_share:
            share.take()
        return True


class Talk:
    """The talk in one room: there is a bound for each speaker, for each address, and for all together."""

    def __init__(self, limits: Limits, seconds: Callable[[], float], by_address: Buckets) -> None:
        """`by_address` is for the talk in all rooms."""
        self._limits = limits
        self._seconds = seconds
        self._by_address = by_address
        self._room = Ear(limits, seconds)
        self._whispers: dict[Player, Ear] = {}  # to each player: more could be too much for their line

    def forget(self, player: Player) -> None:
        """A player has left."""
        self._whispers.pop(player, None)

    def say(self, speaker: Player, text: str, to: Player | None, *, can_hear: bool) -> Spoken | None:
        """What is said to the room or to one player, as it may be heard; None if it is nothing. Raises Muted.

        A text in brackets, said to one player, is a whisper.
        """
        text = speaker.say(text, self._limits)
        if not text:
            return None
        if to is None or not (text.startswith("(") and text.endswith(")")):
            self.bear(speaker)
            return Spoken(text, is_whisper=False)
        self.bear_whisper(speaker, to, can_hear=can_hear)
        return Spoken(text, is_whisper=True)

    def bear(self, speaker: Player) -> None:
        """Everybody in the room hears one thing more of a player. Raises Muted."""
        self._bear_address(speaker)
        if not self._room.hears(speaker):
            raise Muted(Words("Not said: too many are talking here."))

    def bear_whisper(self, speaker: Player, to: Player, *, can_hear: bool) -> None:
        """One player in the room does. Raises Muted, also if they cannot hear it."""
        self._bear_address(speaker)
        if not can_hear:
            raise Muted(_why_deaf(to))
        if to not in self._whispers:
            self._whispers[to] = Ear(self._limits, self._seconds)
        if not self._whispers[to].hears(speaker):
            raise Muted(Words("Not said: too many are whispering to {name}.", name=to.name))

    def _bear_address(self, speaker: Player) -> None:
        if speaker.origin and self._by_address.of(speaker.origin).take():
            raise Muted(Words("Not said: too many people at your address are talking."))


def talk_by_address(limits: Limits, seconds: Callable[[], float]) -> Buckets:
    """How much players at each address may say together."""
    worth = limits.speech_per_address
    return Buckets(worth * limits.speech_per_second, worth * limits.speech_burst, seconds)


def _why_deaf(player: Player) -> Words:
    if player.client is None:
        return Words("Not said: {name} is not connected.", name=player.name)
    return Words("Not said: {name} uses a protocol that has no talk.", name=player.name)
