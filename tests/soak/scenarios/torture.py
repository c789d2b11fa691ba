"""`tilenet torture` at length, and then its last journal, torn at every byte of the tail."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.bench import BenchError
from tests.soak.stage import Stage
from tests.soak.torn import MIB, with_plugins, worlds_that_fall, wrong_bytes, wrong_files
from tilenet.clients.torture import TortureError
from tilenet.clients.torture.rounds import Rounds
from tilenet.journal.segments import segments

SHOWN = 10  # failures


@dataclass(frozen=True)
class Torture:
    """A server with every game and every door is killed again and again."""

    kills: int = 200
    people: int = 28
    files: int = 300  # that are torn somewhere
    worlds: int = 40  # that stand again on a torn journal
    reloading: float = 600.0  # seconds in which it is reloaded again and again
    seed: int = 1

    name: str = "torture"

    @property
    def about(self) -> str:
        return (
            f"a server with all games and doors is killed {self.kills} times, and reloaded for {self.reloading:g} s: "
            "nobody has seen anything that is lost"
        )

    def run(self, stage: Stage) -> None:
        dice = Random(self.seed)
        rounds = Rounds(stage.folder, dice, self.people, stage.say)
        try:
            rounds.run(self.kills)
            rounds.reload_for(self.reloading)
        except TortureError as error:
            raise BenchError(str(error)) from error
        finally:
            rounds.close()
        found = rounds.findings
        for failure in found.failures[:SHOWN]:
            stage.say(f"not as it was seen: {failure}")
        stage.at_least("kills", rounds.kills, self.kills)
        stage.at_least("acts", rounds.crowd.acts, 10 * self.kills)
        stage.at_least("reloads", found.counts["reloads"], self.reloading / 30)
        stage.at_least("seats", found.counts["seats"], self.kills)
        stage.at_least("boards exactly as they were", found.counts["boards exactly as they were"], self.kills)
        stage.at_least("full disks", found.counts["full disks"], 1)
        stage.at_most("things that were not as they had been seen", len(found.failures), 0)
        self.tear(stage, dice, rounds)

    def tear(self, stage: Stage, dice: Random, rounds: Rounds) -> None:
        """What the last kill has left, torn at every byte."""
        journal = rounds.server.data / "journal"
        last = segments(journal)[-1]
        stage.say(f"the journal of {last.stat().st_size} bytes is torn at every one of the last {MIB}")
        tried, wrong = wrong_bytes(last)
        stage.at_least("bytes at which it was torn", tried, min(last.stat().st_size, MIB) // 2)
        stage.at_most("bytes at which it was read wrongly", len(wrong), 0)
        stage.at_most("torn files that were read wrongly", len(wrong_files(last, dice, self.files)), 0)
        with with_plugins(rounds.server.plugins):
            fallen = worlds_that_fall(journal, dice, self.worlds)
        for failure in fallen[:SHOWN]:
            stage.say(failure)
        stage.at_most("torn journals on which no world stood", len(fallen), 0)
