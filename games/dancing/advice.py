"""What is said about a match of Dancing: the goal, and for each player how it stands and what they can do."""

from __future__ import annotations

from tilenet.game import Words
from tilenet.games.dancing.match import Match, Phase

SIT_DOWN = Words("Click Dance or Spoil to sit down.")
SEATED = Words("You have sat down. Add a bot, or invite a friend to take the other seat.")
FIND_OPPONENT = Words("Add a bot or invite a friend: the match begins when both seats are taken.")
NEXT, NEXT_BUT_ONE = (
    Words("You watch; you play in the next match."),
    Words("You watch. Others play in the next match, then you."),
)
NEXT_SEAT, WAIT_YOUR_TURN = Words("You play in the next match."), Words("Others play in the next match, then you.")
WATCH = Words("You watch. To play, make a table in the lobby.")
IS_OVER = Words("The match is over. To play again, make a table in the lobby.")


def goal(lines: int, what: str) -> Words:
    """What the choreographer wants, and what is next."""
    return Words(
        "Goal: {n} line with one dancer of each colour. {what}",
        many="Goal: {n} lines with one dancer of each colour. {what}",
        n=lines,
        what=what,
    )


def waiting_for(match: Match, name: str) -> Words:
    """For a player whose turn it is not; the other has this name."""
    if match.round.phase is Phase.STARS:
        return Words("{name} places the stars; then you dance.", name=name)
    return Words("{name} dances around your stars.", name=name)
