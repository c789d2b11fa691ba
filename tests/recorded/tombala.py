"""Sessions of Tombala: whole games of players from both doors, its lobby, and its own protocol."""

from __future__ import annotations

from datetime import timedelta

from tests.doubles.tombala_clients import shown_card
from tests.recorded.notes import Notes
from tests.recorded.people import JsonPerson, Person, Play
from tests.recorded.servers import FullServer, SmallLobby, moody_lobby


class Bingo:
    """What a TileNet player has in mind during a game: which numbers were drawn, and how much was announced."""

    def __init__(self, person: Person, habit: str) -> None:
        self.person = person
        self._habit = habit  # auto, click, type
        self._claimed = 0

    @property
    def is_on(self) -> bool:
        return self.person.headline.startswith("Number ")

    def _drawn(self) -> set[int]:
        tiles = [tile for _, tile in self.person.tiles() if int(tile["x"]) < 10 and int(tile["y"]) < 9]
        return {int(str(tile["name"]).strip("()")) for tile in tiles if str(tile["name"]).startswith("(")}

    def mark(self) -> None:
        """Mark what is drawn, in the way that they like."""
        person, drawn = self.person, self._drawn()
        if self._habit == "auto":
            return
        for number in [number for row in shown_card(person.client) for number in row if number in drawn]:
            tile = next(
                (thing for thing in person.enabled() if thing[1]["name"] == str(number) and int(thing[1]["y"]) > 9),
                None,
            )
            if tile is not None and self._habit == "click":
                person.click_on(tile)
            elif tile is not None:
                person.say(f"/mark {number}")

    def claim(self) -> None:
        drawn = self._drawn()
        rows = sum({*row} <= drawn for row in shown_card(self.person.client))
        if rows > self._claimed:
            self._claimed = rows
            if self._habit == "type":
                self.person.say(f"/cinko {rows}")
            elif self._habit == "auto":
                self.person.press("VK_C")
            else:
                self.person.click("Cinko")

    def proceed(self, play: Play) -> None:
        if self._habit == "auto" and play.chance(0.5):
            self.person.press("VK_N")
        else:
            self.person.click("Next")


def _ask_on(person: JsonPerson, is_timed: bool) -> None:
    """Let a JSON player claim what there is, and go on."""
    if person.rows > person.claimed and not person.is_over:
        person.ask("CCINKO", total=person.rows)
    if not is_timed and not person.is_over:
        person.ask("CNNMBR")


def _play_out(play: Play, people: list[Bingo], jsons: list[JsonPerson], is_timed: bool) -> None:
    """To the third cinko."""
    for turn in range(95):
        if not people[0].is_on:
            break
        for player in people:
            if turn % 3 == 2 or turn > 40:
                player.mark()
                player.claim()
            if turn % 20 == 19:
                player.person.click("Cinko")
            if player.is_on and not is_timed:
                player.proceed(play)
        for json in jsons:
            _ask_on(json, is_timed)
        if is_timed:
            play.wait(2, 1)
        elif turn % 8 == 0:
            play.wait(3, 1)


