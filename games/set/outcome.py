"""What is told of a game of Set that is over: what each player did, in notes, and how it was won."""

from __future__ import annotations

from tilenet.game import Words
from tilenet.games.set.rules import Kind, Match, Record

NOBODY_FOUND = Words("Nobody found a set.")
NOBODY_WON = Words("Nobody finished with more than 0 points.")


def notes(record: Record) -> tuple[str, ...]:
    """13 sets · streak 4, fastest 1.8 s, 1 no-set call, 3 wrong; nothing of a player who has answered nothing."""
    found = []
    if record.sets:
        sets = Words("{n} set", many="{n} sets", n=record.sets)
        has_streak = record.streak > 1
        found.append(Words("{sets} · streak {n}", sets=sets, n=record.streak) if has_streak else sets)
    if record.fastest_set is not None:
        found.append(Words("fastest {seconds:.1f} s", seconds=record.fastest_set))
    if record.no_sets:
        found.append(Words("{n} no-set call", many="{n} no-set calls", n=record.no_sets))
    if record.wrong:
        found.append(Words("{n} wrong", n=record.wrong))
    return tuple(found)


def how_it_ended(match: Match, now: float) -> str:
    """How it was won, or why by nobody; if there is no such thing to tell, how many sets were found in what time."""
    if match.last_right is None:
        return NOBODY_FOUND
    best, *others = sorted(match.scores.values(), reverse=True)
    if best <= 0:
        return NOBODY_WON
    lead = best - others[0] if others else 0
    if lead:
        return _victory(match, lead)
    seconds = int(now - match.began_at)
    return Words(
        "{n} set in {minutes}:{seconds:02}",
        many="{n} sets in {minutes}:{seconds:02}",
        n=sum(record.sets for record in match.records.values()),
        minutes=seconds // 60,
        seconds=seconds % 60,
    )


def _victory(match: Match, lead: int) -> str:
    """By how many points somebody has won, and whether the last right answer decided that."""
    by = Words("by {n} point", many="by {n} points", n=lead)
    last = match.last_right
    if last is None or match.scores[last.by] < max(match.scores.values()) or last.points + last.bonus < lead:
        return by
    if last.kind is Kind.SET:
        return Words("{by}, with the last set of the game", by=by)
    return Words("{by}, with the last answer of the game", by=by)
