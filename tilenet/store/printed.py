"""Accounts and records as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from unicodedata import east_asian_width

from tilenet.game import Feat
from tilenet.records import Career, Finished, Order, Period, Ranked
from tilenet.store.database import AccountRow, HeldKey
from tilenet.text import plain

UNKNOWN = "-"

Rankings: TypeAlias = Mapping[tuple[Order, Period], Sequence[Ranked]]


def account_list(accounts: Sequence[AccountRow]) -> list[str]:
    if not accounts:
        return ["There are no accounts yet."]
    rows = [(one.name, str(one.points), _day(one.created), _day(one.seen)) for one in accounts]
    return table(("name", "points", "created", "last login"), rows)


def account_page(known: AccountRow, careers: Mapping[str, Career]) -> list[str]:
    head = [
        f"name        {known.name}",
        f"points      {known.points}",
        f"created     {_moment(known.created)}",
        f"last login  {_moment(known.seen)}",
    ]
    feats = {feat.name: _with_unit(feat) for career in careers.values() for feat in career.feats}
    rows = [
        (
            game,
            _rounded(career.rating),
            str(career.wins),
            str(career.games),
            _number(career.best),
            *(_number(_value(career, name)) for name in feats),
        )
        for game, career in careers.items()
    ]
    heading = "game", "rating", "wins", "games", "best score", *feats.values()
    return [*head, "", *table(heading, rows)] if rows else [*head, "", "No games yet."]


def _with_unit(feat: Feat) -> str:
    return f"{feat.name}, {feat.unit}" if feat.unit else feat.name


def _value(career: Career, name: str) -> float | None:
    return next((feat.value for feat in career.feats if feat.name == name), None)


def key_list(keys: Sequence[HeldKey]) -> list[str]:
    if not keys:
        return ["There are no keys: this account logs in by its password."]
    return table(
        ("fingerprint", "kind", "comment", "added"),
        [(key.fingerprint, key.kind, key.comment, _day(key.added)) for key in keys],
    )


def game_tables(
    game: str, rankings: Mapping[tuple[Order, Period], Sequence[Ranked]], latest: Sequence[Finished]
) -> list[str]:
    """All tables of a game that are not empty."""
    lines = [game, "=" * max(1, _width(plain(game)))]
    for (order, period), rows in rankings.items():
        if rows:
            cells = [(str(row.place), row.name, _rounded(row.rating), str(row.wins), str(row.games)) for row in rows]
            lines += [
                "",
                f"Best {order.value}, {period.value}",
                *table(("#", "name", "rating", "wins", "games"), cells),
            ]
    results = [
        (
            f"{one.ago / 60:.0f} min" if one.ago < 6000 else f"{one.ago / 3600:.0f} h",
            ", ".join(f"{placed.place}. {placed.name} {_number(placed.score)}" for placed in one.top)
            + (f" and {one.players - len(one.top)} more" if one.players > len(one.top) else ""),
        )
        for one in latest
    ]
    return [*lines, "", "Latest results", *table(("ago", "places and scores"), results), ""]


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as they have to be; those of numbers are at the right."""
    cells = [[plain(cell) for cell in row] for row in (heading, *rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    is_number = [all(_is_number(cell) for cell in column[1:]) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        parts = [
            " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ]
        lines.append("  ".join(parts).rstrip())
    return lines


def _is_number(cell: str) -> bool:
    return cell == UNKNOWN or cell.replace(".", "", 1).removeprefix("-").isdecimal()


def _width(text: str) -> int:
    """How many columns a text takes on most terminals."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _rounded(number: float | None) -> str:
    return UNKNOWN if number is None else f"{number:.0f}"


def _number(number: float | None) -> str:
    if number is None:
        return UNKNOWN
    return f"{number:.0f}" if number == round(number) else f"{number:.1f}"


def _day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment):%Y-%m-%d}"


def _moment(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment):%Y-%m-%d %H:%M}"
