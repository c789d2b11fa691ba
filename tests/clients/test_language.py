"""The language of a terminal, from what its environment says."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.language import language_of


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
