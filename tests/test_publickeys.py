"""Public keys in files, as OpenSSH writes them."""

from __future__ import annotations

from base64 import b64encode

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.publickeys import ED25519, PRINTED
from tilenet.publickeys import KINDS, LONGEST_COMMENT, BadKey, read_keys


def key(kind: str) -> str:
    blob = len(kind).to_bytes(4, "big") + kind.encode() + b"the rest of it"
    return f"{kind} {b64encode(blob).decode()}"


class PublicKeys(SynchronousTestCase):
    def test_the_fingerprint_is_what_ssh_keygen_prints(self) -> None:
        (found,) = read_keys(ED25519)
        self.assertEqual(found, ("ssh-ed25519", PRINTED, "ann@example"))

    def test_every_kind_that_can_be_checked_is_taken(self) -> None:
        text = "\n".join(key(kind) for kind in KINDS)
        self.assertEqual([found.kind for found in read_keys(text)], [*KINDS])

    def test_comments_and_empty_lines_are_skipped(self) -> None:
        (found,) = read_keys(f"# my keys\n\n  {key('ssh-rsa')}  a  long comment {'x' * 200}\r\n")
        self.assertTrue(found.comment.startswith("a long comment x"))
        self.assertEqual(len(found.comment), LONGEST_COMMENT)

    def test_what_cannot_be_used_is_named(self) -> None:
        for text, reason in (
            ("", "it contains no key"),
            ("# nothing", "it contains no key"),
            (f"{key('ssh-rsa')}\nnonsense", "line 2: not a usable key"),
            (key("ssh-dss"), "line 1: not a usable key"),
            (key("sk-ssh-ed25519@openssh.com"), "line 1: not a usable key"),
            ("ssh-ed25519", "line 1: the key is damaged"),
            ("ssh-ed25519 !!!", "line 1: the key is damaged"),
            (f"ssh-ed25519 {key('ssh-rsa').split()[1]}", "line 1: the key is damaged"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", "this is a private key"),
        ):
            self.assertIn(reason, str(self.assertRaises(BadKey, read_keys, text)), text)
