"""What is said at a table of Set: the help, what came of an answer, and why somebody watches or a game is over."""

from __future__ import annotations

from tilenet.game import Player, Words
from tilenet.games.set.rules import PENALTY, REWARD, Answer, Kind, why_no_set

HOW_TO_PLAY = (
    Words(
        "A card shows one to three copies of a shape, in a colour and a shading. Three cards are a set if they are "
        "all the same or all different in number, in colour, in shading and in shape."
    ),
    Words(
        "Select three cards by their letters, or click them; space submits them. If there is no set, say so with No "
        "set: then six cards are exchanged. Keys gives you other letters. 6 quits."
    ),
)
POINTS = Words(
    "A set earns {found}, a wrong one costs {wrong}; a right 'no set' earns {no_set}, a wrong one costs "
    "{wrong_no_set}. Right answers in a row earn 2, 3, 5, 8, 13 ... more, until you are wrong or somebody else "
    "is right.",
    found=REWARD[Kind.SET],
    wrong=PENALTY[Kind.SET],
    no_set=REWARD[Kind.NO_SET],
    wrong_no_set=PENALTY[Kind.NO_SET],
)


def when_it_ends(seconds: float) -> str:
    return Words(
        "Everyone here when the game begins plays. It is over when no set is left and somebody says so, or when "
        "nobody has played for ten minutes; if others wait, for one minute, or when nobody has been right for "
        "{minutes:g}. This game does not change your points.",
        minutes=seconds / 60,
    )


# Answers

SELECT_FIRST = Words("Select three cards first.")
THERE_IS_ONE = Words("there is a set")


def moment(answer: Answer) -> str:
    """The answer in a few words, to find it again."""
    return Words("{name}: {points:+}", name=answer.by.name, points=answer.points + answer.bonus)


def answer(answer: Answer, deck: int) -> str:
    """What everybody hears of an answer; `deck` is how many cards are to come."""
    name, points = answer.by.name, answer.points
    if not answer.is_right and answer.kind is Kind.NO_SET:
        return Words("{name} said no set, but there is one ({points}).", name=name, points=points)
    if not answer.is_right:
        return Words("{name} was wrong ({points}).", name=name, points=points)
    if not answer.bonus:
        return Words(
            "{name} {what}: {points} points; {cards} in the deck.",
            name=name,
            what=_what(answer),
            points=points,
            cards=deck,
        )
    return Words(
        "{name} {what}: {points} + {bonus} for a streak of {streak}; {cards} in the deck.",
        name=name,
        what=_what(answer),
        points=points,
        bonus=answer.bonus,
        streak=answer.streak,
        cards=deck,
    )


def why_wrong(answer: Answer) -> str:
    """What the player hears of a wrong answer of theirs: two are red, one is blue."""
    return THERE_IS_ONE if answer.kind is Kind.NO_SET else why_no_set(*answer.claimed.values())[1]


def wrong(answer: Answer) -> str:
    return Words("Wrong ({points}): {why}.", points=answer.points, why=why_wrong(answer))


def practised(answer: Answer, deck: int) -> str:
    """What a player hears of an answer in practice, where times are told and no points."""
    if not answer.is_right:
        return Words("Wrong: {why}.", why=why_wrong(answer))
    if answer.kind is Kind.SET:
        return Words("A set, after {seconds:.1f} s; {cards} in the deck.", seconds=answer.seconds, cards=deck)
    return Words("Right, no set, after {seconds:.1f} s; {cards} in the deck.", seconds=answer.seconds, cards=deck)


def _what(answer: Answer) -> str:
    return Words("found a set") if answer.kind is Kind.SET else Words("saw that there is no set")


# Those who do nothing


def replaced_by(player: Player, meanwhile: str) -> str:
    return Words(
        "You did nothing in the last game, so {name} plays: {meanwhile}", name=player.name, meanwhile=meanwhile
    )


def idle(seconds: float, meanwhile: str) -> str:
    return Words(
        "You did nothing for {minutes:g} minutes while others played: {meanwhile}",
        minutes=seconds / 60,
        meanwhile=meanwhile,
    )


def about_to_end(seconds: float) -> str:
    return Words(
        "Others are waiting, and nobody plays: the game is over in {seconds:g} s, unless you play.", seconds=seconds
    )


def nobody_plays(seconds: float) -> str:
    return Words("Nobody has played for {seconds:g} s, and others are waiting. The next game begins.", seconds=seconds)


def nobody_finds(seconds: float) -> str:
    return Words(
        "Nobody has found a set for {minutes:g} minutes, and others are waiting. The next game begins.",
        minutes=seconds / 60,
    )
