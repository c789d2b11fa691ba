"""The terminal client on somebody else's server, with names, sizes, keys and images of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.doubles.otherserver import OtherServer
from tests.doubles.play import PLAY, SOURCE
from tests.doubles.pseudoterminal import Terminal, Terminals


@pytest.fixture
def other() -> Iterator[OtherServer]:
    with OtherServer() as server:
        yield server


def come_in(other: OtherServer, terminals: Terminals, size: tuple[int, int] = (80, 25), **env: str) -> Terminal:
    """Log in as eva, who has an account there."""
    terminal = terminals([*PLAY, f"127.0.0.1:{other.port}"], *size, env={**SOURCE, **env})
    terminal.sees("Brettspiele", "Group: Müller & Søn", "Status: open", "Name: ", "Password:")
    terminal.press("ctrl u")
    terminal.type("eva\rpass & <word>\r")
    login = other.hears(r'<client version="1\.1">\s*<login user="(.*?)" password="(.*?)"/>')
    assert login.groups() == ("eva", "pass &amp; &lt;word>")
    other.says('<logged-in message="Willkommen" objid="a77"/>')
    return terminal


def show_harbour(other: OtherServer) -> None:
    """A matrix of 5 by 3: a boat, a crane that is out of order, two keys, and a captain without energy."""
    other.says(
        '<set objid="m9" name="Hafen" text="Ships &amp; cranes" bgcolor="ff203040" fgcolor="ffffffff" x="5" y="3"/>',
        '<set objid="t1" energy="1" name="Boot" text="A boat" x="0" y="0"/>',
        '<set objid="t2" energy="0" name="Kran" text="A crane" x="4" y="2" bgcolor="ff0000ff"/>',
        '<set objid="t3" energy="5" name="漢字" text="Signs" x="2" y="1"/>',
        '<set objid="k1" energy="1" name="VK_L" text="leinen los"/>',
        '<set objid="k2" energy="0" name="VK_S" text="stop"/>',
        '<set objid="k3" energy="1" name="VK_META" text="nothing that a terminal has"/>',
        '<set objid="a77" energy="7" name="eva" text="10.0.0.1"/>',
        '<set objid="a5" energy="0" name="Käpt\'n" text="10.0.0.2"/>',
        '<hear from="m9" to="m9" message="Ahoi"/>',
    )


def test_tiles_people_and_words_are_as_it_said(other: OtherServer, terminals: Terminals) -> None:
    terminal = come_in(other, terminals)
    show_harbour(other)
    terminal.sees("Hafen · Brettspiele on 127.0.0.1", "eva · energy 7", "Ships & cranes", "Boot", "Kran", "漢字")
    terminal.sees("Here (2)", "Hafen: Ahoi", "l leinen los", "Willkommen")
    terminal.press("up")  # there is nothing; but its word of welcome has been read
    terminal.sees("A boat")
    captain = next(line for line in terminal.display if "Käpt'n" in line)
    assert captain.rstrip().endswith("0 ~")


def test_a_guest_is_asked_for_more_if_that_is_not_enough(other: OtherServer, terminals: Terminals) -> None:
    terminal = terminals([*PLAY, f"127.0.0.1:{other.port}", "eva"], env=SOURCE)
    other.hears('<login user="eva" password=""/>')
    terminal.sees("Logging in as eva ...")
    other.says('<logged-in message="eva hat ein Passwort"/>')
    terminal.sees("eva hat ein Passwort", "Brettspiele", "Name: eva", "Password:")
    terminal.type("\rgeheim\r")
    other.hears('<login user="eva" password="geheim"/>')
    other.says('<logged-in message="Willkommen" objid="a77"/>')
    show_harbour(other)
    terminal.sees("Hafen · Brettspiele on 127.0.0.1", "Willkommen")


def test_clicks_keys_and_speech_reach_it(other: OtherServer, terminals: Terminals) -> None:
    terminal = come_in(other, terminals)
    show_harbour(other)
    terminal.sees("Boot", "Käpt'n")
    terminal.press("enter")
    other.hears('<cmd type="click" objid="t1"/>')
    terminal.click(*terminal.find("漢字"))
    other.hears('<cmd type="click" objid="t3"/>')
    terminal.click(*terminal.find("Kran"))
    terminal.sees("That tile can't be clicked now.")
    terminal.press("l", "L", "s")
    terminal.sees("That key can't be pressed now.")
    terminal.press("tab")
    terminal.type("llama\r")
    terminal.type("@käpt'n (psst)\r")
    said = other.hears(r'(?s).*objid="a5" text="\(psst\)"/>')[0]
    assert said.split("\n") == [
        "",
        '<cmd type="press" objid="k1"/>',
        '<cmd type="press" objid="k1" modifiers="1"/>',
        '<cmd type="say" objid="m9" text="llama"/>',
        '<cmd type="say" objid="a5" text="(psst)"/>',
    ]
    terminal.press("f1")
    terminal.sees("leinen los", "VK_META: nothing that a terminal has")
    assert "stop" not in str(terminal)


HOSTILE = "\u009b31m\u009b2J\u009d0;title\u009c\u0085\u202e\u200b\u0301\u0301\u0301\u0301\u0301\ufeff\U000e0041"


def test_names_and_words_cannot_touch_the_terminal(other: OtherServer, terminals: Terminals) -> None:
    terminal = come_in(other, terminals)
    other.says(
        f'<set objid="m9" name="Hafen{HOSTILE}" text="{HOSTILE}head" x="5" y="3"/>',
        f'<set objid="t1" energy="1" name="{HOSTILE}Boot" text="tip{HOSTILE}" x="0" y="0"/>',
        f'<set objid="k1" energy="1" name="VK_L" text="{HOSTILE}los"/>',
        f'<set objid="a77" energy="7" name="eva{HOSTILE}" text="10.0.0.1"/>',
        f'<hear from="a77" to="m9" message="word{HOSTILE}"/>',
    )
    terminal.sees("Boot", "word", "head")
    terminal.press("up")
    terminal.sees("tip")
    other.says(f'<logged-out message="bye{HOSTILE}"/>', "</server>")
    terminal.sees("The server has logged you out: bye")
    terminal.press("f10")
    assert terminal.wait() == 0
    assert terminal.strange == [] and terminal.title_changes == [] and terminal.bells == 0
    assert terminal.left_behind == []
    assert not {"\u202e", "\u200b", "\ufeff"} & set(terminal.raw.decode())


def test_leaving_says_so_first(other: OtherServer, terminals: Terminals) -> None:
    terminal = come_in(other, terminals)
    show_harbour(other)
    other.says('<hear from="m9" to="m9" message="1. eva 7"/>', '<hear from="m9" to="m9" message="eva is the winner"/>')
    terminal.sees("eva is the winner")
    terminal.press("ctrl q")
    other.hears(r"<logout/>\s*</client>")
    other.says('<logged-out message="Tschüss"/></server>')
    assert terminal.wait() == 0
    assert terminal.after.strip().endswith("eva is the winner")
