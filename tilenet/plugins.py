"""Finds what is installed: `twisted.plugin` looks for it, as it does for the commands of twistd."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from twisted.logger import Logger
from twisted.plugin import getCache, getPlugins

from tilenet.text import plain
from twisted import plugins

log = Logger()


def installed(interface: Any, what: str) -> list[Any]:
    """All plugins of this interface, by their names; also those in `twisted/plugins/` of the working folder."""
    here = Path.cwd()
    if str(here) not in sys.path:
        sys.path.append(str(here))
    folder = here / "twisted" / "plugins"
    if folder.is_dir() and str(folder) not in plugins.__path__:
        plugins.__path__.append(str(folder))
    found: dict[str, Any] = {}
    for plugin in getPlugins(interface):
        if plugin.name in found:
            log.warn("Two {what} are named {name}: only the first is used", what=what, name=plain(plugin.name))
        else:
            found[plugin.name] = plugin
    for path in broken_plugins():
        log.error(
            "{path} cannot be loaded, so its {what} are missing; the reason is above", path=plain(str(path)), what=what
        )
    return [*found.values()]


def broken_plugins() -> list[Path]:
    """The files in the working folder's `twisted/plugins/` that cannot be loaded."""
    loaded = getCache(plugins)
    found = sorted((Path.cwd() / "twisted" / "plugins").glob("*.py"))
    return [path for path in found if path.stem not in (*loaded, "__init__")]
