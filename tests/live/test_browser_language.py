"""The page in another language than English, as its visitor's browser prefers it."""

from __future__ import annotations

from tests.doubles.processes import Start
from tests.doubles.visitor import Visitors, address, serve


def test_two_people_in_one_room_read_it_in_turkish_and_in_english(start: Start, visitors: Visitors) -> None:
    url = address(serve(start))
    ann, bob = visitors(), visitors()
    ann.page.speak("tr-TR,en")
    for one, wanted in ((ann, ("tr", "Yeni oda", "Gönder")), (bob, ("en", "New room", "Send"))):
        one.login(url, "ann" if one is ann else "bob", "tombala")
        language, *texts = wanted
        assert one.page.run("document.documentElement.lang") == language
        for text in texts:
            one.page.wait(f"document.body.textContent.includes('{text}')")
    ann.say("merhaba")
    bob.hears("merhaba")
    ann.page.wait("document.getElementById('log').textContent.includes('bob geldi')")
    bob.page.run("location.hash = '#/'")
    bob.is_in("")
    ann.page.wait("document.getElementById('log').textContent.includes('bob ayrıldı')")


def test_a_language_that_the_server_does_not_have_is_english(start: Start, visitors: Visitors) -> None:
    ann = visitors()
    ann.page.speak("xx")
    ann.login(address(serve(start)), "ann", "tombala")
    assert ann.page.run("document.documentElement.lang") == "en"
    ann.page.errors = [error for error in ann.page.errors if "words/xx.json" not in error]
