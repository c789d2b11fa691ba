"""The browser's scanner and model know what the model client knows, whatever a server sends, and however it is cut."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.doubles.chromium import Browser, Page
from tests.doubles.model import SYSTEM_ID, Illegal, ModelClient
from tests.doubles.processes import Start
from tests.doubles.visitor import Visitors, address, serve

OPENING = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE server SYSTEM "{SYSTEM_ID}">\n'
    '<server version="1.1" group="tests" name="a server" status="open">'
)
LOGIN = '<logged-in message="Welcome" objid="a1"/><set objid="m1" name="Home" text="" bgcolor="ff000000" '
LOGIN += 'fgcolor="ffffffff" x="3" y="3"/><set objid="a1" name="ann" energy="11"/>'
ROOMS = '<set objid="m2" x="2" y="2"/><set objid="m3" x="3" y="2"/><set objid="m4" x="4" y="4"/><set objid="m1"/>'

#: What the page makes of a document that comes in these pieces.
READ = """
(async (pieces) => {
    const { Illegal, Scanner } = await import('/scanner.js');
    const { Model } = await import('/model.js');
    const [scanner, model] = [new Scanner(), new Model()];
    let isLegal = true;
    try {
        for (const piece of pieces) for (const tag of scanner.feed(piece)) model.take(tag);
    } catch (error) {
        if (!(error instanceof Illegal)) throw error;
        isLegal = false;
    }
    const members = 'atk'.split('').flatMap((kind) => model.here(kind)).map(({ objid }) => objid);
    return {
        isLegal, members,
        here: [...model.things.keys()].filter((objid) => model.isHere(objid)),
        me: model.me, current: model.current, isClosed: model.isClosed, lastWords: model.lastWords,
        server: model.server,
        heard: model.heard.map(({ from, to, message }) => [from, to, message]),
        things: Object.fromEntries(model.things),
        grid: Object.fromEntries(model.tokens.map((tile) => [`${tile.x},${tile.y}`, tile.objid])),
    };
})(%s)
"""
DEFAULTS: dict[str, object] = {"name": "", "text": "", "energy": 1, "bgcolor": None, "fgcolor": None, "image": None}
OURS = {"bgcolor": "bg", "fgcolor": "fg"}


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with closing(Start(tmp_path_factory.mktemp("server"))) as start, closing(Visitors(browser)) as visitors:
        found = visitors().page
        found.open(address(serve(start)))
        yield found


def read(page: Page, text: str, cuts: list[int]) -> Any:
    places = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    pieces = [text[one:other] for one, other in pairwise(places)]
    return page.run(READ % json.dumps(pieces))


# Documents

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("<>&\"' \t\n"), max_size=9
)
NUMBERS = st.integers(0, 2)
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
    blanks = st.sampled_from([" ", "  ", "\n", "\r\n\t"])
    written = "".join(
        f"{draw(blanks)}{key}{draw(st.sampled_from(['=', ' = ']))}{draw(quoted(value))}"
        for key, value in attributes.items()
    )
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
    inside = draw(st.sampled_from(["", "text > &amp;", "<![CDATA[ <set> ]]>", "<!-- no -->"]))
    response = f"<xresponse options='o'>{inside}</xresponse>"
    comment, instruction = "<!-- a > comment <set objid='t1'/> -->", "<?a pi with > in it?>"
    return draw(st.sampled_from([hear, hear, "\n", comment, instruction, response, "<xresponse/>"]))


@st.composite
def documents(draw: st.DrawFn) -> list[str]:
    """A document, tag by tag, without what the model client finds illegal."""
    parts = [OPENING, LOGIN, ROOMS, *draw(st.lists(sets() | sets() | others(), min_size=30, max_size=60))]
    if draw(st.booleans()):
        parts += [draw(tag("logged-out", {"message": draw(TEXTS)})), draw(st.sampled_from(["", "</server>"]))]
    model, legal = ModelClient(), []
    for part in parts:
        try:
            model.feed(part.encode())
            legal.append(part)
        except Illegal:
            model = ModelClient()
            model.feed("".join(legal).encode())
    return legal


#: What is found is not made smaller: that would take minutes.
@settings(max_examples=60, phases=[Phase.generate], deadline=None, suppress_health_check=[*HealthCheck])
@given(documents(), st.lists(st.integers(0, 10_000), max_size=12))
def test_the_same_as_the_model_client(page: Page, parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    model = ModelClient()
    model.feed(text.encode())
    found = read(page, text, cuts)
    assert found["isLegal"]
    assert (found["me"], found["current"], found["isClosed"]) == (model.agent, model.current, model.closed)
    assert found["lastWords"] == model.logged_out
    assert found["server"] == {"group": model.group, "name": model.name, "status": model.status}
    assert {*found["members"]} == {*found["here"]} == model.members_single()
    assert found["grid"] == {f"{x},{y}": objid for (x, y), objid in model.grid().items()}
    assert [tuple(line) for line in found["heard"]] == model.heard
    assert found["things"].keys() == model.objects.keys()
    for objid, known in model.objects.items():
        for key, default in DEFAULTS.items():
            assert found["things"][objid][OURS.get(key, key)] == known.get(key, default), (objid, key)


def test_every_cut_of_one_document(page: Page) -> None:
    text = f"{OPENING}{LOGIN}<!-- > --><set objid='t1' x='0' y='1' name='a>&#x1F600;&lt;'/>"
    text += "<xresponse>a<![CDATA[>]]></xresponse>"
    text += "<hear from='a1' to='m1' message='so&#10;so'/><logged-out message=''/></server>"
    expected = read(page, text, [])
    assert expected["isLegal"] and expected["isClosed"] and expected["things"]["t1"]["name"] == "a>😀<"
    assert read(page, text, [*range(len(text))]) == expected
    found = page.run(
        f"""(async () => {{
            const text = {json.dumps(text)};
            const {"{ Scanner }"} = await import('/scanner.js');
            const read = (pieces) => {{
                const scanner = new Scanner();
                return JSON.stringify(pieces.flatMap((piece) => [...scanner.feed(piece)]));
            }};
            const whole = read([text]);
            return [...text].every((_, at) => read([text.slice(0, at), text.slice(at)]) === whole);
        }})()"""
    )
    assert found


@pytest.mark.parametrize(
    "wrong",
    [
        "<set objid='t1'/>",
        "<set objid='t1' x='9' y='0'/>",
        "<set objid='t1' x='0' y='-1'/>",
        "<set objid='t1' x='01' y='0'/>",
        "<set objid='t01' x='1' y='0'/>",
        "<set objid='x1'/>",
        "<set objid='t1' x='1' y='0' bgcolor='blue'/>",
        "<set objid='t1' x='1' y='0' image='i9'/>",
        "<set objid='a2' colour='ff'/>",
        "<set objid='a2' name='one' name='two'/>",
        "<set objid='a2' name='&nbsp;'/>",
        "<set objid='a2' name='a & b'/>",
        "<set objid='a2' name='&#0;'/>",
        "<set objid='a2' name='<'/>",
        "<set name='a2'/>",
        "<set objid='m2' x='1' y='3'/>",
        "<hear from='i1' to='a1' message=''/>",
        "<hear from='a1' message=''/>",
        "<logged-in message='' objid='a1'/>",
        "<server version='1.1' group='' name='' status='open'>",
        "<click/>",
        "words",
        "</set>",
        "<!-- -- -->",
        "<![CDATA[x]]>",
        "<set objid='a2'>words</set>",
        "<logged-out message=''/><set objid='a1'/>",
        "<!DOCTYPE server [<!ENTITY a 'b'>]>",
    ],
)
def test_both_refuse(page: Page, wrong: str) -> None:
    text = f"{OPENING}{LOGIN}{wrong}<set objid='a1'/>"
    with pytest.raises(Illegal):
        ModelClient().feed(text.encode())
    assert not read(page, text, [])["isLegal"]


@pytest.mark.parametrize(
    "wrong", ["<server version='1.1' group='' name='' status='open'>", f"{OPENING.splitlines()[0]}<set/>"]
)
def test_both_refuse_a_beginning(page: Page, wrong: str) -> None:
    with pytest.raises(Illegal):
        ModelClient().feed(wrong.encode())
    assert not read(page, wrong, [])["isLegal"]
