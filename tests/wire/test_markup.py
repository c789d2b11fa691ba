"""Knows where pieces of XML markup end; test_codec.py tries how streams may be cut."""

from __future__ import annotations

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


def split(chunks: list[bytes], limit: int = 1000) -> list[bytes]:
    splitter = Splitter(limit)
    return [piece for chunk in chunks for piece in splitter.split(chunk)]


class PiecesTest(SynchronousTestCase):
    def test_a_whole_piece_is_given_with_its_last_byte_and_not_before(self) -> None:
        for piece in WHOLE:
            splitter = Splitter(1000)
            early = [found for at in range(len(piece) - 1) for found in splitter.split(piece[at : at + 1])]
            self.assertEqual(early, [], repr(piece))
            self.assertEqual(list(splitter.split(piece[-1:])), [piece])

    def test_pieces_side_by_side_are_told_apart(self) -> None:
        """However long they are together."""
        self.assertEqual(split([b"".join(WHOLE)], max(map(len, WHOLE))), list(WHOLE))

    def test_text_ends_where_markup_begins_and_is_not_kept_back(self) -> None:
        self.assertEqual(split([b"one > two<a>three&amp;four"]), [b"one > two", b"<a>", b"three", b"&amp;", b"four"])
        self.assertEqual(split([b"ab", b"cd"]), [b"ab", b"cd"])

    def test_a_quotation_is_opened_only_in_a_tag_and_remembered_between_cuts(self) -> None:
        self.assertEqual(split([b'"<!-- \' --><a>"']), [b'"', b"<!-- ' -->", b"<a>", b'"'])
        self.assertEqual(split([b'<a b="', b">", b"'", b'" c=', b"'>", b"\"'", b">"]), [b"<a b=\">'\" c='>\"'>"])


class LimitTest(SynchronousTestCase):
    def test_a_piece_may_be_as_long_as_the_limit_and_no_longer(self) -> None:
        for piece in (*WHOLE, *UNFINISHED):
            self.assertEqual(split([piece], len(piece)), [piece] if piece in WHOLE else [], repr(piece))
            self.assertRaises(TooLong, split, [piece], len(piece) - 1)

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
