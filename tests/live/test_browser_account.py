"""Accounts in the browser: created in the seat, changed by forms and deleted, and nothing secret is left behind."""

from __future__ import annotations

import os
from pathlib import Path

from tests.doubles import axe
from tests.doubles.chromium import LARGE, PHONE
from tests.doubles.processes import Start
from tests.doubles.reading import faults
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot

PICTURES = os.environ.get("TILENET_PICTURES")
SECRET, OTHER = "long enough a secret", "another long secret"


def look(visitor: Visitor, name: str) -> None:
    """There is nothing to complain of; and with $TILENET_PICTURES, a person can look, too."""
    for size, scheme in ((LARGE, "dark"), (LARGE, "light"), (PHONE, "dark")):
        visitor.page.resize(size)
        visitor.page.prefer({"prefers-color-scheme": scheme})
        visitor.settled()
        if PICTURES:
            visitor.page.picture(Path(PICTURES, f"{name}-{size[0]}x{size[1]}-{scheme}.png").absolute())
        assert faults(visitor.page, is_phone=False) == [], (name, size, scheme)
        assert axe.grave_faults(visitor.page) == [], (name, size, scheme)
    visitor.page.resize(LARGE)
    visitor.page.prefer({"prefers-color-scheme": "dark"})


def enter(visitor: Visitor) -> None:
    """Walk to the room, whatever leaving the present one costs; there is no board in it."""
    visitor.page.run("location.hash = '#/account'")
    visitor._answer()
    visitor.page.wait("document.body.dataset.skin === 'account' && document.querySelector('.account summary')")
    visitor.settled()


def fill(visitor: Visitor, form: str, **fields: str) -> None:
    for name, text in fields.items():
        visitor.page.click(f"{form} [name={name}]")
        visitor.page.type(text)
    visitor.page.press("Enter")


def test_from_guest_to_account_in_the_middle_of_a_game_and_all_that_can_be_done_with_it(
    start: Start, visitors: Visitors
) -> None:
    server = serve(start, "--data", str(start.folder / "data"))
    url = address(server)
    ann, bob = visitors(), visitors()
    ann.login(url, "ann", "noughts")
    bob.login(url, "bob", "noughts")
    ann.click(0, 0)
    bob.page.wait(f"document.querySelector('{spot(0, 0)}').classList.contains('cross')")
    ann.page.click("#me")
    ann.page.sees("Create an account")
    ann.page.click("#account-button")
    ann.page.wait("document.activeElement.name === 'new'")
    look(ann, "account-create")
    fill(ann, ".new-account", new=SECRET, again="something else")
    ann.page.sees("The two passwords are not the same.")
    fill(ann, ".new-account", again=SECRET)
    ann.page.wait("document.querySelector('.new-account') === null")
    ann.page.wait("document.body.innerText.includes('You have an account now')")
    # The game has noticed nothing, and a reload leads back to the seat
    bob.click(1, 1)
    ann.page.wait(f"document.querySelector('{spot(1, 1)}').classList.contains('nought')")
    ann.page.reload()
    ann.page.wait(f"document.querySelector('{spot(1, 1)}')?.classList.contains('nought')")

    enter(ann)
    look(ann, "account")
    ann.page.press("n")
    fill(ann, ".account details[open]", name="anne", password=SECRET)
    ann.page.wait("document.getElementById('me').textContent.startsWith('anne')")
    ann.page.sees("from 20")
    ann.page.run("document.querySelector('.account details[open]').open = false")
    ann.page.wait("document.querySelector('.account form') === null")  # until then, keys are for its fields
    ann.page.press("p")
    fill(ann, ".account details[open]", password=SECRET, new=OTHER, again=OTHER)
    ann.page.sees("You have a new password.")
    look(ann, "account-form")
    # Back by the name and the password that count now; the old ones do not
    ann.leave()
    ann.page.run("document.getElementById('name').value = ''")
    ann.page.click("#name")
    ann.page.type("anne")
    ann.page.click("summary")
    ann.page.click("#password")
    ann.page.type(SECRET)
    ann.page.press("Enter")
    ann.page.sees("Wrong name or password.")
    ann.page.type(OTHER)
    ann.page.press("Enter")
    ann.page.wait("document.getElementById('me').textContent.startsWith('anne')")
    enter(ann)
    ann.page.press("d")
    fill(ann, ".account details[open]", password=OTHER, word="delete")
    ann.page.sees("Your account is deleted.")
    for secret in (SECRET, OTHER):
        assert secret not in server.log.text
        journal = "".join(path.read_text() for path in (start.folder / "data" / "journal").iterdir())
        assert secret not in journal
        assert not ann.page.run(f"JSON.stringify({{...localStorage, ...sessionStorage}}).includes('{secret}')")


def test_a_name_without_an_account_gets_one_when_the_password_is_typed_again(start: Start, visitors: Visitors) -> None:
    server = serve(start, "--data", str(start.folder / "data"))
    ann = visitors()
    ann.page.open(address(server))
    ann.page.wait("document.activeElement.id === 'name'")
    ann.page.type("ann")
    ann.page.click("summary")
    look(ann, "login-account")
    ann.page.click("#password")
    ann.page.type(SECRET)
    ann.page.press("Enter")
    ann.page.sees("No account is called ann yet.")
    look(ann, "account-again")
    ann.page.wait("document.activeElement.name === 'again'")
    ann.page.type(SECRET)
    ann.page.press("Enter")
    ann.page.wait("document.querySelector('.new-account') === null")
    ann.leave()
    ann.page.wait("document.getElementById('login-error').textContent === ''")
