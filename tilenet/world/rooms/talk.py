"""What players say in a room: how much of it everybody can bear, and whom a whisper reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilenet.limits import Bucket, Limits
from tilenet.world.players.player import Muted, Player

TALKERS = 12  # players' worth of talk that is allowed to the room in all, and in whispers to one player


class Spoken(NamedTuple):
    """Something that others may hear."""

    text: str
    is_whisper: bool


class Talk:
    """The talk in one room: speakers are held to a rate of their own, and all of them together to another."""

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        self._limits = limits
        self._seconds = seconds
        self._aloud = self._bucket()
        self._whispers: dict[Player, Bucket] = {}  # to each player: more could be too much for their line

    def forget(self, player: Player) -> None:
        """A player has left."""
        self._whispers.pop(player, None)

    def say(self, speaker: Player, text: str, to: Player | None, *, can_hear: bool) -> Spoken | None:
        """What is said to the room or to one player, as it may be heard; None if it is nothing. Raises Muted.

        A text in brackets, said to one player, is a whisper: only a player who can hear it can be whispered to.
        """
        text = speaker.say(text, self._limits)
        if not text:
            return None
        if to is None or not (text.startswith("(") and text.endswith(")")):
            if self._aloud.take():
                raise Muted("Not said: too many are talking here.")
            return Spoken(text, is_whisper=False)
        if not can_hear:
            raise Muted(f"Not said: {_why_deaf(to)}.")
        if self._whispers.setdefault(to, self._bucket()).take():
            raise Muted(f"Not said: too many are whispering to {to.name}.")
        return Spoken(text, is_whisper=True)

    def _bucket(self) -> Bucket:
        rate, burst = self._limits.speech_per_second, self._limits.speech_burst
        return Bucket(TALKERS * rate, TALKERS * burst, self._seconds)


def _why_deaf(player: Player) -> str:
    if player.client is None:
        return f"{player.name} is not connected"
    return f"{player.name} uses a protocol that has no talk"
