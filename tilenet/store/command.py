"""`tilenet account`, `records` and `backup`: what can be done with a data folder, even while a server uses it."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from tilenet.publickeys import LONGEST as LONGEST_FILE
from tilenet.publickeys import BadKey, PublicKey, read_keys
from tilenet.records import Best, Contents, Finished, Latest, Order, Own, Period
from tilenet.store import answers, database
from tilenet.store.admindatabase import AdminDatabase, NotDone, good_name
from tilenet.store.folder import USUAL_FOLDER, usual_folder
from tilenet.store.passwords import LONGEST
from tilenet.store.printed import Rankings, account_list, account_page, game_tables, key_list
from tilenet.text import plain
from tilenet.world.players.resuming import is_token


def account(argv: Sequence[str]) -> int:
    """Run `tilenet account`; returns the exit status."""
    options = _account_options(argv)
    return _run("tilenet account", lambda: options.act(AdminDatabase(options.data), options))


def records(argv: Sequence[str]) -> int:
    """Run `tilenet records`."""
    parser = argparse.ArgumentParser(
        prog="tilenet records", description="Print the best players and the latest results."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game [default: every game]")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    _add_data(parser)
    options = parser.parse_args(argv)
    return _run("tilenet records", lambda: _records(AdminDatabase(options.data), options))


def backup(argv: Sequence[str]) -> int:
    """Run `tilenet backup`."""
    parser = argparse.ArgumentParser(prog="tilenet backup", description="Copy the database to a new file.")
    parser.add_argument("file", type=Path, metavar="FILE", help="the new file, which must not exist yet")
    _add_data(parser)
    options = parser.parse_args(argv)
    return _run("tilenet backup", lambda: AdminDatabase(options.data).back_up(options.file))


def _run(command: str, act: Callable[[], None]) -> int:
    try:
        act()
        sys.stdout.flush()
    except NotDone as error:
        print(f"{command}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _add_data(parser: argparse.ArgumentParser) -> None:
    text = f"the server's data folder [default: {USUAL_FOLDER}]"
    parser.add_argument("--data", type=Path, default=usual_folder(), metavar="FOLDER", help=text)


#: What the arguments of `tilenet account` are.
_ARGUMENTS = {
    "NAME": "the name of the account",
    "OLD": "its name now",
    "NEW": "its new name",
    "FILE": "public keys, one on each line, as in id_ed25519.pub; - is standard input",
    "FINGERPRINT": "the key, as `tilenet account key list` shows it",
}


def _account_options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tilenet account", description="Show and change accounts.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(
        name: str, act: Callable[[AdminDatabase, argparse.Namespace], None], help: str, *names: str, of: Any = commands
    ) -> Any:
        one = of.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
        one.set_defaults(act=act)
        for argument in names:
            one.add_argument(argument.lower(), metavar=argument, help=_ARGUMENTS[argument])
        _add_data(one)
        return one

    add("list", _list, "list all accounts")
    add("show", _show, "show one account", "NAME")
    add("password", _password, "set a new password for an account", "NAME")
    add("rename", _rename, "rename an account", "OLD", "NEW")
    delete = add("delete", _delete, 'delete an account; its results stay, under "somebody"', "NAME")
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    add("export", _export, "print everything that is stored about an account, as JSON", "NAME")
    keys = commands.add_parser(
        "key", help="add, list or remove ssh keys", description="Show and change the ssh keys of an account."
    )
    of_keys = keys.add_subparsers(dest="key_command", required=True, metavar="COMMAND")
    add(
        "add",
        _add_keys,
        "let an account log in with the public keys in a file",
        "NAME",
        "FILE",
        of=of_keys,
    )
    add("list", _list_keys, "list the keys of an account", "NAME", of=of_keys)
    add("remove", _remove_key, "remove a key from an account", "NAME", "FINGERPRINT", of=of_keys)
    return parser.parse_args(argv)


# Accounts


def _list(admin: AdminDatabase, options: argparse.Namespace) -> None:
    _print(account_list(admin.read(database.accounts)))


def _show(admin: AdminDatabase, options: argparse.Namespace) -> None:
    def ask(cursor: sqlite3.Cursor) -> list[str]:
        known = admin.account(cursor, options.name)
        games = answers.overview(cursor).games
        careers = {game: answers.own(cursor, Own(known.id, game), time.time()) for game in games}
        return account_page(known, {game: career for game, career in careers.items() if career and career.games})

    _print(admin.read(ask))


def _password(admin: AdminDatabase, options: argparse.Namespace) -> None:
    known = admin.read(lambda cursor: admin.account(cursor, options.name))
    hashed = PasswordHasher().hash(_new_password(known.name))
    admin.write(lambda cursor: database.set_password(cursor, admin.account(cursor, options.name), hashed))
    print(f"{plain(known.name)} has a new password now.")


def _new_password(name: str) -> str:
    """Ask twice, without showing it; or read a line, if nobody is at a terminal."""
    try:
        if sys.stdin.isatty():
            password = getpass.getpass(f"New password for {plain(name)}: ")
            if getpass.getpass("New password again: ") != password:
                raise NotDone("the two passwords differ; nothing was changed")
        else:
            password = sys.stdin.readline().removesuffix("\n").removesuffix("\r")
        length = len(password.encode())
    except EOFError:
        length = 0
    except UnicodeError:
        raise NotDone("a password must be UTF-8 text; nothing was changed") from None
    if not length:
        raise NotDone("a password must have at least one character; nothing was changed")
    if length > LONGEST:
        raise NotDone(f"a password can have at most {LONGEST} bytes; nothing was changed")
    if is_token(password):
        raise NotDone("a password cannot look like a resume token; nothing was changed")
    return password


def _rename(admin: AdminDatabase, options: argparse.Namespace) -> None:
    new = good_name(options.new)

    def change(cursor: sqlite3.Cursor) -> str:
        known = admin.account(cursor, options.old)
        try:
            database.rename_account(cursor, known, new)
        except sqlite3.IntegrityError:
            raise NotDone(f"another account is called {plain(new)}, or too much like it") from None
        return known.name

    print(f"{plain(admin.write(change))} is now called {plain(new)}.")


def _delete(admin: AdminDatabase, options: argparse.Namespace) -> None:
    known = admin.read(lambda cursor: admin.account(cursor, options.name))
    name = plain(known.name)
    if not options.yes and not _is_meant(f"Delete the account {name}, with its points and ratings, for good? [y/N] "):
        raise NotDone("nothing was deleted")
    admin.write(lambda cursor: database.delete_account(cursor, admin.account(cursor, options.name)))
    print(f'The account {name} is deleted. Its results stay, under "{database.SOMEBODY}".')


def _is_meant(question: str) -> bool:
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _export(admin: AdminDatabase, options: argparse.Namespace) -> None:
    exported = admin.read(lambda cursor: answers.export_account(cursor, admin.account(cursor, options.name)))
    print(json.dumps(exported, indent=2))


# Keys


def _add_keys(admin: AdminDatabase, options: argparse.Namespace) -> None:
    where = "standard input" if options.file == "-" else plain(options.file)
    try:
        keys = read_keys(_text(options.file))
    except BadKey as error:
        raise NotDone(f"{where}: {error}") from None
    now = time.time()

    def change(cursor: sqlite3.Cursor) -> list[tuple[PublicKey, bool]]:
        known = admin.account(cursor, options.name)
        held = [database.HeldKey(key.fingerprint, key.kind, key.comment, now) for key in keys]
        return [(key, database.add_key(cursor, known, one)) for key, one in zip(keys, held, strict=True)]

    for key, is_new in admin.write(change):
        state = "can now log in with" if is_new else "already had"
        print(f"{plain(options.name)} {state} {key.fingerprint} ({key.kind}).")


def _text(path: str) -> str:
    """A file's text, or that of standard input. Raises BadKey."""
    try:
        with nullcontext(sys.stdin) if path == "-" else open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise BadKey(error.strerror or str(error)) from None
    except UnicodeError:
        raise BadKey("it contains no key") from None
    if len(text) > LONGEST_FILE:
        raise BadKey(f"a file of public keys can have at most {LONGEST_FILE // 1024} KiB")
    return text


