"""Who is at the other end of an ssh connection. The user's name is the player's.

-> none                     refused, so that clients offer their keys
-> publickey                any key, under a name without an account; one of its keys, under the name of an account
-> keyboard-interactive     one question for the password, under the name of an account; under any other, for nothing or
                            for a new password, which is asked for again
<- banner                   why a password was refused
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twisted.conch.ssh.common import NS, getNS
from twisted.conch.ssh.keys import BadKeyError, Key
from twisted.conch.ssh.transport import DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE
from twisted.conch.ssh.userauth import (
    MSG_USERAUTH_BANNER,
    MSG_USERAUTH_FAILURE,
    MSG_USERAUTH_PK_OK,
    MSG_USERAUTH_REQUEST,
    MSG_USERAUTH_SUCCESS,
)
from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from tilenet.clients.ssh.channel import Channels
from tilenet.clients.ssh.transport import SIGNATURES, Service
from tilenet.publickeys import fingerprint
from tilenet.text import plain
from tilenet.world.players.accounts import Account, Refused

MSG_USERAUTH_INFO_REQUEST = 60  # the number of PK_OK, too: which of them it is depends on the question
MSG_USERAUTH_INFO_RESPONSE = 61
METHODS = b"publickey,keyboard-interactive"
MOST_FAILURES = 6
MOST_REQUESTS = 20
LONGEST_KEY = 4096  # bytes
AFTERWARDS = b"ssh-connection"
NEW = "No account is called {name}. Press Enter to play as a guest, or type a new password to create one: "
AGAIN = "The new password again: "
NOT_TWICE = "The two passwords are not the same. Nothing was created."


@dataclass(frozen=True)
class Visitor:
    """Somebody who was let in."""

    name: str
    key: str = ""  # the fingerprint of the key that they have; of one that was only offered, if there is an account
    account: Account | None = None  # guests have none yet
    changes: int = 0  # of the account, when they proved that it is theirs

    @property
    def is_up_to_date(self) -> bool:
        return self.account is None or self.account.changes == self.changes


class Login(Service):
    """The service that asks who somebody is."""

    name = b"ssh-userauth"
    protocolMessages = {  # noqa: RUF012
        MSG_USERAUTH_REQUEST: "MSG_USERAUTH_REQUEST",
        MSG_USERAUTH_INFO_RESPONSE: "MSG_USERAUTH_INFO_RESPONSE",
    }

    def __init__(self) -> None:
        self._requests = 0
        self._failures = 0
        self._asked = ""  # the name of whoever was asked something
        self._new = ""  # the password of an account that is to be made, typed once
        self._offered = ""  # the fingerprint of the first key that the client has offered in vain
        self._checking: Deferred[None] | None = None

    def serviceStopped(self) -> None:
        self._stop_checking()

    def ssh_USERAUTH_REQUEST(self, packet: bytes) -> None:
        user, service, method, rest = getNS(packet, 3)
        self._requests += 1
        if self._requests > MOST_REQUESTS or self._checking is not None or service != AFTERWARDS:
            self._give_up()
            return
        self._asked = self._new = ""
        name = user.decode("utf-8", "replace")
        if method == b"publickey":
            self._try_key(name, user, rest)
        elif method == b"keyboard-interactive":
            self._ask(name)
        else:
            self._refuse(is_failure=method != b"none")

    # Keys

    def _try_key(self, name: str, user: bytes, rest: bytes) -> None:
        is_signed = rest[:1] != b"\0"
        kind, blob, rest = getNS(rest[1:], 2)
        try:
            if kind not in SIGNATURES or len(blob) > LONGEST_KEY:
                raise BadKeyError
            key = Key.fromString(blob)
        except (BadKeyError, ValueError):
            self._refuse(is_failure=is_signed)
            return
        if is_signed and not self._is_proved(key, user, kind, blob, getNS(rest)[0]):
            self._refuse()
            return
        mark = fingerprint(blob)
        self._offered = self._offered or mark

        def good(account: Account | None) -> None:
            if is_signed:
                self._let_in(name, mark, account)
            else:
                self.transport.sendPacket(MSG_USERAUTH_PK_OK, NS(kind) + NS(blob))

        self._look_up(name, "", mark, good, is_failure=is_signed)

    def _is_proved(self, key: Key, user: bytes, kind: bytes, blob: bytes, signature: bytes) -> bool:
        """Whether the client has signed what it was to sign, by the algorithm that it names."""
        session = self.transport.sessionID
        assert session is not None
        request = (
            bytes([MSG_USERAUTH_REQUEST]) + NS(user) + NS(AFTERWARDS) + NS(b"publickey") + b"\1" + NS(kind) + NS(blob)
        )
        return getNS(signature)[0] == kind and bool(key.verify(signature, NS(session) + request))

    # Questions

    def _ask(self, name: str) -> None:
        self._asked = name
        world = self.transport.session.world
        if world.has_account(name):
            self._put(self._question(name))
        elif world.desk.keeps_accounts:
            self._put(NEW.format(name=plain(name)))
        else:
            self._put()

    def _put(self, *questions: str) -> None:
        """Put these questions to the user, and show nothing of the answers."""
        empty = NS(b"") * 3  # title, instruction, language
        prompts = b"".join(NS(question.encode()) + b"\0" for question in questions)
        self.transport.sendPacket(MSG_USERAUTH_INFO_REQUEST, empty + len(questions).to_bytes(4, "big") + prompts)

    def _question(self, name: str) -> str:
        port = getattr(self.transport.transport.getHost(), "port", None) or 22
        return f"{plain(name)} has an account. Password (not you? ssh -p {port} OTHER@HOST): "

    def ssh_USERAUTH_INFO_RESPONSE(self, packet: bytes) -> None:
        name, self._asked = self._asked, ""
        count = int.from_bytes(packet[:4], "big")
        if not name or count > 1:
            self._give_up()
            return
        password = getNS(packet[4:])[0].decode("utf-8", "replace") if count else ""
        new, self._new = self._new, ""
        has_account = self.transport.session.world.has_account(name)
        if new:
            self._create(name, password, new)
        elif has_account and not password:
            self._refuse()  # the account may have come in the meantime
        elif has_account:
            self._look_up(name, password, "", lambda account: self._let_in(name, self._offered, account))
        elif password and self.transport.session.world.desk.keeps_accounts:
            self._asked, self._new = name, password
            self._put(AGAIN)
        else:
            self._let_in(name, "", None)

    def _create(self, name: str, password: str, new: str) -> None:
        """A new password was typed for the second time."""
        if password != new:
            self._say(NOT_TWICE)
            self._refuse()
        else:
            self._start_check(name, new, "", lambda account: self._let_in(name, self._offered, account))

    # The answer

    def _look_up(
        self,
        name: str,
        password: str,
        key: str,
        then: Callable[[Account | None], None],
        *,
        is_failure: bool = True,
    ) -> None:
        """Ask for the account of that name, if there is one."""
        session = self.transport.session
        if not session.world.has_account(name):
            then(None)
            return
        self._start_check(name, password, key, then, is_failure=is_failure)

    def _start_check(
        self, name: str, password: str, key: str, then: Callable[[Account | None], None], *, is_failure: bool = True
    ) -> None:
        self._checking = checking = Deferred.fromCoroutine(self._check(name, password, key, then, is_failure))
        checking.addErrback(self._failed)
        if checking.called:
            self._checking = None

    async def _check(
        self, name: str, password: str, key: str, then: Callable[[Account | None], None], is_failure: bool
    ) -> None:
        transport = self.transport
        try:
            account = await transport.session.world.authenticate(name, password, transport.host, key)
        except Refused as error:
            self._checking = None
            if password:
                self._say(str(error))
            self._refuse(is_failure=is_failure)
        else:
            self._checking = None
            then(account)

    def _say(self, words: str) -> None:
        self.transport.sendPacket(MSG_USERAUTH_BANNER, NS(f"{plain(words)}\r\n".encode()) + NS(b""))

    def _failed(self, failure: Failure) -> None:
        """Nobody waits for the answer any more, or something went wrong here."""
        if not failure.check(CancelledError):
            self.transport.session.fail(failure)

    def _stop_checking(self) -> None:
        checking, self._checking = self._checking, None
        if checking is not None:
            checking.cancel()

    def _let_in(self, name: str, key: str, account: Account | None) -> None:
        self.transport.door.let_in(
            self.transport, Visitor(name, key, account, 0 if account is None else account.changes)
        )
        self.transport.sendPacket(MSG_USERAUTH_SUCCESS, b"")
        self.transport.setService(Channels())

    def _refuse(self, *, is_failure: bool = True) -> None:
        self._failures += is_failure
        if self._failures > MOST_FAILURES:
            self._give_up()
        else:
            self.transport.sendPacket(MSG_USERAUTH_FAILURE, NS(METHODS) + b"\0")

    def _give_up(self) -> None:
        self._stop_checking()
        self.transport.sendDisconnect(DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE, b"Too many attempts.")
