"""A store of accounts that answers questions about results when, and as, the test wants."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from tests.doubles.harness import Client, Server
from tests.doubles.ledger import Ledger
from tilenet.catalogue import GamePlugin
from tilenet.games.records.game import Records

Cells = dict[tuple[int, int], str]


class Librarian(Ledger):
    """Questions wait until they are answered."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[object, Deferred[object]]] = []
        self.asked: list[object] = []  # all questions, in their order

    def look_up(self, question: object) -> Deferred[object]:
        self.asked.append(question)
        self.waiting.append((question, Deferred()))
        return self.waiting[-1][1]


class Library:
    """A server with a room Records, and a librarian."""

    def __init__(self) -> None:
        self.librarian = Librarian()
        self.server = Server([GamePlugin("records", Records)], accounts=self.librarian, commands_per_second=1000)

    def visit(self, name: str, account: int | None = None) -> Client:
        """Somebody comes in; with a number, by an account."""
        client = self.server.connect().login(name, "" if account is None else str(account))
        client.click("Records")
        return client

    def answer(self, kind: type, answer: object) -> object:
        """Answer the oldest question of that kind; returns it."""
        found = next(one for one in self.librarian.waiting if isinstance(one[0], kind))
        self.librarian.waiting.remove(found)
        found[1].callback(answer)
        self.server.settle()
        self.server.check()
        return found[0]

    @property
    def waiting(self) -> list[object]:
        return [question for question, _ in self.librarian.waiting]


def names(client: Client) -> Cells:
    """The names of all tiles that have one, as this client knows them, by cell."""
    found = {cell: str(client.model.objects[objid]["name"]) for cell, objid in client.model.grid().items()}
    return {cell: name for cell, name in found.items() if name}


def row(client: Client, number: int, left: int = 0) -> list[str]:
    """A row of a block, by its number below the heading; -1 is the heading."""
    found = names(client)
    return [found.get((x, 3 + number), "") for x in range(left, left + 5)]


def chosen(client: Client) -> set[str]:
    """The commands and games that the client sees as chosen."""
    found = client.model.objects
    return {
        str(found[objid]["name"])
        for (_, y), objid in client.model.grid().items()
        if y < 2 and found[objid]["name"] and not int(found[objid]["energy"])
    }
