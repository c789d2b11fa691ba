"""What the client needs around it, wherever it runs: a server to call, a terminal, and who to tell when it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet.defer import Deferred

from tilenet.clients.link import Link

if TYPE_CHECKING:
    from tilenet.clients.terminal.pages import Shell


class Loop(Protocol):
    """Passes what is typed to a shell, and draws it: urwid's `MainLoop`, or one for a terminal that is far away."""

    def draw_screen(self) -> None:
        """Draw what has changed."""

    def stop(self) -> None:
        """Leave the terminal as it was."""


class Pending(Protocol):
    """Something that will be done, unless it is cancelled."""

    def active(self) -> bool:
        """Whether it still will."""

    def cancel(self) -> None:
        """Do not do it."""


class Host(Protocol):
    """Where one client runs: in a terminal of this machine, or at the other end of an ssh connection."""

    can_suspend: bool  # whether Ctrl-Z leads back to a shell, which can resume the client

    def connect(self, link: Link) -> Deferred[Any]:
        """Connect a link to the server."""

    def start_loop(self, shell: Shell) -> Loop:
        """Take the terminal."""

    def draw_soon(self, draw: Callable[[], None]) -> Pending:
        """Let something be drawn, this turn of the reactor or as soon as there is time for it."""

    def copy(self, text: str) -> None:
        """Put a text where the user can paste it from, if the terminal allows that."""

    def save(self, name: str, text: str) -> str:
        """Write a text to a new file for the user of this name, and return where; empty if that cannot be."""

    def set_title(self, text: str) -> None:
        """Call the terminal this, as long as the client has it."""

    def ring(self) -> None:
        """Ring the terminal's bell."""

    def done(self, status: int, words: str) -> None:
        """The client has ended, with an exit status and perhaps a message."""
