"""Checks a recorded match by running it again: what was dealt, what was done, and how it ended. docs/fair.md says how.

Nothing that a recording says is believed but how the room was before the match, and what came to it from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.deals import Deal
from tilenet.game import Result
from tilenet.replays.legality import why_not
from tilenet.replays.playback import CannotPlay, Playback, Work
from tilenet.replays.recording import NotARecording, Recording
from tilenet.text import plain

SHOWN = 3  # acts that could not be
LONGEST = 1000  # characters of one line
ENOUGH = 1e9  # more work than any recording is: how long it takes is for the caller to bound

ROOM, DEAL, SEED, ACTS, RESULT = "room", "deal", "seed", "acts", "result"


class Finding(NamedTuple):
    """What one check has found."""

    check: str
    is_right: bool
    text: str


class Dealt(NamedTuple):
    """A match began in the recording."""

    deal: Deal
    entry: int
    commitment: str | None  # that everybody could read until then


class Verification:
    """One recording, with the games that are installed, by the names of their plugins."""

    def __init__(self, recording: Recording, games: Mapping[str, IGamePlugin]) -> None:
        self._recording = recording
        self._header = recording.header
        self._playback = Playback(recording, with_options(recording, games))
        self._acts = 0
        self._wrong: list[str] = []  # acts that could not be
        self._dealt: list[Dealt] = []
        self._results: list[Result] = []

    def run(self) -> list[Finding]:
        """All checks, in order."""
        playback = self._playback
        try:
            self._step()
            room = self._room()
        except (CannotPlay, NotARecording) as error:
            return [Finding(ROOM, False, _line(f"It cannot be run again: {_why(error)}"))]
        try:
            while playback.done < len(playback):
                self._step()
        except (CannotPlay, NotARecording) as error:
            self._wrong.append(f"entry {playback.done + 1} cannot be done: {_why(error)}")
        try:
            return [room, *self._deal(), self._legality(), self._result()]
        except Exception as error:  # anything may be where a deal or a result should be
            why = f"It makes no sense: {type(error).__name__}: {error}"
            return [room, self._legality(), Finding(DEAL, False, _line(why))]

    # Running it

    def _step(self) -> None:
        with self._playback.careful():
            self._step_on()

    def _step_on(self) -> None:
        playback = self._playback
        at = playback.done
        entry = self._recording.entries[at]
        before, commitment = None, None
        if at:
            deals = playback.game.deals
            if deals is not None:
                before, commitment = deals.last, None if deals.next is None else deals.next.commitment
            if entry[0] == "saved":
                raise CannotPlay("the room is replaced by another in the middle of the match")
            if entry[0] not in ("player", "points"):
                self._judge(at, entry)
        happened = playback.step(Work(ENOUGH))
        self._results += [event for event in happened if isinstance(event, Result)]
        deals = playback.game.deals
        if at and deals is not None and deals.last is not None and deals.last is not before:
            self._dealt.append(Dealt(deals.last, at, commitment))

    def _judge(self, at: int, entry: list[Any]) -> None:
        self._acts += 1
        with self._playback.careful():
            reason = why_not(self._playback, entry)
            if reason is not None:
                match entry[3:]:
                    case [{"player": str(id)}, *_]:
                        reason = f"{self._playback.people[id].name} {reason}"
                self._wrong.append(f"entry {at + 1}: {reason}")

    # What was found

    def _room(self) -> Finding:
        header, game = self._header, self._playback.game
        saved = self._recording.entries[0][3]
        if (header["game"], header.get("kind")) != (saved["game"], game.kind):
            return Finding(ROOM, False, _line(f"It says that it is a game of {header['game']}, and it is not."))
        names = [str(one.get("name")) for one in header["people"]]
        return Finding(ROOM, True, _line(f"{header['title']} ({header['game']}), with {', '.join(names) or 'nobody'}."))

    def _deal(self) -> list[Finding]:
        game = self._playback.game
        if not game.is_dealt or game.deals is None:
            return [Finding(DEAL, not game.is_dealt, "Nothing is dealt in this game.")]
        try:
            told, commitment = _told(self._header.get("fair"))
        except (TypeError, ValueError, KeyError, AttributeError):
            return [Finding(DEAL, False, "The secret of its deal is not told as it should be.")]
        return [self._announced(told, commitment), self._followed(told)]

    def _announced(self, told: Deal, commitment: str) -> Finding:
        wrong = ""
        if told.commitment != commitment:
            wrong = f"The secret has not the hash that was announced, {commitment}, but {told.commitment}."
        elif len(self._dealt) != 1:
            wrong = f"There is not one deal in it, but {len(self._dealt)}: nobody can tell what was dealt."
        elif self._dealt[0].commitment is None or not self._dealt[0].deal.was_announced:
            wrong = "Its hash could not be read before the deal."
        elif self._dealt[0].commitment != commitment:
            wrong = f"Another hash could be read before the deal: {self._dealt[0].commitment}."
        right = f"The deal was fixed before the game: the hash of its secret is {commitment}. Is it the one you saw?"
        return Finding(DEAL, not wrong, _line(wrong or right))

    def _followed(self, told: Deal) -> Finding:
        chance, wrong = self._playback.game.chance, ""
        dealt = self._dealt[0].deal if self._dealt else None
        if dealt is None or chance is None:
            wrong = "Nothing was dealt."
        elif dealt.secret != told.secret:
            wrong = "It was dealt by another secret than the one that was told."
        elif dealt.words != told.words:
            wrong = f"It was dealt by other words than those that were told: {_words(dealt)}."
        elif chance.secret != told.seed:
            wrong = "It was dealt by another seed than that of its secret and words."
        right = f"What was dealt follows from the secret {told.secret.hex()} and the words of players: {_words(told)}."
        return Finding(SEED, not wrong, _line(wrong or right))

    def _legality(self) -> Finding:
        if not self._wrong:
            return Finding(ACTS, True, f"Each of the {self._acts} acts was possible when it was done.")
        more = f"; and {len(self._wrong) - SHOWN} more" if len(self._wrong) > SHOWN else ""
        return Finding(ACTS, False, _line(f"Not all acts were possible: {'; '.join(self._wrong[:SHOWN])}{more}."))

    def _result(self) -> Finding:
        if len(self._results) != 1:
            return Finding(RESULT, False, f"It leads to {len(self._results) or 'no'} results, and not to one.")
        result, told = self._results[0], self._header.get("result")
        found = {
            "game": str(result.game),
            "reason": result.reason,
            "standings": [
                {"id": one.player.id, "place": one.place, "score": one.score, "stayed": one.stayed}
                for one in result.standings
            ],
        }
        places = {one.player.id: (one.place, one.score) for one in result.standings}
        named = {one["id"]: (one.get("place"), one.get("score")) for one in self._header["people"]}
        ranking = ", ".join(f"{one.place}. {one.player.name} {one.score:g}" for one in result.standings)
        if told != found or named != {**dict.fromkeys(named, (None, None)), **places}:
            return Finding(RESULT, False, _line(f"Another result was announced than the one it leads to: {ranking}."))
        return Finding(RESULT, True, _line(f"The result is the one that was announced: {ranking}."))


def with_options(recording: Recording, games: Mapping[str, IGamePlugin]) -> dict[str, IGamePlugin]:
    """The games, that of the recording with the options that it had on its server."""
    found = {**games}
    options, plugin = recording.header.get("options"), games.get(recording.header["game"])
    if isinstance(options, dict) and isinstance(plugin, GamePlugin):
        for name, value in options.items():
            if type(value) in (int, float) and name in plugin.game.options:
                try:
                    plugin = plugin.with_option(name, str(value))
                except ValueError:
                    continue  # what was played is then not what is played now, and it shows
        found[plugin.name] = plugin
    return found


def _told(fair: Any) -> tuple[Deal, str]:
    """The deal as it was told at the end. Raises one of many errors if it makes no sense."""
    words = [(name, text) for name, text in fair.get("words", ())]
    if not all(isinstance(part, str) for one in words for part in one):
        raise TypeError("words are texts")
    deal = Deal(bytes.fromhex(fair["secret"]), words)
    if not deal.seed:
        raise ValueError("no seed")
    return deal, str(fair["commitment"])


def _words(deal: Deal) -> str:
    return ", ".join(f"{name}: {text}" for name, text in deal.words) or "none"


def _why(error: Exception) -> str:
    detail = getattr(error, "detail", "")
    return f"{error} {detail}".strip().rstrip(".") if detail else str(error).rstrip(".")


def _line(text: str) -> str:
    return plain(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")
