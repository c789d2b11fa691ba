"""`make play`: a server on this machine, if none is running, two bots for company, and the terminal client.

It ends every process that it has started, by its id; if it is killed, they end by themselves. The server and the bots
write to a log.
"""

from __future__ import annotations

import argparse
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from tilenet.clients.address import Address
from tilenet.clients.bots.lifeline import lifeline
from tilenet.clients.language import own_environment
from tilenet.clients.terminal.main import login_name
from tilenet.clients.terminal.main import read as read_play
from tilenet.wire.codec import Decoder
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import PORT, Message, ServerOpen

HOST = "127.0.0.1"
BOTS = 2
ROOM = "PairPanicking"  # where they play
SILENCE = 3.0  # seconds that a server has to send its first tag
PATIENCE = 20.0  # seconds that a server has to start
STEP = 0.1  # seconds between two checks whether it has
PARTING = 5.0  # seconds that a process has to end when asked to
READ_BYTES = 4096
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Trouble(Exception):
    """There is no server to play on; the text says why, in one line."""


class Backstage:
    """The processes behind the client. Leaving the `with` block ends them, the last one first."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._started: list[tuple[str, subprocess.Popen[bytes]]] = []

    def __enter__(self) -> Self:
        self.log.unlink(missing_ok=True)  # another one that is still running may have it open
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave processes behind
        for name, process in reversed(self._started):
            if process.poll() is not None:
                complain(f"the {name} ended too early: see {self.log}")
                continue
            process.terminate()
            try:
                process.wait(PARTING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of tilenet. A signal that comes meanwhile waits until the process is in the list."""
        with self.log.open("ab") as log, put_off():
            process = subprocess.Popen(
                [sys.executable, "-m", "tilenet", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the client
                preexec_fn=lifeline(),
            )
            self._started.append((name, process))
        return process


@contextmanager
def put_off() -> Iterator[None]:
    """Delay signals until the end of this block."""
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)

    before = {number: signal.signal(number, note) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in noted:
        signal.raise_signal(late)


def answers(port: int) -> bool:
    """Whether a TileNet server listens there. Raises Trouble if something else does."""
    try:
        with socket.create_connection((HOST, port), SILENCE) as connection:
            if isinstance(_first_message(connection), ServerOpen):
                return True
    except ConnectionRefusedError:
        return False
    except OSError:
        pass  # it hangs up, or says nothing
    raise Trouble(
        f'the program on {HOST}:{port} is not a TileNet server; try another port: make play ARGS="--port PORT"'
    )


def _first_message(connection: socket.socket) -> Message | None:
    decoder = Decoder(SERVER, READ_BYTES)
    deadline = time.monotonic() + SILENCE
    while (left := deadline - time.monotonic()) > 0:
        connection.settimeout(left)
        data = connection.recv(READ_BYTES)
        messages = decoder.feed(data)
        if messages or not data:
            return messages[0] if messages else None
    return None


def serve(backstage: Backstage, port: int) -> None:
    """Start a server, and wait until it answers.

    On the usual port it has the other usual doors, too: so a browser can come, and the bot for Dancing.
    """
    doors = ["--usual-doors"] if port == PORT else []
    server = backstage.start("server", "serve", "--data", "none", "--listen", f"tcp:{port}:interface={HOST}", *doors)
    deadline = time.monotonic() + PATIENCE
    while not answers(port):
        if server.poll() is not None or time.monotonic() > deadline:
            raise Trouble(f"the server did not start: see {backstage.log}")
        time.sleep(STEP)


def play(address: Address, arguments: Sequence[str]) -> int:
    """Run the client in the foreground, and return its exit status as a shell would report it."""
    client: subprocess.Popen[bytes] | None = None

    def stop(number: int, frame: object) -> None:
        if client is None:
            leave(number, frame)
        else:
            client.terminate()

    signal.signal(signal.SIGINT, lambda *_: None)  # the client gets it, too, and ends by itself
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    command = [sys.executable, "-m", "tilenet", "play", str(address), *arguments]
    client = subprocess.Popen(command, env=own_environment(), preexec_fn=lifeline())
    status = client.wait()
    return status if status >= 0 else 128 - status


def leave(number: int, frame: object) -> None:
    """Handles a signal that comes before the client runs."""
    sys.exit(128 + number)


def complain(words: str) -> None:
    print(f"make play: {words}", file=sys.stderr)


def read(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Read the command line. The client's arguments are checked, and passed on as they are."""
    parser = argparse.ArgumentParser(
        prog="make play",
        description="Play at once. All other arguments go to `tilenet play`: NAME, --ascii ...",
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"the port of the server (default: {PORT})")
    parser.add_argument(
        "--log",
        type=Path,
        default=Path(sys.prefix) / "play.log",
        help="the log of the server and the bots (default: .venv/play.log)",
    )
    options, rest = parser.parse_known_args(argv)
    if read_play([str(Address(HOST, options.port)), *rest]).name is None:
        rest = [login_name(), *rest]  # so nobody is asked for a password
    return options, rest


def main(argv: Sequence[str]) -> int:
    """Play. The exit status is the client's, or 1 if there is no server to play on."""
    options, rest = read(argv)
    address = Address(HOST, options.port)
    for number in ENDING:
        signal.signal(number, leave)
    try:
        with Backstage(options.log) as backstage:
            if answers(options.port):
                print(f"A server is running on {address}: playing there.", flush=True)
            else:
                print(f"Starting a server on {address}; its log is {options.log}.", flush=True)
                serve(backstage, options.port)
            print(f"Two bots are joining {ROOM}. Its tile has the focus: press Enter to go there.", flush=True)
            backstage.start("bots", "bot", "pairpanicking", str(address), "--count", str(BOTS))
            return play(address, ["--focus", ROOM, *rest])
    except (Trouble, OSError) as error:
        complain(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
