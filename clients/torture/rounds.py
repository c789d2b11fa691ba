"""One kill after the other: play, kill, start again, come back, compare."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tilenet.clients.torture import TortureError
from tilenet.clients.torture.crowd import COUNTS, HOME_ROOM, PORTER, Crowd
from tilenet.clients.torture.server import Server
from tilenet.clients.torture.visitor import Identity, Visitor
from tilenet.clients.torture.witness import Findings, Witness

SEGMENT = 1  # KiB of journal, so that there is another one all the time
A_MOMENT = 0.2  # seconds
PATIENCE = 30.0  # seconds for everybody to be back, and for acts to be answered
FIRST_PLAY = 3.0  # seconds in which people find their rooms
MOST_PLAY = 1.5  # seconds between two kills
STILL = 1.2  # seconds without a change before a kill in a quiet moment: Home is drawn again once a second
RELOADS = 0.2  # how often the server is reloaded before a kill
QUIET, PROGRAMS, TWICE = 0.35, 0.3, 0.2  # how often a kill is in a quiet moment; with programs; and during recovery
BURSTS = 0.5  # of the kills that are not in a quiet moment, how many come right after everybody has acted at once
LONGEST_BURST = 0.03  # seconds
JUMPS = 0.5  # of the starts, after how many the wall clock jumps
LONGEST_RETURN = 0.4  # seconds after the doors are open
LONGEST_SILENCE = 90.0  # seconds until the server tries again to write
LONGEST_RECOVERY = 2.0  # seconds after the start of a server in which it is killed again

#: What the server's log must not have in it: nobody has edited its files.
WRONG = ("Traceback", "begins anew", "cannot be read", "cannot be written", "kept in", "left out", "failed")


class Rounds:
    """A server, those who play on it, and the witness."""

    def __init__(
        self, folder: Path, dice: Random, people: int, say: Callable[[str], None], options: Sequence[str] = ()
    ) -> None:
        self.findings = Findings()
        self.server = Server(folder, [f"--journal-kib={SEGMENT}", *options])
        self.crowd = Crowd(dice, people)
        self.kills = 0
        self.recoveries: list[float] = []  # seconds from each start until everybody was back
        self._witness = Witness(self.findings)
        self._known: list[str] = []  # what the server had to complain of
        self._dice = dice
        self._say = say

    def begin(self) -> None:
        """Start the server for the first time, and let everybody in."""
        self.server.launch()
        self.server.wait()
        self.crowd.ports = self.server.ports
        self.crowd.enter(Identity(PORTER))
        self.crowd.rooms = self._rooms_at_home()
        self.crowd.fill()
        self._need(self.crowd.until(lambda: self.crowd.are_all_in, PATIENCE), "not everybody was let in")
        self.crowd.play(FIRST_PLAY)

    def _rooms_at_home(self) -> list[str]:
        scout = Visitor(Identity("scout"), self.server.ports)
        self.crowd.visitors["scout"] = scout
        self._need(self.crowd.until(lambda: scout.is_in, PATIENCE), "nobody is let in")
        rooms = [str(one["room"]) for one in scout.model.facts.get("rooms", {}).values()]
        scout.log_out()
        self.crowd.until(lambda: scout.is_over, PATIENCE)
        scout.link.close()
        del self.crowd.visitors["scout"]
        return [room for room in rooms if room not in (COUNTS, HOME_ROOM)]

    def run(self, kills: int, seconds: float = math.inf, *, reloads: bool = False) -> None:
        """Kill so often, as long as there is time, fill the disk once, and perhaps reload now and then.

        Raises TortureError if it cannot go on.
        """
        deadline = time.monotonic() + seconds
        self.begin()
        is_disk_due = True
        while self.kills < kills and time.monotonic() < deadline:
            told = len(self.findings.failures)
            if is_disk_due and 2 * self.kills >= kills:
                is_disk_due = False
                self._say("the disk is full for a while")
                self.full_disk()
            if reloads and self._dice.random() < RELOADS:
                self.reload()
            self.round()
            back = f"everybody back {self.recoveries[-1]:.1f} s after the start"
            self._say(f"{self.kills} of {kills} kills, {self.crowd.acts} acts; {back}")
            for failure in self.findings.failures[told:]:
                self._say(f"NOT AS IT WAS: {failure}")

    def reload_for(self, seconds: float) -> None:
        """Reload again and again for so long, while everybody plays. Raises TortureError if it cannot go on."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.reload()
            self._say(f"{self.findings.counts['reloads']} reloads, {self.crowd.acts} acts")

    # Kills

    def round(self) -> None:
        """Play, kill, and compare."""
        is_quiet, had_programs = self._play()
        self.crowd.replace()
        self.server.kill()
        self.kills += 1
        self._write_down()
        while self._dice.random() < TWICE:
            self._kill_again()
        self._start()
        self._compare(is_quiet=is_quiet, had_programs=had_programs)

    def _play(self) -> tuple[bool, bool]:
        """Up to the moment before something happens; whether that is a quiet one, and whether there are programs."""
        dice, crowd = self._dice, self.crowd
        is_quiet, has_programs = dice.random() < QUIET, dice.random() < PROGRAMS
        if has_programs:
            crowd.add_programs()
        crowd.fill()
        crowd.play(dice.uniform(0.0, MOST_PLAY))
        if is_quiet:
            self._rest()
        elif dice.random() < BURSTS:
            crowd.burst()
            crowd.pump(dice.uniform(0.0, LONGEST_BURST))
        return is_quiet, has_programs

    def _rest(self) -> None:
        """Let everybody stop, and see what came of all that they did."""
        if not self.crowd.until(lambda: self.crowd.are_all_in, PATIENCE, self.crowd.replace):
            for one in self.crowd.visitors.values():
                if not one.is_in:
                    self.findings.fail(f"{one.identity.name} is told nothing of a room: {one!r}")
        self._need(self.crowd.settle(PATIENCE, STILL), "not all acts were answered")

    def _write_down(self) -> None:
        killed = time.monotonic()
        self.crowd.drain()
        self._witness.write_down(self.crowd.visitors.values(), killed)
        self.crowd.drop_programs()
        self._look_at_log()

    def _kill_again(self) -> None:
        """Start the server, and kill it while it recovers, or while people are on their way back."""
        dice = self._dice
        self.server.launch(jumps=dice.random() < JUMPS)
        if dice.random() < 0.5:
            time.sleep(dice.uniform(0.0, LONGEST_RECOVERY))
            self.findings.counts["kills during recovery"] += 1
        else:
            self.server.wait()
            self.crowd.come_back(self.server.ports)
            self.crowd.pump(dice.uniform(0.0, LONGEST_RETURN))
            self.findings.counts["kills while people came back"] += 1
        self.server.kill()
        self.kills += 1
        self.crowd.drain()
        self._look_at_log()

    def _start(self) -> None:
        began = time.monotonic()
        self.server.launch(jumps=self._dice.random() < JUMPS)
        self.server.wait()
        self.crowd.come_back(self.server.ports)
        self.crowd.until(lambda: self.crowd.are_all_in, PATIENCE)
        self.recoveries.append(time.monotonic() - began)

    def _compare(self, *, is_quiet: bool, had_programs: bool) -> None:
        """Everybody should be back by now."""
        crowd = self.crowd
        crowd.settle(PATIENCE)
        self._look_at_log()
        if not any(one.is_in for one in crowd.visitors.values()):
            raise TortureError(f"nobody could come back; the server says: {self.server.last_words()}")
        self._witness.compare(crowd.visitors, is_quiet=is_quiet, had_programs=had_programs)
        self._take_reports()
        for one in crowd.visitors.values():
            one.identity.clicks = _clicks(one)

    def _take_reports(self) -> None:
        for report in self.crowd.reports():
            self.findings.fail(report)

    # A disk that is full

    def full_disk(self) -> None:
        """Nothing can be written for a while: games go on, Home says it, and later the promise holds again."""
        crowd = self.crowd
        crowd.fill()
        crowd.play(MOST_PLAY)
        self._rest()
        usual = self._headline()
        self.server.fill_disk()
        acts = crowd.acts
        try:
            crowd.play(MOST_PLAY)
            self._rest()
            if crowd.acts == acts:
                self.findings.fail("nobody could do anything on a full disk")
            if self._headline() == usual:
                self.findings.fail("the disk is full, and Home does not say that a crash would lose something")
        finally:
            self.server.empty_disk()
        if not crowd.until(lambda: self._headline() == usual, LONGEST_SILENCE):
            self.findings.fail("there is space again, and Home does not say so")
        self.findings.counts["full disks"] += 1
        self._take_reports()
        self._known = self._complaints()

    def _headline(self) -> str:
        """What Home says to the one who stays there."""
        matrix = self.crowd.visitors[PORTER].model.matrix
        return "" if matrix is None else matrix.text

    # New code

    def reload(self) -> None:
        """Have the server take up its code anew, in a quiet moment or while everybody plays.

        Nobody may notice more than that the connection was lost, and programs of the old protocols not even that.
        """
        crowd = self.crowd
        is_quiet, _ = self._play()
        links = [program.link for program in crowd.programs if not program.link.is_lost]
        self._witness.write_down(crowd.visitors.values(), time.monotonic())
        command = self.server.reload()
        crowd.until(lambda: command.poll() is not None, PATIENCE, crowd.replace if is_quiet else crowd.act)
        if command.poll() != 0:
            command.kill()
            output, _ = command.communicate()
            raise TortureError(f"the server was not reloaded: {output.decode(errors='replace')}")
        command.communicate()
        self.findings.counts["reloads"] += 1
        self.findings.counts["programs that kept their connections"] += sum(not link.is_lost for link in links)
        crowd.pump(A_MOMENT)  # so that everybody has noticed
        if is_quiet:
            crowd.until(lambda: crowd.are_all_in, PATIENCE, crowd.replace)
            self._compare(is_quiet=True, had_programs=bool(links))
        else:
            self._rest()
            self._witness.compare_counts(crowd.visitors)
            self._look_at_log()
            self._take_reports()
        crowd.drop_programs()

    # What the server says

    def _look_at_log(self) -> None:
        """Whatever the server thinks is wrong, is."""
        known, self._known = self._known, []
        for line in self._complaints():
            if line not in known:
                self.findings.fail(f"the server says: {line}")

    def _complaints(self) -> list[str]:
        return [line for line in self.server.said().splitlines() if any(words in line for words in WRONG)]

    def _need(self, is_so: bool, otherwise: str) -> None:
        if not is_so:
            raise TortureError(f"{otherwise}; the server says: {self.server.last_words()}")

    def close(self) -> None:
        self.crowd.close()
        self.server.kill()


def _clicks(one: Visitor) -> int:
    number = one.model.facts.get("counts", {}).get(one.identity.name, 0) if one.room == COUNTS else 0
    return int(number)
