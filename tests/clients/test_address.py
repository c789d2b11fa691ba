"""Knows which texts are addresses of servers, what they mean, and what is said of the others."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.address import Address, parse
from tilenet.wire.messages import PORT

ADDRESSES: dict[str, tuple[str, int]] = {
    "example.org": ("example.org", PORT),
    "example.org:5000": ("example.org", 5000),
    "localhost": ("localhost", PORT),
    "host-1.lan:1": ("host-1.lan", 1),
    "127.0.0.1": ("127.0.0.1", PORT),
    "127.0.0.1:65535": ("127.0.0.1", 65535),
    "5000": ("localhost", 5000),
    "1": ("localhost", 1),
    "65535": ("localhost", 65535),
    "00080": ("localhost", 80),
    "::1": ("::1", PORT),
    "2001:db8::7": ("2001:db8::7", PORT),
    "fe80::1%eth0": ("fe80::1%eth0", PORT),
    "::1:44455": ("::1:44455", PORT),
    "[::1]": ("::1", PORT),
    "[::1]:5000": ("::1", 5000),
    "[2001:db8::7]:1": ("2001:db8::7", 1),
    "[example.org]:5000": ("example.org", 5000),
    "räksmörgås.example": ("räksmörgås.example", PORT),
}

#: What is none, and what the reason quotes.
WRONG: dict[str, str] = {
    "": "''",
    " ": "' '",
    "a b": "'a b'",
    "a b:5": "'a b:5'",
    "host\n": "'host\\n'",
    "0": "'0'",
    "65536": "'65536'",
    "123456": "'123456'",
    "host:": "''",
    "host:0": "'0'",
    "host:65536": "'65536'",
    "host:http": "'http'",
    "host:-1": "'-1'",
    "host:+1": "'+1'",
    "host: 1": "'host: 1'",
    "host:1 ": "'host:1 '",
    "host:٣": "'٣'",
    ":5": "':5'",
    ":": "':'",
    "http://x": "'http://x'",
    "http://x:80": "'http://x:80'",
    "x/y": "'x/y'",
    "ann@x": "'ann@x'",
    "[]": "'[]'",
    "[]:5": "'[]:5'",
    "[::1": "'[::1'",
    "[::1]5": "'[::1]5'",
    "[::1]:": "''",
    "[::1]:0": "'0'",
    "[::1]:x": "'x'",
    "[a b]:5": "'[a b]:5'",
    "[http://x]:5": "'[http://x]:5'",
    "::1]:5": "'::1]:5'",
    "a[b": "'a[b'",
}


class Addresses(SynchronousTestCase):
    def test_without_anything_it_is_this_machine(self) -> None:
        """[c4.1.1] and the port of TileNet."""
        self.assertEqual(Address(), ("localhost", 44455))

    def test_what_is_an_address(self) -> None:
        """[c4.1.1] the port is 44455 where none is given."""
        for text, meant in ADDRESSES.items():
            self.assertEqual(parse(text), Address(*meant), text)

    def test_what_is_none(self) -> None:
        """The reason quotes what is wrong and says what would be right."""
        for text, quoted in WRONG.items():
            error = str(self.assertRaises(ValueError, parse, text))
            self.assertTrue(error.startswith(f"{quoted} is not a"), f"{text!r}: {error}")
            self.assertIn(": it should be ", error)
            self.assertTrue(error.isprintable(), error)

    def test_the_reason_says_whether_it_is_the_port(self) -> None:
        for text in ("0", "65536", "host:", "host:x", "[::1]:0"):
            self.assertIn(
                "is not a port: it should be a number from 1 to 65535", str(self.assertRaises(ValueError, parse, text))
            )
        for text in ("", "a b", ":5", "x/y", "http://x", "[::1"):
            self.assertIn("is not an address: it should be ", str(self.assertRaises(ValueError, parse, text)))

    def test_an_address_is_written_with_its_port(self) -> None:
        self.assertEqual(str(Address()), "localhost:44455")
        self.assertEqual(str(Address("::1", 5000)), "[::1]:5000")
        self.assertEqual(str(Address("5000", 5000)), "5000:5000")

    def test_what_was_written_is_read_again(self) -> None:
        for meant in ADDRESSES.values():
            self.assertEqual(parse(str(Address(*meant))), meant)

    @given(st.text(st.sampled_from("a1:[]. /@-%é"), max_size=8) | st.text(max_size=6))
    @example("[[a]")
    @example("a:[:")
    def test_any_text_is_an_address_or_has_a_reason(self, text: str) -> None:
        try:
            found = parse(text)
        except ValueError:
            return
        self.assertTrue(found.host and 1 <= found.port <= 65535)
        self.assertEqual(parse(str(found)), found)