def untimed(notes: Notes) -> None:
    """Four play from countdown to third cinko, and two more begin and leave; then the next game."""
    play = Play(FullServer(51), notes, 51)
    ann, bob = (play.join(name).walk("Tombala") for name in ("ann", "bob"))
    jon, kim, lee = (play.enter(name) for name in ("jon", "kim", "lee"))
    ann.say("/create den 8")
    ann.say("/rooms")
    jon.ask("CLROOM")
    jon.ask("CJROOM", roomname="DEN")
    bob.click_on((bob.find_like("den (") or "t999999", {"name": "den"}))
    ann.say("/join den")
    kim.ask("CJROOM", roomname="den")
    lee.ask("CJROOM", roomname="den")
    dan = play.join("dan").walk("Tombala")
    dan.say("/join den")
    watcher = play.join("eve").walk("Tombala")
    agents = {str(agent["name"]): objid for objid, agent in ann.agents()}
    watcher.say("(can you read this?)", agents["jon"])
    ann.say("(psst)", agents["jon"])
    ann.say("hello", agents["jon"])
    ann.say("(psst)", agents["bob"])
    ann.press("VK_A")
    ann.walk("Next", "Cinko", "Help")
    ann.say("/next")
    ann.say("/mark 5")
    kim.ask("CNNMBR")
    kim.ask("CCINKO", total=1)
    play.wait(8, 0.5)
    kim.ask("CCINKO", total=1)
    kim.ask("CCINKO", total=0)
    watcher.say("/join den")
    for text in ("/join", "/create", "/dance", "/quit", "/help", "/next"):
        watcher.say(text)
        dan.say(text)
        play.wait(1)
    dan.say("/join den")
    watcher.click("New timed room")
    bob.click("Cinko")
    bob.say("/mark 91")
    bob.walk("Next", "Next")
    jon.ask("CNNMBR")
    jon.ask("CNNMBR")
    kim.ask("CJROOM", roomname="den")
    dan.say("/join den")
    dan.say("/create other 5")
    lee.ask("CQROOM")
    lee.ask("CQROOM")
    play.wait(1)
    for text in ("/mark x", "/rooms", "/cinko 7", "/dance", "/help", "/create"):
        ann.say(text)
        play.wait(1)
    dan.press("VK_L")
    people = [Bingo(ann, "auto"), Bingo(bob, "click")]
    _play_out(play, people, [jon, kim], is_timed=False)
    play.wait(1)
    jon.ask("CNNMBR")
    kim.ask("CQROOM")
    ann.say("/cinko 3")
    ann.say("/create again 5")
    ann.say("/join again")
    bob.walk("Auto mark", "Cinko", "Next", "Lobby")
    bob.say("/join again")
    kim.ask("CJROOM", roomname="again")
    watcher.walk("Home")
    play.wait(6, 1)
    ann.lose()
    bob.click("Home")
    kim.lose()
    play.wait(31, 1)
    play.stop()


def timed(notes: Notes) -> None:
    """A timed room to its end, another to the last number because nobody claims, heartbeats and silence."""
    play = Play(FullServer(52), notes, 52)
    ann, bob, cid = (play.join(name).walk("Tombala") for name in ("ann", "bob", "cid"))
    jon, kim = play.enter("jon"), play.enter("kim")
    ann.say("/create fast 4 every 2")
    cid.say("/create empty 3 every 400")
    cid.say("/create lonely 5 every 1")
    for person in (ann, bob):
        person.say("/join fast")
    jon.ask("CJROOM", roomname="fast")
    cid.say("/join lonely")
    kim.ask("CHBEAT")
    play.wait(4, 0.5)
    ann.walk("Auto mark", "Next")
    bob.say("/next")
    jon.ask("CNNMBR")
    _play_out(play, [Bingo(ann, "auto"), Bingo(bob, "type")], [jon], is_timed=True)
    kim.ask("CLROOM")
    kim.ask("CHBEAT")
    play.wait(29, 1)
    kim.send("gives a sign of life", b"\n")
    play.wait(31, 1)
    jon.ask("CLROOM")
    jon.ask("CCROOM", roomname="late", countdown=60)
    jon.ask("CLROOM")
    with play.step("somebody sets the clock on the wall"):
        play.server.shift = timedelta(hours=-1, seconds=0.5)
    jon.ask("CLROOM")
    ann.walk("Lobby", "New room")
    play.wait(10, 1)
    bob.click("Lobby")
    play.wait(20, 1)
    bob.lose()
    play.wait(40, 1)
    jon.lose()
    play.stop()


