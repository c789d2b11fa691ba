"""The host key: made once, kept where nobody else can read it."""

from __future__ import annotations

from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from twisted.conch.ssh.keys import Key
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.ssh_callers import SshCaller
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.hostkey import kept_key, new_key
from tilenet.doors.door import Unready


class HostKeyTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(TemporaryDirectory())) / "key"

    def assert_unready(self, text: str) -> None:
        self.assertIn(text, str(self.assertRaises(Unready, kept_key, self.path)))

    def test_it_is_made_once_and_kept(self) -> None:
        first = kept_key(self.path)
        self.assertEqual(first.sshType(), b"ssh-ed25519")
        self.assertEqual(kept_key(self.path), first)
        self.assertEqual(S_IMODE(self.path.stat().st_mode), 0o600, "nobody else can read it")

    def test_a_file_that_is_not_a_key_is_left_alone(self) -> None:
        for text in ("", "nonsense", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"):
            self.path.write_text(text)
            self.assert_unready("it is not a private key")
            self.assertEqual(self.path.read_text(), text)

    def test_a_public_key_or_one_of_another_kind_is_not_enough(self) -> None:
        for key in (new_key().public(), Key(generate_private_key(65537, 2048))):
            self.path.write_bytes(key.toString("OPENSSH"))
            self.assert_unready("it is not an ed25519 private key")

    def test_one_with_a_passphrase_or_in_a_folder_that_is_not_there_cannot_be_used(self) -> None:
        self.path.write_bytes(new_key().toString("OPENSSH", subtype="v1", passphrase=b"secret"))
        self.assert_unready("it must not have a passphrase")
        self.path = self.path.parent / "missing" / "key"
        self.assert_unready("No such file or directory")

    def test_clients_are_shown_the_key_that_is_kept(self) -> None:
        server = Server()
        server.gate.host_key = self.path
        for _ in range(2):
            door = SshDoor(server.gate)
            door.begin()
            self.assertEqual(SshCaller(server, door).host_key, kept_key(self.path).blob())
