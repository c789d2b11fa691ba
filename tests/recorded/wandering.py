"""Sessions in which people of both protocols do whatever comes to their minds, in all rooms."""

from __future__ import annotations

from collections.abc import Callable

from tests.doubles.harness import Lamp
from tests.doubles.model import click, press, say
from tests.recorded.coming import AFTER
from tests.recorded.notes import Notes
from tests.recorded.people import JsonPerson, Person, Play
from tests.recorded.servers import FullServer, GamePlugin, SmallLobby

NAMES = ("ann", "bob", "cid", "dan", "ann", "Zoë", "eve & co", "<no")
ROOMS = ("den", "Kahve", "çay", "home", "attic", "room1", "<b>")
ROOM_TILES = (
    "Noughts and crosses",
    "PairPanicking",
    "PairPanicking variant: pictures",
    "Set",
    "Set practice",
    "Tombala",
)
SPEECH = (
    "hello",
    "(psst)",
    'a < b & c > "d"',
    "",
    "   ",
    "çok güzel 😀",
    "/rooms",
    "/join den",
    "/join",
    "/create den 12",
    "/create çay 3 every 1",
    "/create attic 99999",
    "/create",
    "/quit",
    "/next",
    "/mark 17",
    "/mark x",
    "/cinko 1",
    "/help",
    "/dance",
)
WAITS = ((0.25, 0.25), (0.5, 0.25), (1, 0.5), (1, 1), (2, 0.5), (3, 1), (5, 1), (16, 1), (61, 5))

#: What is wrong with each is told, and the next message counts again; but the last is the end.
BROKEN = (
    b"CLROOM\n",
    b"hello\n",
    b'CLROOM:{"seq": 1, "seq": 2}\n',
    b'CLROOM:{"seq": "1"}\n',
    b'CLROOM:{"seq": true}\n',
    b"CLROOM:{}\n",
    b"CLROOM:[1, 2]\n",
    b"CLROOM: 5\n",
    b'clroom:{"seq": 3}\n',
    b'CLROOM:{"seq": 4\n',
    b'CLROOM:{"seq": 5, "x": }\n',
    b'CLROOM:{"seq": 6, "x": NaN}\n',
    b'CLROOM:{"seq": 7, "x": 1e999}\n',
    b'CLROOM:{"seq": 99999999999999999999}\n',
    b'CLROOM:{"seq": 8, "x": "\xff"}\n',
    b'CLROOM:{"seq": 9, "x": "\\ud800"}\n',
    b'CLROOM:{"seq": 10, "x": [[[[[[[[1]]]]]]]]}\n',
    b'CLROOM:{"seq": 11, "x": "a\\"}b"}CHBEAT:{"seq": 12}\n\n  CLROOM:{"seq": 13}',
    b'CJROOM:{"seq": 14}\n',
    b'CJROOM:{"seq": 15, "roomname": 5}\n',
    b'CCROOM:{"seq": 16, "roomname": "den", "countdown": "5"}\n',
    b'CCROOM:{"seq": 17, "roomname": "den", "countdown": 5.0}\n',
    b'CCINKO:{"seq": 18}\n',
    b'CCINKO:{"seq": 19, "cinko": 1}\n',
    b'CCINKO:{"seq": 20, "cinko": 1, "total": 2}\n',
    b'CDANCE:{"seq": 21}\n',
    b'CCROOM:{"seq": 22, "roomname": "' + b"x" * 5000 + b'"}\n',
)


