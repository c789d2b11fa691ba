"""What the commands `tilenet bot` share: how they read an address, and how they print."""

from __future__ import annotations

import sys

from tilenet.clients.address import Address, argument, parse


def address_text(text: str) -> str:
    """Check an address; its default port is known later."""
    argument(text)
    return text


def with_port(text: str, port: int) -> Address:
    """Read an address; this is its port if it has none."""
    address = parse(text)
    is_host_alone = text.strip("[]") == address.host
    return address._replace(port=port) if is_host_alone else address


def printable(words: str) -> str:
    """Words for one line of a terminal: strangers choose names, so what cannot be printed is shown as an escape."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in words)


def say(words: str) -> None:
    print(f"{printable(words)}\n", end="", flush=True)  # in one piece: two players may talk at once


def complain(words: str) -> None:
    print(f"tilenet bot: {printable(words)}", file=sys.stderr, flush=True)
