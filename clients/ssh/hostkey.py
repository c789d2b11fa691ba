"""The key by which ssh clients know this server again: made once, and kept in a file that nobody else can read."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from twisted.conch.ssh.keys import BadKeyError, EncryptedKeyError, Key

from tilenet.doors.door import Unready
from tilenet.text import plain

KIND = "Ed25519"


def new_key() -> Key:
    return Key(Ed25519PrivateKey.generate())


def kept_key(path: Path) -> Key:
    """The key in a file, which is made if there is none. Raises Unready."""
    try:
        try:
            return _read(path)
        except FileNotFoundError:
            _write(path, new_key())
            return _read(path)
    except OSError as error:
        raise Unready(f"the host key for ssh, {plain(str(path))}: {error.strerror or error}") from None
    except EncryptedKeyError:
        raise Unready(f"the host key for ssh, {plain(str(path))}: it must not have a passphrase") from None
    except (BadKeyError, ValueError, IndexError):
        raise Unready(f"the host key for ssh, {plain(str(path))}: it is not a private key") from None


def _read(path: Path) -> Key:
    key: Key = Key.fromString(path.read_bytes())
    if key.isPublic() or key.type() != KIND:
        raise Unready(f"the host key for ssh, {plain(str(path))}: it is not an ed25519 private key")
    return key


def _write(path: Path, key: Key) -> None:
    data: bytes = key.toString("OPENSSH", subtype="v1", comment=b"tilenet")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
