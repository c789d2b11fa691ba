"""Players of one address who talk all at once at Home, and somebody of another address who has something to say there.

`python -m tests.soak.talkers PORT TALKERS WORDS`: every second each of the talkers says something, and the other person
says one of so many words. Then a line of JSON says how many of these were heard, and how many of the talkers'.
"""

import json
import sys
import time

from tests.bench import BenchError
from tests.soak.load_clients import PATIENCE, LoadClient, LoadClients

TALKER, PERSON = "127.0.1.1", "127.0.2.1"
NOISE, WORD = b"noise", b"a word"
PACE = 1.05  # seconds from word to word: nobody may say more than one a second


class Person(LoadClient):
    """Counts what is heard, and the words that were its own."""

    noise = words = 0

    def learn(self, piece: bytes) -> None:
        self.noise += piece.count(b'message="%s"' % NOISE)
        self.words += piece.count(b'message="%s"' % WORD)


def talk(port: int, talkers: int, words: int) -> dict[str, int]:
    """Let all of them talk, spread over each second."""
    crowd = LoadClients()
    crowd.gather(talkers, port, [TALKER])
    person = Person(talkers + 1, port, "person", address=PERSON)
    crowd.add(person)
    deadline = time.monotonic() + PATIENCE
    while not person.matrix and time.monotonic() < deadline:
        crowd.read(0.05)
    began = time.monotonic()
    said = 0
    while (passed := time.monotonic() - began) < words * PACE + 1:
        while said < min(passed / PACE, words) * (talkers + 1):
            turn = said % (talkers + 1)
            if turn == talkers:
                person.say(WORD)
            else:
                crowd.people[turn].say(NOISE)
            said += 1
        crowd.read(0.01)
    return {"words": person.words, "noise": person.noise}


def main(argv: list[str]) -> int:
    """Do it, and tell what was heard."""
    try:
        print(json.dumps(talk(*map(int, argv))))
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
