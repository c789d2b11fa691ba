"""Public keys as OpenSSH writes them, `ssh-ed25519 AAAA... comment`: read, checked, and known by their fingerprints."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import NamedTuple

LONGEST = 64 * 1024  # characters of a file
LONGEST_COMMENT = 100  # characters

#: What the ssh door can check.
KINDS = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-rsa",
)


class BadKey(Exception):
    """A file has no keys, or some that cannot be used; the text says which, and why."""


class PublicKey(NamedTuple):
    kind: str
    fingerprint: str
    comment: str


def read_keys(text: str) -> list[PublicKey]:
    """The keys in a file, one in each line, as in id_ed25519.pub and in authorized_keys. Raises BadKey."""
    if "PRIVATE KEY" in text:
        raise BadKey("this is a private key: keep it to yourself, and use the file whose name ends in .pub")
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1)]
    found = [_key(number, words) for number, words in lines if words and not words[0].startswith("#")]
    if not found:
        raise BadKey("it contains no key")
    return found


def _key(number: int, words: list[str]) -> PublicKey:
    kind, *rest = words
    if kind not in KINDS:
        raise BadKey(f"line {number}: not a usable key; it must be one of {', '.join(KINDS)}")
    try:
        blob = b64decode(rest[0], validate=True)
    except (IndexError, binascii.Error, ValueError):
        blob = b""
    head = len(kind).to_bytes(4, "big") + kind.encode()
    if not blob.startswith(head) or len(blob) == len(head):
        raise BadKey(f"line {number}: the key is damaged")
    return PublicKey(kind, fingerprint(blob), " ".join(rest[1:])[:LONGEST_COMMENT])


def fingerprint(blob: bytes) -> str:
    """As `ssh-keygen -l` prints it."""
    return "SHA256:" + b64encode(sha256(blob).digest()).decode().rstrip("=")
