"""The browser client as a person sees it, against our server, beside a terminal and bots."""

from __future__ import annotations

import signal
from contextlib import closing

import pytest

from tests.doubles.play import Play
from tests.doubles.processes import Process, Start
from tests.doubles.tap import Tap
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot

SIDE = 8
LARGEST_LOAD = 120_000  # bytes, headers and all


@pytest.fixture
def server(start: Start) -> Process:
    return serve(start, "--room-option", "tombala.countdown=60")


def test_the_page_loads_little_and_from_one_place(server: Process, visitors: Visitors) -> None:
    ann, url = visitors(), address(server)
    ann.login(url, "ann")
    kinds = "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
    loaded = ann.page.run(f"{kinds}.reduce((sum, {{transferSize}}) => sum + transferSize, 0)")
    assert 20_000 < loaded < LARGEST_LOAD
    modules = {one for one in ann.page.requests if one.endswith(".js")}
    named = "[...document.querySelectorAll('script, link[rel=modulepreload]')].map((one) => one.src ?? one.href)"
    assert modules == {*ann.page.run(named)}  # so none was found only when another had come
    ann.page.run("location.hash = '#/set'")
    ann.is_in("set")
    assert all(one.startswith(url) or one.startswith("data:") for one in ann.page.requests), ann.page.requests


def test_a_page_of_which_a_part_is_missing_says_so_and_nothing_else(server: Process, visitors: Visitors) -> None:
    ann = visitors()
    ann.page.block("*/link.js")
    ann.page.open(address(server))
    for _ in range(2):  # also if Play is pressed again
        ann.page.wait("document.activeElement.id === 'name' && !document.getElementById('play-button').disabled")
        ann.page.type("ann")
        ann.page.press("Enter")
        ann.page.sees("Part of this page could not be loaded. Please reload it.")
    ann.page.forgive("TypeError: Failed to fetch dynamically imported module")


def squares(ann: Visitor) -> list[str]:
    return [one.split(",")[0] for one in ann.state.split("|")]


def test_pairpanicking_by_mouse_and_keys_beside_a_terminal(server: Process, visitors: Visitors, play: Play) -> None:
    ann, bob = visitors(), play.in_room(server.port, "bob")
    ann.login(address(server), "ann", "pairpanicking")
    assert ann.skin == "pairs"
    bob.sees("Here (2)")
    assert squares(ann) == ["hidden"] * SIDE * SIDE
    # The mouse
    ann.click(8, 3)
    ann.hears("ann has started a game")
    ann.enabled(0, 0)
    ann.click(2, 1)
    ann.page.wait(f"document.querySelector('{spot(2, 1)}').classList.contains('up')")
    bob.sees(f" {ann.tile(2, 1)} ")
    # The keys, from the tile that was clicked
    ann.page.press("ArrowRight")
    ann.page.press("ArrowDown")
    assert ann.focused == "3,2"
    ann.page.press("Enter")
    ann.page.wait(f"!document.querySelector('{spot(3, 2)}').classList.contains('hidden')")
    shown = ann.tile(3, 2)
    bob.sees(f" {shown} ")
    # Two seconds later both are hidden or solved, and nothing of them is left on the page
    ann.page.wait("!document.querySelector('.turn.up')")
    assert set(squares(ann)) <= {"hidden", "··"}
    assert shown not in ann.page.run("document.getElementById('board').innerHTML")
    (things,) = ann.page.instances("model.js", "Model", "JSON.stringify([...it.things.values()])")
    assert f'"{shown}"' not in things and f"shows {shown}" not in things
    # The terminal plays, the browser sees it
    bob.click(2, 2)
    ann.page.wait(f"document.querySelector('{spot(0, 0)}').classList.contains('up')")


def test_what_players_write_is_text(server: Process, visitors: Visitors, play: Play) -> None:
    ann, bob = visitors(), visitors()
    url = address(server)
    ann.login(url, "ann")
    bob.login(url, "b&amp;")
    bob.say("<img src=x onerror=alert(1)> & \"so\" 'on'")
    ann.hears("b&amp; <img src=x onerror=alert(1)> & \"so\" 'on'")
    assert ann.page.run("document.querySelectorAll('#log img, #log i, #list i:not(.dot)').length") == 0
    # Whispers
    bob.say("@ann tombala at nine?")
    ann.hears("b&amp; to you: (tombala at nine?)")
    bob.hears("you to ann: (tombala at nine?)")
    cid = play.at_home(server.port, "cid")
    cid.sees("cid came in", "ann")
    bob.say("@CID psst")
    cid.sees("(psst)")
    assert "psst" not in ann.page.text()


