"""The page's model knows what the other models know, in conversations that are written down and in made-up ones."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.doubles.chromium import Page
from tests.doubles.conversations import OurModel, TheirModel, conversations, played
from tests.doubles.model import Illegal, ModelClient

PLAY = "import('/tests/web/conversations.js').then(({ play }) => play(%s))"
OPENING = "".join("".join(pieces) for pieces in next(one for one in conversations() if one.name == "login").pieces)
ROOMS = '<set objid="m2" x="2" y="2"/><set objid="m3" x="3" y="2"/><set objid="m4" x="4" y="4"/><set objid="m1"/>'


def play(page: Page, *steps: list[list[str]]) -> Any:
    return page.run(PLAY % json.dumps(steps))


def test_the_page_knows_what_the_conversations_say(page: Page) -> None:
    found = conversations()
    both = play(page, *(one.pieces for one in found), *(one.characters for one in found))
    for conversation, known in zip(found * 2, both, strict=True):
        assert known == conversation.known, conversation.name


# Conversations that nobody has written

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("<>&\"' \t\n"), max_size=9
)
NUMBERS = st.integers(0, 2)
NOTHING = (
    "\n",
    "<!-- a > comment <set objid='t1'/> -->",
    "<?a pi with > in it?>",
    "<xresponse/>",
    "<xresponse options='o'>text > &amp; <![CDATA[ <set> ]]><!-- no --></xresponse>",
)
COLOURS = st.sampled_from(["ff00ff00", "0", "FFabcdef"])


@st.composite
def quoted(draw: st.DrawFn, value: str) -> str:
    """An attribute's value, in one of the ways in which XML can write it."""
    mark = draw(st.sampled_from("\"'"))
    other = {'"': "&quot;", "'": "&#x27;", "\n": "&#10;", "\t": "&#9;"}
    if draw(st.booleans()):
        del other["\n"], other["\t"]  # so they are read as blanks
    plain = escape(value, other)
    if value and draw(st.booleans()):
        plain = f"&#{ord(value[0])};" + escape(value[1:], other)
    return f"{mark}{plain}{mark}"


@st.composite
def tag(draw: st.DrawFn, name: str, attributes: dict[str, str]) -> str:
    blank = draw(st.sampled_from([" ", "  ", "\n", "\r\n\t"]))
    equals = draw(st.sampled_from(["=", " = "]))
    written = "".join(f"{blank}{key}{equals}{draw(quoted(value))}" for key, value in attributes.items())
    return draw(st.sampled_from([f"<{name}{written}/>", f"<{name}{written} />", f"<{name}{written}></{name}>"]))


@st.composite
def sets(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from("tttttmaki"))
    found = {"objid": f"{kind}{draw(st.integers(1, 4))}"}
    if kind == "i":
        return draw(tag("set", {**found, "text": draw(st.sampled_from(["00", "89504e47"])), "x": "2", "y": "1"}))
    if kind == "k":
        found["name"] = draw(st.sampled_from(["VK_A", "VK_SPACE"]))
    elif draw(st.booleans()):
        found["name"] = draw(TEXTS)
    if not draw(st.integers(0, 3)):
        found["text"] = draw(TEXTS)
    if not draw(st.integers(0, 3)):
        found["energy"] = str(draw(st.integers(-2, 12)))
    if kind in "mt" and draw(st.booleans()):
        found["bgcolor"], found["fgcolor"] = draw(COLOURS), draw(COLOURS)
    if kind == "m" and draw(st.booleans()):
        found["x"], found["y"] = str(draw(st.integers(2, 4))), str(draw(st.integers(2, 4)))
    if kind == "t" and draw(st.integers(0, 3)):
        found["x"], found["y"] = str(draw(NUMBERS)), str(draw(NUMBERS))
    if kind in "atk" and not draw(st.integers(0, 4)):
        found["x"] = "-1"
    if kind == "t" and not draw(st.integers(0, 4)):
        found["image"] = f"i{draw(st.integers(1, 4))}"
    return draw(tag("set", found))


@st.composite
def others(draw: st.DrawFn) -> str:
    objids = st.sampled_from(["a1", "a2", "m1", "t1", "k1"])
    hear = draw(tag("hear", {"from": draw(objids), "to": draw(objids), "message": draw(TEXTS)}))
    return draw(st.sampled_from([hear, hear, *NOTHING]))


@st.composite
def made_up(draw: st.DrawFn) -> list[list[str]]:
    """Steps of one tag each, without what the model client finds illegal; each is cut somewhere."""
    model, legal = ModelClient(), [OPENING + ROOMS]
    model.feed(legal[0].encode())
    for part in draw(st.lists(sets() | sets() | others(), min_size=15, max_size=30)):
        try:
            model.feed(part.encode())
            legal.append(part)
        except Illegal:
            model = ModelClient()
            model.feed("".join(legal).encode())
    cuts = draw(st.lists(st.integers(0, 200), min_size=len(legal), max_size=len(legal)))
    return [[part[: cut % len(part)], part[cut % len(part) :]] for part, cut in zip(legal, cuts, strict=True)]


#: What is found is not made smaller: that would take minutes.
@settings(max_examples=8, phases=[Phase.generate], deadline=None, suppress_health_check=[*HealthCheck])
@given(st.lists(made_up(), min_size=4, max_size=4))
def test_all_models_know_the_same_of_made_up_conversations(page: Page, made: list[list[list[str]]]) -> None:
    for steps, known in zip(made, play(page, *made), strict=True):
        assert known == played(TheirModel(), steps) == played(OurModel(), steps)
