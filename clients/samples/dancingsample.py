"""A player of Dancing without Stars, all in this file: read it to write a better one.

The board has N x N cells. Dancers of c colours stand on it, k of each colour. The spoiler places stars; then the
choreographer moves dancers, as many as it likes in one step, until they stand in k lines of c cells, with one dancer of
each colour in each line. Fewer steps are better. A cell is two numbers, its row and its column, counted from 0.

Messages end with an &. The first of two programs to connect is the choreographer, the second the spoiler:

    both:           MY NAME&                        who we are
    server:         30 4 40&                        to both: N, c and k
    server:         Dancer positions ...&           to both: where the dancers are, see `Dancers`
    spoiler:        6 3 16 14 9 21&                 where the stars are: from 1 to k of them
    server:         6 3 16 14 9 21&                 to the choreographer
    choreographer:  2 10 11 11 11 6 0 6 1&          a step: 2 moves, from 10 11 to 11 11 and from 6 0 to 6 1
    choreographer:  DONE&                           after the last step
    choreographer:  0 0 0 3 2 5 5 5&                where the lines are, each from its first cell to its last
    server:         round 1: ...&                   to both: how it has ended
    server:         match: ...&                     to both; then the server closes the connection

In a match of two rounds, the second begins after the verdict of the first, as the first did, with the roles swapped.

This player always finishes, but it takes hundreds of steps: it moves one dancer at a time. To improve it, write other
versions of `choose_stars`, `choose_lines` and `plan_steps`.
"""

from __future__ import annotations

import argparse
import random
import socket
import sys
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

Cell = tuple[int, int]
Line = list[Cell]
Move = tuple[Cell, Cell]
Dancers = dict[Cell, int]  # where they are, and their colours: 1 to c

ROLES = ("choreographer", "spoiler")


class Connection:
    """Messages to and from the server."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port))
        self.data = b""  # that was received, and not looked at yet

    def send(self, text: str) -> None:
        self.socket.sendall(text.encode() + b"&")

    def receive(self) -> str | None:
        """The next message; None if the server has closed the connection."""
        while b"&" not in self.data:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.data += data
        message, _, self.data = self.data.partition(b"&")  # the rest is for the next time
        return message.decode()


class Board:
    """The cells, the dancers and the stars."""

    def __init__(self, size: int, colours: int, dancers: Dancers) -> None:
        self.size = size
        self.colours = colours
        self.dancers = dancers
        self.stars: set[Cell] = set()

    @property
    def lines(self) -> int:
        """How many there are in the end."""
        return len(self.dancers) // self.colours

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells beside one, without stars."""
        x, y = cell
        for x2, y2 in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= x2 < self.size and 0 <= y2 < self.size and (x2, y2) not in self.stars:
                yield x2, y2

    def step(self, moves: Sequence[Move]) -> None:
        """All at once: so two dancers can swap their places."""
        moved = [(end, self.dancers.pop(start)) for start, end in moves]
        self.dancers.update(moved)


def read_dancers(text: str) -> Dancers:
    """Two numbers are a dancer; any other line names the colour of the next ones by its last word."""
    dancers: Dancers = {}
    colour = 0
    for line in text.split("\n"):
        words = line.split()
        if len(words) == 2 and words[0].isdigit():
            dancers[int(words[0]), int(words[1])] = colour
        elif words:
            colour = int(words[-1])
    return dancers


