"""Set: ann and a player whose name looks like a score play; cid watches. Then what nobody sees often."""

from __future__ import annotations

from tests.doubles.set_table import CAP, dealt
from tests.web.plays.recording import Recording
from tilenet.games.set.game import SetGame
from tilenet.games.set.layouts import NO_SET, SUBMIT

OTHER = "b 9"


def play() -> Recording:
    table = Recording(dealt())
    ann, other = table.enter("ann"), table.enter(OTHER)
    table.moment("countdown")
    table.table.advance(15)
    table.moment("begun")
    ann.click(("card", 1))
    table.moment("one selected")
    ann.click(("card", 0))
    ann.click(("card", 3))
    table.moment("three selected")
    ann.click(SUBMIT)
    table.moment("wrong")
    for place in (0, 1, 2):
        other.click(("card", place))
    other.click(SUBMIT)
    table.moment("replaced")
    for _ in range(3):
        other.click(("card", 3))
        table.table.advance(121)
    table.moment("ann has given up")
    game = table.table.game
    assert isinstance(game, SetGame) and game.match is not None
    game.match.board, game.match.deck = [*CAP[:9], None, None, None], []
    other.click(NO_SET)
    table.moment("over")
    return table
