"""Friends meet at a table in browsers: a code, a link, an invitation, and what each of them sees."""

from __future__ import annotations

import json

import pytest

from tests.doubles.chromium import PHONE, SCREENS, TOUCHED, Size
from tests.doubles.processes import Start
from tests.doubles.visitor import Visitor, Visitors, address, serve
from tests.live.test_browser_looks import looked_at

WAITS = "document.body.classList.contains('waits')"
FOCUSED = "document.activeElement.id || document.activeElement.className"


def open_table(ann: Visitor, name: str) -> str:
    """By keys alone. Returns the code."""
    ann.page.press("n")
    ann.page.wait("document.getElementById('new-table').open")
    ann.page.run("document.getElementById('new-name').focus()")
    ann.page.type(name)
    ann.page.press("Enter")
    ann.page.wait(WAITS)
    return code_of(ann)


def code_of(ann: Visitor) -> str:
    return str(ann.page.run("location.hash.slice(2)"))


def log_in(ann: Visitor, name: str) -> None:
    ann.page.run("document.getElementById('name').value = ''")
    ann.page.run("document.getElementById('name').focus()")
    ann.page.type(name)
    ann.page.press("Enter")


def tell(text: str) -> str:
    return f"document.getElementById('aside').textContent === {json.dumps(text)}"


def test_friends_meet_by_a_code_a_link_and_an_invitation(start: Start, visitors: Visitors) -> None:
    url = address(serve(start))
    ann, bob, kai, lia = visitors(), visitors(PHONE, is_touch=True), visitors(), visitors(PHONE, is_touch=True)
    kai.login(url, "kai")
    ann.login(url, "ann")
    code = open_table(ann, "friday")
    assert ann.page.run(FOCUSED) == "next"
    picture = ann.page.run("fetch(document.querySelector('.qr').src).then((answer) => answer.text())")
    assert picture.startswith("<svg ")

    # bob was told the code
    bob.page.open(url)
    bob.page.wait("document.activeElement.id === 'name'")
    bob.page.tap("#by-code summary")
    bob.page.tap("#code")
    bob.page.type(code.replace("-", " ").upper())
    log_in(bob, "bob")
    bob.page.wait(f"{WAITS} && location.hash === {json.dumps(f'#/{code}')}")
    # kai is invited from the list of who is where
    ann.page.click("#whereabouts summary")
    ann.page.click('[data-invite="kai"]')
    kai.page.wait("document.querySelector('#invitations .main')")
    kai.page.click("#invitations .main")
    kai.page.wait(WAITS)

    ann.page.run("document.getElementById('next').focus()")
    ann.page.press("Enter")
    for one in (ann, bob, kai):
        one.page.wait("document.querySelectorAll('.set .card svg').length === 12")
    assert ann.page.run(FOCUSED) == "card"
    # lia follows the link when the game is on
    lia.page.open(f"{url}#/{code}")
    lia.page.wait("document.getElementById('invited').textContent.startsWith('ann invites you to play Set.')")
    assert "you watch it, and play in the next one" in lia.page.text()
    log_in(lia, "lia")
    lia.page.wait(tell("You watch; you play in the next game."))
    # After a reload, kai is back; ann sends bob away, who cannot come back by any code
    kai.page.reload()
    kai.page.wait("document.querySelectorAll('.set .card svg').length === 12")
    ann.page.click("#table-button")
    for _ in range(2):
        ann.page.click('#at-table [data-order="/kick bob"]')
    bob.is_in("")
    ann.page.wait(f"location.hash !== {json.dumps(f'#/{code}')}")
    kai.page.wait(f"location.hash === {json.dumps(f'#/{code_of(ann)}')}")
    bob.page.run(f"location.hash = '#/{code_of(ann)}'")
    bob.page.wait(tell("The host of that table has sent you away."))
    bob.is_in("")


@pytest.mark.parametrize("sizes", [SCREENS, TOUCHED], ids=["screen", "touch"])
def test_how_tables_look(start: Start, visitors: Visitors, sizes: list[Size]) -> None:
    url = address(serve(start))
    ann, bob = visitors(sizes[0], is_touch=sizes is TOUCHED), visitors()
    bob.login(url, "bob")
    code = open_table(bob, "friday")
    ann.page.open(f"{url}#/{code}")
    ann.page.wait("document.getElementById('invited').textContent.startsWith('bob invites')")
    looked_at(ann, "invited", sizes)
    log_in(ann, "ann")
    ann.page.wait(WAITS)
    looked_at(ann, "guest", sizes)
    ann.page.run("location.hash = '#/'")
    ann.is_in("")
    bob.page.run("document.activeElement.blur()")
    bob.page.click("#whereabouts summary")
    bob.page.click('[data-invite="ann"]')
    ann.page.wait("document.querySelector('#invitations .main')")
    looked_at(ann, "invitation", sizes)
    ann.page.run("document.querySelectorAll('#invitations button')[1].click()")
    ann.page.wait("document.querySelector('#invitations .main') === null")
    ann.page.press("c")
    ann.page.wait("document.getElementById('have-code').open")
    looked_at(ann, "have-code", sizes)
    ann.page.press("Escape")
    ann.page.press("n")
    ann.page.wait("document.getElementById('new-table').open")
    looked_at(ann, "new-table", sizes)
    ann.page.press("Enter")
    ann.page.wait(WAITS)
    ann.page.press("b")
    ann.page.wait("document.querySelectorAll('.at-table li').length === 3")
    looked_at(ann, "host", sizes)
    ann.page.press("Enter")
    ann.page.wait(f"!{WAITS}")
    ann.page.run("document.getElementById('table-button').click()")
    looked_at(ann, "table-panel", sizes)