def read_cells(text: str) -> list[Cell]:
    numbers = [int(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


# The spoiler


def choose_stars(board: Board) -> list[Cell]:
    """Any empty cells that are far enough from each other: not closer than c + 1, counted in rows and columns."""
    cells = [(x, y) for x in range(board.size) for y in range(board.size) if (x, y) not in board.dancers]
    random.shuffle(cells)
    stars: list[Cell] = []
    for x, y in cells:
        if len(stars) < board.lines and all(abs(x - x2) + abs(y - y2) > board.colours for x2, y2 in stars):
            stars.append((x, y))
    return stars


# The choreographer


def choose_lines(board: Board) -> list[Line]:
    """Places for all lines, from the top: those along rows first, then what is left along columns."""
    free = {(x, y) for x in range(board.size) for y in range(board.size)} - board.stars
    lines: list[Line] = []
    for dx, dy in ((0, 1), (1, 0)):
        for x, y in sorted(free):
            line = [(x + dx * number, y + dy * number) for number in range(board.colours)]
            if len(lines) < board.lines and free.issuperset(line):
                lines.append(line)
                free.difference_update(line)
    return lines


def plan_steps(board: Board, lines: Sequence[Line]) -> Iterator[list[Move]]:
    """Fill the lines cell by cell, each with the nearest dancer whose colour its line does not have yet."""
    settled: set[Cell] = set()  # cells whose dancers are where they should be
    for line in lines:
        missing = set(range(1, board.colours + 1))
        for target in line:
            path = find_path(board, target, missing, settled, settled)
            if path is not None:
                yield from walk(board, path)
            else:  # we are locked in: go through the others, and let the one who stood there go all the way back
                path = find_path(board, target, missing, settled, set())
                assert path is not None  # stars are never so close that they cut off a cell
                yield from walk(board, path)
                yield from walk(board, path[-2::-1])
            missing.remove(board.dancers[target])
            settled.add(target)


def find_path(
    board: Board, target: Cell, colours: Collection[int], settled: Collection[Cell], walls: Collection[Cell]
) -> list[Cell] | None:
    """The way to a cell from the nearest dancer of these colours who is not settled; never through a wall."""
    came_from: dict[Cell, Cell | None] = {target: None}
    cells = deque([target])
    while cells:
        cell = cells.popleft()
        if board.dancers.get(cell) in colours and cell not in settled:
            path = [cell]
            while (following := came_from[path[-1]]) is not None:
                path.append(following)
            return path
        for other in board.neighbours(cell):
            if other not in came_from and other not in walls:
                came_from[other] = cell
                cells.append(other)
    return None


def walk(board: Board, path: Sequence[Cell]) -> Iterator[list[Move]]:
    """Move the dancer at the beginning of a path to its end; a dancer who is in the way changes places."""
    for start, end in pairwise(path):
        moves = [(one, other) for one, other in ((start, end), (end, start)) if one in board.dancers]
        if moves:
            board.step(moves)
            yield moves


# A match


def play_round(connection: Connection, role: str, parameters: str, text: str) -> None:
    size, colours, _ = (int(word) for word in parameters.split())
    board = Board(size, colours, read_dancers(text))
    if role == "spoiler":
        connection.send(" ".join(f"{x} {y}" for x, y in choose_stars(board)))
        return
    stars = connection.receive()
    if stars is None or not stars.split()[0].isdigit():
        say(stars)  # the spoiler has lost already
        return
    board.stars = set(read_cells(stars))
    lines = choose_lines(board)
    for moves in plan_steps(board, lines):
        numbers = [number for start, end in moves for number in (*start, *end)]
        connection.send(" ".join(map(str, [len(moves), *numbers])))
    connection.send("DONE")
    connection.send(" ".join(f"{x1} {y1} {x2} {y2}" for (x1, y1), *_, (x2, y2) in lines))


def play(connection: Connection, name: str, role: str) -> None:
    """Play rounds until the server closes the connection."""
    connection.send(name)
    while (message := connection.receive()) is not None:
        if message[:1].isdigit():
            file = connection.receive()
            if file is not None:
                play_round(connection, role, message, file)
                role = ROLES[1 - ROLES.index(role)]
        else:
            say(message)  # a verdict


def say(message: str | None) -> None:
    """Strangers choose names: take out what could harm our terminal."""
    if message is not None:
        print("".join(c if c.isprintable() else "?" for c in message), flush=True)


def address(text: str) -> tuple[str, int]:
    """Read host, host:port or a port alone."""
    if ":" not in text:
        text = f"localhost:{text}" if text.isdigit() else f"{text}:4321"
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def main(argv: Sequence[str]) -> int:
    """Play one match. The exit status is 1 if there is no server."""
    parser = argparse.ArgumentParser(prog="dancingsample.py", description="Play a match of Dancing without Stars.")
    parser.add_argument("address", nargs="?", metavar="HOST:PORT", default="localhost:4321", type=address)
    parser.add_argument("name", nargs="?", metavar="NAME", default="sample")
    parser.add_argument("--role", choices=ROLES, default=ROLES[0], help="in the first round (default: choreographer)")
    options = parser.parse_args(argv)
    try:
        play(Connection(*options.address), options.name, options.role)
    except OSError as error:
        print(f"dancingsample.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
