"""Recordings to be shown, and what has them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.replays.test_recorder import Recorded
from tilenet.replays.library import Unknown
from tilenet.replays.recording import NotARecording, Recording, header_text, packed
from tilenet.saving.entries import text_of

MOVES = [(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)]  # the one who begins wins


class Library:
    """Some recordings, by id, as the bytes of their files."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)

    def header(self, id: str) -> dict[str, Any]:
        if id not in self.files:
            raise Unknown(id)
        return dict(Recording.open(self.files[id]).header)

    def find(self, id: str, who: str | None = None) -> dict[str, Any]:
        header = self.header(id)
        if header["is_private"] and who not in {one["id"] for one in header["people"]}:
            raise Unknown(id)
        return header

    def open(self, id: str, most: int) -> Recording:
        try:
            return Recording.open(self.files[id], most)
        except (KeyError, NotARecording):
            raise Unknown(id) from None


@cache
def noughts() -> Recording:
    """A game of noughts that ann wins against bob: each move takes 2 s, and eve watches and talks."""
    with TemporaryDirectory() as folder:
        server = Recorded(Path(folder))
        (ann,) = server.at("noughts", "ann")
        server.advance(3)
        people = [ann, *server.at("noughts", "bob")]
        (eve,) = server.at("noughts", "eve")
        for number, cell in enumerate(MOVES):
            server.advance(2)
            if number == 2:
                server.say(eve, "hello")
            server.click(people[number % 2], ("cell", *cell))
        return server.latest


def as_file(recording: Recording, **header: Any) -> bytes:
    """A recording as a file, with another header."""
    return packed(header_text({**recording.header, **header}), map(text_of, recording.entries))
