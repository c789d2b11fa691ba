"""Sessions on a stage, whose scenes, views and events are made up to try everything that can be sent of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.doubles.harness import Lamp, Rang, Stage, stage
from tests.recorded.notes import Notes
from tests.recorded.people import Person, Play
from tests.recorded.servers import (
    HELP,
    NO_VIEW,
    Chat,
    Close,
    Events,
    FullServer,
    GamePlugin,
    Go,
    Image,
    Key,
    Open,
    Points,
    Say,
    Scene,
    Tell,
    Tile,
    View,
    help_tile,
)

DOT = Image(1, 1, b"dot")
BAR = Image(2, 1, b"a bar")
BIG = Image(64, 64, b"b" * 40_000)
BIGGER = Image(64, 64, b"c" * 30_000)


class Trouble(Exception):
    """What a game on a stage fails with."""


def _show(play: Play, person: Person, what: str, change: Callable[[], object]) -> None:
    """Change something on the stage, which is seen when somebody clicks the prop."""
    with play.step(f"on the stage: {what}"):
        change()
    person.click("prop")


def _put(game: Stage, **new: Any) -> Callable[[], None]:
    """What gives a stage other attributes."""

    def put() -> None:
        for name, value in new.items():
            setattr(game, name, value)

    return put


def pictures(notes: Notes) -> None:
    """Sizes, colours, images, keys and tiles that come, go and move, for people who are there, leave and come back."""
    game = Stage()
    play = Play(FullServer(71, stage(game), GamePlugin("lamp", Lamp)), notes, 71)
    ann, bob, cid = (play.join(name) for name in ("ann", "bob", "cid"))
    for person in (ann, bob):
        person.click("Stage")
    game.views["ann"] = View({"prop": Tile(0, 1, "prop", "for ann alone", fg="ff00ff00")})

    def tiles(**new: Tile | None) -> Callable[[], None]:
        def change() -> None:
            kept = {id: tile for id, tile in game.tiles.items() if id not in new}
            game.tiles = {**kept, **{id: tile for id, tile in new.items() if tile is not None}}

        return change

    def put(**new: Any) -> Callable[[], None]:
        return _put(game, **new)

    changes: list[tuple[str, Callable[[], object]]] = [
        ("another text", put(text='Another <text> & "more"\n')),
        ("another colour", put(bg="ff102030")),
        ("a tile", tiles(one=Tile(2, 2, "one", "a text"))),
        ("the tile moves", tiles(one=Tile(3, 2, "one", "a text"))),
        ("another tile in its old place", tiles(two=Tile(2, 2, "two", enabled=False, fg="ffaabbcc", bg="ff010203"))),
        ("the two change places", tiles(one=Tile(2, 2, "one"), two=Tile(3, 2, "two"))),
        ("three in a circle", tiles(one=Tile(3, 2), two=Tile(3, 1), three=Tile(2, 2))),
        ("the circle turns", tiles(one=Tile(3, 1), two=Tile(2, 2), three=Tile(3, 2))),
        ("one goes", tiles(one=None)),
        ("it comes back", tiles(one=Tile(0, 2, "one"))),
        ("an image", tiles(one=Tile(0, 2, "one", image=DOT))),
        ("the same image twice, and another", tiles(two=Tile(2, 2, image=DOT), three=Tile(3, 2, image=BAR))),
        ("an image of the room", put(image=BIG)),
        ("another", put(image=DOT)),
        ("none", put(image=None)),
        ("tiles without images", tiles(one=Tile(0, 2, "one"), two=Tile(2, 2), three=Tile(3, 2, image=DOT))),
        ("a key", put(keys={"a": Key("VK_A", "act")})),
        ("two keys", put(keys={"a": Key("VK_A", "act"), "b": Key("VK_B", "bow", False)})),
        ("they swap their names", put(keys={"a": Key("VK_B", "act"), "b": Key("VK_A", "bow")})),
        ("one key", put(keys={"b": Key("VK_A", "bow")})),
        ("a larger room", put(size=(6, 5))),
        ("a tile at its edge", tiles(far=Tile(5, 4, "far"))),
        ("a smaller room", lambda: (tiles(far=None)(), put(size=(4, 3))())),
        ("all at once", put(size=(5, 5), image=BAR, fg="ff00ff00", bg="ff0000ff", keys={}, text="")),
        ("nothing", put()),
        ("a long name, and odd characters", tiles(one=Tile(0, 2, "n" * 300, "a\tb\x00\ud800\uffff'\"<&>"))),
    ]
    for number, (what, change) in enumerate(changes):
        _show(play, ann, what, change)
        if number % 3 == 1:
            cid.click("Stage" if cid.room == "Home" else "Home")
        if number % 5 == 2:
            bob.walk("Home", "Lamp", "off", "on", "Home", "Stage")
        if number % 7 == 3:
            cid.walk("Lamp", "Home")
            play.wait(1.5, 0.5)
        ann.press("VK_A")
    for _ in range(90):
        _shuffle(game, play.random)
        person = play.pick([ann, bob, cid])
        if person.room != "Stage" or play.chance(0.15):
            person.click("Stage" if person.room == "Home" else "Home")
        person.click("prop")
    play.stop()


def _shuffle(game: Stage, random: Random) -> None:
    """Another scene by chance, and perhaps other views."""
    if random.random() < 0.15:
        game.size = random.choice([(4, 3), (5, 3), (4, 6)])
    if random.random() < 0.15:
        game.bg = random.choice(["ffffffff", "ff000000", "ff777777"])
    if random.random() < 0.15:
        game.image = random.choice([None, DOT, BAR])
    if random.random() < 0.2:
        game.keys = {name: Key(f"VK_{name}", name, random.random() < 0.5) for name in random.sample("ABCD", 2)}
    cells = [(x, y) for y in (1, 2) for x in range(4)]
    if random.random() < 0.5:
        random.shuffle(cells)
        placed = [*game.tiles.values()] if random.random() < 0.5 else cells
        names = ["prop", *random.sample("uvwxyz", random.randrange(4))]
        cells = [(place.x, place.y) if isinstance(place, Tile) else place for place in placed]
        game.tiles = {
            name: Tile(*cell, name, random.choice(["", "text"]), fg=random.choice([None, "ffff0000"]))
            for name, cell in zip(names, cells, strict=False)
        }
    elif random.random() < 0.6:
        name = random.choice([*game.tiles])
        game.tiles = {
            **game.tiles,
            name: game.tiles[name]._replace(text=str(random.randrange(9)), image=random.choice([None, DOT])),
        }
    for name in ("ann", "bob"):
        mine = random.sample([*game.tiles], random.randrange(len(game.tiles) + 1))
        if (
            random.random() < 0.6
            or any(
                id not in game.tiles or tile[:2] != game.tiles[id][:2]
                for id, tile in game.views.get(name, NO_VIEW).tiles.items()
            )
            or any(id not in game.keys for id in game.views.get(name, NO_VIEW).keys)
        ):
            tiles = {
                id: game.tiles[id]._replace(text=f"for {name}", bg=random.choice([None, "ff00ff00"])) for id in mine
            }
            keys = {id: key._replace(enabled=True) for id, key in game.keys.items() if random.random() < 0.3}
            game.views[name] = View(tiles, keys) if tiles or keys else NO_VIEW


def views(notes: Notes) -> None:
    """What some see otherwise, while what all see changes around it."""
    game = Stage()
    play = Play(FullServer(72, stage(game)), notes, 72)
    ann, bob, cid = (play.join(name).walk("Stage") for name in ("ann", "bob", "cid"))
    prop, mine = game.tiles["prop"], Tile(1, 1, "mine", "hidden", image=DOT)
    game.tiles = {"prop": prop, "mine": Tile(1, 1, "theirs"), "third": Tile(2, 2, "third")}
    game.keys = {"k": Key("VK_K", "key"), "l": Key("VK_L", "other", False)}
    secret = View({"mine": mine})

    def view(name: str, seen: View) -> Callable[[], None]:
        return lambda: game.views.update({name: seen})

    def third(**new: Any) -> Callable[[], None]:
        return lambda: game.tiles.update(third=game.tiles["third"]._replace(**new))

    for what, change in (
        ("a view for ann", view("ann", secret)),
        ("news for all", third(name="3")),
        ("another for bob", view("bob", View({"mine": mine._replace(image=None)}, {"k": Key("VK_Z", "mine", False)}))),
        ("more news", third(text="three")),
        ("news that a view hides", lambda: game.tiles.update(mine=Tile(1, 1, "ours", image=BAR))),
        ("an image for all", third(image=BAR)),
        ("a text for all", lambda: setattr(game, "text", "text")),
        ("the same view for both", view("bob", secret)),
        ("a colour for all", lambda: setattr(game, "fg", "ff123456")),
        ("a size for all", lambda: setattr(game, "size", (4, 4))),
        ("no view for ann", view("ann", NO_VIEW)),
        ("ann's view is back", view("ann", secret)),
        ("a tile moves for all", third(x=3)),
        ("a key for bob", view("bob", View({}, {"l": Key("VK_L", "other")}))),
        ("keys change for all", lambda: game.keys.update(k=Key("VK_K", "new key", False))),
        ("empty views", lambda: game.views.update(ann=View(), bob=View(), cid=View())),
    ):
        _show(play, cid, what, change)
        if play.chance(0.3):
            bob.walk("Home", "Stage")
        for person in (ann, bob, cid):
            if play.chance(0.3):
                person.press("VK_L")
                person.click("mine")
                person.say("hm", person.find("third"))
    dan = play.join("dan").walk("Stage")
    dan.lose()
    play.stop()


def events(notes: Notes) -> None:
    """Everything that a game can yield, from all its methods, also for people who are elsewhere."""
    game, attic = Stage(), Stage()
    met: dict[str, Any] = {}

    def enter(player: Any) -> Events:
        met[player.name] = player
        return [Say(f"{player.name} enters"), Tell(player, "welcome"), Points(player, 1)]

    def leave(player: Any) -> Events:
        return [Say(f"{player.name} leaves"), Tell(player, "farewell"), Points(player, 5), Chat(player, "bye")]

    game.acts |= {"enter": enter, "leave": leave, "tick": [Say("tick")]}
    play = Play(FullServer(73, stage(game), GamePlugin("lamp", Lamp)), notes, 73)
    ann, bob, cid = (play.join(name).walk("Stage") for name in ("ann", "bob", "cid"))
    bob.click("Home")

    def act(what: str, make: Callable[[], Events]) -> None:
        game.acts["click"] = lambda player, tile: make()
        with play.step(f"on the stage: {what}"):
            pass
        ann.click("prop")
        play.wait(0.5)

    a, b, c = met["ann"], met["bob"], met["cid"]
    closed: list[str] = []
    attic.acts["leave"] = lambda player: _put(attic, is_done=True)() or []

    def opened(room: str, make: Callable[[Random], Any], belongs_to: str = "") -> Open:
        return Open(room, room.title(), make, lambda: closed.append(room), belongs_to)

    def fail(random: Random) -> Any:
        raise Trouble

    act("words", lambda: [Say("one"), Tell(a, "two"), Chat(c, "three"), Say(""), Tell(c, 'fo<ur & "more"')])
    act("words to who is not there", lambda: [Tell(b, "bob?"), Chat(b, "here")])
    act("points", lambda: [Points(a, 3), Points(b, -3), Points(c, -100), Points(c, 0)])
    act("many points", lambda: [Points(c, 2**31), Points(a, -2), Points(a, 2)])
    act("nothing", lambda: None)  # type: ignore[arg-type, return-value]
    act("an event of its own", lambda: [Rang(), Say("it rang")])
    act("somebody goes", lambda: [Go(c, "lamp"), Say("cid has to go")])
    act("somebody goes nowhere", lambda: [Go(a, "no such room"), Go(b), Go(c)])
    act("a room is opened", lambda: [opened("attic", lambda random: attic, "stage"), Go(a, "attic")])
    act("from afar", lambda: ())
    play.wait(1.5)
    cid.click("Home")
    play.wait(1.5)
    ann.walk("Home", "Stage")
    act(
        "rooms that are opened and closed",
        lambda: [opened("x", lambda r: Stage()), Close("x"), Close("x"), Close("lamp")],
    )
    act("a room that cannot be", lambda: [opened("y", fail), Go(a, "y")])
    act("a room whose end fails", lambda: [Open("z", "Z", lambda r: Stage(), lambda: 1 // 0), Close("z")])
    act("a room that is there already", lambda: [opened("lamp", lambda r: Stage())])
    for person in (ann, bob, cid):
        person.walk("Home", "Stage")
    play.wait(2)
    with play.step("the stage is to tick"):
        game.deadline = play.server.clock.seconds() + 1
    ann.walk("prop", "Help")
    play.wait(2)
    play.stop()


#: What a game must not show: each of these changes a stage, and is found out.
WRONG_SCENES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("a room that is too small", {"size": (1, 3)}),
    ("a size that is none", {"size": (4.0, 3)}),
    ("no colour", {"bg": "red"}),
    ("a text that is none", {"text": 5}),
    ("a tile outside", {"tiles": {"prop": Tile(9, 9, "prop")}}),
    ("two tiles in one cell", {"tiles": {"prop": Tile(2, 2), "other": Tile(2, 2)}}),
    ("a tile and a key of one id", {"keys": {"prop": Key("VK_A")}}),
    ("two keys of one name", {"keys": {"a": Key("VK_A"), "b": Key("VK_A")}}),
    ("a key that is none", {"keys": {"a": Key("A")}}),
    ("half enabled", {"tiles": {"prop": Tile(2, 2, enabled=1)}}),  # type: ignore[arg-type]
    ("a disabled Help", {"tiles": {HELP: Tile(1, 0, "Help", enabled=False)}}),
    ("too many images", {"image": BIG, "tiles": {"prop": Tile(2, 2, image=BIGGER)}}),
    ("an image that is none", {"image": b"png"}),
    ("an image of nothing", {"image": Image(1, 1, b"")}),
    ("a view of a tile that is not there", {"views": {"bob": View({"none": Tile(2, 2)})}}),
    ("a view of a key that is not there", {"views": {"bob": View({}, {"none": Key("VK_A")})}}),
    ("a view from another cell", {"views": {"bob": View({"prop": Tile(2, 2)})}}),
    ("a view without Help", {"views": {"bob": View({HELP: Tile(1, 0, "No help")})}}),
    ("no view at all", {"views": {"bob": None}}),
    ("a deadline that is none", {"deadline": "soon"}),
    ("a deadline that never comes", {"deadline": float("inf")}),
    ("a scene that fails", {"acts": {"scene": Trouble("scene")}}),
    ("a view that fails", {"acts": {"view": Trouble("view")}}),
)


def failing(notes: Notes) -> None:
    """Games that fail in every way begin again, and those that fail at once are out of order."""
    games = [Stage() for _ in range(len(WRONG_SCENES) + 12)]
    for number, game in enumerate(games):
        game.text = f"stage {number}"
        game.acts["enter"] = lambda player, n=number: [Tell(player, f"this is stage {n}"), Points(player, 1)]
    left = [*games]
    play = Play(FullServer(74, stage(*games)), notes, 74)
    ann, bob = (play.join(name).walk("Stage") for name in ("ann", "bob"))
    for what, wrong in WRONG_SCENES:
        game = left.pop(0)
        _show(play, ann, what, _put(game, **wrong))
        play.wait(0.5)
        bob.click("prop")
    for what, made in (
        ("an exception", Trouble("click")),
        ("a word", lambda player, tile: "word"),
        ("a number", lambda player, tile: 5),
        ("what is no event", lambda player, tile: [Say("before"), "event"]),
        ("an event with nothing in it", lambda player, tile: [Points(player, 2), Say(None)]),  # type: ignore[arg-type]
        ("an exit", lambda player, tile: (_ for _ in ()).throw(SystemExit)),
        ("somebody goes first", lambda player, tile: [Go(player), Points(player, "1")]),  # type: ignore[arg-type]
    ):
        game = left.pop(0)
        _show(play, ann, what, _put(game, acts={**game.acts, "click": made}))
    ann.walk("Stage")
    game = left.pop(0)
    _show(play, ann, "a tick that fails", _put(game, deadline=play.server.clock.seconds() + 1))
    with play.step("on the stage: now it does"):
        game.acts["tick"] = Trouble("tick")
    play.wait(2)
    game = left.pop(0)
    with play.step("on the stage: who comes in makes it fail"):
        game.acts["enter"] = Trouble("enter")
    cid = play.join("cid").walk("Stage")
    cid.say("what was that?")
    game = left.pop(0)
    with play.step("on the stage: who goes out makes it fail"):
        game.acts["leave"] = Trouble("leave")
    bob.lose()
    play.wait(2)
    play.stop()


class Broken(Lamp):
    """It can begin, or cannot, as the session wants it."""

    title = "Broken"
    is_broken = True

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        if Broken.is_broken:
            raise Trouble("it cannot even begin")


class Ticking(Lamp):
    """It fails by its own timer, over and over."""

    title = "Ticking"

    def enter(self, player: Any, now: float) -> Events:
        self.deadline = now + 1
        return [Tell(player, "tick")]

    def tick(self, now: float) -> Events:
        raise Trouble("by itself")


class Stubborn(Ticking):
    """Its deadline does not move."""

    title = "Stubborn"

    def tick(self, now: float) -> Events:
        return ()


class Blind(Lamp):
    """It shows nothing at all."""

    title = "Blind"

    def scene(self) -> Any:
        return None


class Locked(Lamp):
    """There is no way out."""

    title = "Locked"

    def scene(self) -> Scene:
        return Scene((3, 2), {HELP: help_tile(1, 0)})


def out_of_order(notes: Notes) -> None:
    """Rooms whose games cannot begin, or fail by themselves; they are tried again when somebody comes."""
    Broken.is_broken = True
    plugins = [GamePlugin(game.title.lower(), game) for game in (Broken, Ticking, Stubborn, Blind, Locked)]
    play = Play(FullServer(75, *plugins), notes, 75)
    ann, bob = play.join("ann"), play.join("bob")
    for person in (ann, bob):
        person.walk("Broken", "Help", "Home")
    ann.walk("Broken")
    with play.step("it could begin now"):
        Broken.is_broken = False
    bob.walk("Broken", "off", "Home")
    ann.walk("Home", "Broken", "off")
    bob.walk("Broken", "on")
    for name in ("Ticking", "Stubborn"):
        ann.walk("Home", name)
        play.wait(0.5)
        bob.walk("Home", name, "off")
        play.wait(5, 0.5)
        ann.walk("off", "Help", "Home", name)
        bob.walk("Home", name, "Help")
        play.wait(3, 0.5)
    for name in ("Blind", "Locked"):
        ann.walk("Home", name, "Help")
    play.stop()


SESSIONS = {
    "stage-pictures": pictures,
    "stage-views": views,
    "stage-events": events,
    "stage-failing": failing,
    "stage-out-of-order": out_of_order,
}