def _list_keys(admin: AdminDatabase, options: argparse.Namespace) -> None:
    held = admin.read(lambda cursor: database.keys_of(cursor, admin.account(cursor, options.name)))
    _print(key_list(held))


def _remove_key(admin: AdminDatabase, options: argparse.Namespace) -> None:
    def change(cursor: sqlite3.Cursor) -> None:
        if not database.remove_key(cursor, admin.account(cursor, options.name), options.fingerprint):
            raise NotDone(f"{plain(options.name)} has no key {plain(options.fingerprint)}")

    admin.write(change)
    print(f"{plain(options.name)} can no longer log in with {options.fingerprint}.")


# Records


def _records(admin: AdminDatabase, options: argparse.Namespace) -> None:
    now = time.time()
    chosen = admin.read(lambda cursor: _chosen(answers.overview(cursor), options.game))
    found = {game: admin.read(lambda cursor, game=game: _tables(cursor, game, now)) for game in chosen}  # type: ignore[misc]
    if options.json:
        print(json.dumps({game: _as_data(tables) for game, tables in found.items()}, indent=2))
    elif found:
        _print([line for game, tables in found.items() for line in game_tables(game, *tables)])
    else:
        print("Nothing has been played yet.")


def _chosen(stock: Contents, game: str | None) -> list[str]:
    """The games of that name, or all. Raises NotDone if there is none."""
    found = [one for one in stock.games if game is None or one.casefold() == game.casefold()]
    if game is not None and not found:
        names = "; the games are " + ", ".join(plain(f"{one!r}") for one in stock.games) if stock.games else ""
        raise NotDone(f"there are no results for {plain(game)!r}{names}")
    return found


def _tables(cursor: sqlite3.Cursor, game: str, now: float) -> tuple[Rankings, Sequence[Finished]]:
    best = {(order, period): Best(game, order, period) for order in Order for period in Period}
    rankings = {key: answers.best(cursor, question, now) for key, question in best.items()}
    return rankings, answers.latest(cursor, Latest(game), now)


def _as_data(tables: tuple[Rankings, Sequence[Finished]]) -> dict[str, Any]:
    rankings, latest = tables
    found: dict[str, Any] = {order.value: {} for order in Order}
    for (order, period), rows in rankings.items():
        found[order.value][period.value] = [asdict(row) for row in rows]
    return {**found, "latest": [asdict(one) for one in latest]}


def _print(lines: Sequence[str]) -> None:
    """Print lines with names of strangers in them, which this terminal may not be able to show."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(plain(line).encode(encoding, "backslashreplace").decode(encoding))
