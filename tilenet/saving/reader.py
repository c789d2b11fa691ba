"""Loading a game that was saved: everything is checked, and nothing that was saved is executed."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from math import isfinite
from random import Random
from string import Formatter
from typing import Any, TypeVar

from tilenet.chance import Chance
from tilenet.game import Game, Player
from tilenet.saving.classes import (
    Classes,
    NotListed,
    caches_of,
    check_plain,
    classes_of,
    fields_of,
    is_record,
    may_have,
    slots_of,
)
from tilenet.saving.writer import FORMAT, Data
from tilenet.words import Words, placeholders

T = TypeVar("T")

LONGEST_RANGE = 1_000_000
LONGEST_WORDS = 100_000  # characters
MOST_SHARED = 1_000_000  # values and pieces of texts, if whatever is met again counted again
PIECE = 100  # characters of a text that count as a value
_NUMBER = 500  # characters by which a number may be longer than usual if it is formatted
_WIDEST = 99  # the same for anything else
_ESCAPED = 10  # characters in place of one
_WIDE = re.compile(r"\{[^{}]*:[^{}]*(\{|\d{3})")  # a width that is given elsewhere, or has three digits

HEADER = {"format", "game", "version", "setup", "classes", "state"}


class CannotLoad(ValueError):
    """What was saved cannot be loaded here; the text says where it is wrong, and why."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path  # from the game to what is wrong

    def __str__(self) -> str:
        return f"game{self.path}: {self.reason}" if self.path else self.reason


def from_text(text: str) -> dict[str, Data]:
    """The data of a saved game, of which nothing but the outline is checked. Raises CannotLoad."""
    try:
        return checked(json.loads(text, parse_constant=_refuse_constant))
    except CannotLoad:
        raise
    except (ValueError, RecursionError) as error:
        raise CannotLoad(f"this is not JSON: {error}") from None


def checked(saved: Data) -> dict[str, Data]:
    """The same data, if its outline is that of a saved game. Raises CannotLoad."""
    if not isinstance(saved, dict) or not {"format", "game"} <= saved.keys():
        raise CannotLoad("this is not a saved game")
    if saved["format"] != FORMAT:
        raise CannotLoad(f"this was saved in format {saved['format']!r}, and only format {FORMAT} can be read")
    found = {"version": 1, **saved}
    if found.keys() != HEADER or not isinstance(found["setup"], dict):
        raise CannotLoad(f"a saved game has {', '.join(sorted(HEADER))}; the setup is a dict")
    return found


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


def load(saved: Mapping[str, Data], kind: type[Game], player: Callable[[str], Player]) -> Game:
    """Load what `save` or `from_text` gave, for a room of this kind of game. Raises CannotLoad.

    `player` finds a player by id, and always returns the same object for the same one; it raises KeyError if there is
    none.
    """
    reader = Reader(classes_of(kind), player)
    if saved["version"] != kind.version:
        raise CannotLoad(f"it was saved by version {saved['version']!r} of the game, and this is {kind.version}")
    try:
        _check_classes(saved["classes"], reader.classes)
        return reader.game(saved["state"], kind)
    except RecursionError:
        raise CannotLoad("it is nested too deeply") from None


def arguments(game: Game, noted: Iterable[Data], player: Callable[[str], Player]) -> tuple[Any, ...]:
    """The arguments of a call of a game's method, as they were noted by a `Writer`. Raises CannotLoad."""
    reader = Reader(classes_of(type(game)), player)
    return tuple(reader.part(part, "(*)", at) for at, part in enumerate(noted))


def _check_classes(saved: Data, classes: Classes) -> None:
    """Raise CannotLoad if the code has changed since."""
    if not isinstance(saved, dict):
        raise CannotLoad("the classes are not a dict")
    for name, fields in saved.items():
        try:
            now = fields_of(classes.find(name))
        except NotListed as error:
            raise CannotLoad(str(error)) from None
        if not isinstance(fields, list) or not all(isinstance(field, str) for field in fields):
            raise CannotLoad(f"the fields of {name} are not names")
        changed = [f"{field} is gone" for field in sorted({*fields} - now)]
        changed += [f"{field} is new" for field in sorted(now - {*fields})]
        if changed:
            raise CannotLoad(f"the class {name} has other attributes now: {', '.join(changed)}")


