"""What the owners of accounts do with them while they play: each is proved, hashed and written as logins are."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred

from tilenet.limits import origin_of
from tilenet.publickeys import PublicKey
from tilenet.store import answers, database, ownchanges
from tilenet.store.accountnames import AccountNames
from tilenet.store.databasethread import DatabaseThread
from tilenet.store.passwords import LONGEST, Passwords
from tilenet.text import name_key
from tilenet.words import Words
from tilenet.world.players.accounts import Account, NewAccount, Refused, WrongField
from tilenet.world.players.resuming import is_token

AT_ONCE = 200  # results that are exported in one answer

TAKEN = Words("This name belongs to another account. Choose another one.")
IS_HERE = Words("Somebody here is already called that. Choose another name.")
SAME = Words("That is your name already.")
GONE = Words("This account does not exist any more.")
EMPTY = Words("A password needs at least one character.")
TOO_LONG = Words("A password can have at most {n} bytes.", n=LONGEST)
LIKE_A_TOKEN = Words("A password cannot look like a resume token.")
TOO_MANY_KEYS = Words("An account can have at most {n} keys.", n=ownchanges.MOST_KEYS)

Answer = TypeVar("Answer")


class Owners(Protocol):
    """What the account store knows of those who log in."""

    def prove(self, account: Account, password: str, address: str) -> Deferred[Account]: ...

    def may_make(self, address: str) -> None: ...

    def made(self, account: Account) -> None: ...


class OwnAccounts:
    """The world's `Own`."""

    def __init__(
        self,
        owners: Owners,
        thread: DatabaseThread,
        passwords: Passwords,
        names: AccountNames,
        wall: Callable[[], float],
        ask: Callable[[Callable[[], Deferred[Any]]], Coroutine[Any, Any, Any]],
    ) -> None:
        """`ask` asks the database until it answers, and raises Refused if that takes too long."""
        self._owners = owners
        self._thread = thread
        self._passwords = passwords
        self._names = names
        self._wall = wall
        self._ask = ask

    # From guest to account

    def create(self, new: NewAccount) -> Deferred[Account]:
        return Deferred.fromCoroutine(self._create(new))

    async def _create(self, new: NewAccount) -> Account:
        name = new.name
        _check(new.password)
        if name in self._names:
            why = Words("{name} is the name of an account. Choose another name, or log in to that account.", name=name)
            raise WrongField(why, "name")
        self._owners.may_make(new.address)
        with self._names.being_made_by_guest(name):
            hashed = await self._passwords.hash(new.password, origin_of(new.address), new.is_wanted)

            def write() -> Deferred[int]:
                made = partial(database.create_account, name=name, password=hashed, points=new.points())
                return self._thread.write(partial(made, now=self._wall(), guest=new.guest))

            try:
                number: int = await self._ask(write)
            except sqlite3.IntegrityError:  # somebody was faster, or another account was renamed to it
                raise WrongField(TAKEN, "name") from None
            return Account(name, new.points(), number)

    def made(self, account: Account) -> None:
        self._owners.made(account)
        self._names.add(account.name)

    # Changes

    def set_password(self, account: Account, old: str, new: str, address: str) -> Deferred[None]:
        return Deferred.fromCoroutine(self._set_password(account, old, new, address))

    async def _set_password(self, account: Account, old: str, new: str, address: str) -> None:
        _check(new)
        await self._owners.prove(account, old, address)
        hashed = await self._passwords.hash(new, origin_of(address), lambda: True)
        await self._write(partial(ownchanges.set_password, account=_number(account), hashed=hashed))
        account.changes += 1

    def rename(self, account: Account, name: str, password: str, address: str) -> Deferred[str]:
        return Deferred.fromCoroutine(self._rename(account, name, password, address))

    async def _rename(self, account: Account, name: str, password: str, address: str) -> str:
        old, is_respelled = account.name, name_key(name) == name_key(account.name)
        if name == old:
            raise WrongField(SAME, "name")
        await self._owners.prove(account, password, address)
        row = await self._read(partial(ownchanges.known, account=_number(account)))
        if (again := answers.rename_from(row, self._wall())) is not None:
            raise Refused(Words("You can rename your account once a month: again from {day} on.", day=again))
        if not is_respelled and name in self._names:
            raise WrongField(TAKEN, "name")
        if not is_respelled and self._names.roster.is_here(name):
            raise WrongField(IS_HERE, "name")
        with nullcontext() if is_respelled else self._names.being_made(name):
            try:
                await self._write(partial(ownchanges.rename, account=_number(account), name=name, now=self._wall()))
            except sqlite3.IntegrityError:
                raise WrongField(TAKEN, "name") from None
            self._names.add(name)
        account.name = name
        return old

    def renamed(self, old: str, new: str) -> None:
        if name_key(old) != name_key(new):
            self._names.discard(old)

    def add_keys(
        self, account: Account, keys: Sequence[PublicKey], password: str | None, address: str
    ) -> Deferred[int]:
        return Deferred.fromCoroutine(self._add_keys(account, keys, password, address))

    async def _add_keys(self, account: Account, keys: Sequence[PublicKey], password: str | None, address: str) -> int:
        if len(keys) > ownchanges.MOST_KEYS:
            raise Refused(TOO_MANY_KEYS)
        if password is not None:
            await self._owners.prove(account, password, address)
        add = partial(ownchanges.add, account=_number(account), keys=[*keys], now=self._wall())
        try:
            new: int = await self._write(add)
        except ownchanges.TooManyKeys:
            raise Refused(TOO_MANY_KEYS) from None
        return new

    def remove_key(self, account: Account, fingerprint: str) -> Deferred[bool]:
        number = _number(account)

        def change(cursor: sqlite3.Cursor) -> bool:
            return database.remove_key(cursor, ownchanges.known(cursor, number), fingerprint)

        return Deferred.fromCoroutine(self._write(change))

    def export(self, account: Account, after: int) -> Deferred[Mapping[str, Any]]:
        number = _number(account)

        def ask(cursor: sqlite3.Cursor) -> Mapping[str, Any]:
            row = ownchanges.known(cursor, number)
            found = answers.results_of(cursor, row, after, AT_ONCE + 1)
            head = {} if after else {"account": answers.export_head(cursor, row)}
            more = {"after": found[AT_ONCE - 1][0]} if len(found) > AT_ONCE else {}
            return {**head, "results": [one for _, one in found[:AT_ONCE]], **more}

        return Deferred.fromCoroutine(self._read(ask))

    def delete(self, account: Account, password: str, address: str) -> Deferred[None]:
        return Deferred.fromCoroutine(self._delete(account, password, address))

    async def _delete(self, account: Account, password: str, address: str) -> None:
        await self._owners.prove(account, password, address)
        await self._write(partial(ownchanges.delete, account=_number(account)))
        account.changes += 1
        self._names.discard(account.name)

    # The database

    async def _write(self, change: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        return await self._until_answered(lambda: self._thread.write(change))

    async def _read(self, ask: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        return await self._until_answered(lambda: self._thread.read(ask))

    async def _until_answered(self, ask: Callable[[], Deferred[Answer]]) -> Answer:
        try:
            answer: Answer = await self._ask(ask)
        except ownchanges.Gone:
            raise Refused(GONE) from None
        return answer


def _number(account: Account) -> int:
    assert account.id is not None
    return account.id


def _check(password: str) -> None:
    """Whether this can be a password. Raises Refused."""
    if not password:
        raise WrongField(EMPTY, "new")
    if len(password.encode("utf-8", "surrogatepass")) > LONGEST:
        raise WrongField(TOO_LONG, "new")
    if is_token(password):
        raise WrongField(LIKE_A_TOKEN, "new")
