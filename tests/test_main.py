"""The console script: which commands it lists, which one it runs, and what it says if there is none."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module

from twisted.trial.unittest import SynchronousTestCase

from tilenet import __version__, catalogue, main
from tilenet.catalogue import CommandPlugin

HEADS = [
    CommandPlugin("coin", "toss a coin", "tests.test_main.toss"),
    CommandPlugin("coin count", "count coins", "tests.test_main.count"),
    CommandPlugin("play", "never seen: the script's own command comes first", "no.such.main"),
]


def toss(arguments: list[str]) -> int:
    print("tossed", *arguments)
    return 3


def count(arguments: list[str]) -> int:
    print("counted", *arguments)
    return 0


class TheScript(SynchronousTestCase):
    def run_script(self, *arguments: str) -> tuple[object, str, str]:
        """Its exit status, None if it just returns; what it prints, and complains about."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                main.main(arguments)
            except SystemExit as ended:
                return ended.code, out.getvalue(), err.getvalue()
        return None, out.getvalue(), err.getvalue()

    def test_every_command_leads_to_a_function_that_can_show_help(self) -> None:
        commands = [*main.COMMANDS, *main.plugin_commands()]
        self.assertGreater(len(commands), 10)
        for command in commands:
            module, _, function = command.main.rpartition(".")
            self.assertTrue(callable(getattr(import_module(module), function)), command.name)
            if command.name != "serve":  # its help is made by twistd, in a live test
                status, out, err = self.run_script(*command.name.split(), "--help")
                self.assertEqual((status, err), (0, ""), command.name)
                self.assertIn(f"usage: tilenet {command.name}", out)

    def test_help_lists_core_commands_before_those_of_plugins(self) -> None:
        for word in main.HELP:
            status, out, err = self.run_script(word)
            self.assertEqual((status, err), (None, ""))
            listed = [
                line.removeprefix("  tilenet ").split("  ")[0] for line in out.splitlines() if "  tilenet" in line
            ]
            self.assertEqual(listed[:8], ["serve", "play", "bot", "account", "records", "backup", "reload", "check"])
            self.assertLessEqual({"game", "arena", "dancing check"}, {*listed[7:]})

    def test_the_version(self) -> None:
        self.assertEqual(self.run_script("--version"), (None, f"tilenet {__version__}\n", ""))

    def test_help_for_a_word_that_several_commands_begin_with(self) -> None:
        status, out, _ = self.run_script("dancing", "--help")
        self.assertIsNone(status)
        self.assertTrue(out.startswith("usage: tilenet dancing COMMAND"), out)
        self.assertNotIn("tilenet play", out)
        self.assertEqual(out.count("  tilenet dancing "), 4)

    def test_no_such_command_is_status_2(self) -> None:
        cases: dict[tuple[str, ...], str] = {
            (): "usage: tilenet COMMAND",
            ("fly",): "tilenet: there is no command 'fly'\nusage: tilenet COMMAND",
            ("dancing",): "usage: tilenet dancing COMMAND",
            ("dancing", "jump"): "tilenet dancing: there is no command 'jump'\nusage: tilenet dancing COMMAND",
        }
        for arguments, said in cases.items():
            status, out, err = self.run_script(*arguments)
            self.assertEqual((status, out, err[: len(said)]), (2, "", said))

    def test_plugins_add_commands_of_one_word_or_two(self) -> None:
        self.patch(catalogue, "installed_commands", lambda: HEADS[1:2] + HEADS[:1])
        self.assertEqual(self.run_script("coin", "--twice"), (3, "tossed --twice\n", ""))
        self.assertEqual(self.run_script("coin", "count", "--all"), (0, "counted --all\n", ""))

    def test_a_plugin_cannot_replace_a_core_command(self) -> None:
        self.patch(catalogue, "installed_commands", lambda: HEADS)
        self.assertEqual(self.run_script("play", "--help")[0], 0)

    def test_a_file_of_plugins_that_cannot_be_loaded_is_named(self) -> None:
        self.patch(catalogue, "broken_plugins", lambda: ["coin.py"])
        told = "tilenet: there is no command 'fly'\ncoin.py cannot be loaded, so what it adds is missing\n"
        self.assertTrue(self.run_script("fly")[2].startswith(told))

    def test_a_core_command_starts_without_looking_for_plugins(self) -> None:
        """That would take longer than the rest of its start."""
        program = (
            "import sys; from tilenet.main import main\n"
            "try: main(['play', '--help'])\n"
            "finally: sys.stderr.write(str('twisted.plugin' in sys.modules))"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, "False"))
