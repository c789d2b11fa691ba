"""Knows where pieces of XML markup end, and that it makes no difference how the stream was cut."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.wire.markup import Splitter, TooLong

#: Each is one piece of markup, and never two.
WHOLE = (
    *(b"<a>", b"</a>", b"<a/>", b'<a b="c"/>', b'<a b=">"/>', b"<a b='>'/>", b"<a b='\"' c=\"'>\"/>"),
    *(b'<a b="<!--"/>', b'<a\nb="c"\n/>'),
    *(b"<!-- -->", b"<!---->", b"<!-- > \" ' -- <a> -->", b"<!-->-->"),
    *(b"<![CDATA[]]>", b"<![CDATA[ <a> ]] > \" ' ]]>", b"<![CDATA[]]]]>"),
    *(b"<?a?>", b"<?a > \" ' ?>", b"<?>?>", b"<??>"),
    *(b'<!DOCTYPE a SYSTEM "b>c">', b"<!->", b"<![CDAT>"),
    *(b"&amp;", b"&#38;", b"&#x26;", b"&<", b"& "),
)

#: Each begins a piece and does not end it.
UNFINISHED = (
    *(b"<", b"<!", b"<!-", b"<!--", b"<!-- --", b"<!-->", b"<![", b"<![CDATA[", b"<![CDATA[>", b"<![CDATA[]]"),
    *(b"<?", b"<?>", b"<?a ?", b"<a", b'<a b="', b'<a b=">', b"<a b='>\"", b'<!DOCTYPE a SYSTEM ">'),
    *(b"&", b"&amp", b"&#x2"),
)

texts = st.sampled_from((b"", b" ", b"text", b"\n", b"a > b", b'it\'s "so"', b"]]>", "\u00e9".encode()))
finished = st.lists(st.one_of(texts, st.sampled_from(WHOLE)), max_size=8).map(b"".join)
streams = st.tuples(finished, st.sampled_from((b"", *UNFINISHED))).map(b"".join)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[begin:end] for begin, end in pairwise(edges)]


def split(chunks: list[bytes], limit: int = 1000) -> list[bytes]:
    splitter = Splitter(limit)
    return [piece for chunk in chunks for piece in splitter.split(chunk)]


def joined(pieces: list[bytes]) -> list[bytes]:
    """The pieces, with runs of text in one: text may be cut anywhere."""
    found: list[bytes] = []
    for piece in pieces:
        if piece[0] not in b"<&" and found and found[-1][0] not in b"<&":
            found[-1] += piece
        else:
            found.append(piece)
    return found


def singly(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


class PiecesTest(SynchronousTestCase):
    def test_a_whole_piece_is_given_with_its_last_byte_and_not_before(self) -> None:
        for piece in WHOLE:
            splitter = Splitter(1000)
            early = [found for byte in singly(piece[:-1]) for found in splitter.split(byte)]
            self.assertEqual(early, [], repr(piece))
            self.assertEqual(list(splitter.split(piece[-1:])), [piece])

    def test_pieces_side_by_side_are_told_apart(self) -> None:
        self.assertEqual(split([b"".join(WHOLE)]), list(WHOLE))

    def test_text_ends_where_markup_begins_and_is_not_kept_back(self) -> None:
        self.assertEqual(split([b"one > two<a>three&amp;four"]), [b"one > two", b"<a>", b"three", b"&amp;", b"four"])
        self.assertEqual(split([b"ab", b"cd"]), [b"ab", b"cd"])

    def test_a_quotation_is_opened_only_in_a_tag_and_remembered_between_cuts(self) -> None:
        self.assertEqual(split([b'"<!-- \' --><a>"']), [b'"', b"<!-- ' -->", b"<a>", b'"'])
        self.assertEqual(split([b'<a b="', b">", b"'", b'" c=', b"'>", b"\"'", b">"]), [b"<a b=\">'\" c='>\"'>"])

    @settings(deadline=None, max_examples=200)
    @given(streams, st.lists(st.integers(0, 500), max_size=6))
    def test_cuts_make_no_difference(self, data: bytes, places: list[int]) -> None:
        whole = joined(split([data]))
        self.assertEqual(joined(split(cut(data, places))), whole)
        self.assertEqual(joined(split(singly(data))), whole)

    @settings(deadline=None, max_examples=100)
    @given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=4))
    def test_cuts_of_any_bytes_make_no_difference(self, data: bytes, places: list[int]) -> None:
        self.assertEqual(joined(split(cut(data, places))), joined(split([data])))

    @settings(deadline=None, max_examples=100)
    @given(finished)
    def test_nothing_is_lost_or_changed(self, data: bytes) -> None:
        self.assertEqual(b"".join(split([data])), data)


class LimitTest(SynchronousTestCase):
    def test_a_piece_may_be_as_long_as_the_limit_and_no_longer(self) -> None:
        for piece in (*WHOLE, *UNFINISHED):
            self.assertEqual(split([piece], len(piece)), [piece] if piece in WHOLE else [], repr(piece))
            self.assertRaises(TooLong, split, [piece], len(piece) - 1)

    def test_a_piece_that_grows_byte_by_byte_is_stopped_one_over_the_limit(self) -> None:
        splitter = Splitter(10)
        for byte in singly(b'<a b=">>>>'):
            self.assertEqual(list(splitter.split(byte)), [])
        self.assertRaises(TooLong, list, splitter.split(b">"))

    def test_text_and_many_pieces_together_may_be_longer_than_the_limit(self) -> None:
        self.assertEqual(split([b"x" * 100 + b"<a>" * 100], 3), [b"x" * 100, *[b"<a>"] * 100])

    def test_pieces_before_the_one_that_is_too_long_are_given(self) -> None:
        found = []
        with self.assertRaises(TooLong):
            for piece in Splitter(4).split(b"<a/>x<abc/><b>"):
                found.append(piece)
        self.assertEqual(found, [b"<a/>", b"x"])

    def test_the_limit_can_be_raised_in_the_middle_of_a_piece(self) -> None:
        splitter = Splitter(4)
        self.assertEqual(list(splitter.split(b"<abc")), [])
        splitter.limit = 6
        self.assertEqual(list(splitter.split(b"/>")), [b"<abc/>"])
