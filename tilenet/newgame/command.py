"""The command `tilenet new game NAME`: writes a game, a test and a skin that work at once."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from tilenet.catalogue import installed_games

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

#: What is written where, and from which template.
FILES = {
    "twisted/plugins/{name}.py": "plugin.py.txt",
    "{name}/__init__.py": "",
    "{name}/game.py": "game.py.txt",
    "{name}/skin.py": "skin.py.txt",
    "{name}/web/skin.js": "skin.js.txt",
    "{name}/web/{name}.css": "skin.css.txt",
    "test_{name}.py": "test.py.txt",
}


class NotPossible(Exception):
    """Nothing was written; the text says why."""


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet new game",
        description="Write a game to begin with: its rules, a test, and skins for terminals and browsers.",
    )
    parser.add_argument("name", metavar="NAME", help="small letters, digits and _, such as lamps or fox_and_geese")
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write it [default: the working folder]")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    options = read(argv)
    try:
        check_name(options.name, options.folder)
        written = write(options.name, options.folder)
    except NotPossible as error:
        print(f"tilenet new game: {error}", file=sys.stderr)
        return 1
    name, folder = options.name, options.folder
    print("Written:\n" + "".join(f"  {path}\n" for path in written))
    where = "" if folder.resolve() == Path.cwd() else f" in {folder}"
    print(f"""\
It can be played at once. Run this{where}, and change {name}/game.py while you play:

  tilenet serve --watch --data none --web tcp:8080:interface=127.0.0.1

then open http://127.0.0.1:8080/#{plugin_name(name)} in a browser, or run `tilenet play`{where} in another terminal.

  pytest test_{name}.py     tests it
  tilenet check {plugin_name(name)}      finds out whether it keeps the rules""")
    return 0


def check_name(name: str, folder: Path) -> None:
    """Raise NotPossible if a game cannot be called that."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise NotPossible(f"the name is a word of small letters, digits and _, such as lamps, and not {name!r}")
    if any(plugin.name in (name, plugin_name(name)) for plugin in installed_games()):
        raise NotPossible(f"there is a game {name} already")
    if name in sys.stdlib_module_names or (not (folder / name).exists() and find_spec(name) is not None):
        raise NotPossible(f"{name} is the name of a Python package, which would be imported instead: choose another")


def write(name: str, folder: Path) -> list[Path]:
    """Write all files, and nothing if one of them is there already."""
    todo = {folder / place.format(name=name): template for place, template in FILES.items()}
    for path in todo:
        if path.exists():
            raise NotPossible(f"{path} is there already, and nothing is overwritten")
    try:
        for path, template in todo.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(template, name), encoding="utf-8")
    except OSError as error:
        raise NotPossible(f"{error.filename} cannot be written: {error.strerror}") from None
    return [*todo]


def _text(template: str, name: str) -> str:
    """A template, with the names of this game in the place of its own."""
    if not template:
        return ""
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    plugin = plugin_name(name)
    names = {
        "sample/1": f"{plugin}/1",
        '("sample"': f'("{plugin}"',
        '"Sample"': f'"{name.replace("_", " ").capitalize()}"',
        "Sample": "".join(word.capitalize() for word in name.split("_")),
        "sample": name,
    }
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


def plugin_name(name: str) -> str:
    """As it is in links, in the options of a server, and in the room's kind."""
    return name.replace("_", "-")
