"""Sessions at the tables of noughts and crosses, PairPanicking and Set, whose players see what is to be done."""

from __future__ import annotations

import re
from itertools import combinations

from tests.doubles.model import say
from tests.recorded.notes import Notes
from tests.recorded.people import Person, Play, Thing
from tests.recorded.servers import FullServer

# Noughts and crosses

_MOVE = re.compile(r"(\w+) \(X\) against (\w+) \(O\): ([XO]) to move\.")


def noughts(notes: Notes) -> None:
    """Game after game: won, drawn, given up, left; with people who watch, and take over."""
    play = Play(FullServer(42), notes, 42)
    people = {name: play.join(name).walk("Noughts and crosses") for name in ("ann", "bob", "cid", "dan")}
    for round in range(90):
        here = [person for person in people.values() if person.room == "Noughts and crosses"]
        move = _MOVE.fullmatch(here[0].headline) if here else None
        if len(here) < 3:
            for person in people.values():
                person.click("Recharge")
                person.click("Noughts and crosses")
        elif play.chance(0.03) or round == 40:
            play.wait(61, 1)
        elif play.chance(0.06):
            play.pick(here).click("Home")
        elif move is None:
            play.pick(here).click("Restart")
        elif play.chance(0.15):
            play.pick(here).click(".")
        else:
            person = people[move[1] if move[3] == "X" else move[2]]
            person.click_on(play.pick([thing for thing in person.enabled() if thing[1]["name"] == "."]))
        if play.chance(0.1):
            play.wait(1.5, 0.5)
    people["bob"].click("Help")
    people["ann"].lose()
    play.stop()


# PairPanicking

Squares = dict[tuple[int, int], str]  # what was seen under them


def _turn(play: Play, person: Person, seen: Squares, cleverness: float) -> None:
    """Turn a square: one whose partner is known, if there is such a one and the player remembers it."""
    tiles = [(thing, (int(thing[1]["x"]), int(thing[1]["y"]))) for thing in person.tiles()]
    for (_, tile), at in tiles:
        if at[0] < 8 and tile["name"] not in ("?", "··"):
            seen[at] = str(tile["name"])
    hidden = {at: thing for thing, at in tiles if thing[1]["name"] == "?" and thing[1].get("energy")}
    showing = [str(tile["name"]) for (_, tile), at in tiles if at[0] < 8 and tile["name"] not in ("?", "··")]
    if not hidden:
        return
    found: Thing | None = None
    if play.chance(cleverness):
        if len(showing) == 1:
            found = next((hidden[at] for at in hidden if seen.get(at) == showing[0]), None)
        else:
            pairs = combinations([at for at in hidden if at in seen], 2)
            found = next((hidden[one] for one, other in pairs if seen[one] == seen[other]), None)
        if found is None:
            unknown = [thing for at, thing in hidden.items() if at not in seen]
            found = play.pick(unknown) if unknown else None
    person.click_on(found or play.pick([*hidden.values()]))


def _panic(play: Play, people: list[Person], turns: int, cleverness: float) -> None:
    """Turn squares in turn, and now and then wait until two are decided."""
    seen: Squares = {}
    for turn in range(turns):
        here = [person for person in people if person.find("?") and person.is_in]
        if not here:
            break
        _turn(play, here[turn % len(here)], seen, cleverness)
        if turn % 2 and play.chance(0.3):
            play.wait(2, 0.5)
    play.wait(2.5, 0.25)


def pairs(notes: Notes) -> None:
    """A whole game that is solved; another that ends for want of points, also of people in the other room."""
    play = Play(FullServer(33), notes, 33)
    people = [play.join(name).walk("PairPanicking") for name in ("ann", "bob", "cid")]
    people[0].walk("Scoring", "Restart", "Restart", "Help")
    _panic(play, people, 220, 1.0)
    people[1].walk("Restart")
    people[2].walk("Home", "Recharge", "PairPanicking variant: pictures")
    people[1].walk("Home", "PairPanicking")
    _panic(play, people[:2], 24, 0.0)
    dan, eve = play.join("dan"), play.join("eve")
    dan.walk("PairPanicking")
    eve.walk("PairPanicking")
    people[0].click("Home")
    people[1].click("Home")
    dan.walk("Restart")
    eve.walk("Home", "PairPanicking variant: pictures", "Restart")
    _panic(play, [dan], 44, 0.0)
    eve.walk("Restart", "Home", "Recharge", "Recharge", "PairPanicking variant: pictures", "Restart")
    dan.walk("Restart", "Home", "Recharge", "PairPanicking")
    people[2].lose()
    play.wait(61, 1)
    dan.walk("Home", "Recharge")
    eve.walk("Home")
    play.stop()


def pictures(notes: Notes) -> None:
    """The same with pictures, and with people who come in while it goes on and come back to it."""
    play = Play(FullServer(34), notes, 34)
    people = [play.join(name) for name in ("ann", "bob")]
    for person in people:
        person.click("PairPanicking variant: pictures")
    people[0].click("Restart")
    for name in ("cid", "dan", "eve"):
        _panic(play, people, 18, 0.9)
        people.append(play.join(name).walk("PairPanicking variant: pictures"))
        people[0].walk("Home", "Set", "Home", "PairPanicking variant: pictures")
    _panic(play, people, 80, 1.0)
    people[1].walk("Scoring", "Home")
    people[3].walk("Home", "PairPanicking", "Restart")
    for person in people:
        person.walk("Home")
    play.stop()


# Set


