"""Checks a recorded match by running it again: what was dealt, what was done, and how it ended. docs/fair.md says how.

Nothing that a recording says is believed but how the room was before the match, and what came to it from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.deals import Deal
from tilenet.game import Result
from tilenet.replays.claims import (
    of_result,
    ranking,
    title,
    wrong_claims,
    wrong_length,
    wrong_places,
    wrong_presence,
    wrong_result,
)
from tilenet.replays.legality import why_not
from tilenet.replays.playback import (
    DAMAGED,
    NOT_INSTALLED,
    OTHER_VERSION,
    TOO_LONG,
    CannotPlay,
    Playback,
    Work,
)
from tilenet.replays.rated import Rates, ratings
from tilenet.replays.recording import NotARecording, Recording
from tilenet.text import plain

SHOWN = 3  # acts that could not be
LONGEST = 1000  # characters of one line
ENOUGH = 1e9  # more work than any recording is: how long it takes is for the caller to bound

NAMED = 20  # people

_WHY: Mapping[str, str] = {
    DAMAGED: "it is damaged",
    NOT_INSTALLED: "its game is not installed here",
    OTHER_VERSION: "it is damaged, or the game had another version",
    TOO_LONG: "it is too long",
}

ROOM, DEAL, SEED, ACTS, RESULT, RATINGS = "room", "deal", "seed", "acts", "result", "ratings"


class Finding(NamedTuple):
    """What one check has found."""

    check: str
    is_right: bool | None  # None if it could not be checked
    text: str


class Dealt(NamedTuple):
    """A match began in the recording."""

    deal: Deal
    entry: int
    commitment: str | None  # that everybody could read until then


class Verification:
    """One recording, with the games that are installed, by the names of their plugins."""

    def __init__(self, recording: Recording, games: Mapping[str, IGamePlugin], rates: Rates) -> None:
        self._rates = rates
        self._recording = recording
        self._header = recording.header
        self._playback = Playback(recording, with_options(recording, games))
        self._acts = 0
        self._wrong: list[str] = []  # acts that could not be
        self._dealt: list[Dealt] = []
        self._results: list[Result] = []
        self._were_there: set[str] = set()  # the ids of people

    def run(self) -> list[Finding]:
        """All checks, in order."""
        playback = self._playback
        try:
            self._step()
        except (CannotPlay, NotARecording) as error:
            return [Finding(ROOM, False, _line(f"It cannot be played again: {_why(error)}."))]
        try:
            while playback.done < len(playback):
                self._step()
        except (CannotPlay, NotARecording) as error:
            self._wrong.append(f"entry {playback.done + 1} cannot be done: {_why(error)}")
        checks = [(ROOM, self._room), (DEAL, self._deal), (ACTS, self._legality), (RESULT, self._result)]
        if len(self._results) == 1:
            checks.append((RATINGS, self._ratings))
        return [one for name, check in checks for one in _found(name, check)]

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
                raise CannotPlay(DAMAGED, "another room is put in the place of this one")
            if entry[0] not in ("player", "points"):
                self._judge(at, entry)
        happened = playback.step(Work(ENOUGH))
        self._note_presence(entry)
        self._results += [event for event in happened if isinstance(event, Result)]
        deals = playback.game.deals
        if at and deals is not None and deals.last is not None and deals.last is not before:
            self._dealt.append(Dealt(deals.last, at, commitment))

    def _note_presence(self, entry: list[Any]) -> None:
        match entry:
            case ["saved", _, _, dict() as saved]:
                self._were_there.update(saved["members"])
            case ["enter", _, _, {"player": str(id)}]:
                self._were_there.add(id)

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

    def _room(self) -> list[Finding]:
        playback, header = self._playback, self._header
        wrong = [*wrong_claims(playback)]
        if playback.is_known:
            places = {one.player.id for result in self._results for one in result.standings}
            wrong += wrong_presence(header, self._were_there | places)
            wrong += wrong_length(header, playback.times[-1])
        if wrong:
            return [Finding(ROOM, False, _line(f"What it says of itself is not true: {_some(wrong)}."))]
        names = [playback.people[one["id"]].name for one in header["people"] if playback.people.get(one["id"])]
        return [
            Finding(ROOM, True, _line(f"{title(playback)} ({header['game']}), with {_some(names, NAMED) or 'nobody'}."))
        ]

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
            wrong = f"The hash that was announced is {commitment}, but that of the secret is {told.commitment}."
        elif len(self._dealt) != 1:
            wrong = f"It has {len(self._dealt) or 'no'} deals: there must be one."
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

    def _legality(self) -> list[Finding]:
        if not self._wrong:
            return [Finding(ACTS, True, f"Each of the {self._acts} acts was possible when it was done.")]
        return [Finding(ACTS, False, _line(f"Not all acts were possible: {_some(self._wrong)}."))]

    def _result(self) -> list[Finding]:
        if not self._results:
            return [Finding(RESULT, False, "The game does not come to an end in this file.")]
        if len(self._results) > 1:
            return [Finding(RESULT, False, f"The game ends {len(self._results)} times in this file: it must end once.")]
        result, playback = self._results[0], self._playback
        wrong = wrong_result(self._header.get("result"), result, playback) or wrong_places(self._header, result)
        right = ranking(of_result(result)["standings"], playback)
        return [Finding(RESULT, not wrong, _line(f"{wrong or f'The result is the one that was announced: {right}'}."))]

    def _ratings(self) -> list[Finding]:
        told, start = self._header.get("ratings"), float(self._header["start"])
        is_right, text = ratings(told, self._results[0], self._rates, start)
        return [Finding(RATINGS, is_right, _line(text))]


def _found(name: str, check: Callable[[], list[Finding]]) -> list[Finding]:
    try:
        return check()
    except Exception as error:  # anything may be where something should be
        return [Finding(name, False, _line(f"It makes no sense: {type(error).__name__}: {error}"))]


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
    """As the end of a sentence."""
    if not isinstance(error, CannotPlay):
        return str(error)
    why, detail = _WHY.get(error.reason, ""), error.detail.rstrip(".")
    return f"{why} ({detail})" if why and detail else why or detail


def _some(texts: list[str], most: int = SHOWN) -> str:
    joint = "; " if most == SHOWN else ", "
    more = [f"and {len(texts) - most} more"] if len(texts) > most else []
    return joint.join([*texts[:most], *more])


def _line(text: str) -> str:
    return plain(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")
