"""Words in another language: placeholders, numbers, words in words, and what is missing or wrong in a catalogue."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

from babel.messages.catalog import Catalog
from twisted.trial.unittest import SynchronousTestCase

from tests.languages.update import as_mo
from tilenet.languages.language import Language, code_of, find_language
from tilenet.words import Words

CATALOGUE: dict[str | tuple[str, ...], str | tuple[str, ...]] = {
    "Home": "Zuhause",
    "{who} has left {room}.": "{room} ohne {who}.",
    "Go {wrong}!": "Los {falsch}!",
    "Go {worse}!": "Los {worse!",
    ("{n} pair to find", "{n} pairs to find"): ("noch {n} Paar", "noch {n} Paare"),
}


def german() -> Language:
    catalogue = Catalog("de", fuzzy=False)
    for template, said in CATALOGUE.items():
        catalogue.add(template, said)
    return Language("de", GNUTranslations(BytesIO(as_mo(catalogue))))


class Said(SynchronousTestCase):
    def test_words_are_said_by_the_catalogue_and_by_nothing_else(self) -> None:
        for text, wanted in (
            (Words("Home"), "Zuhause"),
            ("Home", "Home"),
            (Words(""), ""),
            (Words("{who} has left {room}.", who="{room}", room=Words("Home")), "Zuhause ohne {room}."),
            (Words("{n} pair to find", many="{n} pairs to find", n=1), "noch 1 Paar"),
            (Words("{n} pair to find", many="{n} pairs to find", n=2), "noch 2 Paare"),
            (Words("Nobody has translated {this}.", this=Words("Home")), "Nobody has translated Zuhause."),
            (Words("Go {wrong}!", wrong=1), "Go 1!"),
            (Words("Go {worse}!", worse=1), "Go 1!"),
        ):
            self.assertEqual(german().say(text), wanted)

    def test_words_in_json_are_said_wherever_they_are(self) -> None:
        given = {"you": {"leave": Words("Home")}, "rooms": [Words("Home"), "Home", 1]}
        self.assertEqual(german().say_all(given), {"you": {"leave": "Zuhause"}, "rooms": ["Zuhause", "Home", 1]})

    def test_a_language_is_known_by_what_systems_and_browsers_call_it(self) -> None:
        for wanted, code in (("tr_TR.UTF-8", "tr"), ("tr-TR", "tr"), ("TR", "tr"), ("C", ""), ("../tr", ""), ("", "")):
            self.assertEqual(code_of(wanted), code)
        turkish = find_language("tr_TR.UTF-8")
        self.assertEqual([turkish and turkish.code, find_language("en"), find_language("xx")], ["tr", None, None])
