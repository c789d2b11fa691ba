"""A recording is read as it was written, and anything else is refused with a reason."""

from __future__ import annotations

import gzip
import json
import zlib

from twisted.trial.unittest import SynchronousTestCase

from tilenet.replays import recording
from tilenet.replays.recording import NotARecording, Recording, first_line, header_text, packed

HEADER = {
    **{"tilenet": "replay", "version": 1, "id": "set-abcdefgh", "game": "set", "title": "Küme", "setup": {}},
    **{"is_private": False, "began": 1, "ended": 2, "start": 5.0, "seconds": 1, "people": [{"id": "ann"}]},
}
SAVED = b'["saved",5.0,"set",{}]'


class Reading(SynchronousTestCase):
    def test_it_says_what_was_written(self) -> None:
        read = Recording.read(
            packed(header_text(HEADER), [SAVED + b"\n", '["say",6.5,"set","\ud800ü"]'.encode("utf-8", "surrogatepass")])
        )
        self.assertEqual((read.id, read.header), ("set-abcdefgh", HEADER))
        self.assertEqual([*read.entries], [["saved", 5.0, "set", {}], ["say", 6.5, "set", "\ud800ü"]])

    def test_anything_else_is_refused_with_the_reason(self) -> None:
        first = header_text(HEADER)
        whole = packed(first, [SAVED])
        cases = {
            b"": "it is not a recording of TileNet",
            b"GIF89a": "it is not a recording of TileNet",
            gzip.compress(b"some text"): "it is not a recording of TileNet",
            gzip.compress(b'{"name": "x"}\n'): "it is not a recording of TileNet",
            packed(header_text({**HEADER, "version": 2}), [SAVED]): "it was made by another version of TileNet",
            packed(header_text({**HEADER, "people": ["ann"]}), [SAVED]): "it is damaged",
            packed(header_text({**HEADER, "seconds": "9"}), [SAVED]): "it is damaged",
            packed(first.replace(b":2,", b":NaN,"), [SAVED]): "it is not a recording of TileNet",
            packed(first.replace(b":2,", b":1e999,"), [SAVED]): "it is damaged",
            packed(first.replace(b":2,", b":%d," % 10**400), [SAVED]): "it is damaged",
            packed(header_text({**HEADER, "title": "x" * 10_000}), [SAVED]): "it is damaged",
            packed(first, []): "it is damaged",
            packed(first, [b'["tick",5,"set"]']): "it is damaged",
            packed(first, [SAVED, b"{}"]): "it is damaged",
            packed(first, [SAVED, b"[" * 100_000]): "it is damaged",
            whole[:-9]: "it is damaged",
            whole[:30] + b"??" + whole[32:]: "it is damaged",
        }
        for data, reason in cases.items():
            with self.subTest(data=data[:60]):
                self.assertEqual(str(self.assertRaises(NotARecording, Recording.read, data)), reason)

    def test_a_small_file_cannot_fill_the_memory(self) -> None:
        self.patch(recording, "LARGEST", 2**20)
        bomb = packed(header_text(HEADER), [SAVED, json.dumps([" " * 2**20]).encode()])
        self.assertEqual(str(self.assertRaises(NotARecording, Recording.read, bomb)), "it has more than 1 MiB")

    def test_a_file_of_many_members_takes_no_time(self) -> None:
        whole = packed(header_text(HEADER), [SAVED])
        for data in (gzip.compress(b"", mtime=0) * 200_000 + whole, whole * 2, whole + bytes(9)):
            self.assertEqual(str(self.assertRaises(NotARecording, Recording.read, data)), "it is damaged")
        self.assertRaises(NotARecording, first_line, gzip.compress(b"", mtime=0) * 200_000 + whole)
        self.patch(recording, "_unpacked", None)
        self.assertEqual(first_line(whole[:-20]), header_text(HEADER))

    def test_a_file_that_is_too_large_is_not_unpacked(self) -> None:
        whole = packed(header_text(HEADER), [SAVED])
        self.patch(zlib, "decompressobj", lambda *args: self.fail("it is unpacked"))
        error = self.assertRaises(NotARecording, Recording.open, whole + bytes(2**20), 2**20)
        self.assertEqual(str(error), "it has more than 1 MiB")
