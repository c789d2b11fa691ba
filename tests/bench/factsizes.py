"""How many bytes facts are: for each kind of act and on entering, beside those of the tiles; counted in memory."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

from tilenet.catalogue import IGamePlugin, installed_games
from tilenet.game import Game
from tilenet.games.tombala.game import TombalaGame
from tilenet.testing import Seat, Table
from tilenet.wire.format import XML_FACTS
from tilenet.world.rooms.acts import Click, Press

ACTS = 400
STEP = 0.5  # seconds after each act
FACTS = re.compile(rb'<xresponse options="facts">(.*?)</xresponse>\n')
ROOMS = {"noughts": 3, "set": 6, "memory": 4, "memory-large": 4, "tombala": 8}  # how many people


@dataclass
class Bytes:
    """What one kind of act brings to those in the room, in sum."""

    acts: int = 0
    tiles: int = 0  # to one of the others
    patch: int = 0  # the same of facts, without the room and the time
    own: int = 0  # for whoever is told something of their own, without these


@dataclass
class Sizes:
    """What was counted in one room."""

    title: str
    people: int
    entering: tuple[int, int]  # bytes that everybody gets, and those of facts with roles
    acts: dict[str, Bytes] = field(default_factory=lambda: defaultdict(Bytes))


class TombalaRoom(TombalaGame):
    """A room that nobody had to open, and that begins in a moment."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, name="den", begins_at=5.0)


class Counted:
    """A seat, and what it was sent since it was asked last."""

    def __init__(self, table: Table, name: str) -> None:
        self.data = b""
        self.seat = table.enter(name, self._take)

    def _take(self, data: bytes) -> None:
        self.data += data

    def sent(self) -> tuple[bytes, list[dict[str, object]]]:
        """Everything but facts, and the facts."""
        data, self.data = self.data, b""
        return FACTS.sub(b"", data), [json.loads(found.replace(b"&lt;", b"<")) for found in FACTS.findall(data)]


def size_of(told: dict[str, object]) -> int:
    """The size of a patch without the room and the time, which every one of them has."""
    rest = {name: value for name, value in told.items() if name not in ("room", "now")}
    return len(json.dumps(rest, separators=(",", ":")))


def sets_in(data: bytes) -> int:
    return sum(len(line) + 1 for line in data.splitlines() if line.startswith(b"<set"))


def count(plugin: IGamePlugin | type[Game], people: int) -> Sizes:
    """Play at random, as everybody legally can, and count."""
    table = Table(plugin, 1, [game for game in installed_games() if not game.is_at_home])
    entered = [enter(table, f"player{number}") for number in range(people)]
    everybody = [one for one, _ in entered]
    found = Sizes(table.room.title, people, entered[-1][1])
    dice = Random(1)
    for number in range(ACTS):
        if number == ACTS // 2 and table.game.admits(everybody[0].seat.player, table.clock.seconds()) is None:
            newcomer, found.entering = enter(table, "newcomer")  # in the middle of a game there is more to see
            newcomer.seat.leave()
        actor = act(table, [one.seat for one in everybody], dice)
        if actor is None:
            table.advance(STEP)
            continue
        role, who = actor
        kind = found.acts[role.split("/")[0]]
        kind.acts += 1
        for at, one in enumerate(everybody):
            data, told = one.sent()
            kind.own += sum(size_of(message) for message in told if "you" in message)
            if at == (who + 1) % people:
                kind.tiles += sets_in(data)
                kind.patch += sum(size_of(message) for message in told if "you" not in message)
        table.advance(STEP)
        for one in everybody:
            one.sent()
    return found


def enter(table: Table, name: str) -> tuple[Counted, tuple[int, int]]:
    """Somebody who wants facts comes in: the bytes that everybody gets, and those of the facts with the roles."""
    one = Counted(table, name)
    data, _ = one.sent()
    tiles = len(data) - data.rindex(f'<set objid="{table.room.objid}"'.encode())
    table.world.reformat(one.seat.player, XML_FACTS)
    table.advance(0)
    return one, (tiles, len(one.data))


def act(table: Table, seats: list[Seat], dice: Random) -> tuple[str, int] | None:
    """Let somebody who can do something do it; the role, and whose it was. Nobody leaves."""
    for who in dice.sample(range(len(seats)), len(seats)):
        legal = [role for role in seats[who].legal if role.split("/")[0] not in ("home", "help", "lobby", "key")]
        if legal:
            role = dice.choice(legal)
            objid = next(objid for objid, found in table.room.roles().items() if found == role)
            with table.nothing_fails():
                table.room.act(seats[who].player, Click(objid) if objid[0] == "t" else Press(objid))
            return role, who
    return None


def fact_sizes() -> list[Sizes]:
    """Count in all rooms that are played by facts."""
    plugins: dict[str, IGamePlugin | type[Game]] = {game.name: game for game in installed_games()}
    plugins["tombala"] = TombalaRoom
    return [count(plugins[name], people) for name, people in ROOMS.items()]


def sizes_table(sizes: list[Sizes]) -> list[str]:
    """The lines to print."""
    lines = ["Bytes of facts beside those of the tiles, counted in memory (a mean over random legal play)"]
    for one in sizes:
        tiles, facts = one.entering
        ratio = (tiles + facts) / tiles
        lines.append(f"  {one.title}, {one.people} people: entering {tiles} + {facts} = {ratio:.2f} times")
        for role, act_ in sorted(one.acts.items()):
            mean = [round(value / act_.acts) for value in (act_.tiles, act_.patch, act_.own)]
            lines.append(f"    {role:<10} tiles {mean[0]:>5}  patch {mean[1]:>4}  own {mean[2]:>4}  ({act_.acts} acts)")
    return lines


if __name__ == "__main__":
    print("\n".join(sizes_table(fact_sizes())))
