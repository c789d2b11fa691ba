"""The files of the page for browsers, as they are sent: with their kinds, their tags, and packed."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

CLIENT = "tilenet.clients.web"

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
            content = one.read_bytes()
            name = "" if one.name == "index.html" else one.name
            digest = sha256(content).hexdigest()[:16].encode()
            packed = gzip.compress(content, mtime=0)
            found[f"{path}{name}".encode()] = PageFile(content, kind, b'"%s"' % digest, packed, b'"%s-gz"' % digest)
    return found


def page_files() -> dict[bytes, PageFile]:
    """All of them, by path."""
    return _files_in(files(CLIENT))
