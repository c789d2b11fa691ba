"""Options of bots, as they are given on a command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option of one kind of bot: its name is that of a keyword argument of the bot's class."""

    default: float | str | bool  # False for one that is given without a value
    help: str
    read: Callable[[str], object] = str
    metavar: str | None = None

    def add_to(self, parser: argparse.ArgumentParser, name: str) -> None:
        if self.default is False:
            parser.add_argument(f"--{name}", action="store_true", help=self.help)
            return
        shown = f"{self.default:g}" if isinstance(self.default, float) else self.default
        about = f"{self.help} (default: {shown})"
        parser.add_argument(f"--{name}", default=self.default, type=self.read, metavar=self.metavar, help=about)


def number(least: float, most: float) -> Callable[[str], float]:
    """Reads a number."""

    def read_number(text: str) -> float:
        try:
            if least <= float(text) <= most:
                return float(text)
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read_number


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number."""

    def read_whole(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")

    return read_whole


def pace(default: float) -> Option:
    return Option(default, "seconds between two clicks of a bot, at least", number(0.1, 3600), "SECONDS")
