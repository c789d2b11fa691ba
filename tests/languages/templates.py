"""Which templates there are: those that the source makes Words of, and what the page says by itself."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "clients" / "web"
FOLDERS = ("tilenet", "games", "clients")
ELSEWHERE = ("tilenet/games", "tilenet/clients", "tilenet/saving", "clients/web/words.js")  # links, and no templates
CLASSES = ("Words", "Hint")
BRAND = ("tilenet", "tile", "net")

_STRING = r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
SAID = re.compile(rf"(?<![\w.])say\(\s*{_STRING}(?:,\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}(?:,\s*{_STRING})?)?,?\s*\)")
_ATTRIBUTES = ("aria-label", "placeholder", "title", "content")  # which words.js puts into another language


class Template(NamedTuple):
    """One template, with what is said if the number is not 1."""

    one: str
    many: str = ""


class NoConstant(Exception):
    """Words are made of something that cannot be found in a catalogue; the text says where."""


def has_letters(text: str) -> bool:
    """Whether there is anything in it to be translated."""
    return any(character.isalpha() for character in re.sub(r"\{[^{}]*\}", "", text))


def templates() -> dict[Template, list[str]]:
    """All templates, and the files that have them."""
    found: dict[Template, list[str]] = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(ELSEWHERE) and path.suffix in _READERS:
                for template in _READERS[path.suffix](path):
                    if has_letters(template.one) and template.one not in BRAND and name not in found[template]:
                        found[template].append(name)
    return dict(found)


def _in_python(path: Path) -> Iterator[Template]:
    source = path.read_text()
    if "Words" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES and node.args:
            many = [keyword.value for keyword in node.keywords if keyword.arg == "many"]
            yield Template(*(_constant(part, path) for part in (node.args[0], *many)))


def _constant(node: ast.expr, path: Path) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NoConstant(f"{path}, line {node.lineno}: the template of Words is a string")


def _in_javascript(path: Path) -> Iterator[Template]:
    for one, many in SAID.findall(path.read_text()):
        yield Template(ast.literal_eval(one), ast.literal_eval(many) if many else "")


class _Texts(HTMLParser):
    """Everything in a page that people read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._is_text = True

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self._is_text = tag not in ("script", "style")
        is_read = tag != "meta" or ("name", "description") in attrs
        self.found += [value for name, value in attrs if name in _ATTRIBUTES and value and is_read]

    def handle_data(self, data: str) -> None:
        if self._is_text:
            self.found.append(data.strip())


def _in_html(path: Path) -> Iterator[Template]:
    texts = _Texts()
    texts.feed(path.read_text())
    return map(Template, texts.found)


_READERS = {".py": _in_python, ".js": _in_javascript, ".html": _in_html}
