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
    "127.0.0.1:65535": ("127.0.0.1", 65535),
    "5000": ("localhost", 5000),
    "65535": ("localhost", 65535),
    "00080": ("localhost", 80),
    "::1": ("::1", PORT),
    "fe80::1%eth0": ("fe80::1%eth0", PORT),
    "::1:44455": ("::1:44455", PORT),
    "[::1]": ("::1", PORT),
    "[::1]:5000": ("::1", 5000),
    "[2001:db8::7]:1": ("2001:db8::7", 1),
    "[example.org]:5000": ("example.org", 5000),
    "räksmörgås.example": ("räksmörgås.example", PORT),
}

NOT_PORTS = [
    *("0", "65536", "123456", "host:", "host:0", "host:65536", "host:http"),
    *("host:-1", "host:+1", "host:٣", "[::1]:", "[::1]:0", "[::1]:x"),
]
NOT_ADDRESSES = [
    *("", " ", "a b", "a b:5", "host\n", "host: 1", "host:1 ", "[a b]:5", ":5", ":", "http://x", "http://x:80"),
    *("x/y", "ann@x", "[]", "[]:5", "[::1", "[::1]5", "[http://x]:5", "::1]:5", "a[b"),
]


class Addresses(SynchronousTestCase):
    def test_without_anything_it_is_this_machine(self) -> None:
        """[c4.1.1] and the port of TileNet."""
        self.assertEqual(Address(), ("localhost", 44455))

    def test_what_is_an_address(self) -> None:
        """[c4.1.1] the port is 44455 where none is given."""
        for text, meant in ADDRESSES.items():
            self.assertEqual(parse(text), Address(*meant), text)

    def test_what_is_not_an_address_or_has_no_port_is_quoted_and_explained(self) -> None:
        port, address = "a port: it should be a number from 1 to 65535", "an address: it should be "
        for text, quoted, reason in (
            *((text, text.rpartition(":")[2], port) for text in NOT_PORTS),
            *((text, text, address) for text in NOT_ADDRESSES),
        ):
            error = str(self.assertRaises(ValueError, parse, text))
            self.assertTrue(error.startswith(f"{quoted!r} is not {reason}"), f"{text!r}: {error}")
            self.assertTrue(error.isprintable(), error)

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
