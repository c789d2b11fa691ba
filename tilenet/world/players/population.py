"""Everybody in the world: who they are, under which names, and whose seats are held."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from random import Random
from secrets import token_bytes
from typing import Any
from weakref import WeakValueDictionary

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime

from tilenet.limits import Bucket, Limits, origin_of
from tilenet.text import MAX_NAME, BadName, name_key, proper_name
from tilenet.words import Words
from tilenet.world.players.absent import Absent
from tilenet.world.players.accounts import Account, Accounts, Refused
from tilenet.world.players.admission import Admission, Claim, Naming, Taken
from tilenet.world.players.books import MOST_POINTS
from tilenet.world.players.names import Names
from tilenet.world.players.player import Muted, Player
from tilenet.world.players.presence import Presence, Step
from tilenet.world.players.resuming import Tokens, digest_of, is_token, new_token

ACCOUNT = "account-"  # before its number, in the id of its player
GUEST = "guest-"  # how all other ids begin: also that of a guest who has made an account without leaving the seat
NOT_RESUMED = "Your session cannot be resumed. Log in again."
AFTER_NAME = " :,"  # what may follow on the name of somebody who is spoken to
SALT_BYTES = 16
GUEST_BYTES = 16  # of chance in the id of a guest, which nobody can guess


class Population:
    """The players of one world. As long as anybody remembers a player, a login gets the same object again."""

    def __init__(
        self,
        clock: IReactorTime,
        random: Random,
        limits: Limits,
        accounts: Accounts,
        give_up: Callable[[Player], object],
        token_changed: Callable[[str], object],
        *,
        shows_addresses: bool,
    ) -> None:
        """`give_up` is called with players who do not come back to their seats in time, and `token_changed` with the
        ids of those who have another resume token, or none.
        """
        self.players: dict[str, Player] = {}  # by objid
        self.absent = Absent(clock, limits, give_up)
        self._clock = clock
        self._random = random
        self._limits = limits
        self._accounts = accounts
        self._token_changed = token_changed
        self._shows_addresses = shows_addresses
        self._names = Names()
        self._called: WeakValueDictionary[str, Player] = WeakValueDictionary()  # by the keys of their names
        self._known: WeakValueDictionary[str, Player] = WeakValueDictionary()  # by id
        self._strangers: dict[str, Player] = {}  # who were revived without the account that they had, by its key
        self._tokens = Tokens(clock.seconds)
        self.salt = token_bytes(SALT_BYTES)  # of the words for addresses

    def origin_of(self, address: str) -> str:
        """A word for what counts as one address, which games and replays need not know; empty on this machine."""
        origin = origin_of(address)
        return blake2b(origin.encode(), key=self.salt, digest_size=9).hexdigest() if origin else ""

    # Logging in

    def has_account(self, user: str) -> bool:
        """Whether this is the name of an account."""
        try:
            return self._accounts.has_account(proper_name(user))
        except BadName:
            return False

    def authenticate(self, claim: Claim, password: str) -> Deferred[Account]:
        """Find out whose account this is. Fails with Refused."""
        try:
            name = proper_name(claim.name)
        except BadName as error:
            return fail(Refused(str(error)))
        if is_token(password):
            return fail(Refused(NOT_RESUMED))
        return self._accounts.admit(name, password, claim.address, claim.key)

    def count(self, claim: Claim) -> Claim:
        """The same under a name with a number, where nobody can ask for a name of their own. Raises BadName."""
        return claim._replace(name=self._names.counted(proper_name(claim.name)))

    def decide(self, account: Account, claim: Claim) -> Admission:
        """Who comes, once the account is known. Raises Taken."""
        if claim.naming is Naming.EXACT and claim.name in self._names:
            raise Taken(f"Somebody else is called {claim.name}.")
        if account.id is not None:
            return Admission(account, claim, self._known.get(account_key(account.id)))
        if claim.resumes:
            return Admission(account, claim, self._known.get(claim.resumes))
        is_returning = claim.naming is Naming.NUMBERED
        guest = self.absent.guest(claim.name, claim.address, claim.key) if is_returning else None
        return Admission(account, claim, guest)

    def add(self, admission: Admission, objid: str) -> Player:
        """Let in somebody who is new, or who was gone."""
        account, claim, player = admission
        if player is None:
            limits = self._limits
            speech = Bucket(limits.speech_per_second, limits.speech_burst, self._clock.seconds)
            id = (
                f"{GUEST}{self._random.randbytes(GUEST_BYTES).hex()}" if account.id is None else account_key(account.id)
            )
            player = Player(id, objid, account, claim.name, speech, shows_address=self._shows_addresses)
        self.players[player.objid] = player
        if account.id is None:
            self._call(player, self._names.take(proper_name(claim.name)))
        else:
            self._call(player, self._names.take(account.name, is_owner=True))
        self._known[player.id] = player
        if claim.naming is Naming.AT_ONCE:
            player.settle_name()
        return player

    def revive(self, noted: Mapping[str, Any], objid: Callable[[], str]) -> Player:
        """A player as they were noted in the journal: the same one as before, or new. Raises ValueError or LookupError
        if it is not noted as it should be.
        """
        _check(noted)
        noted = self._as_it_is_now(noted)
        player, presence = self._known.get(noted["id"]), Presence(noted["presence"])
        if noted["id"] in self._strangers and self._accounts.is_alive(noted["account"], noted["name"]):
            del self._strangers[noted["id"]], self._known[noted["id"]]  # renamed since, or a newer account
            player = None
        if player is None:
            account = self._accounts.revive(noted["account"], noted["name"], noted["points"])
            is_stranger = noted["account"] is not None and account.id is None
            speech = Bucket(self._limits.speech_per_second, self._limits.speech_burst, self._clock.seconds)
            shows_address = self._shows_addresses
            id = f"{GUEST}{noted['id']}" if is_stranger else noted["id"]
            player = Player(id, objid(), account, noted["name"], speech, shows_address=shows_address)
            player.presence = Presence.GONE
            self._known[id] = player
            if is_stranger:
                self._known[noted["id"]] = self._strangers[noted["id"]] = player
        elif player.account_id is None and noted["account"] is not None and noted["id"] not in self._strangers:
            player.account = self._accounts.revive(noted["account"], noted["name"], noted["points"])
        if player.account_id is not None:
            self._known[account_key(player.account_id)] = player
        is_here, was_here = presence is not Presence.GONE, player.presence is not Presence.GONE
        if was_here and (not is_here or player.name != noted["name"]):
            self._free_name_of(player)
        if is_here and (not was_here or player.name != noted["name"]):
            is_owner = player.account_id is not None or self._accounts.made_by(noted["id"]) is not None
            self._call(player, self._names.take(noted["name"], is_owner=is_owner))
            player.login_name = player.name
        if is_here:
            self.players[player.objid] = player
        else:
            self.players.pop(player.objid, None)
            if player.account_id is None:
                self._tokens.forget(player.id)
        player.presence = presence
        self.revive_points(player, noted["points"])
        player.is_bot, player.key = noted["is_bot"], noted["key"]
        player.address, player.origin = noted["address"], self.origin_of(noted["address"])
        player.holds_seat = noted["holds"] and noted["id"] not in self._strangers
        player.unrated = {str(one) for one in noted.get("unrated", ())}
        return player

    def _as_it_is_now(self, noted: Mapping[str, Any]) -> Mapping[str, Any]:
        """What was noted of a player with an account, whose owner may have renamed it a moment before the crash."""
        id, account, name = noted["id"], noted["account"], noted["name"]
        if account is None:
            return noted
        if (made := self._accounts.made_by(id)) is not None:
            return {**noted, "name": made[1]}
        if self._accounts.is_alive(account, name):
            return {**noted, "name": self._accounts.name_now(account, name)}
        is_gone = id.startswith(GUEST)  # and so is the claim to the seat
        return {**noted, "account": None, "holds": False} if is_gone else noted

    def go_on(self) -> list[Player]:
        """The past is over: nobody is known by the number of an account that is gone, or is somebody else's now.

        Returns the guests who have made an account of which the journal does not know: the crash came at that moment.
        """
        for id in self._strangers:
            del self._known[id]
        self._strangers.clear()
        adopted = []
        for player in [*self.players.values()]:
            made = self._accounts.made_by(player.id) if player.account_id is None else None
            if made is not None:
                self.adopt(player, self._accounts.revive(*made, player.points))
                self.rename(player, made[1])
                adopted.append(player)
        self._accounts.recovered()
        return adopted

    def revive_points(self, player: Player, points: object) -> None:
        """So many points as were noted in the journal, which may be more recent than what the store has."""
        if not (type(points) is int and 0 <= points <= MOST_POINTS):
            raise ValueError(f"nobody has {points!r} points")
        if player.account.points != points:
            player.account.points = points
            self._accounts.keep(player.account)

    def remove(self, player: Player) -> None:
        """A player is gone from the world."""
        del self.players[player.objid]
        player.step(Step.REMOVE)
        self.absent.forget(player)
        self._free_name_of(player)
        if player.account_id is None:
            self._tokens.forget(player.id)

    def owner(self, account: int) -> Player | None:
        """The player with this account, if they are in the world."""
        player = self._known.get(account_key(account))
        return player if player is not None and player.objid in self.players else None

    # What players do with their accounts

    def adopt(self, player: Player, account: Account) -> None:
        """A guest has this account from now on, and stays the same player. Resume tokens are the account's."""
        assert account.id is not None
        digest, until = self.token_of(player.id)
        self.forget_token(player.id)
        if account.points != player.points:
            account.points = player.points
            self._accounts.keep(account)
        player.account = account
        self._known[account_key(account.id)] = player
        if digest is not None:
            self._tokens.keep_until(key_of(player), digest, until)
            self._accounts.keep_token(account.id, digest, is_lost=until is not None)
            self._token_changed(key_of(player))

    def rename(self, player: Player, name: str) -> None:
        """A player has another name from now on, which nobody else has."""
        self._free_name_of(player)
        self._call(player, self._names.take(name, is_owner=True))

    # Resume tokens

    def give_token(self, player: Player) -> str:
        """A new token, by which the player's client can come back; an older one is not good any more."""
        token = new_token()
        key = key_of(player)
        self._tokens.keep(key, digest_of(token))
        if player.account_id is not None:
            self._accounts.keep_token(player.account_id, digest_of(token))
        self._token_changed(key)
        return token

    def resume(self, claim: Claim, token: str) -> Deferred[tuple[Account, Claim]]:
        """Find out whose token this is, and use it up. Fails with Refused."""
        return Deferred.fromCoroutine(self._resume(claim, token))

    async def _resume(self, claim: Claim, token: str) -> tuple[Account, Claim]:
        id = self._tokens.owner(token)
        if id is None:
            raise Refused(NOT_RESUMED)
        number, player = account_number(id), self._known.get(id)
        if number is not None:
            account = await self._accounts.recall(number, claim.address)
            name = account.name
        elif player is not None and player.presence is not Presence.LEAVING:
            account, name = player.account, player.name
        else:
            raise Refused(NOT_RESUMED)
        if name_key(claim.name) != name_key(name) or self._tokens.owner(token) != id:  # another client may be faster
            raise Refused(NOT_RESUMED)
        self.forget_token(id)
        return account, claim._replace(resumes=id)

    def outlive_connection(self, player: Player) -> None:
        """The connection of a player is lost: the token is good for a while, and a guest's as long as the seat is."""
        key = key_of(player)
        digest = self._tokens.of(key)
        if digest is not None and player.account_id is not None:
            self._tokens.keep(key, digest, self._limits.resume_seconds)
            self._accounts.keep_token(player.account_id, digest, is_lost=True)
            self._token_changed(key)

    def hold_seat(self, player: Player) -> None:
        self.absent.hold(player, has_token=self._tokens.of(key_of(player)) is not None)

    def known(self, id: str) -> Player:
        """The player with this id; KeyError if nobody has ever been here with it, or everybody has forgotten them."""
        return self._known[id]

    def token_of(self, id: str) -> tuple[bytes | None, float | None]:
        """The digest of a player's token, if there is one, and until when it is good, if that is certain."""
        return self._tokens.of(id), self._tokens.until(id)

    def token_owners(self) -> list[str]:
        """The ids of all who have one."""
        return self._tokens.owners()

    def revive_token(self, id: str, digest: bytes | None, until: float | None) -> None:
        """A token as it was noted in the journal."""
        if id in self._strangers:
            return
        player = self._known.get(id)
        id = id if player is None else key_of(player)
        if digest is None:
            self.forget_token(id)
        else:
            self._tokens.keep_until(id, digest, until)

    def restore_token(self, account: int, digest: bytes, seconds: float) -> None:
        self._tokens.keep(account_key(account), digest, seconds)

    def forget_token_of(self, player: Player) -> None:
        """The player's token is not good any more."""
        self.forget_token(key_of(player))

    def forget_token(self, id: str) -> None:
        """The token of the player with this id is not good any more."""
        number = account_number(id)
        if self._tokens.forget(id):
            self._token_changed(id)
            if number is not None:
                self._accounts.keep_token(number, None)

    # Names

    def is_here(self, name: str) -> bool:
        return name in self._names

    def reserve(self, name: str) -> list[Player]:
        """This is the name of an account from now on: a guest who has it gets a number. Returns those guests."""
        self._names.reserve(name)
        if name not in self._names:
            return []
        key = name_key(name)
        guests = [one for one in self.players.values() if one.account_id is None and name_key(one.name) == key]
        for guest in guests:
            self._free_name_of(guest)
            self._call(guest, self._names.take(guest.name))
        return guests

    def release(self, name: str) -> None:
        self._names.release(name)

    def _call(self, player: Player, name: str) -> None:
        player.name = name
        self._called[name_key(name)] = player

    def _free_name_of(self, player: Player) -> None:
        self._names.free(player.name)
        self._called.pop(name_key(player.name), None)

    def addressed(self, text: str) -> tuple[Player | None, str]:
        """The player by whose name a text begins, and the rest of it. Of several names, the longest counts.

        Whispers are private: so if nothing but a blank says which of two players is meant, Muted asks.
        """
        found = [(one, end) for end in _name_ends(text) if (one := self._called.get(name_key(text[:end]))) is not None]
        if not found:
            return None, text
        player, end = found[0]
        rival = next((one for one, _ in found if one is not player), None)
        if rival is not None and text[end : end + 1] == " ":
            raise Muted(Words("{name} or {rival}? Type @{name}: and a message.", name=player.name, rival=rival.name))
        return player, text[end:].lstrip(AFTER_NAME)

    def clear(self) -> None:
        """Forget everybody."""
        self.absent.clear()
        self.players.clear()
        self._called.clear()
        self._names.clear()
        self._tokens.clear()