def test_what_the_server_refuses_is_in_the_line_again(server: Process, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    ann.login(address(server), "ann")
    bob.login(address(server), "bob")
    ann.page.press("/")
    ann.page.wait("document.activeElement.id === 'words'")
    for text in (*"12345", "@bob psst"):
        ann.page.type(text)
        ann.page.press("Enter")
    ann.hears("Not said: you are talking too fast.")
    ann.page.wait("document.getElementById('words').value === '@bob psst'")
    bob.hears("ann 5")
    assert "psst" not in bob.page.text()


def test_links_lead_to_rooms(server: Process, visitors: Visitors) -> None:
    ann, url = visitors(), address(server)
    ann.login(url, "ann", "memory-large")
    ann.page.click("#brand")
    ann.is_in("")
    ann.page.run("location.hash = '#/no-such-room'")
    ann.hears("There is no table or room called no-such-room.")
    ann.is_in("")
    # A room behind a lobby
    ann.page.run("location.hash = '#/tombala'")
    ann.is_in("tombala")
    ann.click(3, 0)
    ann.is_in("tombala/tombala-room-1")
    bob = visitors()
    bob.login(url, "bob", "tombala/tombala-room-1")
    assert bob.skin == "tombala"


def test_a_network_that_breaks(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(), address(server)
    with closing(Tap(int(url.split(":")[-1].strip("/")))) as tap:
        ann.login(f"http://127.0.0.1:{tap.port}/", "ann", "noughts")
        bob.login(url, "bob", "noughts")
        ann.page.wait("document.getElementById('headline').textContent.includes('X to move')")
        ann.click(0, 0)
        bob.page.wait(f"document.querySelector('{spot(0, 0)}').classList.contains('cross')")
        tap.block()
        ann.page.wait("document.body.classList.contains('lost')")
        ann.page.sees("Trying again")
        bob.page.wait("document.querySelector('#list .dot.away')")
        tap.unblock()
        # The same seat, and the same board
        ann.page.wait("!document.body.classList.contains('lost')")
        ann.is_in("noughts")
        assert ann.page.run(f"document.querySelector('{spot(0, 0)}').classList.contains('cross')")
        bob.page.wait("!document.querySelector('#list .dot.away')")
        bob.click(1, 1)
        ann.page.wait(f"document.querySelector('{spot(1, 1)}').classList.contains('nought')")
        # A reload keeps the seat, too
        ann.page.reload()
        ann.page.wait(f"document.querySelector('{spot(1, 1)}')?.classList.contains('nought')")
    ann.page.forgive("WebSocket connection to")  # the browser itself says so, each time that nobody answers


SECRET = "long enough a secret"


def log_in_with_password(visitor: Visitor, url: str) -> None:
    """A name that has no account yet gets one when the password is typed again."""
    try_password(visitor, url, SECRET)
    visitor.page.wait("document.getElementById('login').hidden")
    visitor.settled()
    visitor.page.wait("document.querySelector('.new-account') || document.getElementById('log').textContent !== ''")
    if visitor.page.run("document.querySelector('.new-account') !== null"):
        visitor.page.wait("document.activeElement.name === 'again'")
        visitor.page.type(SECRET)
        visitor.page.press("Enter")
        visitor.page.wait("document.querySelector('.new-account') === null")
    visitor.page.sees("Click a room")


def try_password(visitor: Visitor, url: str, password: str) -> None:
    page = visitor.page
    page.open(url)
    page.wait("document.activeElement.id === 'name'")
    page.type("ann")
    page.click("summary")
    page.click("#password")
    page.type(password)
    page.press("Enter")


def test_an_account_is_back_after_a_reload_and_after_a_restart_of_the_server(start: Start, visitors: Visitors) -> None:
    data = ("--data", str(start.folder / "data"))
    server = serve(start, *data)
    ann, url = visitors(), address(server)
    log_in_with_password(ann, url)
    has_token = "JSON.parse(sessionStorage.getItem('tilenet.seat'))?.token"
    ann.page.wait(has_token)
    ann.page.reload()
    ann.page.wait("document.body?.innerText.includes('Welcome back, ann.')")
    ann.page.wait(has_token)
    server.send_signal(signal.SIGTERM)
    server.status()
    ann.page.wait("document.body.classList.contains('lost')")
    ann.page.run("document.getElementById('log').replaceChildren()")
    serve(start, *data, web=f"tcp:{url.split(':')[-1].strip('/')}:interface=127.0.0.1")
    ann.page.wait("!document.body.classList.contains('lost')")
    ann.page.sees("Welcome back, ann.")
    ann.page.forgive("WebSocket connection to")


def test_what_is_typed_after_a_wrong_password_is_the_password(start: Start, visitors: Visitors) -> None:
    server = serve(start, "--data", str(start.folder / "data"))
    ann, url = visitors(), address(server)
    log_in_with_password(ann, url)
    ann.leave()
    again = visitors()
    try_password(again, url, "almost the secret")
    again.page.sees("Wrong name or password.")
    again.page.type(SECRET)
    again.page.press("Enter")
    again.page.sees("Click a room")
    again.page.wait("document.getElementById('me').textContent.startsWith('ann ·')")


def test_a_second_login_of_an_account_ends_the_first_for_good(start: Start, visitors: Visitors) -> None:
    server = serve(start, "--data", str(start.folder / "data"))
    first, second = visitors(), visitors()
    for one in (first, second):
        log_in_with_password(one, address(server))
    first.page.sees("You have logged in from somewhere else.")
    first.page.wait("document.activeElement.id === 'name'")
    second.page.wait("document.querySelectorAll('#list li').length === 1")


def test_of_two_tabs_the_newer_has_the_seat(server: Process, visitors: Visitors) -> None:
    ann, url = visitors(), address(server)
    ann.login(url, "ann", "noughts")
    newer = visitors.tab(ann)
    newer.login(url, "ann", "noughts")
    ann.page.sees("You're now playing in another tab.")
    newer.page.wait("document.querySelectorAll('#list li').length === 1")
    newer.page.wait("document.getElementById('me').textContent.startsWith('ann ·')")
    # Somebody else is somebody else, in another tab, too
    bob = visitors.tab(ann)
    bob.login(url, "bob", "noughts")
    newer.page.wait("document.querySelectorAll('#list li').length === 2")
