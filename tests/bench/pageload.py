"""How long the page takes to load over a slow network: until Play answers, and until Home is there; in Chromium."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.doubles.chromium import Browser, Page
from tests.doubles.processes import Start
from tests.doubles.visitor import address, open_browser, serve

#: Notes when Play answers, logs in as soon as it does, and notes when Home is there; in seconds from the first request.
STOPWATCH = """
const form = () => document.getElementById('login-form');
const answers = () => form()?.dispatchEvent(new Event('submit', { cancelable: true })) === false; // without a name
const since = (noted, check) => noted ?? (check() ? performance.now() / 1000 : null);
globalThis.noted = { play: null, home: null };
const look = () => {
  const was = noted.play;
  noted.play = since(noted.play, answers);
  if (was === null && noted.play !== null) {
    document.getElementById('name').value = 'ann';
    form().requestSubmit();
  }
  noted.home = since(noted.home, () => document.querySelector('#board [data-spot]') !== null);
  if (noted.home === null) setTimeout(look, 5);
};
look();
"""
LOADED = """(() => {
  const files = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  const loaded = files.filter(({ responseEnd }) => responseEnd < noted.%s * 1000);
  return [noted.%s, loaded.length, loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)];
})()"""
#: Round trips that must come one after the other: for the page, and for its files if they are not in the cache, until
#: Play answers; then to connect, and to log in.
TRIPS = {"first visit": (2, 4), "second visit": (1, 3)}


class Network(NamedTuple):
    """What a browser has to the server."""

    kilobits: int  # a second, each way
    milliseconds: int  # from a request to its answer

    def floor(self, trips: int, size: int) -> float:
        """The seconds that so many round trips, one after the other, and so many bytes take at least."""
        return trips * self.milliseconds / 1000 + size * 8 / self.kilobits / 1000


class Moment(NamedTuple):
    """When something was there, and what had been loaded until then."""

    seconds: float
    requests: int
    bytes: int


class Visit(NamedTuple):
    """From the first request until somebody is at Home, who pressed Play as soon as it answered."""

    play: Moment
    home: Moment


def visit(page: Page, url: str, network: Network) -> Visit:
    """Open the page and log in."""
    page.limit_network(network.kilobits, network.milliseconds)
    page.before_scripts(STOPWATCH)
    page.open(url)
    page.wait("noted.home !== null")
    return Visit(*(Moment(*page.run(LOADED % (name, name))) for name in Visit._fields))


def two_visits(browser: Browser, url: str, network: Network) -> tuple[Visit, Visit]:
    """Somebody who has never been here, and the same person later."""
    first = browser.page()
    visits = visit(first, url, network), visit(browser.page(context=first.context), url, network)
    browser.forget(first.context)
    return visits


def row(name: str, visits: Sequence[Visit], network: Network) -> str:
    """What the median visit took."""
    middle = sorted(visits, key=lambda one: one.play.seconds)[len(visits) // 2]
    cells = [
        f"{seconds:>13.2f} s{network.floor(trips, size):>7.2f} s{requests:>10}{size:>8}"
        for trips, (seconds, requests, size) in zip(TRIPS[name], middle, strict=True)
    ]
    return f"{name:<14}{''.join(cells)}"


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pageload", description=__doc__)
    parser.add_argument("--kilobits", type=int, default=400, help="a second, each way (default: 400)")
    parser.add_argument("--milliseconds", type=int, default=400, help="from a request to its answer (default: 400)")
    parser.add_argument("--visits", type=int, default=5, help="how often (default: 5)")
    options = parser.parse_args(argv)
    network = Network(options.kilobits, options.milliseconds)
    with TemporaryDirectory() as folder, closing(Start(Path(folder))) as start:
        url = address(serve(start))
        with closing(open_browser(Path(folder))) as browser:
            pairs = [two_visits(browser, url, network) for _ in range(options.visits)]
    print(f"{network.kilobits} kbit/s, {network.milliseconds} ms; the median of {len(pairs)} visits")
    titles = (f"{words:>15}    floor  requests   bytes" for words in ("Play answers", "Home is there"))
    print(f"{'':<14}{''.join(titles)}")
    for name, visits in zip(TRIPS, zip(*pairs, strict=True), strict=True):
        print(row(name, visits, network))


if __name__ == "__main__":
    main()
