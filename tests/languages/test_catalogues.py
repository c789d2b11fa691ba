"""The catalogues: whether they are complete and right, and whether what the programs read was made from them."""

from __future__ import annotations

import re

from twisted.trial.unittest import SynchronousTestCase

from tests.languages.templates import PAGE, SAID, templates
from tests.languages.update import catalogues, forms

_PLACE = re.compile(r"\{[^{}]*\}")
_INFLECTED = re.compile(r"\}['\u2019\w]")


class Catalogues(SynchronousTestCase):
    def setUp(self) -> None:
        self.catalogues = catalogues()
        self.templates = templates()

    def test_translations_have_the_placeholders_of_their_templates(self) -> None:
        for language, catalogue in self.catalogues.items():
            for template in self.templates:
                for said in forms(catalogue, template):
                    wanted = {*_PLACE.findall(template.many or template.one)}
                    self.assertEqual({*_PLACE.findall(said)}, wanted, f"{language}: {template.one}")

    def test_no_translation_inflects_what_is_put_into_it(self) -> None:
        said = [
            one for catalogue in self.catalogues.values() for each in self.templates for one in forms(catalogue, each)
        ]
        self.assertGreater(len(said), 100)
        self.assertEqual([one for one in said if _INFLECTED.search(one)], [])

    def test_everything_that_the_page_says_is_found(self) -> None:
        for path in PAGE.rglob("*.js"):
            calls = re.findall(r"(?<![\w.#])say\(\s*['\"`]", path.read_text())
            self.assertEqual(len(SAID.findall(path.read_text())), len(calls), path.name)
