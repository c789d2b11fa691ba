"""What was typed, and whom it is for: `@name text` is whispered to one player, all else is for the room."""

from __future__ import annotations

from tilenet.clients.model import Model, Thing
from tilenet.clients.terminal.glyphs import visible
from tilenet.words import Words

LONGEST = 1000  # characters at once; a server may allow fewer, and says so, but can read this many


class NotSaid(Exception):
    """Why something cannot be said."""


def addressed(text: str, model: Model) -> tuple[Thing, str] | None:
    """Whom to say what; None if there is nothing to say. Raises NotSaid."""
    words = text.strip()
    if not words:
        return None
    if len(words) > LONGEST:
        raise NotSaid(Words("That is {n} characters long; the limit is {most}.", n=len(words), most=LONGEST))
    if text.startswith("@"):
        return _to_one(text[1:], model)
    if words.startswith("(") and words.endswith(")"):
        raise NotSaid(Words("Who is the whisper for? Type @name text."))
    if words.startswith("@"):
        words = f" {words}"  # for everybody, although it begins like that
    return None if model.matrix is None else (model.matrix, words)


def _to_one(text: str, model: Model) -> tuple[Thing, str]:
    named = [
        (name, agent)
        for agent in model.agents()
        for name in (agent.name, visible(agent.name))  # as it is, and as it can be seen and typed
        if name and _begins(text, name)
    ]
    is_clear = len({agent.objid for _, agent in named}) == 1
    if not is_clear and text.strip() and model.is_told and model.matrix is not None:
        return model.matrix, f"@{text.strip()}"  # our servers look for them everywhere, and ask who is meant
    if not named:
        called = visible(text.split(" ")[0])
        why = Words("Nobody here is called {name}.", name=repr(called)) if called else Words("Who is it for?")
        raise NotSaid(Words("{why} Type @name text, or put a space before the @.", why=why))
    name, agent = max(named, key=lambda one: len(one[0]))
    rest = text[len(name) :]
    words = (rest[1:] if rest[:1] in (":", ",") else rest).strip()
    if not words:
        raise NotSaid(Words("Nothing to send to {name}: type @{name} text.", name=name))
    return agent, words if words.startswith("(") and words.endswith(")") else f"({words})"


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with this name, and not with a longer one."""
    rest = text[len(name) :]
    return text[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :,")
