"""`tilenet reload`: have a running server take up new code, without a goodbye to anybody."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tilenet.reload.control import NEW_RULES, RELOAD, connect_to
from tilenet.store.folder import USUAL_FOLDER, usual_folder

SECONDS = 600.0  # to wait for the next word


def main(argv: Sequence[str]) -> int:
    """Run `tilenet reload`; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="tilenet reload",
        description="Have a running server take up new code, without a goodbye: games go on where they stand. If "
        "there is anything wrong with the new code, nothing happens.",
    )
    about = f"the server's data folder [default: {USUAL_FOLDER}]"
    parser.add_argument("--data", type=Path, default=usual_folder(), metavar="FOLDER", help=about)
    parser.add_argument(
        "--new-rules",
        action="store_true",
        help="also if the new code, given the same acts, would stand elsewhere: games go on from where they stand",
    )
    options = parser.parse_args(argv)
    is_done, text = reload(options.data, has_old_rules=not options.new_rules)
    print(text if is_done else f"tilenet reload: {text}", file=sys.stdout if is_done else sys.stderr)
    return 0 if is_done else 1


def reload(folder: Path, *, has_old_rules: bool = True) -> tuple[bool, str]:
    """Reload the server that uses this folder, and wait; whether that was done, and what has happened or why not."""
    try:
        connection = connect_to(folder)
    except PermissionError as error:
        return False, f"{folder}: {error.strerror or error}"
    except OSError:
        return False, f"no server with a journal uses {folder}"
    with connection:
        connection.settimeout(SECONDS)
        try:
            connection.sendall((RELOAD if has_old_rules else NEW_RULES) + b"\n")
            with connection.makefile("r", encoding="utf-8", errors="replace") as answer:
                for line in answer:
                    sign, _, text = line.rstrip("\n").partition(" ")
                    if sign in ("+", "-"):
                        return sign == "+", text
                    print(text, flush=True)
        except TimeoutError:
            return False, f"the server has said nothing for {SECONDS:g} s"
        except OSError:
            pass
    return False, "the server has ended, and its journal has everything; if its log does not say why, it was killed"
