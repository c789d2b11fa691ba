"""Draws docs/pictures/one-table.png: a browser and a terminal at one table of Set."""

from __future__ import annotations

import base64
import html
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from pyte.screens import Char

from tests.doubles.chromium import Page
from tests.doubles.play import PLAY, SOURCE, walk
from tests.doubles.processes import Start
from tests.doubles.pseudoterminal import Terminal, Terminals
from tests.doubles.visitor import Visitor, Visitors, address, open_browser, serve

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "one-table.png"
BROWSER, TERMINAL = (1080, 660), (92, 30)
WHOLE = 1280, 840
DEFAULTS = {"default": "e8ecf3", "black": "000000"}  # the others are hex digits, as the client has 24-bit colours
BOT = [sys.executable, "-m", "tilenet", "bot"]

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #262d3c; }}
div {{ position: absolute; border-radius: 12px; overflow: hidden; border: 1px solid #3a4459; }}
div {{ box-shadow: 0 14px 40px rgb(0 0 0 / 0.6); }}
p {{ margin: 0; padding: 5px 14px; background: #2a3242; color: #93a0b5; font: 13px/18px sans-serif; }}
img {{ display: block; }}
pre {{ margin: 0; padding: 8px 10px; background: #12151c; font: 12px/15px "DejaVu Sans Mono", monospace; }}
i {{ font-style: normal; display: inline-block; width: 7.2px; height: 15px; vertical-align: top; white-space: pre; }}
</style>
<div style="left: 20px; top: 18px"><p>our.example/#/set</p><img src="data:image/png;base64,{image}"></div>
<div style="right: 20px; bottom: 18px"><p>tilenet play our.example bob</p><pre>{rows}</pre></div>
"""


def main() -> None:
    with TemporaryDirectory() as folder, closing(Start(Path(folder))) as start:
        server = serve(start, "--seed", "7", "--name", "our table", "--room-option", "set.countdown=6")
        with (
            closing(Terminals(Path(folder))) as terminals,
            closing(open_browser(Path(folder, "browser"))) as browser,
            closing(Visitors(browser)) as visitors,
        ):
            ann = visitors(BROWSER, media={"prefers-color-scheme": "dark"})
            bob = terminals([*PLAY, str(server.port), "bob"], *TERMINAL, env={**SOURCE, "COLORTERM": "truecolor"})
            bob.sees("Click a room to walk into it.", "bob ", "Here (")
            play(ann, bob, address(server))
            start(BOT, "set", f"127.0.0.1:{server.port}", "robo", "--level", "1")
            ann.page.wait("document.querySelector('#list .dot.bot')")
            bob.sees("robo")
            image = Path(folder, "browser.png")
            ann.page.picture(image)
            compose(visitors(WHOLE).page, image, bob)


def play(ann: Visitor, bob: Terminal, url: str) -> None:
    """Both sit down, talk, and select two cards each."""
    ann.login(url, "ann")
    walk(bob, "Set", "The game begins in")
    ann.page.run("location.hash = '#/set'")
    ann.is_in("set")
    ann.page.wait("document.querySelectorAll('.card svg').length === 12")
    ann.say("same table, different windows :)")
    bob.sees("same table")
    bob.press("tab")
    bob.type("@ann I see a set")
    bob.press("enter", "tab")
    ann.hears("I see a set")
    for one, keys in ((ann.page, "be"), (bob, "cj")):
        for key in keys:
            one.press(key)
    ann.page.wait("document.querySelectorAll('.card.selected').length === 2")
    bob.until("two selected", lambda: str(bob).count("selected") == 2)


def compose(page: Page, image: Path, terminal: Terminal) -> None:
    """Both windows in one picture."""
    rows = "\n".join(
        "".join(drawn(terminal.cell(column, row)) for column in range(TERMINAL[0])) for row in range(TERMINAL[1])
    )
    page.open("about:blank")
    text = PAGE.format(image=base64.b64encode(image.read_bytes()).decode(), rows=rows)
    page.show(text)
    page.wait("document.images[0].complete")
    page.picture(PICTURE)


def drawn(cell: Char) -> str:
    ink, background = (DEFAULTS.get(colour, colour) for colour in (cell.fg, cell.bg))
    background = "000000" if cell.bg == "default" else background
    if cell.reverse:
        ink, background = background, ink
    weight = ";font-weight:700" if cell.bold else ""
    return f'<i style="color:#{ink};background:#{background}{weight}">{html.escape(cell.data)}</i>'


if __name__ == "__main__":
    main()
