"""The command `tilenet replay`: it reads the command line, finds the recording, and shows it or writes it down.

A file may be anything, so another process, which may use only so much time and memory, runs it again first. That one
writes it down; what it has run to the end can be shown here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from tilenet.clients.terminal.main import add_drawing, obstacle, run_app
from tilenet.replays.bounded import SECONDS, TOO_MUCH, limit_memory, within

if TYPE_CHECKING:
    from tilenet.replays.recording import Recording

EPILOG = """\
REPLAY is a file that ends in .jsonl.gz, the ID of one that a server on this
machine keeps, such as noughts-k3x9m2pq (see --data), or an address such as
http://localhost:8080/#/replays/noughts-k3x9m2pq. F1 shows the keys.
"""
LARGEST = 64 * 2**20  # bytes of a recording when it is not compressed
STANDARD_OUTPUT = "-"


class Missing(Exception):
    """There is nothing to show; the text says why."""


class Source(NamedTuple):
    """Where a recording comes from, and for which command."""

    program: str
    name: str  # as the user has given it
    find: Callable[[], Recording]  # raises Missing


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet replay",
        description="Show a finished game again, in this terminal, without a server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("replay", metavar="REPLAY", help="a file, an ID, or an address")
    parser.add_argument("--data", metavar="FOLDER", help="the server's data folder (default: that of `tilenet serve`)")
    add_showing(parser)
    return parser.parse_args(argv)


def add_showing(parser: argparse.ArgumentParser) -> None:
    """The options of every command that shows a recording."""
    parser.add_argument(
        "--from", dest="seat", metavar="NAME", default="", help="watch from this player's seat (default: a spectator's)"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--asciicast",
        metavar="FILE",
        help="write an asciicast, which asciinema plays; - is standard output",
    )
    output.add_argument(
        "--json", action="store_true", help="write what could be known at each moment, a line of JSON each"
    )
    parser.add_argument("--size", metavar="COLUMNSxROWS", type=_size, default=(80, 25), help="of the asciicast (80x25)")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        default=SECONDS,
        help=f"how long it may take to run it again (default: {SECONDS:g})",
    )
    add_drawing(parser)


def _size(text: str) -> tuple[int, int]:
    columns, _, rows = text.partition("x")
    if columns.isdecimal() and rows.isdecimal() and 20 <= int(columns) <= 300 and 10 <= int(rows) <= 100:
        return int(columns), int(rows)
    raise argparse.ArgumentTypeError(f"{text!r} is not a size from 20x10 to 300x100, such as 80x25")


def main(argv: Sequence[str]) -> int:
    """Show it. The exit status is 1 if it cannot be shown."""
    options = read(argv)
    return present(options, Source("tilenet replay", options.replay, lambda: find(options.replay, options.data)))


def present(options: argparse.Namespace, source: Source) -> int:
    """Show a recording, or write it down; what is wrong is said in a line. Returns the exit status."""
    try:
        with TemporaryFile("w+", encoding="utf-8") as out:
            answer = within(options.seconds, lambda: attempt(options, source, out))
            if answer is None:
                raise Missing(f"{source.name} cannot be shown: {TOO_MUCH} See --seconds.")
            if "error" in answer:
                raise Missing(answer["error"])
            if not is_written(options):
                return show(options, source)
            out.seek(0)
            hand_out(out, options.asciicast)
    except Missing as error:
        print(f"{source.program}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # which Python flushes at the end
        return 1
    return 0


def is_written(options: argparse.Namespace) -> bool:
    """Whether it is written down, and not shown."""
    return options.asciicast is not None or options.json


def attempt(options: argparse.Namespace, source: Source, out: TextIO) -> dict[str, Any]:
    """Run it to the end, and write it down if that is what was asked for; returns what is wrong."""
    try:
        recording = source.find()
        seat = seat_called(recording, options.seat) if options.seat else {}
        if not is_written(options) and (why := obstacle()):
            raise Missing(why)
        write(options, source, recording, seat.get("id", ""), out)
        out.flush()
    except Missing as error:
        return {"error": str(error)}
    return {}


def hand_out(written: TextIO, path: str | None) -> None:
    """Hand out what was written. Raises Missing."""
    try:
        with nullcontext(sys.stdout) if path in (None, STANDARD_OUTPUT) else open(path, "w", encoding="utf-8") as out:
            copyfileobj(written, out)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Missing(f"cannot write {path or STANDARD_OUTPUT}: {error.strerror}") from None


def find(replay: str, data: str | None) -> Recording:
    """The recording that was asked for. Raises Missing."""
    from tilenet.replays.fetching import NotFetched, fetched, is_address
    from tilenet.replays.library import FOLDER
    from tilenet.replays.recording import NotARecording, Recording
    from tilenet.replays.shelf import Shelf, is_id
    from tilenet.store.folder import usual_folder
    from tilenet.text import plain

    path = Path(replay)
    try:
        if is_address(replay):
            return Recording.open(fetched(replay), LARGEST)
        if path.is_file():
            if path.stat().st_size > LARGEST:
                raise Missing(f"{replay} is too large")
            return Recording.open(path.read_bytes(), LARGEST)
        if not is_id(replay):
            raise Missing(f"there is no file {replay}")
        folder = Path(data or usual_folder()) / FOLDER
        return Recording.open(Shelf(folder).read(replay), LARGEST)
    except NotFetched as error:
        raise Missing(f"{plain(replay)} cannot be fetched: {error}") from None
    except NotARecording as error:
        raise Missing(f"{replay} cannot be shown: {error}") from None
    except FileNotFoundError:
        raise Missing(f"there is no file {replay}, and no replay of that ID in {folder}") from None
    except OSError as error:
        raise Missing(f"{replay} cannot be read: {error.strerror}") from None


def seat_called(recording: Recording, name: str) -> Mapping[str, Any]:
    """The player of this name. Raises Missing."""
    people = recording.header["people"]
    for one in people:
        if str(one.get("name")).casefold() == name.casefold():
            found: Mapping[str, Any] = one
            return found
    raise Missing(f"nobody called {name} played; there are {', '.join(str(one.get('name')) for one in people)}")


def show(options: argparse.Namespace, source: Source) -> int:
    """Show it in this terminal. Raises Missing."""
    from twisted.internet import reactor as _reactor
    from twisted.internet.defer import Deferred, succeed

    from tilenet.catalogue import installed_games
    from tilenet.clients.address import Address
    from tilenet.clients.link import Link
    from tilenet.clients.replay.cinema import Cinema, theatre_of
    from tilenet.clients.terminal.app import App, PlayOptions
    from tilenet.clients.terminal.localhost import LocalHost
    from tilenet.clients.terminal.rawscreen import open_screen

    limit_memory()
    recording = source.find()
    reactor: Any = _reactor
    cinema = Cinema(reactor, theatre_of(recording, installed_games(), options.seat), lambda: app.fail("it has failed"))

    class Here(LocalHost):
        def connect(self, link: Link) -> Deferred[Any]:
            cinema.connect(link)
            return succeed(link)

    screen, inks, signs = open_screen(options)
    host = Here(reactor, Address(), screen)
    app = App(reactor, PlayOptions(Address(), "spectator", True, inks, signs, comes_back=False), host)
    return run_app(app, host, source.program)


def write(options: argparse.Namespace, source: Source, recording: Recording, seat: str, out: TextIO) -> None:
    """Write it down; what is to be shown, too, is told to the end, so that all of it has happened once."""
    from tilenet.catalogue import installed_games
    from tilenet.clients.replay.asciicast import NotFilmed, film
    from tilenet.clients.replay.cinema import theatre_of
    from tilenet.clients.replay.told import tell
    from tilenet.replays.playback import CannotPlay

    games = installed_games()
    try:
        if options.asciicast is not None:
            film(recording, theatre_of(recording, games, options.seat), out, options.size)
            return
        for line in tell(recording, {game.name: game for game in games}, seat):
            if options.json:
                out.write(line + "\n")
    except (CannotPlay, NotFilmed) as error:
        if is_written(options):  # or else it is said where it would be shown
            raise Missing(f"{source.name} cannot be shown: {error}") from None
