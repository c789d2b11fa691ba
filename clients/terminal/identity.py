"""Who the user is on which server, as far as it is needed to log in again without asking."""

from __future__ import annotations

from tilenet.wire.messages import ServerOpen


class Identity:
    """A name, what proves who it is while that may still be needed, and the server that it is for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.password = ""
        self.token = ""  # works once, in the place of the password
        self.is_to_be_tried = False  # whether the password was typed just now, and it is not known what the name is
        self.is_returning = False  # whether to log in again without asking, after a lost connection
        self._accounts: set[str] = set()  # names that have one there
        self._server: tuple[str, str] | None = None

    def type(self, name: str, password: str) -> None:
        """The user has typed these."""
        self.name, self.password, self.token = name, password, ""
        self.is_to_be_tried = password != "" and name not in self._accounts

    def has_account(self) -> None:
        """The server has said so."""
        self._accounts.add(self.name)

    def play_as_guest(self) -> None:
        """Nobody has this name yet: the password is of no use."""
        self.password, self.is_to_be_tried = "", False

    def can_return_to(self, server: ServerOpen) -> bool:
        """Whether to log in there without asking: a password is only for the server that it was typed for."""
        return self.is_returning and self._server == (server.group, server.name)

    def bind_to(self, server: ServerOpen) -> None:
        """From now on everything is for this server."""
        self.stop_returning()
        if self._server != (server.group, server.name):
            self._accounts.clear()
        self._server = server.group, server.name

    def stop_returning(self) -> None:
        """Do not log in again without asking. So neither password nor token is needed any more."""
        self.is_returning = self.is_to_be_tried = False
        self.password = self.token = ""
