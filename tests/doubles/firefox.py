"""A real Firefox for tests, without a screen, driven by WebDriver BiDi, which it speaks itself over a WebSocket.

It blocks, so servers are processes of their own. It is for the main path: Chromium does all the rest.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Event, Ping, Request, TextMessage

from tests.doubles.page import AnyPage
from tests.doubles.processes import PATIENCE, Lines

FLAGS = "--headless", "--no-remote", "--remote-debugging-port=0"
PREFERENCES: Mapping[str, object] = {  # besides those that it sets itself for whoever drives it
    "app.normandy.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "nimbus.rollouts.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",  # nothing is loaded from elsewhere
}
#: What WebDriver calls keys that type nothing.
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013"}
KEYS |= {"ArrowRight": "\ue014", "ArrowDown": "\ue015"}
COMPLAINTS = "error", "warn"  # levels


class Firefox:
    """One Firefox with a profile of its own, and one page."""

    def __init__(self, program: str, env: Mapping[str, str], folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        environment = {**os.environ, **env, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
        command = [program, *FLAGS, "--profile", str(folder)]
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stderr is not None
        self._log = Lines(self._process.stderr)
        port = int(self._log.wait_for(r"BiDi listening on ws://127\.0\.0\.1:(\d+)")[0][1])
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._wire = WSConnection(ConnectionType.CLIENT)
        self._text = ""
        self._came: list[str] = []
        self._last = 0
        self._is_open = False
        self._send(Request(host=f"127.0.0.1:{port}", target="/session"))
        while not self._is_open:
            self._receive()
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.page = FirefoxPage(self, context)

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        self._last += 1
        self._send(TextMessage(json.dumps({"id": self._last, "method": method, "params": parameters})))
        while True:
            while not self._came:
                self._receive()
            answer = json.loads(self._came.pop(0))
            if answer.get("id") == self._last:
                assert answer["type"] == "success", f"{method}: {answer}"
                result: dict[str, Any] = answer["result"]
                return result
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in COMPLAINTS:
                self.page.errors.append(answer["params"]["text"])

    def _send(self, event: Event) -> None:
        self._socket.sendall(self._wire.send(event))

    def _receive(self) -> None:
        data = self._socket.recv(2**16)
        assert data, "the browser has ended"
        self._wire.receive_data(data)
        for event in self._wire.events():
            if isinstance(event, AcceptConnection):
                self._is_open = True
            elif isinstance(event, Ping):
                self._send(event.response())
            elif isinstance(event, TextMessage):
                self._text += event.data
                if event.message_finished:
                    self._came.append(self._text)
                    self._text = ""

    def close(self) -> None:
        """End it with all of its processes."""
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._log.close()


class FirefoxPage(AnyPage):
    """The page in Firefox."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        super().__init__()
        self._firefox = firefox
        self._context = context

    def run(self, expression: str) -> Any:
        answer = self._firefox.ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? 'null')",
            target={"context": self._context},
            awaitPromise=True,
            resultOwnership="none",
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def open(self, url: str) -> None:
        self._firefox.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def click_at(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": moves})

    def press(self, key: str) -> None:
        self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        downs_and_ups = [{"type": f"key{way}", "value": key} for key in text for way in ("Down", "Up")]
        self._act({"type": "key", "id": "keyboard", "actions": downs_and_ups})

    def _act(self, source: dict[str, object]) -> None:
        self._firefox.ask("input.performActions", context=self._context, actions=[source])
