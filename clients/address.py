"""Where a server is: `host`, `host:port`, or a port alone."""

from __future__ import annotations

import argparse
import re
from typing import NamedTuple

from tilenet.wire.messages import PORT

HERE = "localhost"


class Address(NamedTuple):
    host: str = HERE
    port: int = PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse(text: str) -> Address:
    """Read an address; ValueError says what is wrong with it."""
    if re.fullmatch(r"[0-9]+", text):
        return Address(port=_port(text))
    if text.startswith("["):  # [::1] or [::1]:44455
        found = re.fullmatch(r"\[([^\s/@\[\]]+)\](?::(.*))?", text)
        if found is None:
            raise ValueError(f"{text!r} is not an address: it should be [host]:port")
        return Address(found[1], PORT if found[2] is None else _port(found[2]))
    host, colon, port = text.rpartition(":")
    if not colon or ":" in host:  # without a colon, or with many, as in ::1, all of it is the host
        host, port = text, str(PORT)
    if not host or re.search(r"[\s/@\[\]]", text):
        raise ValueError(f"{text!r} is not an address: it should be host, host:port or a port")
    return Address(host, _port(port))


def _port(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text) and 1 <= int(text) <= 65535:
        return int(text)
    raise ValueError(f"{text!r} is not a port: it should be a number from 1 to 65535")


def argument(text: str) -> Address:
    """Read an address from a command line."""
    try:
        return parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
