"""Memory's own protocol as bytes: the examples, every layout, and plays that are cut anywhere."""

from __future__ import annotations

import ctypes
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import cut
from tests.doubles.memory_clients import read_response
from tests.doubles.someone import Someone
from tilenet.games.memory.colours import Colour
from tilenet.games.memory.events import DOWN, Pick, Place, State
from tilenet.games.memory.wire import (
    PLAY,
    Code,
    Decoder,
    board,
    endgame,
    response,
)

BLUE = Colour(0, 0, 255)
integers = st.integers(-(2**31), 2**31 - 1)
picks = st.builds(Pick, integers, integers, integers)


class TheExamples(SynchronousTestCase):
    """Of the protocol's description, to the byte."""

    def test_a_play(self) -> None:
        self.assertEqual(Decoder().feed(bytes.fromhex("02000000 03000000 01000000")), [Pick(2, 3, 1)])

    def test_its_answer_as_a_wrong_second_pick(self) -> None:
        wanted = "feffffff 01000000 00000000 00000000 02000000 03000000 01000000"
        wanted += " 616400 626100 0000 00000000 00000000 ff000000"
        made = response(Code.SECOND_PLAY_WRONG, Pick(1, 0, 0), Pick(2, 3, 1), ("ad", "ba"), BLUE)
        self.assertEqual(made, bytes.fromhex(wanted))

    def test_leaving(self) -> None:
        self.assertEqual(Decoder().feed(bytes.fromhex("27000000 ffffffff ffffffff")), [Pick(39, -1, -1)])


class CPlay(ctypes.LittleEndianStructure):
    """The structs of docs/memory.md, as a C compiler lays them out."""

    _fields_: ClassVar = [("id", ctypes.c_int32), ("x", ctypes.c_int32), ("y", ctypes.c_int32)]


class CColour(ctypes.LittleEndianStructure):
    _fields_: ClassVar = [("red", ctypes.c_int32), ("green", ctypes.c_int32), ("blue", ctypes.c_int32)]


class CResponse(ctypes.LittleEndianStructure):
    _fields_: ClassVar = [
        ("code", ctypes.c_int32),
        ("play1", CPlay),
        ("play2", CPlay),
        ("str_play1", ctypes.c_char * 3),
        ("str_play2", ctypes.c_char * 3),
        ("colour", CColour),
    ]


class CPlace(ctypes.LittleEndianStructure):
    _fields_: ClassVar = [("v", ctypes.c_char * 3), ("state", ctypes.c_int32), ("colour", CColour)]


class Layouts(SynchronousTestCase):
    def test_a_c_program_reads_the_same(self) -> None:
        made = response(Code.SECOND_PLAY_WRONG, Pick(1, 2, 3), Pick(4, 5, 6), ("ad", "ba"), Colour(7, 8, 9))
        seen = CResponse.from_buffer_copy(made)
        self.assertEqual(ctypes.sizeof(CResponse), len(made))
        self.assertEqual((seen.code, seen.str_play1, seen.str_play2), (-2, b"ad", b"ba"))
        self.assertEqual((seen.play1.id, seen.play1.x, seen.play1.y), (1, 2, 3))
        self.assertEqual((seen.play2.id, seen.play2.x, seen.play2.y), (4, 5, 6))
        self.assertEqual((seen.colour.red, seen.colour.green, seen.colour.blue), (7, 8, 9))
        place = CPlace.from_buffer_copy(board([Place(State.LOCKED, "zz", Colour(1, 2, 3), Someone("ann"))]))
        self.assertEqual((place.v, place.state, place.colour.green), (b"zz", 2, 2))
        self.assertEqual(Decoder().feed(bytes(CPlay(7, -1, 3))), [Pick(7, -1, 3)])

    def test_a_board_is_row_by_row(self) -> None:
        locked = Place(State.LOCKED, "ab", Colour(255, 128, 1), Someone("ann"))
        up = Place(State.UP, "cd", BLUE, Someone("bob"), is_wrong=True)
        made = board([DOWN, locked, up, DOWN])
        self.assertEqual(made[:20], bytes(20))
        self.assertEqual(made[20:40].hex(), "61620000" + "02000000" + "ff000000" + "80000000" + "01000000")
        self.assertEqual(made[40:60].hex(), "63640000" + "01000000" + "00000000" + "00000000" + "ff000000")
        self.assertEqual(len(made), 80)

    def test_a_result(self) -> None:
        self.assertEqual(endgame(has_won=True, points=10).hex(), "000000000a000000")
        self.assertEqual(endgame(has_won=False, points=0).hex(), "0100000000000000")

    @given(st.sampled_from(Code), picks, picks, st.booleans(), st.tuples(*[st.integers(0, 255)] * 3))
    def test_what_is_written_can_be_read(
        self, code: Code, first: Pick, second: Pick, has_letters: bool, parts: tuple[int, int, int]
    ) -> None:
        letters = ("ab", "zz") if has_letters else ("", "")
        made = response(code, first, second, letters, Colour(*parts))
        self.assertEqual(read_response(made), ("response", code, first, second, *letters, parts))


class Plays(SynchronousTestCase):
    @given(st.lists(picks, max_size=20), st.lists(st.integers(0, 10**6), max_size=30))
    def test_cut_anywhere(self, sent: list[Pick], at: list[int]) -> None:
        decoder = Decoder()
        found = [pick for piece in cut(b"".join(PLAY.pack(*pick) for pick in sent), at) for pick in decoder.feed(piece)]
        self.assertEqual(found, sent)

    @given(st.lists(st.binary(max_size=100), max_size=20))
    def test_any_bytes_are_plays_and_less_than_one_is_kept(self, pieces: list[bytes]) -> None:
        decoder = Decoder()
        found = [pick for piece in pieces for pick in decoder.feed(piece)]
        size = sum(map(len, pieces))
        self.assertEqual(len(found), size // 12)
        self.assertEqual(b"".join(PLAY.pack(*pick) for pick in found) + decoder.rest, b"".join(pieces))
        self.assertLess(len(decoder.rest), 12)
