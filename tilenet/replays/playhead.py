"""Where a replay is, how it goes on from there, and what its controls do to that."""

from __future__ import annotations

from tilenet.game import GameClock, TileId
from tilenet.replays.controls import FASTER, SPEEDS, STEP, Position, minutes, near
from tilenet.replays.playback import Playback
from tilenet.words import Words


class Playhead:
    """Where it is to be; the playback gets there as soon as there is time for it."""

    def __init__(self) -> None:
        self.speed = 1.0
        self.is_playing = True
        self.shown = 0.0  # seconds from the beginning, ...
        self.since: float | None = None  # ... at this time, if it has gone on since then
        self.done = 0  # how many entries of the recording are
        self.is_ending = False  # whether the ranking is to be told once they are

    def position(self, playback: Playback | None, now: float) -> float:
        """In seconds from the beginning; without a playback, nobody knows yet where the end is."""
        gone_by = 0.0 if self.since is None else (now - self.since) * self.speed
        return self.shown + gone_by if playback is None else min(self.shown + gone_by, playback.length)

    def clock(self, playback: Playback, now: float) -> GameClock:
        """That of then."""
        begin = playback.start + self.shown
        return GameClock(begin, now, 0.0) if self.since is None else GameClock(begin, self.since, self.speed)

    def as_shown(self, playback: Playback, now: float) -> Position:
        is_at_start, is_at_end = self.done <= playback.done_at(0.0), self.done == len(playback)
        moments = near([(one.text, one.done) for one in playback.moments], self.done)
        at = round(self.position(playback, now))
        return Position(at, playback.length, self.speed, self.is_playing, is_at_start, is_at_end, moments)

    # Going on

    def due(self, playback: Playback, now: float) -> float:
        """When the next entry is to be done."""
        begun = now if self.since is None else self.since
        return begun + (playback.at(self.done + 1) - self.shown) / self.speed

    def is_due(self, playback: Playback, now: float) -> bool:
        return self.is_playing and self.due(playback, now) <= now

    def step(self, playback: Playback) -> None:
        """The next entry is done."""
        self.done += 1
        if self.done == len(playback):
            self.stop(playback.length)

    def stop(self, at: float) -> None:
        self.shown, self.since, self.is_playing = at, None, False

    def begin(self, playback: Playback, now: float) -> None:
        """Go to the beginning."""
        self.jump(playback, 0.0, playback.done_at(0.0), now)

    def jump(self, playback: Playback, at: float, done: int, now: float) -> None:
        """Go there; it goes on from there if it is playing."""
        self.done, self.shown = done, at
        self.since = now if self.is_playing else None
        self.is_ending = done == len(playback)
        if self.is_ending:
            self.stop(playback.length)

    # Controls

    def use(self, playback: Playback, what: TileId, now: float) -> str:
        """Do what a control is for, and say what was done; nothing if nothing was."""
        match what:
            case ("replay", "play") if self.is_playing:
                self.stop(self.position(playback, now))
                return Words("Pause")
            case ("replay", "play"):
                self.is_playing, self.since = True, now
                if self.done == len(playback):
                    self.begin(playback, now)
                return Words("Play")
            case ("replay", "slower" | "faster"):
                return self._change_speed(playback, 1 if what == FASTER else -1, now)
            case ("replay", "step" | "stepback"):
                done = playback.next_visible(self.done) if what == STEP else playback.last_visible(self.done)
                self.stop(self.position(playback, now))
                self.jump(playback, playback.at(done), done, now)
                return Words("A step") if what == STEP else Words("A step back")
            case ("replay", "moment", int(number)) if 0 < number <= len(playback.moments):
                moment = playback.moments[number - 1]
                self.jump(playback, moment.at, moment.done, now)
                return moment.text
            case ("replay", "at", float(at)):
                at = min(at, playback.length)
                self.jump(playback, at, playback.done_at(at), now)
                return minutes(at)
        return ""

    def _change_speed(self, playback: Playback, by: int, now: float) -> str:
        at = SPEEDS.index(self.speed) + by
        if not 0 <= at < len(SPEEDS):
            return ""
        self.shown, self.since = self.position(playback, now), now if self.is_playing else None
        self.speed = SPEEDS[at]
        return Words("Speed: {speed:g}×", speed=self.speed)
