"""What a game's class says about itself, and whether that goes together: its kind, its options, its help."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilenet.catalogue import GamePlugin
from tilenet.game import Game
from tilenet.sources import own_classes

KIND = re.compile(r"[a-z][a-z0-9-]*/[1-9][0-9]*")
OF_A_KIND = ("facts", "own_facts", "legal")  # what only games with a kind are asked for


def wrong_kind(game: type[Game]) -> Iterator[str]:
    if game.kind and not KIND.fullmatch(game.kind):
        yield f"the kind {game.kind!r} is not like mole/1: small letters, digits and dashes, and a version"
    if not game.kind:
        for name in OF_A_KIND:
            if any(name in vars(one) for one in own_classes(game)):
                yield f'{game.__name__} has {name}, but no kind, so nobody is told: kind = "{_word(game)}/1"'


def _word(game: type[Game]) -> str:
    return re.sub(r"[^a-z0-9]+", "-", game.__name__.lower()).strip("-") or "mole"


def wrong_options(plugin: GamePlugin) -> Iterator[str]:
    """A server that sets an option to what it is anyway must change nothing."""
    game = plugin.game
    for option in game.options:
        if not hasattr(game, option):
            yield f"the option {option} has no default: {game.__name__} has no attribute {option}"
            continue
        default = getattr(game, option)
        if not isinstance(default, str | int | float):
            continue  # nobody knows how it is written
        try:
            read = getattr(plugin.with_option(option, str(default)).game, option)
        except Exception as error:
            yield f"the option {option} cannot be set to {str(default)!r}, its default: {error or type(error).__name__}"
            continue
        if read != default:
            yield f"the option {option} is {default!r}, but reading {str(default)!r} gives {read!r}"


def unprintable(plugin: GamePlugin) -> Iterator[str]:
    words = {"name": plugin.name, "title": plugin.title, "about": plugin.about}
    for number, line in enumerate(plugin.game.help, 1):
        words[f"help, line {number},"] = line
    for what, text in words.items():
        if not (text and text.isprintable()):
            yield f"the {what} is {text!r}: it must be one line of text"
