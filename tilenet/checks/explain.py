"""Exceptions in an author's words: what was done, what was raised, and at which line of the game."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from tilenet.game import Game
from tilenet.sources import own_classes

LAST = 6  # acts that are told: what led there is mostly among them


class Broken(Exception):
    """A game does what no game may do; the text says what."""


def explain(error: BaseException, game: type[Game], acts: Sequence[str]) -> str:
    """Why a random game had to end."""
    reason = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}{where(error, game)}"
    return f"{reason}\n    after {'; '.join(acts[-LAST:])}" if acts else reason


def where(error: BaseException, game: type[Game]) -> str:
    """The last line of the game's own code that led there."""
    homes = {_folder_or_file(one.__module__) for one in own_classes(game)}
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename in homes or str(Path(frame.filename).parent) in homes
    ]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""


def _folder_or_file(module: str) -> str:
    """A game of several files is a package."""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return str(Path(file).parent) if module.count(".") > 2 else file
