"""The documents are right: the games in them can be played as they are."""

from __future__ import annotations

import json
import re
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tests.doubles.harness import Client, Server
from tests.doubles.model import click
from tests.doubles.playing import Playing
from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import checklist, run
from tilenet.checks.growth import growth
from tilenet.checks.subject import Subject
from tilenet.clients.terminal import skins
from tilenet.games.noughts import Noughts
from tilenet.testing import Table
from tilenet.wire.codec import Decoder, encode
from tilenet.wire.grammar import CLIENT, SERVER
from tilenet.wire.messages import Fault, Xrequest
from twisted import plugins

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-game.md").read_text(), re.DOTALL)
EXCERPTS = [block for block in BLOCKS if block.startswith(" ")]
*STEPS, TEST = [block for block in BLOCKS if block not in EXCERPTS]
PARTS = 6  # of each check


def module_of(code: str) -> ModuleType:
    module = ModuleType("my_game")
    exec(code, module.__dict__)
    return module


class WritingAGame(SynchronousTestCase):
    def test_each_step_and_the_game_of_the_readme_keep_the_rules(self) -> None:
        """As `tilenet check` says: so each is a whole game, can be saved, and tells as much as it shows."""
        (readme,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        self.assertEqual(len(STEPS), 5)
        with (
            TemporaryDirectory() as folder,
            patch.object(sys, "path", [*sys.path, folder]),
            ExitStack() as stack,
        ):
            checks = checklist(stack)
            for number, code in enumerate([*STEPS, readme]):
                (Path(folder) / f"documented{number}.py").write_text(code)
                module = import_module(f"documented{number}")
                (plugin,) = [value for value in vars(module).values() if isinstance(value, GamePlugin)]
                for check in checks:
                    for part in range(min(check.parts, PARTS)):
                        self.assertEqual([*run(check, Subject(plugin), part)], [], f"{plugin.title}: {check.about}")
                self.assertEqual([*growth(Subject(plugin))], [], plugin.title)

    def test_excerpts_are_from_noughts(self) -> None:
        self.assertEqual(len(EXCERPTS), 2)
        for excerpt in EXCERPTS:
            self.assertIn(excerpt, (ROOT / "games" / "noughts" / "game.py").read_text())

    def test_the_third_can_be_won(self) -> None:
        seats = Table(module_of(STEPS[2]).MyGame)
        ann, bob = seats.enter("ann"), seats.enter("bob")
        for seat, cell in ((ann, (0, 0)), (bob, (1, 0)), (ann, (0, 1)), (bob, (1, 1)), (ann, (0, 2))):
            seat.click(cell)
        self.assertIn("ann wins.", bob.heard)
        self.assertTrue(bob.tile("restart").enabled)

    def test_the_test_passes(self) -> None:
        module = module_of(STEPS[3])
        with (
            patch.object(plugins, "my_game", module, create=True),
            patch.dict("sys.modules", {"twisted.plugins.my_game": module}),
        ):
            tests = module_of(TEST)
        tests.test_dice_are_shown_when_the_cups_are_lifted()


class Readme(SynchronousTestCase):
    def setUp(self) -> None:
        (self.code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)

    def test_its_game_has_20_lines_at_most(self) -> None:
        self.assertLessEqual(len([line for line in self.code.splitlines() if line]), 20)

    def test_its_game_can_be_won(self) -> None:
        game = module_of(self.code).Mole
        seats = Table(game)
        ann, bob = seats.enter("ann"), seats.enter("bob")
        before = ann.points
        ann.click((1, 1))
        self.assertEqual(ann.points, before + 1)
        self.assertIn("ann has found the mole.", bob.heard)


class Protocol(SynchronousTestCase):
    """docs/protocol.md, against the grammar."""

    def rows(self) -> dict[str, tuple[set[str], set[str]]]:
        """The attributes that each tag must have and may have, by the tables: each part of a cell begins with names."""
        text = (ROOT / "docs" / "protocol.md").read_text()
        found = {}
        for tag, must, may in re.findall(r"^\| `([a-z-]+)` \|(.*?)\|(.*?)\|$", text, re.MULTILINE):
            if tag in {CLIENT.root, SERVER.root, *CLIENT.tags, *SERVER.tags}:
                found[tag] = names_in(must), names_in(may)
        return found

    def test_every_attribute_of_every_tag_is_there(self) -> None:
        tags = {side.root: side.open for side in (CLIENT, SERVER)} | dict(CLIENT.tags) | dict(SERVER.tags)
        self.assertEqual(self.rows(), {name: ({*tag.required}, {*tag.optional}) for name, tag in tags.items()})

    def test_every_attribute_of_a_set_is_explained(self) -> None:
        text = (ROOT / "docs" / "protocol.md").read_text()
        explained = re.findall(r"^\| (`[a-z`, ]+`) \|.*\|.*\|.*\|.*\|.*\|$", text, re.MULTILINE)
        self.assertEqual(names_in("; ".join(explained)), {*SERVER.tags["set"].optional})

    def test_its_examples_are_legal(self) -> None:
        text = (ROOT / "docs" / "protocol.md").read_text()
        head = '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE {0} SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">'
        tags = [
            tag
            for block in re.findall(r"```xml\n(.*?)```", text, re.DOTALL)
            for tag in re.findall(r"<\w[^>]*/>", block)
        ]
        opened = {"server": '<server version="1.1" group="" name="" status="open"><logged-in message=""/>'}
        opened["client"] = '<client version="1.1"><login user="" password=""/>'
        self.assertGreater(len(tags), 20)
        for tag in tags:
            if "..." in tag:
                continue  # some of it is left out
            side = CLIENT if tag[1:].split()[0].rstrip("/>") in CLIENT.tags else SERVER
            read = Decoder(side).feed((head.format(side.root) + opened[side.root] + tag).encode())
            self.assertFalse(isinstance(read[-1], Fault), f"{tag}: {read[-1]}")


class FactsInTheProtocol(SynchronousTestCase):
    """The examples of docs/protocol.md are what the server says, in a session of noughts and crosses."""

    def test_every_example_is_said_in_this_order(self) -> None:
        text = (ROOT / "docs" / "protocol.md").read_text().partition("### Facts")[2].partition("### ")[0]
        examples = re.findall(r'<xresponse options="facts">(.*?)</xresponse>', text, re.DOTALL)
        server = Server([GamePlugin("noughts", Noughts)])
        ann, bob = server.join("ann"), server.join("bob")
        for client in (ann, bob):
            client.click("Noughts and crosses")
        server.clock.advance(2.5)
        bob.send(encode(Xrequest(options="facts")))
        server.clock.advance(2)
        self.put(ann, 1, 1)
        robot = server.join("robot")
        robot.send(encode(Xrequest(options="bot")))
        robot.click("Noughts and crosses")
        server.clock.advance(1)
        for client, x, y in ((bob, 0, 1), (ann, 0, 0), (bob, 2, 1)):
            self.put(client, x, y)
        server.clock.advance(1)
        self.put(ann, 2, 2)
        said = iter([json.loads(content) for _, content in bob.model.responses])
        self.assertEqual(len(examples), 6)
        for example in examples:
            self.assertIn(json.loads(example), said, example)  # an iterator goes on from where it is

    def put(self, client: Client, x: int, y: int) -> None:
        client.send(click(client.model.grid()[x, y]))


def names_in(cell: str) -> set[str]:
    """The attributes named at the beginning of each part, before what is said of them."""
    return {name for part in cell.split(";") for name in re.findall(r"`([a-z]+)`", part.partition(":")[0])}


class Links(SynchronousTestCase):
    def test_they_lead_somewhere(self) -> None:
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
            for target in re.findall(r"\]\(([^):#]+)\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")


class WritingASkin(SynchronousTestCase):
    """docs/writing-a-skin.md, for the terminal."""

    def test_the_skin_draws_the_game_of_the_readme_and_is_played_with(self) -> None:
        text = (ROOT / "docs" / "writing-a-skin.md").read_text().partition("## For the browser")[0]
        plugin, skin = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        (game,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        mole = module_of("")
        mole.skin = module_of(skin)  # type: ignore[attr-defined]
        self.patch(skins, "plugged", lambda: {"mole/1": module_of(plugin).mole_skin.make})
        with patch.dict("sys.modules", {"mole": mole, "mole.skin": mole.skin}):
            ann = Playing(Table(module_of(game).Mole, seed=1), "ann")
        before = ann.screen().find("(o_o)")
        ann.click(*before)
        self.assertEqual((len(ann.sent()), ann.seat.points), (1, 11))
        self.assertNotEqual(ann.screen().find("(o_o)"), before)
        ann.click_on("Home  ")
        self.assertFalse(ann.seat.is_at_the_table)


class WritingABot(SynchronousTestCase):
    """docs/writing-a-bot.md"""

    def test_its_bots_play_the_game_of_the_readme(self) -> None:
        text = (ROOT / "docs" / "writing-a-bot.md").read_text()
        bot, plugin, sleepy = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        (game,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        table = Table(module_of(game).Mole)
        for seat in (
            BotSeat(table, module_of(bot).MoleBot, "moley"),
            BotSeat(table, module_of(sleepy).SleepyBot, "sleepy", skill=0.9),
        ):
            before = seat.seat.points
            self.assertIn(seat.next_click().role, {f"{x}/{y}" for x in range(3) for y in range(3)})
            self.assertEqual(seat.seat.points, before + 1)
        self.assertEqual(module_of(plugin).mole_bot.bot, "mole.bot.MoleBot")
