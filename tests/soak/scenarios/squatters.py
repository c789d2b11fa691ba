"""Many names of one address: they cannot shout down somebody else, nor take all seats and do nothing."""

from dataclasses import dataclass

from tests.soak.scenarios.load import bystander
from tests.soak.stage import Stage

HEARD = 0.92  # of the words that one person says
AT_ONCE = ("--connection-burst", "300", "--max-waiting-per-address", "64")  # logging in is not what is tested here


@dataclass(frozen=True)
class Talkers:
    """Players of one address talk at Home as fast as they can; somebody of another address is heard all the same."""

    talkers: int = 60
    words: int = 25

    name: str = "talkers"
    about: str = "sixty players of one address talk at Home, and somebody of another address is heard"

    def run(self, stage: Stage) -> None:
        server = stage.serve(*AT_ONCE)
        with stage.witness(server):
            server.forget_turns()
            told = stage.play("tests.soak.talkers", server.port, self.talkers, self.words, seconds=self.words + 120)
        stage.at_least(f"words of {self.words} that are heard", told["words"], HEARD * self.words)
        stage.at_least("what the talkers say that is heard", told["noise"], self.words)
        bystander(stage)
        stage.nothing_left(server, self.talkers)


@dataclass(frozen=True)
class Idlers:
    """Guests have all seats at all tables of Set, and do nothing; people who come later get one within two minutes."""

    idlers: int = 240
    tables: int = 20
    people: int = 20
    seconds: int = 120

    name: str = "idlers"
    about: str = "240 guests sit at all tables of Set and do nothing, and twenty people want to play"

    def run(self, stage: Stage) -> None:
        server = stage.serve(*AT_ONCE, "--room-option", f"set.tables={self.tables}", "--seat-seconds", "1")
        with stage.witness(server):
            server.forget_turns()
            arguments = (server.port, self.idlers, self.people, self.seconds)
            told = stage.play("tests.soak.idlers", *arguments, seconds=self.seconds + 180)
        stage.at_least("people who get a seat", len(told["seated"]), self.people)
        stage.at_most("they wait, at most", max(told["seated"], default=0.0), self.seconds, "s")
        bystander(stage)
        stage.nothing_left(server, self.idlers, rooms=1)
