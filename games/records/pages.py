"""What the pages of Records look like: the rows of a ranking, of the latest results and of a player's own page.

The matrix has ten columns: below the commands and the games are two blocks of five columns and ten rows, with a heading
each, and then one long line, in ten pieces. A page fills in names and tooltips, and knows nothing of who looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from tilenet.game import Tile, TileId, Words
from tilenet.records import Best, Career, Finished, Latest, Order, Own, OwnResult, Period, Placed, Question, Ranked

COLUMNS, BLOCK, ROWS = 10, 5, 10
HEADING, TOP, LINE, HEIGHT = 2, 3, 13, 14  # rows of the matrix
PIECE = 8  # characters of a plot in each tile of the line
BLOCKS = "▁▂▃▄▅▆▇█"
HEADING_FG, PLOT_FG = "ff9fb4c8", "ff7fd07f"

AGO, RATING, SCORE = Words("Ago"), Words("Rating"), Words("Score")
RANKING = "#", Words("Name"), RATING, Words("Wins"), Words("Games")
LATEST = AGO, Words("Winner"), SCORE, Words("Of"), Words("Rated")
TOTALS = "", Words("You"), "", "", ""
OWN = AGO, Words("Place"), RATING, "", SCORE
BLANK = ("",) * BLOCK

UNKNOWN = "-"
NOBODY_YET = {
    Order.RATING: Words("Nobody yet. A game is rated if at least two accounts and no bots play."),
    Order.WINS: Words("Nobody yet. Guests and bots are not ranked."),
}
NO_RATING_YET = Words("No rating yet. A game is rated if at least two accounts and no bots play.")


class Page(Enum):
    """What a player can look at."""

    RATING = auto()
    WINS = auto()
    LATEST = auto()
    MINE = auto()


@dataclass(frozen=True)
class Choice:
    """What one player looks at."""

    account: int | None
    game: str | None = None  # None as long as there is none
    page: Page = Page.RATING
    period: Period = Period.EVER
    first: int = 0  # the first game that can be chosen, if there are many

    @property
    def is_ranking(self) -> bool:
        return self.page in (Page.RATING, Page.WINS)

    @property
    def question(self) -> Question | None:
        """What has to be asked for it."""
        if self.game is None:
            return None
        match self.page:
            case Page.RATING:
                return Best(self.game, Order.RATING, self.period)
            case Page.WINS:
                return Best(self.game, Order.WINS, self.period)
            case Page.LATEST:
                return Latest(self.game)
            case Page.MINE:
                return None if self.account is None else Own(self.account, self.game)


@dataclass(frozen=True)
class Row:
    """What is in the five tiles of a row, and the tooltip of them all."""

    names: Sequence[str]
    text: str = ""


NO_ROW = Row(BLANK)


@dataclass(frozen=True)
class Sheet:
    """A page: the headings of its two blocks, their rows, and the line below."""

    headings: tuple[Sequence[str], Sequence[str]] = (BLANK, BLANK)
    left: Sequence[Row] = ()
    right: Sequence[Row] = ()
    note: str = ""
    plot: str = ""

    def tiles(self) -> dict[TileId, Tile]:
        """All tiles of the page, which are there on every page, but may be blank."""
        found: dict[TileId, Tile] = {}
        for side, (heading, rows) in enumerate(zip(self.headings, (self.left, self.right), strict=True)):
            for x, name in enumerate(heading, side * BLOCK):
                found["cell", x, HEADING] = Tile(x, HEADING, name, enabled=False, fg=HEADING_FG)
            for number in range(ROWS):
                row = rows[number] if number < len(rows) else NO_ROW
                for x, name in enumerate(row.names, side * BLOCK):
                    found["cell", x, TOP + number] = Tile(x, TOP + number, name, row.text, enabled=False)
        for x in range(COLUMNS):
            piece = self.plot[x * PIECE : (x + 1) * PIECE] if self.plot or x else self.note
            found["cell", x, LINE] = Tile(x, LINE, piece, self.note, enabled=False, fg=PLOT_FG if self.plot else None)
        return found


def sheet_of(question: Question, answer: object) -> Sheet:
    """The page that shows this answer."""
    match question, answer:
        case Best(), tuple(rows):
            return _two(RANKING, [_ranked(row) for row in rows], "" if rows else NOBODY_YET[question.order])
        case Latest(), tuple(results):
            return _two(LATEST, [_finished(one) for one in results], "")
        case Own(), Career():
            return _career(answer)
    raise TypeError(f"{answer!r} does not answer {question!r}")


def data_of(answer: object) -> dict[str, Any]:
    """The same page as data: rows with everything that is known of them; on a player's own page, totals and a plot."""
    match answer:
        case Career():
            fields = ("games", "wins", "rating", "best", "feats")
            totals = {field: getattr(answer, field) for field in fields}
            return {"rows": answer.latest, "totals": totals, "plot": answer.ratings}
        case tuple(rows):
            return {"rows": rows}
    raise TypeError(f"{answer!r} is not an answer")