class Reader:
    """Reads one graph of objects."""

    def __init__(self, classes: Classes, player: Callable[[str], Player]) -> None:
        self.classes = classes
        self._player = player
        self._shared: dict[int, Any] = {}
        self._size = 0  # of all that was read: values and pieces of texts; what was met again counts again
        self._sizes: dict[int, int] = {}  # of what can be met again, as soon as it is complete

    def game(self, data: Data, kind: type[Game]) -> Game:
        name = data.get("class") if isinstance(data, dict) else None
        if name != self.classes.root:
            raise CannotLoad(f"it is a {name}, and not a {self.classes.root}")
        game: Game = self._keep(data, object.__new__(kind))
        self._fill_object(game, data, kind)
        return game

    def value(self, data: Data) -> Any:
        kind = type(data)
        if kind is str:
            self._size += len(data) // PIECE + 1
            return data
        self._size += 1
        if kind is float and not isfinite(data):
            raise CannotLoad("a number is too large")
        if kind in _AS_IT_IS:
            return data
        if kind is list:
            return tuple(self._items(data))
        if "as" not in data:
            return self._object(data)
        before = self._size
        made = self._object(data)
        by: object = type(made).__hash__
        is_itself = "class" in data and by in (None, object.__hash__)  # nothing looks into it by itself
        self._sizes[data["as"]] = 1 if is_itself else self._size - before
        return made

    def _object(self, data: dict[str, Data]) -> Any:
        tag = next(iter(data), "")
        if tag == "class":
            return self._instance(data)
        more = _MORE.get(tag, ())
        if tag not in _TAGS or not data.keys() <= {tag, "as", *more}:
            raise CannotLoad(f"nobody knows what this is: {', '.join(data)}")
        return _TAGS[tag](self, data, *(data[key] for key in (tag, *more)))

    def part(self, data: Data, path: str, where: object = None) -> Any:
        """A part of something else; `where` is what belongs into the path to it."""
        try:
            return self.value(data)
        except CannotLoad as error:
            error.path = path.replace("*", str(where)) + error.path
            raise
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, NotListed) as error:
            raise CannotLoad(str(error), path.replace("*", str(where))) from None

    def _again(self, size: int) -> None:
        """There is more than was written: something is met again, or was put into words."""
        self._size += size
        if self._size > MOST_SHARED:
            raise CannotLoad("a little of it stands for much more than any game has")

    def _keep(self, data: dict[str, Data], made: T) -> T:
        """It can be met again, even while it is being filled."""
        if "as" in data:
            self._shared[data["as"]] = made
        return made

    def _items(self, items: list[Data]) -> list[Any]:
        if not isinstance(items, list):
            raise CannotLoad(f"{items!r} is not a list")
        return [self.part(item, "[*]", at) for at, item in enumerate(items)]

    def _pairs(self, pairs: list[Data]) -> Iterator[tuple[Any, Any]]:
        for at, (key, part) in enumerate(pairs):
            yield self.part(key, "[*]", at), self.part(part, "[*]", at)

    # Objects

    def _instance(self, data: dict[str, Data]) -> Any:
        kind = self.classes.find(data["class"])
        check_plain(kind)
        if is_record(kind):
            return self._record(data, kind)
        made: object = self._keep(data, object.__new__(kind))
        self._fill_object(made, data, kind)
        return made

    def _record(self, data: dict[str, Data], kind: Any) -> Any:
        fields = kind._fields
        if [*data] != ["class", *fields]:
            raise CannotLoad(f"{data['class']} has the fields {', '.join(fields)}, and not {', '.join([*data][1:])}")
        return tuple.__new__(kind, [self.part(data[field], ".*", field) for field in fields])

    def _fill_object(self, made: object, data: dict[str, Data], kind: type) -> None:
        slots, caches = slots_of(kind), caches_of(kind)
        for field, part in data.items():
            if field in ("class", "as"):
                continue
            if field in caches or not may_have(kind, field):
                raise CannotLoad(f"{data['class']} has no field {field}")
            value = self.part(part, ".*", field)
            if field in slots:
                slots[field].__set__(made, value)
            else:
                made.__dict__[field] = value
        for field, value in caches.items():
            made.__dict__[field] = value.copy() if hasattr(value, "copy") else value

    # What JSON has no word for

    def _same(self, data: dict[str, Data], number: int) -> Any:
        if number not in self._shared:
            raise CannotLoad(f"nothing before this has the number {number!r}")
        self._again(self._sizes.get(number, 0))
        return self._shared[number]

    def _list(self, data: dict[str, Data], items: list[Data]) -> list[Any]:
        made: list[Any] = self._keep(data, [])
        made += self._items(items)
        return made

    def _dict(self, data: dict[str, Data], parts: Data) -> dict[Any, Any]:
        made: dict[Any, Any] = self._keep(data, {})
        if isinstance(parts, dict):
            self._size += sum(map(len, parts)) // PIECE
            made.update((key, self.part(part, "[*]", repr(key))) for key, part in parts.items())
        else:
            made.update(self._pairs(parts))
        return made

    def _counter(self, data: dict[str, Data], pairs: list[Data]) -> Counter[Any]:
        made: Counter[Any] = self._keep(data, Counter())
        dict.update(made, self._pairs(pairs))
        return made

    def _set(self, data: dict[str, Data], items: list[Data]) -> set[Any]:
        made: set[Any] = self._keep(data, set())
        made.update(self._items(items))
        return made

    def _frozenset(self, data: dict[str, Data], items: list[Data]) -> frozenset[Any]:
        return frozenset(self._items(items))

    def _deque(self, data: dict[str, Data], items: list[Data], most: int | None) -> deque[Any]:
        made: deque[Any] = self._keep(data, deque(maxlen=most))
        made.extend(self._items(items))
        return made

    def _range(self, data: dict[str, Data], numbers: list[int]) -> range:
        made = range(*numbers)
        if len(made) > LONGEST_RANGE:
            raise CannotLoad(f"{made!r} is too long")
        return made

    def _words(self, data: dict[str, Data], template: str, many: str, args: dict[str, Data]) -> Words:
        for name in placeholders(template) | placeholders(many):
            if name not in args or not name.isidentifier():  # nor does it look into what is put there
                raise CannotLoad(f"the words {template!r} lack {name!r}")
        if _WIDE.search(template + many):
            raise CannotLoad("some words are much wider than anybody could read")
        found = {name: self.part(part, ".*", name) for name, part in args.items()}
        lengths = {name: _length(part) for name, part in found.items()}
        longest = max(_formatted(template, lengths), _formatted(many, lengths))
        if longest > LONGEST_WORDS:
            raise CannotLoad("some words are much longer than anybody could read")
        self._again(longest // PIECE)
        return Words(template, many=many, **found)

    def _float(self, data: dict[str, Data], text: str) -> float:
        if text not in ("inf", "-inf", "nan"):
            raise CannotLoad(f"{text!r} is written as a number")
        return float(text)

    def _bytes(self, data: dict[str, Data], text: str) -> bytes:
        return bytes.fromhex(text)

    def _enum(self, data: dict[str, Data], name: str) -> Enum:
        kind, _, member = name.rpartition(".")
        found = self.classes.find(kind)
        if not issubclass(found, Enum) or member not in found.__members__:
            raise CannotLoad(f"there is no {name}")
        return found.__members__[member]

    def _somebody(self, data: dict[str, Data], id: str) -> Player:
        try:
            return self._player(id)
        except KeyError:
            raise CannotLoad(f"nobody is known as {id!r}") from None

    def _chance(self, data: dict[str, Data], seed: str, position: int) -> Chance:
        return self._keep(data, Chance(bytes.fromhex(seed), position))

    def _random(self, data: dict[str, Data], state: list[Data]) -> Random:
        random = Random(0)
        version, words, gauss = state
        random.setstate((version, tuple(words), gauss))
        return self._keep(data, random)


def _length(part: Any) -> int:
    """How many characters it has at most if it is put into words, which are made of texts and numbers."""
    if isinstance(part, str):
        return len(part)
    if isinstance(part, int | float | Enum | None):
        return len(str(part)) + _NUMBER
    raise CannotLoad(f"a {type(part).__name__} is put into words")


def _formatted(template: str, lengths: Mapping[str, int]) -> int:
    """How long words are at most; each of what is put into them may be wider, or written with escapes."""
    total = 0
    for text, name, spec, conversion in Formatter().parse(template):
        total += len(text)
        if name is not None:
            total += lengths[name] * (_ESCAPED if conversion else 1) + (_WIDEST if spec else 0)
    return total


_AS_IT_IS = frozenset((type(None), bool, int, float, str))
_MORE = {"deque": ("most",), "chance": ("at",), "words": ("many", "args")}
_TAGS: Mapping[str, Callable[..., Any]] = {
    "same": Reader._same,
    "list": Reader._list,
    "dict": Reader._dict,
    "Counter": Reader._counter,
    "set": Reader._set,
    "frozenset": Reader._frozenset,
    "deque": Reader._deque,
    "range": Reader._range,
    "words": Reader._words,
    "float": Reader._float,
    "bytes": Reader._bytes,
    "enum": Reader._enum,
    "player": Reader._somebody,
    "chance": Reader._chance,
    "random": Reader._random,
}
