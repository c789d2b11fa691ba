"""People who walk, click, talk, vanish and come back at random, while a game changes at random what it shows.

At every quiet moment, what each model client has made of the bytes is compared with what the games show.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.doubles.harness import Client, Lamp, Server
from tests.doubles.model import logout
from tilenet.catalogue import GamePlugin
from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Events,
    Game,
    Go,
    Image,
    Key,
    KeyId,
    Player,
    Points,
    Say,
    Scene,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
)
from tilenet.world.screens.images import BLANK

IMAGES = [Image(2, 2, b"\x01\x02"), Image(3, 3, b"\x03\x04\x05")]
COLOURS = ["ff000000", "ffff0000", "ff00ff00"]
KEYS = ["VK_A", "VK_B", "VK_SPACE"]


class Broken(Exception):
    """What the game below raises when it is told to."""


class Kaleidoscope(Game):
    """A room that shows whatever it is told to show."""

    title = "Kaleidoscope"
    about = "Anything."
    help = ("Look.",)
    scene_now = Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)})
    fails = False

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.views: dict[Player, View] = {}

    def scene(self) -> Scene:
        return Kaleidoscope.scene_now

    def view(self, player: Player) -> View:
        return self.views.get(player, NO_VIEW)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if Kaleidoscope.fails:
            raise Broken
        yield Points(player, self.random.choice([-20, -1, 1, 3]))
        yield Say(f"{player.name} clicked")
        if self.random.random() < 0.2:
            yield Go(player)

    def press(self, player: Player, key: TileId, now: float) -> Events:
        yield Go(player, "lamp")


texts = st.text("ab<&\"' ", max_size=3)
looks: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "name": texts,
        "text": texts,
        "enabled": st.booleans(),
        "fg": st.sampled_from(COLOURS),
        "bg": st.sampled_from(COLOURS),
        "image": st.sampled_from(IMAGES),
    },
)


@st.composite
def scenes(draw: Any) -> Scene:
    width, height = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    cells = draw(st.permutations([(x, y) for x in range(width) for y in range(height)]))
    tiles: dict[TileId, Tile] = {HOME: home_tile(*cells[0]), HELP: help_tile(*cells[1])}
    for number, cell in enumerate(cells[2 : draw(st.integers(2, len(cells)))]):
        tiles[number] = Tile(*cell, **draw(looks))
    names = draw(st.lists(st.sampled_from(KEYS), unique=True))
    keys: dict[KeyId, Key] = {id: Key(name, draw(texts), draw(st.booleans())) for id, name in enumerate(names, 100)}
    image = draw(st.none() | st.sampled_from(IMAGES))
    colours = st.sampled_from(COLOURS)
    return Scene((width, height), tiles, keys, draw(texts), draw(colours), draw(colours), image)


class People(RuleBasedStateMachine):
    """Clients of one server, doing at random what clients do."""

    @initialize()
    def begin(self) -> None:
        Kaleidoscope.scene_now = Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)})
        Kaleidoscope.fails = False
        games = [GamePlugin("kaleidoscope", Kaleidoscope), GamePlugin("lamp", Lamp)]
        self.server = Server(games, home_size=2, commands_per_second=1000, command_burst=1000, speech_burst=1000)
        self.secrets: dict[str, Client] = {}

    @property
    def here(self) -> list[Client]:
        return [client for client in self.server.clients if client.protocol.session and client.protocol.session.player]

    def pick(self, number: int) -> Client:
        return self.here[number % len(self.here)]

    @precondition(lambda self: len(self.here) < 4)
    @rule(name=st.sampled_from(["ann", "bob", "ANN", " cid "]))
    def come(self, name: str) -> None:
        self.server.join(name)

    @precondition(lambda self: self.here)
    @rule(who=st.integers(0, 9), what=st.integers(0, 20))
    def click(self, who: int, what: int) -> None:
        client = self.pick(who)
        tokens = sorted(client.model.grid().values())
        names = [str(client.model.objects[token]["name"]) for token in tokens]
        client.click(names[what % len(names)])

    @precondition(lambda self: self.here)
    @rule(who=st.integers(0, 9), room=st.sampled_from(["Kaleidoscope", "Lamp", "Home"]))
    def walk(self, who: int, room: str) -> None:
        client = self.pick(who)
        if client.room != "Home":
            client.click("Home")
        if room != "Home":
            client.click(room)
        assert client.room == room

    @precondition(lambda self: self.here)
    @rule(who=st.integers(0, 9), whom=st.integers(0, 9), text=st.sampled_from(["hello", " (psst) ", ""]))
    def talk(self, who: int, whom: int, text: str) -> None:
        client = self.pick(who)
        client.say(text, to=self.pick(whom).agent)
        client.say(text)

    @precondition(lambda self: self.here)
    @rule(who=st.integers(0, 9), key=st.sampled_from(KEYS))
    def press(self, who: int, key: str) -> None:
        client = self.pick(who)
        names = {client.model.objects[o]["name"] for o in client.model.members_sets() if o[0] == "k"}
        if key in names:
            client.press(key)

    @precondition(lambda self: self.here)
    @rule(who=st.integers(0, 9), politely=st.booleans())
    def go(self, who: int, politely: bool) -> None:
        client = self.pick(who)
        if politely:
            client.send(logout())
            assert client.model.closed
        client.lose()
        self.server.settle()

    @rule(seconds=st.sampled_from([0.5, 1.0, 12.0]))
    def wait(self, seconds: float) -> None:
        self.server.advance(seconds, 0.5)

    @rule(scene=scenes())
    def change(self, scene: Scene) -> None:
        Kaleidoscope.scene_now = scene
        if isinstance(self.game, Kaleidoscope):
            self.game.views.clear()
        self.server.world.rooms["kaleidoscope"].rooms_changed({})
        self.server.settle()

    @precondition(lambda self: self.watchers)
    @rule(who=st.integers(0, 9), data=st.data())
    def show_privately(self, who: int, data: st.DataObject) -> None:
        client = self.watchers[who % len(self.watchers)]
        scene = Kaleidoscope.scene_now
        tiles: dict[TileId, Tile] = {}
        for id in (
            data.draw(st.sets(st.sampled_from(sorted(id for id in scene.tiles if isinstance(id, int)))))
            if any(isinstance(id, int) for id in scene.tiles)
            else ()
        ):
            secret = f"secret{len(self.secrets)}"
            self.secrets[secret] = client
            look = {**data.draw(looks), "text": secret}
            tiles[id] = Tile(*scene.tiles[id][:2], **look)
        keys = {id: Key(key.name, "mine", data.draw(st.booleans())) for id, key in scene.keys.items()}
        self.game.views[client.protocol.session.player] = View(tiles, keys if data.draw(st.booleans()) else {})
        self.server.world.rooms["kaleidoscope"].rooms_changed({})
        self.server.settle()

    @rule()
    def show_nonsense(self) -> None:
        legal = Kaleidoscope.scene_now
        Kaleidoscope.scene_now = Scene((2, 2), {**legal.tiles, "outside": Tile(9, 9)})
        self.server.world.rooms["kaleidoscope"].rooms_changed({})
        Kaleidoscope.scene_now = legal
        self.server.settle()

    @rule(fails=st.booleans())
    def break_or_mend(self, fails: bool) -> None:
        Kaleidoscope.fails = fails

    @property
    def game(self) -> Any:
        return self.server.world.rooms["kaleidoscope"].game

    @property
    def watchers(self) -> list[Client]:
        return [c for c in self.here if c.room == "Kaleidoscope" and isinstance(self.game, Kaleidoscope)]

    @property
    def is_quiet(self) -> bool:
        """Whether everybody has been told everything."""
        return True

    @invariant()
    def every_picture_is_the_truth(self) -> None:
        for client in self.server.clients:
            assert client.model.redundant == []
        for client in self.here if self.is_quiet else ():
            client.model.check_settled()
            room = client.protocol.session.player.room
            scene, view = room.game.scene(), room.game.view(client.protocol.session.player)
            assert _matrix(client) == {
                "name": room.title,
                "text": scene.text,
                "bgcolor": scene.bg,
                "fgcolor": scene.fg,
                "x": scene.size[0],
                "y": scene.size[1],
                "image": scene.image and scene.image.data.hex(),
            }
            tiles = {**scene.tiles, **view.tiles}.values()
            assert _tokens(client) == {tile[:2]: _shown(tile, scene) for tile in tiles}
            keys = {**scene.keys, **view.keys}.values()
            assert _keys(client) == {key.name: (key.text, int(key.enabled)) for key in keys}
            people = room.members.values()
            assert _agents(client) == {p.objid: (p.name, p.points + 1, "127.0.0.1") for p in people}

    @invariant()
    def nobody_learns_what_only_another_sees(self) -> None:
        for secret, owner in self.secrets.items():
            for client in self.server.clients:
                assert client is owner or f'"{secret}"'.encode() not in client.raw


def _image(client: Client, objid: object) -> object:
    return None if objid in (None, BLANK.objid) else client.model.objects[str(objid)]["text"]


def _matrix(client: Client) -> dict[str, object]:
    known = client.model.objects[client.model.current or ""]
    return {**known, "image": _image(client, known.get("image"))}


def _shown(tile: Tile, scene: Scene) -> tuple[object, ...]:
    image = tile.image and tile.image.data.hex()
    return tile.name, tile.text, int(tile.enabled), tile.fg or scene.fg, tile.bg or scene.bg, image


def _tokens(client: Client) -> dict[tuple[int, int], tuple[object, ...]]:
    found = {}
    for cell, objid in client.model.grid().items():
        known = client.model.objects[objid]
        found[cell] = (
            *(known[value] for value in ("name", "text", "energy", "fgcolor", "bgcolor")),
            _image(client, known.get("image")),
        )
    return found


def _keys(client: Client) -> dict[object, tuple[object, object]]:
    here = [client.model.objects[objid] for objid in _members(client) if objid[0] == "k"]
    return {known["name"]: (known["text"], known["energy"]) for known in here}


def _agents(client: Client) -> dict[str, tuple[object, object, object]]:
    here = {objid: client.model.objects[objid] for objid in _members(client) if objid[0] == "a"}
    return {objid: (known["name"], known["energy"], known["text"]) for objid, known in here.items()}


def _members(client: Client) -> set[str]:
    """What is in the current matrix: clients of both kinds must agree on it."""
    members = set(client.model.members_sets())
    assert members == set(client.model.members_single())
    return members
