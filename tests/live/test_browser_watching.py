"""A game that is over is watched again in the browser: from its end, from the room Replays, and by a link."""

from __future__ import annotations

from pathlib import Path

from tests.doubles.processes import Start
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot


def test_a_game_is_watched_again_together(start: Start, visitors: Visitors, tmp_path: Path) -> None:
    server = serve(start, "--data", str(tmp_path))
    ann, bob, url = visitors(), visitors(is_touch=True), address(server)
    ann.login(url, "ann", "noughts")
    bob.login(url, "bob", "noughts")
    ann.enabled(0, 0)
    for one, cell in ((ann, (0, 0)), (bob, (0, 1)), (ann, (1, 0)), (bob, (1, 1)), (ann, (2, 0))):
        one.click(*cell)
        for other in (ann, bob):
            other.page.wait(f"!document.querySelector('{spot(*cell)}').classList.contains('empty')")
    for one in (ann, bob):
        one.page.wait("document.getElementById('watch').checkVisibility()")
    bob.page.tap("#watch")
    link = watches(bob)
    ann.say("/watch")  # as long as the other had not left, w would have done it
    assert watches(ann) == link
    bob.page.wait("document.querySelectorAll('.cell.cross').length === 3")

    bob.page.run("location.hash = '#/replays'")
    bob.is_in("replays")
    bob.page.wait("document.querySelectorAll('.door').length === 1")
    bob.page.tap(".door")
    assert watches(bob) == link

    eve = visitors()
    eve.page.open(f"{url}{link}")
    eve.page.wait("document.activeElement.id === 'name'")
    eve.page.type("eve")
    eve.page.press("Enter")
    assert watches(eve) == link
    ann.hears("eve came in")


def watches(visitor: Visitor) -> str:
    """The link to the replay that somebody watches, drawn by the skin of its game."""
    visitor.page.wait("location.hash.startsWith('#/replays/noughts-') && document.body.dataset.skin === 'noughts'")
    return str(visitor.page.run("location.hash"))