def _act(play: Play, person: Person) -> None:
    """Let a TileNet player do something."""
    kinds = ["click"] * 30 + ["walk"] * 8 + ["press"] * 8 + ["say"] * 6 + ["whisper"] * 4 + ["address"] * 3
    kinds += ["to token", "to key", "disabled", "disabled", "unknown", "elsewhere", "Home", "Help", "Help", "Restart"]
    kinds += ["Recharge", "logout", "lose", "illegal", "two at once"]
    kind = play.pick(kinds)
    enabled, tiles, keys, agents = person.enabled(), person.tiles(), person.keys(), person.agents()
    match kind:
        case "walk" if person.room == "Home":
            person.click(play.pick(ROOM_TILES))
        case "press" if keys:
            key = play.pick(keys)
            person.send(f"presses {key[1]['name']}", press(key[0]))
        case "say":
            person.say(play.pick(SPEECH))
        case "whisper" if agents:
            person.say(f"({play.pick(SPEECH)})", play.pick(agents)[0])
        case "address" if agents:
            person.say(play.pick(SPEECH), play.pick(agents)[0])
        case "to token" if tiles:
            person.say(play.pick(SPEECH), play.pick(tiles)[0])
        case "to key":
            person.say(play.pick(SPEECH), play.pick(keys)[0] if keys else "k1")
        case "disabled" if others := [thing for thing in tiles if not thing[1].get("energy")]:
            person.click_on(play.pick(others), "the disabled ")
        case "unknown":
            person.send(
                "clicks and presses what nobody knows", click("t123456"), press("k123456"), say("a99999", "you?")
            )
        case "elsewhere":
            known = sorted(objid for objid in person.model.objects if objid[0] in "tk")
            objid = play.pick(known)
            person.send(f"has {objid} in mind", click(objid) if objid[0] == "t" else press(objid), say(objid, "you?"))
        case "Home" | "Help" | "Restart" | "Recharge":
            person.click(kind)
        case "logout":
            person.logout(play.pick([None, "bye", "so long & thanks"]))
        case "lose":
            person.lose()
        case "illegal":
            number = play.random.randrange(len(AFTER))
            person.send(f"sends illegal input {number}", AFTER[number])
        case "two at once" if len(enabled) > 1:
            both = play.random.sample(enabled, 2)
            person.send(f"clicks {both[0][0]} and {both[1][0]} at once", *(click(objid) for objid, _ in both))
        case _:
            if enabled:
                person.click_on(play.pick(enabled))


def _ask(play: Play, person: JsonPerson) -> None:
    """Let a player of Tombala's own protocol ask for something."""
    kinds = ["CHBEAT"] + ["CCROOM"] * 4 + ["CLROOM"] * 3 + ["CJROOM"] * 7 + ["CQROOM"] * 2 + ["CCINKO"] * 3
    kind = play.pick([*kinds, *["CNNMBR"] * 6, "broken", "broken", "CLOGIN", "CXXXXX", "lose"])
    match kind:
        case "CCROOM":
            person.ask(kind, roomname=play.pick(ROOMS), countdown=play.pick([1, 5, 12, 30, 0, 5000]))
        case "CJROOM":
            person.ask(kind, roomname=play.pick([*person.rooms, *ROOMS]))
        case "CCINKO":
            person.ask(kind, total=play.pick([person.rows, 1, 2, 3, 7]))
        case "CLOGIN":
            person.login(play.pick(NAMES))
        case "broken":
            number = play.random.randrange(len(BROKEN))
            person.send(f"sends broken message {number}", BROKEN[number])
        case "lose":
            person.lose()
        case _:
            person.ask(kind)


def _wander(play: Play, steps: int, people: int, jsons: int) -> None:
    for _ in range(people):
        play.join(play.pick(NAMES))
    for _ in range(jsons):
        play.enter(play.pick(NAMES))
    for _ in range(steps):
        here = [person for person in play.people if person.is_in]
        asking = [person for person in play.jsons if person.is_connected]
        if play.chance(0.16):
            play.wait(*play.pick(WAITS))
        elif len(here) < people:
            play.join(play.pick(NAMES), play.pick(["127.0.0.1", "192.0.2.9"]))
        elif len(asking) < jsons:
            play.enter(play.pick(NAMES))
        elif asking and play.chance(jsons / (people + jsons)):
            _ask(play, play.pick(asking))
        else:
            _act(play, play.pick(here))
    play.stop()


def wander(seed: int, steps: int, people: int, jsons: int) -> Callable[[Notes], None]:
    """A session with this many steps."""

    def session(notes: Notes) -> None:
        lamp = GamePlugin("lamp", Lamp)
        server = FullServer(seed, lamp, lobby=SmallLobby) if seed % 2 else FullServer(seed, lamp)
        _wander(Play(server, notes, seed), steps, people, jsons)

    return session


def broken(notes: Notes) -> None:
    """All broken messages, by somebody who is not logged in, by somebody who is, and by somebody in a game."""
    play = Play(FullServer(21), notes)
    stranger, guest, player = play.dial(), play.enter("guest"), play.enter("player")
    player.ask("CCROOM", roomname="parlour", countdown=3)
    player.ask("CJROOM", roomname="parlour")
    play.wait(3, 1)
    for number, data in enumerate(BROKEN):
        for person in (stranger, guest, player):
            person.send(f"sends broken message {number}", data)
        play.wait(0.5)
    play.stop()


SESSIONS = {
    **{f"wandering{seed}": wander(seed, 330, 5, 0 if seed == 1 else 3) for seed in (1, 2, 3, 4)},
    "broken": broken,
}
