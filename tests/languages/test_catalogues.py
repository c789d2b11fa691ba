"""The catalogues: whether they are complete and right, and whether what the programs read was made from them."""

from __future__ import annotations

import re

from babel.messages.mofile import read_mo
from twisted.trial.unittest import SynchronousTestCase

from tests.languages.templates import PAGE, SAID, templates
from tests.languages.update import catalogues, for_page, forms, paths

#: Where everything is in Turkish: Home and what all rooms share, Tombala, and the page.
TURKISH = ("tilenet/", "games/tombala/", "clients/web/")

_PLACE = re.compile(r"\{[^{}]*\}")
_INFLECTED = re.compile(r"\}['\u2019\w]")


class Catalogues(SynchronousTestCase):
    def setUp(self) -> None:
        self.catalogues = catalogues()
        self.templates = templates()

    def test_turkish_is_complete(self) -> None:
        turkish = self.catalogues["tr"]
        missing = [
            template.one
            for template, files in self.templates.items()
            if any(file.startswith(TURKISH) for file in files) and not forms(turkish, template)
        ]
        self.assertEqual(
            missing, [], "`make words` adds them to tilenet/languages/tr.po, and docs/translating.md helps"
        )

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

    def test_what_the_programs_read_was_made_from_the_catalogues(self) -> None:
        for code, catalogue in self.catalogues.items():
            _, compiled, page = paths(code)
            with compiled.open("rb") as file:
                read = read_mo(file)
            for template in self.templates:
                self.assertEqual(forms(read, template), forms(catalogue, template), f"{code}: `make words`")
            self.assertEqual(page.read_bytes(), for_page(catalogue), f"{code}: `make words`")

    def test_everything_that_the_page_says_is_found(self) -> None:
        for path in PAGE.rglob("*.js"):
            calls = re.findall(r"(?<![\w.#])say\(\s*['\"`]", path.read_text())
            self.assertEqual(len(SAID.findall(path.read_text())), len(calls), path.name)
