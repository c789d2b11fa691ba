"""Every installed game is played at random, again and again, and saved and loaded in the middle: nothing may differ."""

from dataclasses import dataclass

from tests.doubles.rehearsals import rehearsed
from tests.soak.stage import Stage
from tilenet.testing import NotRepeatable, Understudy


@dataclass(frozen=True)
class Saved:
    """No server: games with stand-ins for players, here and in another process."""

    sessions: int = 100  # of each game
    times: int = 3  # as long as those of `tests/test_contract.py`

    name: str = "saved"

    @property
    def about(self) -> str:
        return f"every game is saved and loaded in the middle of {self.sessions} sessions"

    def run(self, stage: Stage) -> None:
        with Understudy() as understudy:
            for one in rehearsed():
                differing = 0
                try:
                    one.check(understudy, self.sessions, self.times)
                except NotRepeatable as error:
                    stage.say(str(error))
                    differing = 1
                stage.at_most(f"sessions of {one.name} that go on differently", differing, 0)
