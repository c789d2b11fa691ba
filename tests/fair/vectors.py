"""The test vectors of docs/fair.md as the server's code has them; `python -m tests.fair.vectors` prints them."""

from __future__ import annotations

import json
from typing import Any

from tilenet.chance import SEED, WORD, Chance
from tilenet.deals import VERSION, Deal
from tilenet.game import Player
from tilenet.games.memory.rules import deck
from tilenet.games.pairpanicking.rules import COPIES, SYMBOLS
from tilenet.games.set.rules import Match
from tilenet.games.tombala import rules

DEAL = Deal(bytes(range(SEED)), [("ann", "anything"), ("Zoë", 'ne "istersen" 😀')])
MOST = 2**63 + 1  # below which almost half of all words are rejected


def vectors() -> dict[str, Any]:
    """Each of them begins the stream anew, with the same seed."""

    def chance() -> Chance:
        return Chance(DEAL.seed)

    def shuffled(cards: list[Any]) -> list[Any]:
        chance().shuffle(cards)
        return cards

    stream, below = chance(), chance()
    found: dict[str, Any] = {
        "version": VERSION,
        "secret": DEAL.secret.hex(),
        "commitment": DEAL.commitment,
        "words": [*map(list, DEAL.words)],
        "message": DEAL.message.decode(),
        "seed": DEAL.seed.hex(),
        "stream": [f"{stream.getrandbits(WORD):016x}" for _ in range(6)],
        "below": {str(MOST): [str(below.below(MOST)) for _ in range(6)]},
        "shuffle": shuffled([*range(10)]),
        "sample": chance().sample(range(10), 4),
    }
    match = Match((), chance(), 0.0)
    found["set"] = {"board": [*match.board], "deck": [*match.deck]}
    match._exchange()
    found["set after a right No set"] = {"board": [*match.board], "deck": [*match.deck]}
    found["memory"] = shuffled(deck(4))
    found["memory-large"] = shuffled(deck(8))
    found["pairpanicking"] = shuffled([*range(SYMBOLS)] * COPIES)
    players: Any = ["ann", "bob"]
    tombala = _tombala(players, chance())
    found["tombala"] = {
        "cards": [[[*row] for row in card] for card in tombala.cards.values()],
        "numbers": [tombala.draw() for _ in rules.NUMBERS],
    }
    return found


def _tombala(players: list[Player], chance: Chance) -> rules.Match:
    return rules.Match(players, chance)


def text() -> str:
    """One line for each."""
    lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in vectors().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    print(text(), end="")