def _two(heading: Sequence[str], rows: Sequence[Row], note: str) -> Sheet:
    """A page whose rows go on in the second block."""
    return Sheet((heading, heading), rows[:ROWS], rows[ROWS:], note)


def _ranked(row: Ranked) -> Row:
    text = Words(
        "{place}. {name}: {rated}, {wins} in {games}",
        place=row.place,
        name=row.name,
        rated=Words("not rated") if row.rating is None else Words("rating {rating:.0f}", rating=row.rating),
        wins=Words("{n} win", many="{n} wins", n=row.wins),
        games=Words("{n} game", many="{n} games", n=row.games),
    )
    return Row((str(row.place), row.name, _rating(row.rating), str(row.wins), str(row.games)), text)


def _finished(one: Finished) -> Row:
    winners = [placed for placed in one.top if placed.place == 1]
    names = ", ".join(placed.name for placed in winners)
    score = _number(winners[0].score) if winners else ""
    more = one.players - len(one.top)
    standings = ", ".join(map(_placed, one.top))
    if more:
        standings = Words("{standings} and {more} more", standings=standings, more=more)
    rated, unrated = (
        Words("{standings}. Rated.", standings=standings),
        Words("{standings}. Not rated.", standings=standings),
    )
    is_rated = Words("yes") if one.is_rated else UNKNOWN
    return Row((ago(one.ago), names, score, str(one.players), is_rated), rated if one.is_rated else unrated)


def _placed(one: Placed) -> str:
    return f"{one.place}. {one.name} {_number(one.score)}"


def _career(career: Career) -> Sheet:
    totals: dict[str, str] = {
        Words("Games"): str(career.games),
        Words("Wins"): str(career.wins),
        RATING: _rating(career.rating),
        Words("Best score"): UNKNOWN if career.best is None else _number(career.best),
    }
    for feat in career.feats:
        totals[feat.name.capitalize()] = f"{feat.value:.1f} {feat.unit}" if feat.unit else _number(feat.value)
    left = [Row(("", name, value, "", ""), f"{name}: {value}") for name, value in totals.items()]
    right = [_own(one) for one in career.latest]
    if not career.ratings:
        return Sheet((TOTALS, OWN), left, right, NO_RATING_YET)
    lowest, highest = min(career.ratings), max(career.ratings)
    note = Words("Your rating over time, from {lowest:.0f} to {highest:.0f}.", lowest=lowest, highest=highest)
    return Sheet((TOTALS, OWN), left, right, note, f"{plot(career.ratings)} {lowest:.0f} to {highest:.0f}")


def _own(one: OwnResult) -> Row:
    place = Words("{place} of {players}", place=one.place, players=one.players)
    rating = one.rating
    rated = Words("not rated") if rating is None else Words("rating {rating:.0f} afterwards", rating=rating)
    score = _number(one.score)
    text = Words("Place {place}, with a score of {score}; {rated}", place=place, score=score, rated=rated)
    return Row((ago(one.ago), place, _rating(one.rating), "", _number(one.score)), text)


def plot(numbers: Sequence[float]) -> str:
    """A block for each number: the lowest is the smallest, and the highest the largest."""
    lowest, highest = min(numbers), max(numbers)
    if lowest == highest:
        return BLOCKS[len(BLOCKS) // 2] * len(numbers)
    return "".join(BLOCKS[round((number - lowest) / (highest - lowest) * (len(BLOCKS) - 1))] for number in numbers)


def ago(seconds: float) -> str:
    """How long ago, in at most three characters."""
    for unit, size, most in (("m", 60, 60), ("h", 3600, 24), ("d", 86400, 70), ("w", 7 * 86400, 52)):
        if seconds < size * most:
            return f"{int(seconds // size)}{unit}" if seconds >= size else Words("now")
    return f"{int(seconds // (365 * 86400)) or 1}y"


def _rating(rating: float | None) -> str:
    return UNKNOWN if rating is None else f"{rating:.0f}"


def _number(score: float) -> str:
    return f"{score:.0f}" if score == round(score) else f"{score:.1f}"
