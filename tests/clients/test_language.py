"""The language of a terminal and whether it has UTF-8, from what its environment says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.play import SOURCE
from tilenet.clients.language import has_bell, has_utf8, language_of
from tilenet.clients.terminal.main import read


class LanguageOf(SynchronousTestCase):
    def test_the_first_variable_that_is_set_counts(self) -> None:
        for environment, code in (
            ({}, ""),
            ({"LANG": "tr_TR.UTF-8"}, "tr"),
            ({"LANG": "tr"}, "tr"),
            ({"LANG": "en_US.UTF-8"}, ""),
            ({"LANG": "tr_TR", "LC_ALL": "C.UTF-8"}, ""),
            ({"LANG": "en_US", "LC_MESSAGES": "tr_TR", "LC_ALL": ""}, "tr"),
            ({"LANG": "../../x"}, ""),
            ({"LANG": "POSIX"}, ""),
        ):
            self.assertEqual(language_of(environment), code, environment)


class Encoding(SynchronousTestCase):
    def test_a_terminal_has_utf8_unless_its_locale_is_another(self) -> None:
        for environment, is_so in (
            ({}, True),
            ({"LANG": "de_DE.utf8"}, True),
            ({"LANG": "de_DE.UTF-8@euro"}, True),
            ({"LANG": "C"}, False),
            ({"LANG": "de_DE"}, False),
            ({"LANG": "de_DE.ISO-8859-1"}, False),
            ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
            ({"LANG": "C.UTF-8", "LC_ALL": "POSIX"}, False),
            ({"LANG": "C.UTF-8", "LC_ALL": ""}, True),
        ):
            self.assertIs(has_utf8(environment), is_so, environment)

    def test_what_python_puts_in_the_place_of_the_locale_c_does_not_count(self) -> None:
        ask = "import json; from tilenet.clients.language import *; print(json.dumps(has_utf8(own_environment())))"
        for environment, is_so in (
            ({"LANG": "C"}, False),
            ({"LC_ALL": "C"}, False),
            ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
            ({}, True),
        ):
            said = subprocess.run([sys.executable, "-c", ask], env={**SOURCE, **environment}, capture_output=True)
            self.assertIs(json.loads(said.stdout), is_so, (environment, said.stderr))


class Bell(SynchronousTestCase):
    def test_it_may_ring_unless_the_user_says_otherwise(self) -> None:
        for value, rings in {"": True, "on": True, "off": False, "OFF": False, "no": False, "0": False}.items():
            self.assertEqual(has_bell({"TILENET_BELL": value}), rings, value)
        self.assertTrue(has_bell({}))
        with patch.dict(os.environ, {"TILENET_BELL": "off"}):
            self.assertFalse(read([]).has_bell)
        self.assertEqual((read([]).has_bell, read(["--no-bell"]).has_bell), (True, False))