MOST_ACCOUNTS = 2**53  # no account has a number like that


def _name_ends(text: str) -> Iterator[int]:
    """Where a name may end with which the text begins, the longest first; none ends with a colon or a comma."""
    if len(text) <= MAX_NAME:
        yield len(text)
    for end in range(min(len(text) - 1, MAX_NAME), 0, -1):
        if text[end] in AFTER_NAME and text[end - 1] not in ":,":
            yield end


_NOTED: Mapping[str, type] = {
    **dict.fromkeys(("id", "name", "key", "address", "presence", "home"), str),
    **dict.fromkeys(("is_bot", "holds"), bool),
}


def _check(noted: Mapping[str, Any]) -> None:
    """Raise ValueError or KeyError if this is not a player."""
    for field, kind in _NOTED.items():
        if type(noted[field]) is not kind:
            raise ValueError(f"the {field} of a player is not {noted[field]!r}")
    account = noted["account"]
    is_number = type(account) is int and 0 < account < MOST_ACCOUNTS
    if not (
        (is_number and (noted["id"] == account_key(account) or noted["id"].startswith(GUEST)))
        or (account is None and not noted["id"].startswith(ACCOUNT))
    ):
        raise ValueError(f"{noted['id']!r} does not have the account {account!r}")
    proper_name(noted["name"])


def key_of(player: Player) -> str:
    """By what a player is known who logs in again: an account, however it was made, or else a guest's id."""
    return player.id if player.account_id is None else account_key(player.account_id)


def account_key(account: int) -> str:
    """The id of the player with this account."""
    return f"{ACCOUNT}{account}"


def account_number(id: str) -> int | None:
    """The account of the player with this id; None for a guest."""
    return int(id.removeprefix(ACCOUNT)) if id.startswith(ACCOUNT) else None
