"""A server that is reloaded under a thousand people: how long they are away from their boards."""

from dataclasses import dataclass

from tests.soak.stage import Stage

RELOADED = "tests.soak.reloaded"


@dataclass(frozen=True)
class Reloads:
    """A crowd at Home comes back by itself after each reload."""

    people: int = 1000
    reloads: int = 3
    jitter: float = 0.3  # seconds in which they connect again
    seconds: float = 1.5  # until all are back, from the first who was lost

    name: str = "reloads"

    @property
    def about(self) -> str:
        return f"a server with {self.people} guests is reloaded {self.reloads} times"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        server = stage.launch("--data", str(data), "--max-waiting", "1000")
        arguments = (server.port, server.process.pid, data, self.people, self.reloads, self.jitter)
        told = stage.play(RELOADED, *arguments, seconds=300)
        for one in told["reloads"]:
            stage.say(one["said"])
            stage.say(f"back: the first after {one['first']:.2f} s, half after {one['median']:.2f} s")
            stage.say(f"CPU time of the server: {one['cpu_up']:.2f} s until then, {one['cpu']:.2f} s in all")
            stage.at_most("all are back", one["last"], self.seconds, "s")
        stage.at_most("connections that were refused", told["refused"], 0)
        stage.at_most("farewells", told["farewells"], 0)
