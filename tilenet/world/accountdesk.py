"""What players ask to be done with their own accounts, wherever they are. Secrets go no further than the store.

Nothing of this is an act in a room: it is in no journal, in no replay, and nobody else hears of it. A request and its
answer are JSON: docs/protocol.md has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from tilenet.limits import Buckets
from tilenet.publickeys import LONGEST, BadKey, PublicKey, read_keys
from tilenet.records import Replay, Replays
from tilenet.text import BadName, name_key, plain, proper_name
from tilenet.words import Words
from tilenet.world.players.accounts import Account, Accounts, NewAccount, Own, Refused, WrongField
from tilenet.world.players.player import Player
from tilenet.world.players.population import Population

MOST_REPLAYS = 1000  # that are named in an export
DELETE = "delete"  # what somebody has to type who wants that
OPEN = ("logout", "remove key")  # what needs no secret
ROOM = "account"  # where players see their accounts

NAMES_PER_SECOND, NAMES_AT_ONCE = 1 / 60, 10  # that one address may find to be taken

TOO_MANY_NAMES = Words("You have tried too many names. Try again in a few minutes.")
NO_ACCOUNTS = Words("This server keeps no accounts.")
NO_SENSE = Words("This request makes no sense.")
BUSY = Words("One thing at a time, please. Try again in a moment.")
IS_ACCOUNT = Words("You have an account already.")
IS_GUEST = Words("You are playing as a guest: create an account first.")
IS_BOT = Words("Programs cannot create accounts here.")
NOT_TWICE = Words("The two passwords are not the same.")
NOT_MEANT = Words("To delete your account, type the word {word}.", word=DELETE)
NO_KEY = Words("You did not connect with an ssh key.")
ONE_KEY = Words("Paste one public key: a line that begins with ssh-ed25519, for instance.")
NO_SUCH_KEY = Words("Your account has no such key.")
HAS_KEY = Words("Your account has this key already.")
DELETED = Words("Your account is deleted.")

#: What each action says when it is done.
DONE = {
    "create": Words("You have an account now. It keeps your points and results."),
    "password": Words("You have a new password."),
    "rename": Words("You have a new name."),
    "add key": Words("You can log in with this key now."),
    "remove key": Words("This key does not log in to your account any more."),
    "logout": Words("Nobody else is logged in to your account."),
    "export": Words("This is everything that the server keeps about you."),
    DELETE: DELETED,
}

Answer = Mapping[str, Any]


class Surroundings(Protocol):
    """The world, as the desk needs it."""

    def note(self, player: Player) -> None: ...

    def others_see(self, player: Player) -> None:
        """Something that others know of a player has changed, such as the name."""

    def guest_no_more(self, player: Player) -> None:
        """A guest has just become an account, maybe in the middle of a match."""

    def expel_soon(self, account: int, reason: str) -> None:
        """Log out the player with an account that is gone, when they have been told."""

    def tell_room(self, player: Player) -> None:
        """The room with accounts shows this player what is new."""

    def replays_of(self, question: Replays) -> object: ...


class AccountDesk:
    """One for all players of a world."""

    def __init__(
        self, accounts: Accounts, people: Population, world: Surroundings, seconds: Callable[[], float]
    ) -> None:
        self._accounts = accounts
        self._wrong_names = Buckets(NAMES_PER_SECOND, NAMES_AT_ONCE, seconds)  # by the addresses of players
        self._people = people
        self._world = world
        self._busy: set[str] = set()  # the ids of players for whom something is being done
        self._actions: Mapping[str, Callable[[Own, Player, Account, Mapping[str, Any]], Any]] = {
            "show": self._show,
            "password": self._set_password,
            "rename": self._rename,
            "add key": self._add_key,
            "remove key": self._remove_key,
            "logout": self._log_out_others,
            "export": self._export,
            DELETE: self._delete,
        }

    @property
    def keeps_accounts(self) -> bool:
        return self._accounts.own is not None

    def ask(self, player: Player, request: object) -> Deferred[Answer]:
        """Do something for a player. The answer says whether it is `done`, or else `why` not, and which `field` was
        wrong, if it was one of these.
        """
        return Deferred.fromCoroutine(self._ask(player, request))

    async def _ask(self, player: Player, request: object) -> Answer:
        what = request.get("do") if isinstance(request, Mapping) else None
        if not isinstance(request, Mapping) or not (isinstance(what, str) and what in ("create", *self._actions)):
            return {"why": NO_SENSE}
        answer: dict[str, Any] = {"do": what}
        if player.id in self._busy:
            return {**answer, "why": BUSY}
        self._busy.add(player.id)
        names = self._wrong_names.of(player.origin or player.id)
        try:
            if what in ("create", "rename") and names.wait():
                raise Refused(TOO_MANY_NAMES)
            found = await self._do(player, str(what), request)
        except Refused as error:
            if error.field == "name":
                names.spend()
            return {**answer, "why": str(error), **({"field": error.field} if error.field else {})}
        finally:
            self._busy.discard(player.id)
        return {**answer, "done": True, **({"text": DONE[str(what)]} if what in DONE else {}), **found}

    async def _do(self, player: Player, what: str, request: Mapping[str, Any]) -> Answer:
        own = self._accounts.own
        if own is None:
            raise Refused(NO_ACCOUNTS)
        if what == "create":
            return await self._create(own, player, request)
        if player.account_id is None:
            if what == "show":
                return {"guest": True, "key": player.key}
            raise Refused(IS_GUEST)
        found: Answer = await self._actions[what](own, player, player.account, request)
        if what not in ("show", "export"):
            self._world.tell_room(player)
        return found

    # From guest to account

    async def _create(self, own: Own, player: Player, request: Mapping[str, Any]) -> Answer:
        if player.account_id is not None:
            raise Refused(IS_ACCOUNT)
        if player.is_bot:
            raise Refused(IS_BOT)
        name = _name(request) if request.get("name") else player.name
        password = _text(request, "new")
        if "again" in request and _text(request, "again") != password:
            raise WrongField(NOT_TWICE, "again")
        is_own_name = name_key(name) == name_key(player.name)
        if not is_own_name and self._people.is_here(name):
            raise WrongField(Words("Somebody here is already called {name}. Choose another name.", name=name), "name")
        is_here = partial(self._is_here, player)
        account = await own.create(
            NewAccount(name, password, player.id, player.address, lambda: player.points, is_here)
        )
        if self._is_here(player) and player.account_id is None:
            self._people.adopt(player, account)
            own.made(account)
            if player.name != account.name:
                self._people.rename(player, account.name)
            self._world.guest_no_more(player)
            self._world.others_see(player)
            self._world.tell_room(player)
        else:
            own.made(account)  # whoever has made it has left meanwhile
        if request.get("key") is True and player.key:
            await own.add_keys(account, [_came_with(player)], None, player.address)
        return {"name": account.name}

    def _is_here(self, player: Player) -> bool:
        return player.objid in self._people.players

    # What owners do

    async def _show(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        return {"guest": False, "name": account.name, "key": player.key}

    async def _set_password(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        new = _text(request, "new")
        if "again" in request and _text(request, "again") != new:
            raise WrongField(NOT_TWICE, "again")
        await own.set_password(account, _text(request, "password"), new, player.address)
        self._people.forget_token_of(player)
        return {}

    async def _rename(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        old = await own.rename(account, _name(request), _text(request, "password"), player.address)
        if self._is_here(player):
            self._people.rename(player, account.name)
            self._world.others_see(player)
        own.renamed(old, account.name)
        return {"name": account.name}

    async def _add_key(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        if request.get("key") is True:
            if not player.key:
                raise Refused(NO_KEY)
            new = await own.add_keys(account, [_came_with(player)], None, player.address)
        else:
            key = _public_key(_text(request, "key"))
            new = await own.add_keys(account, [key], _text(request, "password"), player.address)
        if not new:
            raise WrongField(HAS_KEY, "key")
        return {}

    async def _remove_key(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        if not await own.remove_key(account, _text(request, "fingerprint")):
            raise Refused(NO_SUCH_KEY)
        return {}

    async def _log_out_others(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        """Nobody plays twice with one account: what is left are those who may come back, or are about to come in."""
        account.changes += 1
        self._people.forget_token_of(player)
        return {}

    async def _export(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        after = request.get("after", 0)
        if type(after) is not int or not 0 <= after < 2**63:
            raise Refused(NO_SENSE)
        found = await own.export(account, after)
        if after:
            return found
        replays = self._world.replays_of(Replays(player, MOST_REPLAYS, only_theirs=True))
        ids = [one.id for one in replays if isinstance(one, Replay)] if isinstance(replays, tuple) else []
        return {**found, "account": {**found["account"], "replays": ids}}

    async def _delete(self, own: Own, player: Player, account: Account, request: Mapping[str, Any]) -> Answer:
        if _text(request, "word").strip().casefold() != DELETE:
            raise WrongField(NOT_MEANT, "word")
        number = player.account_id
        assert number is not None
        await own.delete(account, _text(request, "password"), player.address)
        self._world.expel_soon(number, DELETED)
        return {}


def _text(request: Mapping[str, Any], field: str) -> str:
    found = request.get(field, "")
    if not isinstance(found, str):
        raise WrongField(NO_SENSE, field)
    return found


def _name(request: Mapping[str, Any]) -> str:
    try:
        return proper_name(_text(request, "name"))
    except BadName as error:
        raise WrongField(str(error), "name") from None


def _came_with(player: Player) -> PublicKey:
    return PublicKey("ssh", player.key, "from a session")


def _public_key(text: str) -> PublicKey:
    if len(text) > LONGEST:
        raise WrongField(ONE_KEY, "key")
    try:
        keys = read_keys(text)
    except BadKey as error:
        raise WrongField(f"{plain(str(error))[:200].capitalize()}.", "key") from None
    if len(keys) != 1:
        raise WrongField(ONE_KEY, "key")
    return keys[0]