def hall(notes: Notes) -> None:
    """Many rooms: more than are shown, more than one may make, more than there is room for; and a full one."""
    play = Play(FullServer(53), notes, 53)
    host = play.join("host").walk("Tombala")
    makers = [play.enter(f"maker{number}") for number in range(7)]
    for number, maker in enumerate(makers):
        for room in range(6):
            maker.ask("CCROOM", roomname=f"r{number}{room}", countdown=5 + 13 * number + room)
        play.wait(1)
    host.say("/rooms")
    makers[0].ask("CJROOM", roomname="r64")
    makers[1].ask("CJROOM", roomname="r64")
    makers[2].ask("CCROOM", roomname="Restart", countdown=5)
    makers[2].ask("CCROOM", roomname="x" * 40, countdown=5)
    host.walk("New room", "Home", "Tombala")
    play.wait(12, 1)
    for number in range(24):
        with play.step(f"guest {number} comes into a room"):
            guest = JsonPerson(play, "127.0.0.1")
            guest.client.send(f'CLOGIN:{{"seq": 1, "username": "guest{number}"}}\n'.encode())
            guest.client.send(b'CJROOM:{"seq": 2, "roomname": "r64"}\n')
    late = play.enter("late")
    late.ask("CJROOM", roomname="r64")
    host.say("/join r64")
    play.jsons[9].ask("CQROOM")
    host.say("/join r64")
    play.wait(80, 2)
    host.walk("Next", "Lobby")
    play.wait(3, 1)
    play.stop()


def small(notes: Notes) -> None:
    """A hall that is full with a few rooms: an empty one makes way, and no other does."""
    play = Play(FullServer(54, lobby=SmallLobby), notes, 54)
    ann, bob = (play.join(name).walk("Tombala") for name in ("ann", "bob"))
    jon = play.enter("ä" * 30)
    kim = play.enter("kim")
    for name in ("one", "two", "three", "four"):
        ann.say(f"/create {name} {20 + len(name)}")
    for name in ("four", "five", "six"):
        jon.ask("CCROOM", roomname=name, countdown=100)
    kim.ask("CCROOM", roomname="seven", countdown=50)
    kim.ask("CLROOM")
    for asker, name in ((jon, "one"), (kim, "two")):
        asker.ask("CJROOM", roomname=name)
    ann.walk("New room")
    bob.walk("New room", "New timed room")
    kim.ask("CLROOM")
    play.join("cid").walk("Tombala", "New room")
    play.wait(30, 1)
    kim.ask("CLROOM")
    for person in play.people:
        person.walk("Lobby")
    play.wait(2)
    for asker in play.jsons:
        asker.lose()
    play.wait(5, 1)
    play.stop()


def failing(notes: Notes) -> None:
    """Rooms and a lobby that fail, with people from both doors in them."""
    play = Play(FullServer(55, lobby=moody_lobby()), notes, 55)
    ann, bob = (play.join(name).walk("Tombala") for name in ("ann", "bob"))
    jon, gloomy, kim = play.enter("jon"), play.enter("gloomy"), play.enter("kim")
    ann.say("/rooms")
    kim.ask("CCROOM", roomname="never", countdown=5)
    for name in ("den", "attic", "cellar"):
        jon.ask("CCROOM", roomname=name, countdown=20)
    jon.ask("CJROOM", roomname="den")
    kim.ask("CJROOM", roomname="den")
    ann.say("/join den")
    kim.ask("CCINKO", total=99)
    ann.say("fail")
    ann.say("/create never 5")
    play.wait(2, 1)
    gloomy.ask("CJROOM", roomname="attic")
    gloomy.ask("CJROOM", roomname="attic")
    gloomy.ask("CLROOM")
    bob.say("fail")
    bob.say("/join cellar")
    gloomy.ask("CJROOM", roomname="cellar")
    play.wait(20, 1)
    kim.ask("CCINKO", total=99)
    gloomy.ask("CJROOM", roomname="den")
    ann.say("/quit")
    bob.walk("Help", "Home", "Tombala")
    play.wait(1)
    ann.say("for good")
    for header in ("CLROOM", "CQROOM"):
        kim.ask(header)
    jon.lose()
    for person in (gloomy, kim):
        person.ask("CCROOM", roomname="other", countdown=5)
        person.ask("CJROOM", roomname="den")
    bob.walk("Help", "Home")
    ann.walk("Home", "Tombala", "New room")
    play.wait(5, 1)
    play.stop()


SESSIONS = {
    "tombala-failing": failing,
    "tombala-untimed": untimed,
    "tombala-timed": timed,
    "tombala-hall": hall,
    "tombala-small": small,
}
