"""The files of the page for browsers, as they are sent: with their kinds, their tags, and packed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from twisted.logger import Logger

from tilenet.catalogue import IGamePlugin
from tilenet.text import plain

log = Logger()

CLIENT = "tilenet.clients.web"
ENTRY = "skin.js"  # the module in a game's folder that has its skins

#: The kinds of files that browsers can ask for; no other file in the client's folder is served.
KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    content: bytes
    kind: str
    etag: bytes
    packed: bytes  # by gzip, for browsers that take it
    packed_etag: bytes


def _files_in(folder: Traversable, path: str = "/") -> dict[bytes, PageFile]:
    """The files that browsers can ask for, by path."""
    found: dict[bytes, PageFile] = {}
    for one in folder.iterdir():
        kind = KINDS.get(one.name.rpartition(".")[2])
        if one.is_dir():
            found |= _files_in(one, f"{path}{one.name}/")
        elif kind is not None:
            name = "" if one.name == "index.html" else one.name
            found[f"{path}{name}".encode()] = _page_file(one.read_bytes(), kind)
    return found


def _page_file(content: bytes, kind: str) -> PageFile:
    digest = sha256(content).hexdigest()[:16].encode()
    return PageFile(content, kind, b'"%s"' % digest, gzip.compress(content, mtime=0), b'"%s-gz"' % digest)


def page_files() -> dict[bytes, PageFile]:
    """The files of the page, by path."""
    return _files_in(files(CLIENT))


def plugin_files(games: Iterable[IGamePlugin]) -> dict[bytes, PageFile]:
    """The files of skins that come with games, by path, and the list that says which module draws which kind."""
    found: dict[bytes, PageFile] = {}
    modules: dict[str, str] = {}
    for game in games:
        if not game.web:
            continue
        folder = f"/plugins/{game.name}/"
        try:
            some = _files_in(files(game.web), folder)
        except (ImportError, OSError, TypeError, ValueError) as error:
            log.error("The skin of {game} cannot be served: {reason}", game=game.name, reason=plain(str(error)))
            continue
        if f"{folder}{ENTRY}".encode() not in some:
            log.error("The skin of {game} cannot be served: {web} has no skin.js", game=game.name, web=game.web)
            continue
        found |= some
        modules[game.kind] = f"{folder}{ENTRY}"
    return {**found, b"/plugins.json": _page_file(json.dumps(modules).encode(), KINDS["json"])}
