"""The account store: who may log in as whom. Points and results are the writer's.

The database may be slow, locked or full: nothing in the world waits for it except logins of accounts, and those only
for a while.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from twisted.internet.defer import Deferred, DeferredLock, TimeoutError, fail, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.limits import Limits, origin_of
from tilenet.store import database
from tilenet.store.accountchanges import AccountChanges
from tilenet.store.accountnames import AccountNames
from tilenet.store.attempts import FROM_ADDRESS, Attempts
from tilenet.store.database import NO_ORIGINS, AccountChange, AccountRow, KeptToken, Origins, SeenAccount
from tilenet.store.databasethread import Damaged, DatabaseThread
from tilenet.store.loginnotes import LoginNotes
from tilenet.store.newcomers import Newcomers
from tilenet.store.ownaccounts import OwnAccounts
from tilenet.store.passwords import LONGEST, Passwords
from tilenet.store.proofs import Proofs
from tilenet.store.questions import Questions
from tilenet.store.writer import Writer
from tilenet.text import name_key
from tilenet.words import Words
from tilenet.world.players.accounts import NEWCOMER_POINTS, Account, HasAccount, Played, Refused, Roster, WrongField

LOGIN_SECONDS = 10.0  # that a login waits for the database
AGAIN = 0.5  # seconds between two tries

WRONG = "Wrong name or password."
WRONG_PASSWORD = Words("That is not your password.")
TOO_LONG = f"A password can have at most {LONGEST} bytes."
UNAVAILABLE = "Accounts are unavailable right now. Try again later, or leave the password empty to play as a guest."
CHANGED = "This account has just been changed. Try again."
TOO_MANY = (
    "Too many accounts were created from your address. Try again later, or leave the password empty to play as a guest."
)
FULL = "This server cannot have more accounts. Leave the password empty to play as a guest."
UNKNOWN_KEY = "This key does not belong to this account."
TOO_OFTEN = "Too many failed logins from your address. Try again in a moment."
BEING_TRIED = "Somebody else is logging in with this name. Try again in a moment."

Answer = TypeVar("Answer")


@dataclass(eq=False)
class _Login:
    """Somebody who wants to log in, and may stop waiting for the answer."""

    name: str
    key: str
    password: str
    address: str
    origin: str  # a whole IPv6 site counts as one address
    may_create: bool = True  # whether it makes an account if there is none of that name
    failures: int = 0  # of the same address, when the try began
    answer: Deferred[Account] = field(default_factory=Deferred)

    def is_waiting(self) -> bool:
        return not self.answer.called

    def tell(self, answer: Account | Failure) -> None:
        if self.is_waiting():
            self.answer.callback(answer)


class AccountStore:
    """Accounts in a database: the world's `Accounts`. A player who gives no password is a guest."""

    log = Logger()

    keeps_results = True

    def __init__(
        self,
        clock: IReactorTime,
        wall: Callable[[], float],
        thread: DatabaseThread,
        passwords: Passwords,
        questions: Questions,
        limits: Limits,
    ) -> None:
        """`wall` is the time of day, in seconds since 1970."""
        self._clock = clock
        self._wall = wall
        self._thread = thread
        self._passwords = passwords
        self._questions = questions
        self._writer = Writer(clock, wall, thread, limits)
        self._attempts = Attempts(clock.seconds)
        self._proofs = Proofs(clock.seconds)
        self._most_accounts = limits.max_accounts
        self._newcomers = Newcomers(limits.new_accounts, clock.seconds)
        self._resume_seconds = limits.resume_seconds
        self._notes = LoginNotes(clock, thread)
        self._names = AccountNames()
        self._locks: dict[str, DeferredLock] = {}  # of the names that somebody is logging in as
        self._alive: WeakValueDictionary[int, Account] = WeakValueDictionary()
        self._changes = AccountChanges(clock, thread, self._take_change)
        self.own = OwnAccounts(self, thread, passwords, self._names, wall, self._ask_until_answered)
        self.last_result = 0
        self._to_revive: Mapping[int, str] = {}  # the names of accounts that can be, by their numbers
        self._origins: Origins = NO_ORIGINS  # what the journal may not know yet
        self._gone = 0  # the highest number of those that could not be

    def start(
        self,
        roster: Roster,
        names: Mapping[int, str],
        tokens: Iterable[KeptToken] = (),
        last_result: int = 0,
        origins: Origins = NO_ORIGINS,
    ) -> None:
        """The server runs: these are the names of all accounts by number, the resume tokens from before its start,
        the number of the last result that was kept, and what players have done to their own accounts.
        """
        self.last_result = last_result
        self._origins = origins
        self._names.start(roster, names.values())
        self._to_revive = names
        for token in tokens:
            if token.digest is not None and token.expires is not None:
                left = min(token.expires - self._wall(), self._resume_seconds)  # the clock may have been set back
                roster.restore_token(token.account, token.digest, left)
        self._changes.start()

    async def stop(self) -> None:
        """Write what is left."""
        self._changes.stop()
        await self._notes.stop()
        await self._writer.stop()

    async def written(self) -> bool:
        """Write the points and results that there are, and wait for it; whether that was possible."""
        return await self._writer.written()

    def keep(self, account: Account) -> None:
        self._writer.keep(account)

    def record(self, played: Played) -> None:
        self._writer.record(played)

    def when_rated(self, tell: Callable[[str, list[dict[str, Any]]], object]) -> None:
        """Call this with the id of a replay and the ratings of its accounts, as data."""
        self._writer.rated = lambda one: tell(one.replay, one.as_data())

    def waiting_results(self) -> Iterable[Played]:
        return self._writer.waiting_results()

    def look_up(self, question: object) -> Deferred[object]:
        return self._questions.look_up(question)

    def revive(self, account: int | None, name: str, points: int) -> Account:
        if account is None:
            return Account(name, points)
        if not self.is_alive(account, name):
            self._gone = max(self._gone, account)
            return Account(name, points)
        found = self._alive.get(account)
        if found is None:
            found = self._alive[account] = Account(name, points, account)
        return found

    def is_alive(self, account: int | None, name: str) -> bool:
        if account is None:
            return False
        names = self._to_revive.get(account, ""), self._origins.former.get(account, "")
        return name_key(name) in map(name_key, names)

    def name_now(self, account: int | None, name: str) -> str:
        return name if account is None else self._to_revive.get(account, name)

    def made_by(self, guest: str) -> tuple[int, str] | None:
        number = self._origins.guests.get(guest)
        return None if number is None else (number, self._to_revive.get(number, ""))

    def recovered(self) -> None:
        self._to_revive, self._origins = {}, NO_ORIGINS
        if self._gone:
            leave_out = partial(database.leave_out, number=self._gone)
            asked = Deferred.fromCoroutine(self._ask_until_answered(lambda: self._thread.write(leave_out)))
            asked.addErrback(self._not_left_out)

    def _not_left_out(self, failure: Failure) -> None:
        self.log.error("The numbers of accounts that are gone may be given to new ones")

    # Logging in

    def has_account(self, name: str) -> bool:
        """Also if it is only being made."""
        return name in self._names

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        if not password:
            if not self.has_account(name):
                return succeed(Account(name, NEWCOMER_POINTS))
            if key:
                return Deferred.fromCoroutine(self._admit_by_key(name, key, origin_of(address) or address))
            return fail(HasAccount(f"{name} has an account: log in with its password, or choose another name."))
        if len(password.encode("utf-8", "surrogatepass")) > LONGEST:
            return fail(Refused(TOO_LONG))
        login = _Login(name, name_key(name), password, address, origin_of(address) or address)
        return Deferred.fromCoroutine(self._admit_in_turn(login))

    async def _admit_by_key(self, name: str, key: str, origin: str) -> Account:
        """Nobody can guess a key, so nobody has to wait after failures."""
        if self._thread.is_busy:
            raise Refused(UNAVAILABLE)
        find = partial(database.find_account_by_key, name=name, fingerprint=key)
        known = await self._ask_until_answered(lambda: self._thread.read(find))
        if known is None:
            raise Refused(UNKNOWN_KEY)
        self._attempts.proved(origin, name_key(name))
        return self._welcome(known)

    def recall(self, account: int, address: str) -> Deferred[Account]:
        return Deferred.fromCoroutine(self._recall(account, origin_of(address) or address))

    async def _recall(self, account: int, origin: str) -> Account:
        find = partial(database.find_unchanged_account, account=account)
        known = await self._ask_until_answered(lambda: self._thread.read(find))
        if known is None:
            raise Refused(CHANGED)
        self._attempts.proved(origin, name_key(known.name))
        return self._welcome(known)

    def keep_token(self, account: int, digest: bytes | None, *, is_lost: bool = False) -> None:
        expires = self._wall() + self._resume_seconds if is_lost else None
        self._notes.keep_token(KeptToken(account, digest, expires))

    def prove(self, account: Account, password: str, address: str) -> Deferred[Account]:
        """Somebody who plays with an account proves once more that it is theirs. Fails with Refused.

        Wrong passwords count like those of logins.
        """
        if not password or len(password.encode("utf-8", "surrogatepass")) > LONGEST:
            return fail(WrongField(WRONG_PASSWORD, "password"))
        origin = origin_of(address) or address
        login = _Login(account.name, name_key(account.name), password, address, origin, may_create=False)
        return Deferred.fromCoroutine(self._prove(account, login))

    async def _prove(self, account: Account, login: _Login) -> Account:
        try:
            found = await self._admit_in_turn(login)
        except Refused as error:
            if str(error) == WRONG:
                raise WrongField(WRONG_PASSWORD, "password") from None
            raise
        if found is not account:
            raise Refused(CHANGED)
        return found

    async def _admit_in_turn(self, login: _Login) -> Account:
        """After many failures, a try has to wait."""
        wait = self._attempts.wait(login.origin, login.key)
        if wait is None:
            raise Refused(TOO_OFTEN)
        if wait:
            await deferLater(self._clock, wait)
        login.failures = self._attempts.failures(login.origin, login.key)
        if self._thread.is_busy:
            raise Refused(UNAVAILABLE)
        Deferred.fromCoroutine(self._look_up_account(login)).addBoth(login.tell)
        try:
            return await login.answer.addTimeout(LOGIN_SECONDS, self._clock)
        except TimeoutError:
            raise Refused(UNAVAILABLE) from None

    async def _look_up_account(self, login: _Login) -> Account:
        """Once a password is being hashed, it goes on even if nobody waits: by then an account may have been made.

        Strangers wait for one another, so that all of them together have one hash at a time for one account.
        """
        if self._attempts.is_known(login.origin, login.key) and (known := await self._find(login.name)) is not None:
            return await self._check(known, login)
        lock = self._locks.setdefault(login.key, DeferredLock())
        await lock.acquire()
        try:
            if not self._may_be_checked(login):
                raise Refused(BEING_TRIED)
            known = await self._find(login.name)
            if known is None and not login.may_create:
                raise Refused(CHANGED)
            if known is None:
                return await self._create(login)
            return await self._check(known, login)
        finally:
            lock.release()
            if not lock.locked:
                self._locks.pop(login.key, None)

    def _has_failed_since(self, login: _Login) -> bool:
        """Whether many tries were sent at once, and enough of them have failed to make this one wait."""
        return self._attempts.failures(login.origin, login.key) >= max(FROM_ADDRESS, login.failures + 1)

    def _may_be_checked(self, login: _Login) -> bool:
        return login.is_waiting() and not self._has_failed_since(login)

    def _find(self, name: str) -> Coroutine[Any, Any, AccountRow | None]:
        return self._ask_until_answered(lambda: self._thread.read(partial(database.find_account, name=name)))

    async def _check(self, known: AccountRow, login: _Login) -> Account:
        """Check a password. That takes a while, so what the account is by then is asked afterwards."""
        if self._proofs.has(known, login.origin, login.password):
            self._attempts.proved(login.origin, login.key)
            return self._welcome(known)
        is_right, better = await self._passwords.check(
            known.password, login.password, origin_of(login.address), partial(self._may_be_checked, login)
        )
        if not is_right:
            self._attempts.failed(login.origin, login.key)
            raise Refused(WRONG)
        self._proofs.add(known, login.origin, login.password)
        self._attempts.proved(login.origin, login.key)
        now = await self._find(known.name)
        if now is None or (now.id, now.password) != (known.id, known.password):
            raise Refused(CHANGED)
        return self._welcome(now, better)

    def _welcome(self, known: AccountRow, better: str | None = None) -> Account:
        """Somebody has proved whose account this is; with a better hash of the password, if there is one."""
        self._notes.saw(SeenAccount(known, self._wall(), better))
        account = self._alive.get(known.id)
        if account is None:
            account = self._alive[known.id] = Account(known.name, known.points, known.id)
        account.is_new = False
        return account

    def may_make(self, address: str) -> None:
        """Count an account that is about to be made from there. Raises Refused."""
        if len(self._names) >= self._most_accounts:
            raise Refused(FULL)
        if not self._newcomers.may_come(address):
            raise Refused(TOO_MANY)

    def made(self, account: Account) -> None:
        """There is this account now."""
        assert account.id is not None
        self._alive[account.id] = account

    async def _create(self, login: _Login) -> Account:
        """Make an account of a free name. Until that is certain, nobody else gets the name."""
        name = login.name
        if self._names.roster.is_here(name):
            raise Refused(f"Somebody here is already called {name}. Choose another name for your account.")
        self.may_make(login.address)
        with self._names.being_made(name):
            hashed = await self._passwords.hash(login.password, origin_of(login.address), login.is_waiting)
            create = partial(
                database.create_account, name=name, password=hashed, points=NEWCOMER_POINTS, now=self._wall()
            )
            try:
                number = await self._ask_until_answered(lambda: self._thread.write(create))
            except sqlite3.IntegrityError:  # another account was renamed to it
                raise Refused(CHANGED) from None
            self._names.add(name)
        self._attempts.proved(login.origin, login.key)
        account = self._alive[number] = Account(name, NEWCOMER_POINTS, number, is_new=True)
        return account

    async def _ask_until_answered(self, ask: Callable[[], Deferred[Answer]]) -> Answer:
        """Ask the database again and again, until it answers or it has taken too long."""
        give_up = self._clock.seconds() + LOGIN_SECONDS
        while True:
            try:
                return await ask()
            except sqlite3.OperationalError as error:
                if isinstance(error, Damaged) or self._clock.seconds() >= give_up:
                    raise Refused(UNAVAILABLE) from None
                await deferLater(self._clock, AGAIN)

    # What is changed at the command line

    def _take_change(self, change: AccountChange) -> None:
        if change.account in self._alive:
            self._alive[change.account].changes += 1
        if not change.is_old_taken:
            self._names.discard(change.old)
        if change.new is None:
            reason = "This account was deleted."
        elif change.new == change.old:
            reason = "The password of this account was changed. Log in again."
        else:
            reason = f"This account is now called {change.new}. Log in again."
            self._names.add(change.new)
            if change.account in self._alive:
                self._alive[change.account].name = change.new
        self._names.roster.expel(change.account, reason)
