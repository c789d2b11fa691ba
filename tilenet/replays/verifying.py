"""The command `tilenet verify`: is what a recording says of a match true?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tilenet.replays.bounded import SECONDS, TOO_MUCH, within
from tilenet.replays.fetching import NotFetched, fetched, is_address
from tilenet.replays.library import FOLDER
from tilenet.replays.recording import LARGEST, SUFFIX, NotARecording, Recording
from tilenet.replays.shelf import Shelf, is_id
from tilenet.store.folder import USUAL_FOLDER, usual_folder
from tilenet.text import plain

SIGNS = {True: "ok", False: "wrong", None: "--"}  # what could not be checked is neither


class NotFound(Exception):
    """There is nothing to verify; the text says why."""


def read_options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet verify",
        description="Run a recorded match again, and say whether what the file says of the room and its people is "
        "true, its deal was fixed before, each act was possible, the result is the one that was announced, and ratings "
        "follow from it: see docs/fair.md. The exit status is 1 if anything is wrong, and 2 if there is nothing to "
        "verify.",
    )
    parser.add_argument(
        "recording",
        metavar="FILE|URL|ID",
        help="a recording; its address, such as http://localhost:8080/#/replays/ID, which `Copy link` gives; or its "
        "id, if it is in the data folder",
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"the data folder [default: {USUAL_FOLDER}]")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long it may take [default: {SECONDS:g}]")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    options = read_options(argv)
    folder: Path = options.data or usual_folder()
    answer = within(options.seconds, lambda: look(options.recording, folder))
    if answer is None:
        answer = {"id": "", "is_right": False, "findings": [{"check": "room", "is_right": False, "text": TOO_MUCH}]}
    if "error" in answer:
        print(f"tilenet verify: {answer['error']}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(answer))
    else:
        for one in answer["findings"]:
            print(f"  {SIGNS[one['is_right']]:5}  {one['text']}")
    return 0 if answer["is_right"] else 1


def look(recording: str, folder: Path) -> dict[str, Any]:
    """What there is to say about it, as JSON."""
    from tilenet.catalogue import installed_games
    from tilenet.checks.command import silence
    from tilenet.replays.verification import Verification
    from tilenet.store.ratings import Model

    silence()
    try:
        found = Recording.open(fetch(recording, folder))
    except NotFound as error:
        return {"error": str(error)}
    except NotARecording as error:
        return {"error": f"{plain(recording)} cannot be read: {error}"}
    findings = Verification(found, {game.name: game for game in installed_games()}, Model()).run()
    return {
        "id": plain(found.id)[:100],
        "is_right": all(one.is_right is not False for one in findings),
        "findings": [one._asdict() for one in findings],
    }


def fetch(recording: str, folder: Path) -> bytes:
    """The file that was named. Raises NotFound."""
    if is_address(recording):
        try:
            return fetched(recording)
        except NotFetched as error:
            raise NotFound(f"{plain(recording)} cannot be fetched: {error}") from None
    path = Path(recording)
    try:
        if not path.exists() and is_id(recording.removesuffix(SUFFIX)):
            path = Shelf(folder / FOLDER).path(recording.removesuffix(SUFFIX))
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise NotFound(f"{plain(recording)} cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise NotFound(f"{plain(recording)} has more than {LARGEST // 2**20} MiB")
    return data