def _cards(person: Person) -> list[tuple[int, Thing, list[str]]]:
    """Where each card lies, and its four features."""
    cards = []
    for objid, tile in person.tiles():
        words = str(tile["name"]).removeprefix("* ").split()
        if int(tile["y"]) < 3 and len(words) == 4:
            cards.append((int(tile["y"]) * 4 + int(tile["x"]), (objid, tile), words))
    return cards


def _is_set(*cards: list[str]) -> bool:
    return all(len({*values}) != 2 for values in zip(*cards, strict=True))


def _find_set(person: Person) -> list[tuple[int, Thing, list[str]]]:
    for three in combinations(_cards(person), 3):
        if _is_set(*(words for _, _, words in three)):
            return [*three]
    return []


def _unselect(person: Person) -> None:
    for _, thing, _ in _cards(person):
        if str(thing[1]["name"]).startswith("*"):
            person.click_on(thing)


def _answer(play: Play, person: Person, is_right: bool = True) -> None:
    """Look for a set, and submit it, or three cards that are not one."""
    _unselect(person)
    three = _find_set(person)
    if not is_right:
        cards = _cards(person)
        three = cards[:1] if play.chance(0.3) or len(cards) < 3 else play.random.sample(cards, 3)
    if not three:
        person.click("No set") if play.chance(0.5) else person.press_for("no set")
        return
    for _, thing, _ in three:
        person.press_for(str(thing[1]["text"])) if play.chance(0.5) else person.click_on(thing)
    if play.chance(0.1):
        person.click_on(play.pick(_cards(person))[1])
    person.click("Submit") if play.chance(0.5) else person.press("VK_SPACE")


def set_game(notes: Notes) -> None:
    """A whole game of Set among several, to its end and into the next; other letters, wrong answers, leaving."""
    play = Play(FullServer(35), notes, 35)
    people = [play.join(name).walk("Set") for name in ("ann", "bob", "cid")]
    play.wait(2, 0.5)
    people[1].walk("Submit", "Keys")
    people[2].walk("Keys", "Keys", "Help")
    people[0].press("VK_A")
    play.wait(13, 1)
    watcher = play.join("dan").walk("Set")
    watcher.press("VK_A")
    for round in range(70):
        here = [person for person in people if person.is_in and person.room == "Set"]
        if here[0].headline.startswith("The game is over"):
            break
        _answer(play, play.pick(here), is_right=not play.chance(0.12))
        if round % 9 == 4:
            play.pick(here).click("No set")
            play.pick(here).click("No set")
        if round % 13 == 7:
            play.pick(here).click("Keys")
        if round == 20:
            people[2].walk("Home", "Set")
        if round == 30:
            people[1].press("VK_6")
            play.wait(6, 1)
            people[1].press("VK_6")
            people[1].press("VK_Y")
            people[1].walk("Set")
        if play.chance(0.85):
            play.wait(1, 0.5)
    watcher.walk("Restart", "Restart")
    play.wait(16, 0.5)
    _answer(play, watcher)
    people[0].walk("Home")
    play.wait(605, 5)
    people[2].lose()
    play.stop()


def set_crowd(notes: Notes) -> None:
    """More players than seats: some watch, go first in the next game, and stay when the others leave."""
    play = Play(FullServer(36), notes, 36)
    people = [play.join(f"p{number}").walk("Set") for number in range(14)]
    people[3].walk("Home")
    people[3].walk("Set")
    play.wait(16, 1)
    for _ in range(8):
        _answer(play, play.pick(people[:12]), is_right=not play.chance(0.3))
        play.wait(0.5)
    with play.step("all talk at once"):
        for person in people:
            person.client.send(*(say(person.model.current or "m1", f"word {number}") for number in range(5)))
    play.wait(605, 5)
    people[4].walk("Home", "Set")
    people[2].press("VK_A")
    people[5].click("Restart")
    play.wait(16, 1)
    for person in people[:10]:
        person.press("VK_6")
        person.press("VK_Y" if play.chance(0.5) else "VK_6")
    for person in people[12:]:
        person.lose()
    if people[3].is_in:
        people[3].click("Set")
    people[11].walk("Restart", "Restart")
    for person in people[:3]:
        person.walk("Set")
    play.wait(16, 1)
    _answer(play, people[0])
    play.stop()


def practice(notes: Notes) -> None:
    """One practises, with hints, and others watch until it is their turn."""
    play = Play(FullServer(37), notes, 37)
    ann, bob = (play.join(name).walk("Set practice") for name in ("ann", "bob"))
    for round in range(12):
        for _ in range(play.random.randrange(5)):
            ann.press("VK_T") if play.chance(0.5) else ann.click("Hint")
        ann.click("Submit")
        play.wait(play.pick([0.25, 0.5, 1, 2.5]))
        if round % 4 == 1:
            _answer(play, ann, is_right=False)
        if round == 5:
            bob.walk("Hint", "Restart", "Keys")
            bob.press_for("Card q")
            ann.walk("Restart")
    play.wait(603, 1)
    ann.click("Hint")
    ann.walk("Restart", "Keys", "Hint", "Help", "Home")
    for _ in range(40):
        _answer(play, bob)
        play.wait(1)
        if bob.headline.startswith("The game is over"):
            break
    bob.walk("Hint", "Restart", "Submit")
    ann.walk("Set practice")
    bob.lose()
    ann.walk("No set", "Restart", "Home", "Set practice")
    play.stop()


SESSIONS = {
    "noughts": noughts,
    "pairs": pairs,
    "pictures": pictures,
    "set": set_game,
    "set-crowd": set_crowd,
    "practice": practice,
}
