"""Knows Tombala's protocol as bytes: where a message ends, what it says, and what cannot be understood."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.tombala import wire
from tilenet.games.tombala.wire import (
    Bad,
    Decoded,
    Decoder,
    Request,
    TooLong,
    encode,
)

BEAT = b'CHBEAT:{"seq": 111}'
BEATEN = Request("CHBEAT", 111, {"seq": 111})
NO_MESSAGE = "A message is six capital letters, a colon, and a JSON object."


def read(*pieces: str | bytes, limit: int = 4096) -> list[Decoded]:
    decoder = Decoder(limit)
    return [
        message for piece in pieces for message in decoder.feed(piece.encode() if isinstance(piece, str) else piece)
    ]


def nested(depth: int, inner: str = "1") -> str:
    """A body with objects and lists nested this deep."""
    return '{"seq": 5, "a": ' + "[" * (depth - 1) + inner + "]" * (depth - 1) + "}"


class WireTestCase(SynchronousTestCase):
    def assert_bad(self, line: str | bytes, seq: int | None, reason: str) -> None:
        """This line is one that cannot be understood, and what follows it can."""
        data = line.encode() if isinstance(line, str) else line
        *bad, beaten = read(data + b"\n" + BEAT)
        self.assertEqual(bad, [Bad(seq, reason)], repr(line))
        self.assertEqual(beaten, BEATEN)


class Framing(WireTestCase):
    """{HEADER_KEYWORD}:{BODY_MESSAGE}, and a line break."""

    def test_a_message_ends_where_its_object_ends(self) -> None:
        """Without a line break, and with the next message directly after it."""
        decoder = Decoder()
        cinko = Request("CCINKO", 42, {"total": 1, "seq": 42})
        self.assertEqual(decoder.feed(b'CCINKO:{"total": 1, "seq": 42}'), [cinko])
        self.assertEqual(decoder.feed(BEAT + BEAT + b"\n"), [BEATEN, BEATEN])

    def test_blanks_and_empty_lines_between_messages_are_skipped(self) -> None:
        self.assertEqual(read(b"\n\r\n \t" + BEAT + b" \t\r\n\n\n" + BEAT + b"  " + BEAT + b"\r\n"), [BEATEN] * 3)
        self.assertEqual(read(b" \r\n" * 5000), [])

    def test_blanks_behind_the_colon_and_in_the_object(self) -> None:
        self.assertEqual(read(b'CHBEAT: \t\r{\t"seq"\r:  111 }\n'), [BEATEN])

    def test_what_stands_in_strings_ends_nothing(self) -> None:
        for text in ("}", "{", '"', "\\", '\\"}', "]}", 'a"}{"b', "\n}", "CLOGIN:{", "\\\\", "ş }", "\U0001f600}"):
            for ascii_only in (True, False):
                line = f"CLOGIN:{json.dumps({'seq': 1, 'username': text, text: 2}, ensure_ascii=ascii_only)}"
                expected = Request("CLOGIN", 1, {"seq": 1, "username": text, text: 2})
                self.assertEqual(read(line.encode() + BEAT), [expected, BEATEN], line)

    def test_a_line_break_in_an_object_ends_the_message(self) -> None:
        for line, seq in (
            ("CLOGIN:{", None),
            ('CLOGIN:{"seq": 1', 1),
            ('CLOGIN:{"seq": 1, "username": "x', 1),
            ('CLOGIN:{"seq": 1, "username": "x}', 1),
            ('CLOGIN:{"seq": 1, "username": "x\\', 1),
            ('CLOGIN:{"seq": 1, "a": {"b": 2}', 1),
            ('CLOGIN:{"seq": 1, "a": [', 1),
        ):
            self.assert_bad(line, seq, "The line ends before the JSON object does.")

    def test_a_line_with_no_object_is_bad_when_its_line_break_comes(self) -> None:
        decoder = Decoder()
        self.assertEqual(decoder.feed(b"hello"), [])
        self.assertEqual(decoder.feed(b"\nhello"), [Bad(None, NO_MESSAGE)])

    def test_what_follows_an_object_on_its_line_is_the_next_message(self) -> None:
        self.assertEqual(read(BEAT + b"}\n" + BEAT), [BEATEN, Bad(None, NO_MESSAGE), BEATEN])
        self.assertEqual(read(BEAT + b" // why\n" + BEAT), [BEATEN, Bad(None, NO_MESSAGE), BEATEN])

    def test_a_message_is_given_as_soon_as_it_is_whole(self) -> None:
        decoder = Decoder()
        self.assertEqual([decoder.feed(BEAT[at : at + 1]) for at in range(len(BEAT))], [[]] * 18 + [[BEATEN]])


class Length(WireTestCase):
    """Lines over the limit end the connection."""

    def test_just_as_long_as_it_may_be(self) -> None:
        self.assertEqual(read(BEAT, limit=19), [BEATEN])
        self.assertEqual(read(BEAT + b"\n" + BEAT + b"\r\n" + BEAT, limit=19), [BEATEN] * 3)
        self.assertEqual(read(b"x" * 19 + b"\n", limit=19), [Bad(None, NO_MESSAGE)])

    def test_one_byte_more(self) -> None:
        for data in (BEAT, BEAT[:-1] + b" }", BEAT[:-1] + b"    ", b"x" * 19, b"x" * 19 + b"\n"):
            self.assertEqual(read(data, limit=18), [TooLong("A message is longer than 18 bytes.")], data)

    def test_a_seq_that_could_be_read(self) -> None:
        for rest, seq in ((b'"seq": 7, "x', 7), (b'"seq": 7', None), (b'"x": "', None), (b'"a": {"seq": 7}, "', None)):
            data = b"CHBEAT:{" + rest
            self.assertEqual(
                read(data + b"9" * 50, limit=len(data)), [TooLong(f"A message is longer than {len(data)} bytes.", seq)]
            )

    def test_the_line_break_does_not_count(self) -> None:
        bad = Bad(111, "The line ends before the JSON object does.")
        self.assertEqual(read(BEAT[:18] + b"\n", limit=18), [bad])

    def test_nothing_is_decoded_afterwards(self) -> None:
        decoder = Decoder(19)
        too_long = TooLong("A message is longer than 19 bytes.")
        self.assertEqual(decoder.feed(BEAT + b"x" * 20 + b"\n" + BEAT), [BEATEN, too_long])
        self.assertEqual(decoder.feed(b"\n" + BEAT), [])

    def test_blanks_between_messages_do_not_count(self) -> None:
        self.assertEqual(read(b" " * 5000 + BEAT + b"\r\n" * 5000 + BEAT, limit=19), [BEATEN] * 2)

    def test_bytes_count_and_not_characters(self) -> None:
        line = '{"seq": 1, "a": "şşş"}'
        self.assertIsInstance(read(f"CLOGIN:{line}", limit=31)[0], TooLong)
        self.assertIsInstance(read(f"CLOGIN:{line}", limit=32)[0], Request)


class Headers(WireTestCase):
    def test_any_six_capital_letters_are_a_header(self) -> None:
        self.assertEqual(read(b'XYZZYX:{"seq": 1}'), [Request("XYZZYX", 1, {"seq": 1})])

    def test_nothing_else_is(self) -> None:
        heads = "|:|clogin:|CLOGI:|CLOGINN:|CLOG1N:|CLOGİN:|CLOGIN :|CLOGIN::|CLOGIN:CLOGIN:|CLOGIN|CLOGIN=|hi CLOGIN:"
        for head in (*heads.split("|"), "\ufeffCLOGIN:", "\x00CLOGIN:", "CLOGIN:x"):
            self.assert_bad(f'{head}{{"seq": 9, "b": 1}}', 9, "The header is not six capital letters and a colon.")


class Bodies(WireTestCase):
    """The format of the body is JSON, and it is an object."""

    def test_a_body_that_is_no_object(self) -> None:
        for body in ("", " ", "5", '"a"', "null", "true", "[]", "[1, 2]", '[{"seq": 1}, {"seq": 2}]', "[", '["', "}"):
            self.assert_bad(f"CLOGIN:{body}", None, "The body is not a JSON object.")

    def test_a_list_ends_the_message_as_an_object_does(self) -> None:
        bad = Bad(None, "The body is not a JSON object.")
        self.assertEqual(read(b'CLOGIN:[{"seq": 1}, "]"]' + BEAT), [bad, BEATEN])

    def test_no_message_at_all(self) -> None:
        for line in ("hello", "CLOGIN", "/login ann", ":", "]", "}", '"', "\\", "GET / HTTP/1.1", "\ufffd"):
            self.assert_bad(line, None, NO_MESSAGE)

    def test_what_is_not_json(self) -> None:
        for body, seq in (
            ('{"seq": 7, "username": }', 7),
            ('{"username": , "seq": 7}', 7),
            ('{"seq": 7,}', 7),
            ('{"seq": 7 "a": 1}', 7),
            ('{"seq": 111, "countdown": 120 // 2 minutes }', 111),
            ("{'seq': 7}", None),
            ("{seq: 7}", None),
            ('{"seq": 7, "a": "\t"}', 7),
            ('{"seq": 7, "a": "\x00"}', 7),
            ('{"seq": 7, "a": "\\x"}', 7),
            ('{"seq": 7, "a": "\\u12"}', 7),
            ('{"seq": 7, "a": 01}', 7),
            ('{"seq": 7, "a": 0x1}', 7),
            ('{"seq": 7, "a": [1}', 7),
            ('{"seq": 07}', None),
            ('{"seq": 7;}', None),
            ('{"a": {"seq": 7}, }', None),
            ('{"a": [{"seq": 7}, ]}', None),
            ('{"a": "\\"seq\\": 7", }', None),
            ('{"a": ], {"seq": 7}}', None),
            ('{"a": "b, "seq": 7, "c}', None),
        ):
            bad, beaten = read(f"CLOGIN:{body}\n", BEAT)
            self.assertEqual((bad[0], beaten), (seq, BEATEN), body)
            assert isinstance(bad, Bad)
            self.assertRegex(bad.reason, r"^This is not JSON, from character [0-9]+ of the body on\.$")

    def test_nesting(self) -> None:
        self.assertIsInstance(read(f"CLOGIN:{nested(8)}")[0], Request)
        for depth in (9, 100, 2000):
            self.assert_bad(f"CLOGIN:{nested(depth)}", 5, "Objects and lists are nested more than 8 deep.")
        deep = '{"a": ' * 500 + "1" + "}" * 500 + ', "seq": 5}'
        self.assert_bad(f'CLOGIN:{{"b": {deep}', 5, "Objects and lists are nested more than 8 deep.")

    def test_brackets_in_strings_are_no_nesting(self) -> None:
        self.assertIsInstance(read(f"CLOGIN:{nested(8, json.dumps('[{' * 100))}")[0], Request)

    def test_what_is_nested_too_deep_is_not_parsed(self) -> None:
        """Whatever stands in between, parsing goes no deeper than 8."""

        class Parser:
            def decode(self, text: str) -> Any:
                raise AssertionError(text)

        self.patch(wire, "_JSON", Parser())
        for body in (nested(9), '{"seq": 5, "a": [[[[[[[[}', '{"seq": 5, "a": ' + '{"a": [' * 300 + "}" * 301):
            self.assertEqual(read(f"CLOGIN:{body}\n")[0][0], 5)

    def test_the_same_key_twice(self) -> None:
        for body, seq in (
            ('{"seq": 1, "seq": 2}', 1),
            ('{"seq": 1, "a": 1, "a": 1}', 1),
            ('{"seq": 1, "a": {"b": 1, "b": 2}}', 1),
            ('{"seq": 1, "a": [{"b": 1, "\\u0062": 2}]}', 1),
            ('{"a": 1, "a": 2}', None),
        ):
            self.assert_bad(f"CLOGIN:{body}", seq, "A key appears twice.")
        self.assertIsInstance(read(b'CLOGIN:{"seq": 1, "a": {"seq": 2, "a": 3}}')[0], Request)

    def test_no_numbers(self) -> None:
        for word in ("NaN", "Infinity", "-Infinity"):
            self.assert_bad(f'CLOGIN:{{"seq": 3, "a": [{word}]}}', 3, "NaN and Infinity are not numbers in JSON.")
        for number in ("1e999", "-1e999", "1" + "0" * 400 + ".0"):
            self.assert_bad(f'CLOGIN:{{"seq": 3, "a": {number}}}', 3, "A number is too large.")

    def test_integers_have_64_bits(self) -> None:
        for number in (2**63 - 1, -(2**63)):
            self.assertEqual(read(f'CLOGIN:{{"seq": {number}}}'), [Request("CLOGIN", number, {"seq": number})])
        for text in (str(2**63), str(-(2**63) - 1), "9" * 20, "9" * 4000, "-" + "9" * 4000):
            self.assert_bad(f'CHBEAT:{{"seq": 1, "a": {text}}}', 1, "An integer is too large.")
            self.assert_bad(f'CHBEAT:{{"seq": {text}}}', None, "An integer is too large.")

    def test_half_of_a_surrogate_pair(self) -> None:
        for body in ('"a": "\\ud800"', '"\\udfff": 1', '"a": ["\\ude00\\ud83d"]', '"a": {"b": {"\\uD83Dx": 1}}'):
            self.assert_bad(f'CLOGIN:{{"seq": 4, {body}}}', 4, "A string contains half of a surrogate pair.")
        whole = Request("CLOGIN", 4, {"seq": 4, "a": "\U0001f600"})
        self.assertEqual(read(b'CLOGIN:{"seq": 4, "a": "\\ud83d\\ude00"}'), [whole])

    def test_what_is_not_utf8(self) -> None:
        for data in (b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe4"):
            self.assert_bad(b'CLOGIN:{"seq": 4, "a": "' + data + b'"}', 4, "This is not UTF-8.")


class SequenceNumbers(WireTestCase):
    """Sequence numbers are integers generated on the client side. They are simply echoed."""

    def test_it_is_missing(self) -> None:
        for body in ("{}", '{"a": 1}', '{"Seq": 1}', '{"a": {"seq": 1}}', '{"a": "seq"}'):
            self.assert_bad(f"CHBEAT:{body}", None, "The field seq is missing.")

    def test_it_is_no_integer(self) -> None:
        for value in ("true", "false", "null", '"1"', "1.0", "1e3", "[1]", '{"seq": 1}'):
            self.assert_bad(f'CHBEAT:{{"seq": {value}}}', None, "The field seq must be an integer.")

    def test_it_can_stand_anywhere_and_be_escaped(self) -> None:
        self.assertEqual(read(b'CHBEAT:{"a": 1, "\\u0073eq": 2}'), [Request("CHBEAT", 2, {"a": 1, "seq": 2})])

    def test_it_is_read_from_what_is_broken(self) -> None:
        for body, seq in (
            ('{"seq":7,}', 7),
            ('{"seq" : \t-7 ,}', -7),
            ('{"a": {"seq": 1}, "seq": 2,}', 2),
            ('{"a": "}", "seq": 2,}', 2),
            ('{"a": "\\\\", "seq": 2,}', 2),
            ('{"a" "seq": 0,}', 0),
            ('{"seq": 7.5,}', None),
            ('{"seq": "7",}', None),
            ('{"seq": true,}', None),
            ('{"seq": -,}', None),
            ('{"seq",}', None),
            ('{"a": "seq": }', None),
        ):
            (bad,) = read(f"CHBEAT:{body}")
            self.assertIsInstance(bad, Bad)
            self.assertEqual(bad[0], seq, body)


class Encoding(SynchronousTestCase):
    """All messages shall close with a line break character."""

    def test_the_form(self) -> None:
        for header, body, expected in (
            ("SSUCCS", {"seq": 111, "message": "Hi user1!"}, b'SSUCCS:{"seq": 111, "message": "Hi user1!"}\n'),
            ("BUSRLS", {"userlist": ["a", "b"]}, b'BUSRLS:{"userlist": ["a", "b"]}\n'),
            ("BGCARD", {"gamecard": ((1, 2), (3,))}, b'BGCARD:{"gamecard": [[1, 2], [3]]}\n'),
            ("BNUMBR", {"number": 66}, b'BNUMBR:{"number": 66}\n'),
            ("SERROR", {"message": "ş\n\U0001f600"}, b'SERROR:{"message": "\\u015f\\n\\ud83d\\ude00"}\n'),
        ):
            self.assertEqual(encode(header, body), expected)

    def test_what_is_no_json_is_not_sent(self) -> None:
        self.assertRaises(ValueError, encode, "SSUCCS", {"a": float("nan")})

    def test_what_was_encoded_is_decoded(self) -> None:
        characters = st.characters(exclude_categories=["Cs"])
        integers = st.integers(-(2**63), 2**63 - 1)
        texts = st.text(characters, max_size=20)
        values = st.none() | st.booleans() | integers | st.floats(allow_nan=False, allow_infinity=False) | texts

        @settings(max_examples=200, deadline=None)
        @given(st.text("ABCXYZ", min_size=6, max_size=6), integers, st.dictionaries(texts, values | st.lists(values)))
        def both_ways(header: str, seq: int, others: dict[str, Any]) -> None:
            body = {**others, "seq": seq}
            line = encode(header, body)
            assert line.isascii() and line.index(b"\n") == len(line) - 1
            assert read(line[:-1] + line, limit=10**6) == [Request(header, seq, body)] * 2
            unescaped = f"{header}:{json.dumps(body, ensure_ascii=False)}"
            assert read(unescaped, limit=10**6) == [Request(header, seq, body)]

        both_ways()


# At random

WORDS = (
    *rb'{ } [ ] " \\ : , 7 - . x CHBEAT CLOGIN: "seq" "seq":5 "seq":5, "a": NaN 1e999 \" \u \ud800'.split(),
    "é".encode(),
    b"\r",
    b" ",
    b"\n",
    b"\n\n",
    b"\xff",
    b"\xed\xa0\x80",
    b"[" * 9,
    b"9" * 20,
    BEAT,
    b'CLOGIN:{"seq": 1, "username": "ann"}',
)
SOMETHING = st.lists(st.sampled_from(WORDS) | st.binary(max_size=3), max_size=40).map(b"".join)
FIELDS = st.tuples(
    st.sampled_from([b'"seq": ', b'"a": ', b'"\\u0061":', b"b: "]),
    st.sampled_from(
        [b"1", b"-0", b"1.5", b'"x"', b'"\\ud800"', b"NaN", b"[{}]", b"[[[[[[[[]]]]]]]]", b"9" * 20, b"01", b""]
    ),
).map(b"".join)


class Counting:
    """A pattern that counts over how many bytes it looked."""

    def __init__(self, pattern: re.Pattern[bytes]) -> None:
        self.pattern = pattern
        self.count = 0

    def search(self, data: bytes, at: int) -> re.Match[bytes] | None:
        found = self.pattern.search(data, at)
        self.count += (found.end() if found else len(data)) - at
        return found


class AtRandom(SynchronousTestCase):
    def test_no_cutting_makes_a_difference(self) -> None:
        @settings(max_examples=400, deadline=None)
        @given(SOMETHING, st.lists(st.integers(0, 200), max_size=8), st.sampled_from([10, 19, 40, 4096]))
        @example(BEAT + BEAT, [], 19)
        def cut(data: bytes, cuts: Sequence[int], limit: int) -> None:
            whole = read(data, limit=limit)
            places = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
            assert read(*(data[start:end] for start, end in pairwise(places)), limit=limit) == whole
            assert read(*(data[at : at + 1] for at in range(len(data))), limit=limit) == whole

        cut()

    def test_a_message_behind_anything_is_understood(self) -> None:
        """Behind a line break at least; and nothing raises."""

        @settings(max_examples=400, deadline=None)
        @given(SOMETHING | st.binary(max_size=300))
        def follow(data: bytes) -> None:
            *_, last = read(data + b"\n" + BEAT)
            assert last == BEATEN
            before = read(data + b"\n")
            assert read(data + b"\n" + BEAT) == [*before, BEATEN]
            assert not any(isinstance(message, TooLong) for message in before)

        follow()

    def test_a_bad_object_is_left_behind_without_a_line_break(self) -> None:
        for bad in (b'{"seq": }', b'{"a": [}', b"{}", b'{"seq": true}', b'{"a": "\xff"}', nested(9).encode(), b"{]}"):
            for head in (b"CLOGIN:", b"x", b""):
                first, *rest = read(head + bad + BEAT)
                self.assertIsInstance(first, Bad)
                self.assertEqual(rest, [BEATEN])

    def test_a_reason_is_short_and_plain(self) -> None:
        @settings(max_examples=200, deadline=None)
        @given(SOMETHING)
        def look(data: bytes) -> None:
            for message in read(data, b"\n"):
                if isinstance(message, Bad):
                    assert re.fullmatch(r"[A-Z][A-Za-z0-9, ]{5,80}\.", message.reason), message
                    assert message.seq is None or type(message.seq) is int

        look()

    def test_json_is_judged_as_the_library_does(self) -> None:
        """An object that it accepts, with an integer as seq, is a request, unless we do not want what is in it."""

        @settings(max_examples=300, deadline=None)
        @given(st.lists(FIELDS, max_size=4).map(b", ".join).map(lambda data: data + b"}"))
        def compare(data: bytes) -> None:
            try:
                body = json.loads((b"{" + data).decode())
            except ValueError:
                return
            first = read(b"CLOGIN:{" + data + b"\n")[0]
            if isinstance(first, Bad):
                assert not first.reason.startswith(("This is not", "The line", "The body")), first
            else:
                assert first == Request("CLOGIN", body["seq"], body)

        compare()

    def test_the_work_is_linear(self) -> None:
        """No byte is looked at twice on its way, and only whole messages are parsed."""
        patterns = []
        for name in ("_IN_HEAD", "_AFTER_COLON", "_IN_BODY", "_IN_STRING", "_ESCAPED"):
            patterns.append(Counting(getattr(wire, name)))
            self.patch(wire, name, patterns[-1])
        parsed: list[int] = []
        parse = wire._Message.read

        def counted(message: wire._Message) -> Request | Bad:
            parsed.append(len(message.raw))
            return parse(message)

        self.patch(wire._Message, "read", counted)
        for filling in ("x", "{", '"', "\\", "[", " ", '\\"', "{}", "\\u0041", ', "a": 1', ":"):
            for head in ('CLOGIN:{"seq": 1, "a": "', 'CLOGIN:{"seq": 1', "CLOGIN:[", "CLOGIN:", ""):
                data = (head + filling * 4096)[:4096].encode()
                for pieces in ([data], [data[at : at + 1] for at in range(4096)]):
                    for pattern in patterns:
                        pattern.count = 0
                    parsed.clear()
                    read(*pieces)
                    self.assertLessEqual(sum(pattern.count for pattern in patterns), 4096, (head, filling))
                    self.assertLessEqual(sum(parsed), 4096, (head, filling))
