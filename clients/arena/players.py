"""Who takes part: `sample`, `house`, or any command line."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilenet.clients.arena import ArenaError
from tilenet.clients.samples import dancingsample

LONGEST = 20  # characters of a name: the server takes 32, and a number is added
SAMPLE = [sys.executable, str(Path(dancingsample.__file__).resolve()), "{host}:{port}", "{name}", "--role", "{role}"]
BOT = [sys.executable, "-m", "tilenet", "bot", "dancing"]
HOUSE = [*BOT, "{host}:{port}", "{name}", "--role", "{role}", "--seconds", "{seconds}"]


@dataclass(frozen=True)
class Player:
    """A program that takes part, and the name that it has in the contest."""

    name: str
    words: tuple[str, ...]  # of its command line, with {host}, {port}, {role} and {name} in them

    def command(self, host: str, port: int, role: str) -> list[str]:
        """How to start it for one round."""
        found = []
        for word in self.words:
            for key, value in (("host", host), ("port", str(port)), ("role", role), ("name", self.name)):
                word = word.replace(f"{{{key}}}", value)
            found.append(word)
        return found


def read_players(texts: Sequence[str], seconds: float) -> list[Player]:
    """All who take part; of those with the same name, the second gets a 2, and so on."""
    players: list[Player] = []
    for text in texts:
        name, words = read_player(text, seconds)
        name = name[:LONGEST]
        taken = {player.name for player in players}
        numbers = (f"{name[: LONGEST - 3]}-{number}" for number in range(2, len(texts) + 1))
        players.append(Player(name if name not in taken else next(one for one in numbers if one not in taken), words))
    return players


def read_player(text: str, seconds: float) -> tuple[str, tuple[str, ...]]:
    """Their name and the words of their command line, which may begin with NAME=."""
    found = re.fullmatch(r"(?:([A-Za-z0-9_.-]+)=)?(.*)", text, re.DOTALL)
    assert found is not None
    name, command = found[1], found[2]
    match command:
        case "sample":
            return name or "sample", tuple(SAMPLE)
        case "house":
            check_house()
            return name or "house", tuple(word.replace("{seconds}", f"{seconds:g}") for word in HOUSE)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ArenaError(f"{text!r} is not a command line: {error}") from None
    if not any("{port}" in word for word in words):
        raise ArenaError(f"{text!r} is neither sample nor house nor a command line with {{port}} in it")
    if shutil.which(words[0]) is None:
        raise ArenaError(f"{text!r} cannot be started: there is no program {words[0]!r}")
    return name or name_of(words), words


def name_of(words: Sequence[str]) -> str:
    """`ann`, of python3 players/ann.py --host {host}: the last word that could be a program's."""
    plain = [word for word in words if "{" not in word and not word.startswith("-")]
    return re.sub(r"[^A-Za-z0-9_.-]+", "", Path((plain or words)[-1]).stem) or "player"


def check_house() -> None:
    """The house's own player is a bot, which not every installation has."""
    done = subprocess.run([*BOT, "--help"], capture_output=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
    if done.returncode or b"--role" not in done.stdout:
        raise ArenaError("house is not installed here: there is no `tilenet bot dancing`")
