"""A real browser for tests: Chromium without a screen, driven over two pipes by its DevTools protocol.

It blocks, so servers are processes of their own. Each page keeps what it has complained of.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.doubles.page import AnyPage
from tests.doubles.processes import PATIENCE

Size = tuple[int, int]
LARGE, PHONE = (1280, 800), (390, 844)
SCREENS: list[Size] = [LARGE, (640, 400)]  # with a mouse; the second one is the first at a zoom of 200 %
TOUCHED: list[Size] = [PHONE, (844, 390), (768, 1024), (1024, 768)]  # phones and tablets, upright and on their side

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing is loaded from elsewhere
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
#: What the DevTools protocol wants to know of keys that type nothing.
KEYS = {
    "Enter": (13, "\r"),
    "Tab": (9, ""),
    "Escape": (27, ""),
    "Backspace": (8, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}


class Browser:
    """One Chromium with a profile of its own; each page is a visitor who knows nothing of the others."""

    def __init__(self, program: str, env: Mapping[str, str], folder: Path) -> None:
        ours, theirs = _pipe(), _pipe()
        self._reader, self._writer = theirs[0], ours[1]
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, ours[0], 3),
            (os.POSIX_SPAWN_DUP2, theirs[1], 4),
        ]
        command = [program, *FLAGS, f"--user-data-dir={folder}"]
        self._pid = os.posix_spawn(program, command, {**os.environ, **env}, file_actions=actions, setpgroup=0)
        os.close(ours[0])
        os.close(theirs[1])
        self._rest = b""
        self._last = 0
        self._pages: dict[str, Page] = {}

    def page(
        self, size: Size = LARGE, *, media: Mapping[str, str] | None = None, is_touch: bool = False, context: str = ""
    ) -> Page:
        """A page of a new visitor, or of one who has a page already."""
        context = context or self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, context)
        page.prepare(size, media or {}, is_touch=is_touch)
        return page

    def forget(self, context: str) -> None:
        """Close all pages of a visitor, and drop everything that they have stored."""
        self.ask("Target.disposeBrowserContext", browserContextId=context)
        self._pages = {session: page for session, page in self._pages.items() if page.context != context}

    def ask(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        self._last += 1
        number = self._last
        question: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            question["sessionId"] = session
        _write(self._writer, json.dumps(question).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self._next(deadline, method)
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            page = self._pages.get(answer.get("sessionId", ""))
            if page is not None and "method" in answer:
                page.happened(answer["method"], answer["params"])

    def _next(self, deadline: float, method: str) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reader], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"the browser does not answer {method}"
            data = os.read(self._reader, 2**16)
            assert data, "the browser has ended"
            self._rest += data
        first, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(first)
        return found

    def close(self) -> None:
        """End it with all of its processes."""
        os.close(self._writer)
        os.close(self._reader)
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


class Page(AnyPage):
    """A page in Chromium."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        super().__init__()
        self._browser = browser
        self._session = session
        self.context = context
        self.requests: list[str] = []  # what was loaded

    def prepare(self, size: Size, media: Mapping[str, str], *, is_touch: bool) -> None:
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")
        self.resize(size)
        self._ask("Emulation.setTouchEmulationEnabled", enabled=is_touch)
        self._ask("Emulation.setFocusEmulationEnabled", enabled=True)  # each visitor looks at their own page
        self.prefer(media)

    def prefer(self, media: Mapping[str, str]) -> None:
        """What the user prefers, such as light colours."""
        features = [{"name": name, "value": value} for name, value in media.items()]
        self._ask("Emulation.setEmulatedMedia", features=features)

    def speak(self, language: str) -> None:
        """The language that the user's browser prefers, such as tr-TR; English if nobody says so."""
        agent = self.run("navigator.userAgent")
        self._ask("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def resize(self, size: Size) -> None:
        width, height = size
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def limit_network(self, kilobits: int, milliseconds: int) -> None:
        """Load everything at this rate from now on, and wait for each answer."""
        rate = kilobits * 1000 / 8
        self._ask(
            "Network.emulateNetworkConditions",
            offline=False,
            latency=milliseconds,
            downloadThroughput=rate,
            uploadThroughput=rate,
        )

    def block(self, *urls: str) -> None:
        """Load nothing from addresses like these from now on."""
        self._ask("Network.setBlockedURLs", urls=urls)

    def before_scripts(self, source: str) -> None:
        """Run this in each page that is opened from now on, before its own scripts."""
        self._ask("Page.addScriptToEvaluateOnNewDocument", source=source)

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        return self._browser.ask(method, self._session, **parameters)

    def happened(self, method: str, parameters: dict[str, Any]) -> None:
        match method:
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                self.errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.errors.append(json.dumps(parameters["args"]))
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])

    # What a person does

    def open(self, url: str) -> None:
        self._ask("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && document.body !== null")

    def show(self, html: str) -> None:
        """A page that comes from nowhere."""
        frame = self._ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self._ask("Page.setDocumentContent", frameId=frame, html=html)

    def reload(self) -> None:
        self._ask("Page.reload")

    def click_at(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, selector: str) -> None:
        """Touch the first element that is found, and let go."""
        x, y = self.middle(selector)
        self._ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self._ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, code: str = "", *, modifiers: int = 0) -> None:
        """Press a key, and let it go."""
        number, text = KEYS.get(key, (ord(key[0].upper()), key if len(key) == 1 else ""))
        about = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self._ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **about)
        self._ask("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        self._ask("Input.insertText", text=text)

    # What a person sees

    def run(self, expression: str) -> Any:
        """The value of an expression of the page's language, or of its promise."""
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def instances(self, file: str, name: str, expression: str) -> list[Any]:
        """The value of an expression for each object of a class of the page that is in memory; it is called `it`."""
        found = self._ask("Runtime.evaluate", expression=f"{module(file)}.then((it) => it.{name}.prototype)")
        prototype = self._ask("Runtime.awaitPromise", promiseObjectId=found["result"]["objectId"])["result"]
        objects = self._ask("Runtime.queryObjects", prototypeObjectId=prototype["objectId"])["objects"]
        answer = self._ask(
            "Runtime.callFunctionOn",
            objectId=objects["objectId"],
            functionDeclaration=f"function () {{ return this.map((it) => {expression}) }}",
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        values: list[Any] = answer["result"]["value"]
        return values

    def read_aloud(self) -> list[str]:
        """What a screen reader finds, in order: roles with names, and what it says by itself when it changes."""
        nodes = self._ask("Accessibility.getFullAXTree")["nodes"]
        found = []
        for node in nodes:
            live = [one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "live"]
            words = [node.get(key, {}).get("value", "") for key in ("role", "name")] + live
            if not node["ignored"]:
                found.append(" ".join(str(word) for word in words if word))
        return found

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", format="png")["data"]))


def module(file: str) -> str:
    """An expression of a promise: the module that the page itself uses, whose address depends on its version."""
    return f"import(new URL('{file}', document.querySelector('script').src))"


def _pipe() -> tuple[int, int]:
    """A pipe whose numbers are out of the way of 3 and 4, which the browser has for its own."""
    ends = os.pipe()
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


def _write(to: int, data: bytes) -> None:
    while data:
        data = data[os.write(to, data) :]
