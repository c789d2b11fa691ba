"""The files of the page for browsers, as they are sent: their kinds and tags, packed, and whether they can be kept.

Each file has two paths: /main.js, and /v/VERSION/main.js, where the version is a digest of all files. What a browser
gets by the second it need never ask for again; index.html leads there. Modules import each other by relative paths,
so all of a page, and skins of plugins too, are of one version.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from twisted.logger import Logger

from tilenet.catalogue import IGamePlugin
from tilenet.doors.firstload import moved, with_preloads
from tilenet.text import plain

log = Logger()

CLIENT = "tilenet.clients.web"
PAGE = b"/"
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

ASK = b"no-cache"  # that is: ask whether it has changed
KEEP = b"public, max-age=31536000, immutable"
_VERSIONED = re.compile(rb"/v/([0-9a-f]{16})(/.+)")


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


class PageFiles:
    """All files that browsers can ask for, by both of their paths."""

    def __init__(self, games: Iterable[IGamePlugin]) -> None:
        self._files = {**page_files(), **plugin_files(games)}
        self.version = _version(self._files)
        page = _entry_page(self._files, f"v/{self.version}/")
        self._files[PAGE] = _page_file(page.encode(), KINDS["html"])

    @property
    def paths(self) -> list[bytes]:
        """The paths without a version."""
        return [*self._files]

    def find(self, path: bytes) -> tuple[PageFile, bytes] | None:
        """The file with this path, and what a cache may do with it; None if there is none.

        A page that is open since before a restart still loads skins by the version that it knows.
        """
        versioned = _VERSIONED.fullmatch(path)
        file = self._files.get(path if versioned is None else versioned[2])
        if file is None:
            return None
        return file, KEEP if versioned and versioned[1].decode() == self.version else ASK


def _version(found: Mapping[bytes, PageFile]) -> str:
    digest = sha256(b"".join(path + file.etag for path, file in sorted(found.items())))
    return digest.hexdigest()[:16]


def _entry_page(found: Mapping[bytes, PageFile], folder: str) -> str:
    """index.html as it is sent: it names everything that is needed at once, and where it can be kept."""
    names = {path.decode()[1:]: file for path, file in found.items()}
    modules = {name: file.content.decode(errors="replace") for name, file in names.items() if name.endswith(".js")}
    return moved(with_preloads(names[""].content.decode(), modules), names, folder)
