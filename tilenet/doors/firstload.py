"""The files of the page that a browser needs at once: index.html names them all, so no file is found only in another.

Modules say what they import themselves. index.html names those that the page begins with, and works as it stands,
too, on a server that knows nothing of this.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r"^(?:import|export)\b(?:[^;'\"]*\bfrom)?\s*'(\.[^']+)';", re.MULTILINE)
_ENTRY = re.compile(
    r'^<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)">(?:</script>)?\n', re.MULTILINE
)
_ADDRESS = re.compile(r'\b(href|src)="([\w./-]+)"')


def imports_of(path: str, source: str) -> list[str]:
    """The modules that this one imports statically."""
    return [normpath(join(dirname(path), name)) for name in _IMPORT.findall(source)]


def needed_by(path: str, modules: Mapping[str, str]) -> list[str]:
    """The modules without which this one cannot begin, nearest first."""
    found = {path: None}
    waiting = deque(found)
    while waiting:
        module = waiting.popleft()
        new = [one for one in imports_of(module, modules.get(module, "")) if one not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return [*found][1:]


def entries(html: str) -> list[str]:
    """The modules that a page names itself."""
    return _ENTRY.findall(html)


def with_preloads(html: str, modules: Mapping[str, str]) -> str:
    """The same page, which also names the modules that those need."""
    named = dict.fromkeys(entries(html))

    def preloads(entry: re.Match[str]) -> str:
        new = [one for one in needed_by(entry[1], modules) if one not in named]
        named.update(dict.fromkeys(new))
        return entry[0] + "".join(f'<link rel="modulepreload" href="{one}">\n' for one in new)

    return _ENTRY.sub(preloads, html)


def moved(html: str, names: Collection[str], folder: str) -> str:
    """The same page, which loads files with these names from a folder."""
    return _ADDRESS.sub(lambda found: f'{found[1]}="{folder}{found[2]}"' if found[2] in names else found[0], html)
