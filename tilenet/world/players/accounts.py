"""Who a player is, their points, and what they have won: the interface behind which accounts are kept.

`Guests` is for servers that keep nothing; `tilenet.store` keeps accounts in a database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from twisted.internet.defer import Deferred, fail, succeed

from tilenet.game import Feat
from tilenet.publickeys import PublicKey

NEWCOMER_POINTS = 10


class Refused(Exception):
    """Somebody is not let in, or something is not done; the text says why."""

    field = ""  # what was wrong of all that was given, if that is known


class HasAccount(Refused):
    """Somebody has given the name of an account, and no password: now they know that they need one."""


class WrongField(Refused):
    """Something that was given for one's account is wrong."""

    def __init__(self, why: str, field: str) -> None:
        super().__init__(why)
        self.field = field


@dataclass(eq=False, slots=True, weakref_slot=True)
class Account:
    """Somebody who may play. While anybody needs it, there is one object for each account."""

    name: str
    points: int
    id: int | None = None  # guests have none
    is_new: bool = False  # whether this login has made it
    changes: int = 0  # how often it was changed from outside: what was proved before that no longer counts


@dataclass(frozen=True)
class Score:
    """How one player has done in a game that is over."""

    name: str
    account: int | None  # its id; guests have none
    is_bot: bool
    place: int  # from 1; players who tie share one
    score: float
    stayed: bool  # to the end
    feats: tuple[Feat, ...] = ()


@dataclass(frozen=True)
class Played:
    """A game that is over, as it is kept."""

    game: str
    scores: tuple[Score, ...]
    addresses: tuple[str, ...] = ()  # of the players, as far as they are known
    number: int = 0  # in the journal; 0 if there is none
    replay: str = ""  # the id of the replay, if there is going to be one


class Roster(Protocol):
    """What a store of accounts needs to know of the world, and to tell it."""

    def reserve(self, name: str) -> None:
        """This is the name of an account, so no guest gets it."""

    def release(self, name: str) -> None:
        """It no longer is."""

    def is_here(self, name: str) -> bool:
        """Whether somebody in the world has this name."""

    def expel(self, account: int, reason: str) -> None:
        """Log a player out whose account has changed. Its resume token is not good any more."""

    def restore_token(self, account: int, digest: bytes, seconds: float) -> None:
        """This account has a resume token from before the server was started, for so many seconds."""


class NewAccount(NamedTuple):
    """An account that a guest would like to have."""

    name: str
    password: str
    guest: str  # the guest's id
    address: str
    points: Callable[[], int]  # that the guest has now
    is_wanted: Callable[[], bool]  # whether the guest is still here


class Own(Protocol):
    """What the owners of accounts can do with them. Everything may take its time, and fail with Refused.

    A change counts when it is written. What has to be done in the world is done by whoever asks for it.
    """

    def create(self, new: NewAccount) -> Deferred[Account]:
        """Make an account for a guest who is here, under a name that is theirs or free."""

    def made(self, account: Account) -> None:
        """The guest has this account now: nobody else gets its name."""

    def set_password(self, account: Account, old: str, new: str, address: str) -> Deferred[None]: ...

    def rename(self, account: Account, name: str, password: str, address: str) -> Deferred[str]:
        """Give it another name, if that is free; the answer is the name that it has lost."""

    def renamed(self, old: str, new: str) -> None:
        """The account has its new name in the world, too: others can have the old one."""

    def add_keys(
        self, account: Account, keys: Sequence[PublicKey], password: str | None, address: str
    ) -> Deferred[int]:
        """Let it log in with these keys; the answer is how many are new. With None, nobody has to prove anything."""

    def remove_key(self, account: Account, fingerprint: str) -> Deferred[bool]:
        """Returns whether the account had it."""

    def export(self, account: Account, after: int) -> Deferred[Mapping[str, Any]]:
        """What is kept of it: `account`, if `after` is 0; `results`, as many as fit; and if there are more, `after`."""

    def delete(self, account: Account, password: str, address: str) -> Deferred[None]: ...


class Accounts(Protocol):
    """Where accounts come from, and where points and results go. An answer may take its time."""

    keeps_results: bool

    @property
    def own(self) -> Own | None:
        """What owners can do with their accounts; None if there are no accounts."""

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        """Who this is. Fails with Refused. `key` is the fingerprint of a key that they have proved to have."""

    def recall(self, account: int, address: str) -> Deferred[Account]:
        """The account with this id, whose owner has shown a resume token. Fails with Refused."""

    def keep_token(self, account: int, digest: bytes | None, *, is_lost: bool = False) -> None:
        """Keep the digest of an account's resume token, or None if it has none; the connection may be lost."""

    def revive(self, account: int | None, name: str, points: int) -> Account:
        """The account of somebody who was here before a crash; None is a guest.

        If there is no such account any more, or it is somebody else's, it is a guest's as well.
        """

    def is_alive(self, account: int | None, name: str) -> bool:
        """Whether there is this account, with this name."""

    def name_now(self, account: int | None, name: str) -> str:
        """What an account that is alive is called now, which had this name."""

    def made_by(self, guest: str) -> tuple[int, str] | None:
        """The number and the name of the account that the guest with this id has made; None if there is none."""

    def recovered(self) -> None:
        """Nobody is revived any more. The numbers of accounts that are gone are not given to new ones."""

    def has_account(self, name: str) -> bool:
        """Whether this is the name of an account."""

    def keep(self, account: Account) -> None:
        """The account's points have changed."""

    def record(self, played: Played) -> None:
        """A game is over."""

    def waiting_results(self) -> Iterable[Played]:
        """Those that were recorded, and are still to be written."""

    @property
    def last_result(self) -> int:
        """The number of the last result in the journal that was kept before the start."""

    def look_up(self, question: object) -> Deferred[object]:
        """The answer to a question about results, see `tilenet.records`; None if nothing is kept."""


class Guests:
    """Accounts for a world in which everybody is a guest, whatever the password."""

    keeps_results = False
    last_result = 0
    own = None

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        return succeed(Account(name, NEWCOMER_POINTS))

    def recall(self, account: int, address: str) -> Deferred[Account]:
        return fail(Refused("There are no accounts here."))

    def keep_token(self, account: int, digest: bytes | None, *, is_lost: bool = False) -> None:
        """Tokens of guests are gone with the guests."""

    def revive(self, account: int | None, name: str, points: int) -> Account:
        return Account(name, points, account)

    def is_alive(self, account: int | None, name: str) -> bool:
        return True

    def name_now(self, account: int | None, name: str) -> str:
        return name

    def made_by(self, guest: str) -> tuple[int, str] | None:
        return None

    def recovered(self) -> None:
        """There are no numbers."""

    def has_account(self, name: str) -> bool:
        return False

    def keep(self, account: Account) -> None:
        """A guest's points are gone with the guest."""

    def record(self, played: Played) -> None:
        """Nobody will ask for it."""

    def waiting_results(self) -> Iterable[Played]:
        return ()

    def look_up(self, question: object) -> Deferred[object]:
        return succeed(None)
