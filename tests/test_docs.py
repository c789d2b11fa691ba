"""What the documents say is so: the games in them can be played as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.terminal_stage import ANN, Stage, matrix, tile
from tests.test_contract import play
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal import table
from tilenet.testing import Table
from twisted import plugins

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-game.md").read_text(), re.DOTALL)
STEPS, TEST = BLOCKS[:-1], BLOCKS[-1]
WALK = [("click", number) for number in range(30)] + [("deadline", 0), ("leave", 0), ("enter", 2), ("click", 5)]


def module_of(code: str) -> ModuleType:
    module = ModuleType("my_game")
    exec(code, module.__dict__)
    return module


class WritingAGame(SynchronousTestCase):
    def test_every_step_is_a_whole_game(self) -> None:
        self.assertEqual(len(STEPS), 4)
        for code in STEPS:
            (plugin,) = [value for value in vars(module_of(code)).values() if isinstance(value, GamePlugin)]
            for seed in range(5):
                play(plugin, seed, WALK)

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


class Links(SynchronousTestCase):
    def test_they_lead_somewhere(self) -> None:
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
            for target in re.findall(r"\]\(([^):#]+)\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")


class WritingASkin(SynchronousTestCase):
    def test_the_skin_of_the_page_draws_its_room_and_no_other(self) -> None:
        text = (ROOT / "docs" / "writing-a-skin.md").read_text()
        module = module_of(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0])
        self.patch(table, "SKINS", (module.OneLine,))
        small = Stage(matrix(2, 2), tile(1, 0, 0, "door"), tile(2, 1, 1, "lamp"), ANN)
        self.assertIn(" door, lamp", str(small.screen()))
        large = Stage(matrix(3, 3), tile(1, 0, 0, "door"), tile(2, 1, 1, "lamp"), ANN)
        self.assertNotIn(" door, lamp", str(large.screen()))
