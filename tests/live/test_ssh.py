"""Playing by ssh, with real clients: OpenSSH where the machine has it, and conch in any case."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.doubles.commands import tilenet
from tests.doubles.play import Play, walk
from tests.doubles.processes import LOCAL, Process, Start
from tests.doubles.pseudoterminal import Terminal, Terminals
from tilenet.clients.ssh.hostkey import new_key

STOPPED = -signal.SIGTERM  # as twistd ends, once it has stopped
CONCH = str(Path(sys.executable).with_name("conch"))
NOUGHTS = " Noughts and crosses · "  # in the title
AT_HOME = "Click a room to walk into it."


def openssh() -> str:
    found = shutil.which("ssh")
    if found is None:
        pytest.skip("there is no ssh on this machine; conch stands in for it")
    return found


class Ssh:
    """Starts ssh clients that know nothing of whoever runs the tests."""

    def __init__(self, terminals: Terminals, folder: Path, server: Process) -> None:
        self._terminals = terminals
        self._folder = folder
        (found,) = server.log.wait_for(r"to play, type: ssh -p (\d+) 127\.0\.0\.1\n")
        self.port = found[1]

    def command(self, *options: str, name: str = "ann") -> list[str]:
        lone = ["-F", "/dev/null", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes"]
        known = ["-o", f"UserKnownHostsFile={self._folder / 'known'}", "-o", "StrictHostKeyChecking=accept-new"]
        return [openssh(), *lone, *known, *options, "-p", self.port, f"{name}@127.0.0.1"]

    def __call__(self, name: str = "ann", *options: str, **env: str) -> Terminal:
        return self._terminals(self.command(*options, name=name), env={"HOME": str(self._folder), **env})

    def at_home(self, name: str = "ann", *options: str, **env: str) -> Terminal:
        terminal = self(name, *options, **env)
        terminal.sees(AT_HOME, f"{name} ")
        return terminal


@pytest.fixture
def server(start: Start) -> Process:
    return start.local("--ssh", LOCAL)


@pytest.fixture
def ssh(terminals: Terminals, tmp_path: Path, server: Process) -> Ssh:
    return Ssh(terminals, tmp_path, server)


def assert_over(terminal: Terminal, status: int = 0) -> None:
    assert terminal.wait() == status, terminal
    assert terminal.left_behind == []


def test_somebody_comes_plays_and_leaves(ssh: Ssh, server: Process, play: Play) -> None:
    """With the keyboard and the mouse, against somebody who has our own client."""
    ann = ssh.at_home()
    bob = play.at_home(server.port, "bob")
    for player in (ann, bob):
        walk(player, "Noughts and", NOUGHTS)
    ann.sees("Here (2)")
    ann.press("tab", *"hello, bob", "enter")
    bob.sees("ann: hello, bob")
    ann.resize(100, 30)
    ann.until("the whole of a larger screen", lambda: "F10 leave" in ann.row(29))
    ann.resize(100, 80)
    ann.press("f1")
    ann.sees("Ctrl-L redraws the screen.", "a message to you")
    assert "Ctrl-Z" not in "".join(ann.display)
    ann.press("f10")
    ann.press("f10")
    assert_over(ann)
    bob.gone("Here (2)")


def test_conch_is_let_in_too(terminals: Terminals, ssh: Ssh, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    (tmp_path / ".ssh").mkdir()
    terminal = terminals([CONCH, "-p", ssh.port, "-l", "cleo", "127.0.0.1"], env=env)
    terminal.sees("Are you sure you want to continue connecting (yes/no)?")
    terminal.type("yes\r")
    terminal.sees(AT_HOME, "cleo ")
    terminal.press("f10")
    assert terminal.wait() == 0


def test_an_account_by_its_password_and_by_its_key(
    start: Start, terminals: Terminals, play: Play, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    server = start.local("--ssh", LOCAL, "--data", str(data))
    ssh = Ssh(terminals, tmp_path, server)
    maker = play(str(server.port))
    maker.sees("Password:")
    maker.press("ctrl u", *"bea", "enter", *"secret", "enter")
    maker.sees("No account is called bea yet.")
    maker.press(*"secret", "enter")
    maker.sees("You have an account now")
    maker.press("f10")
    assert maker.wait() == 0
    cleo = ssh("cleo")
    cleo.sees("No account is called cleo.")
    cleo.type("secret too\r")
    cleo.sees("The new password again:")
    cleo.type("secret too\r")
    cleo.sees("Welcome, cleo. You have an account now")
    cleo.press("f10")
    assert_over(cleo)
    bea = ssh("bea")
    bea.sees("Password (not you?")
    bea.type("wrong\r")
    bea.sees("Wrong name or password.")
    bea.type("secret\r")
    bea.sees(AT_HOME, "Welcome, bea.")
    bea.press("f10")
    assert_over(bea)
    key = new_key()
    private = tmp_path / "key"
    private.touch(0o600)
    private.write_bytes(key.toString("OPENSSH", subtype="v1"))
    (tmp_path / "key.pub").write_bytes(key.public().toString("OPENSSH"))
    assert "bea can now log in with SHA256:" in tilenet(
        "account", "key", "add", "bea", str(tmp_path / "key.pub"), data=data
    )
    bea = ssh.at_home("bea", "-i", str(private))
    bea.press("f10")
    assert_over(bea)


def test_the_server_is_known_again(start: Start, terminals: Terminals, tmp_path: Path) -> None:
    """OpenSSH would refuse to talk to one with another key."""
    data = tmp_path / "data"
    for _ in range(2):
        server = start.local("--ssh", LOCAL, "--data", str(data))
        ssh = Ssh(terminals, tmp_path, server)
        ann = ssh("ann", "-o", "HostKeyAlias=tilenet")
        ann.sees("Press Enter to play as a guest")
        ann.type("\r")
        ann.sees(AT_HOME, "ann ")
        ann.press("f10")
        assert_over(ann)
        server.send_signal(signal.SIGTERM)
        assert server.status() == STOPPED
    (line,) = (tmp_path / "known").read_text().splitlines()
    assert "ssh-ed25519" in line
    assert (data / "ssh_host_ed25519_key").stat().st_mode & 0o777 == 0o600


WITHOUT_CONCH = """
import sys
sys.modules["twisted.conch"] = None
from tilenet.main import main
main(["serve", "--data", "none", *sys.argv[1:]])
"""


def test_where_conch_is_missing_the_server_says_what_to_install(start: Start) -> None:
    server = start([sys.executable, "-c", WITHOUT_CONCH], "--listen", LOCAL, "--ssh", LOCAL)
    assert server.status() == 1
    assert server.errors.text == "tilenet: ssh needs tilenet[ssh] to be installed\n"
