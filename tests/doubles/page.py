"""What a person does with a page, and sees of it, whichever browser shows it."""

from __future__ import annotations

import json
import select
import time
from abc import ABC, abstractmethod
from typing import Any

from tests.doubles.processes import PATIENCE


class AnyPage(ABC):
    """One page, as a person has it before them."""

    def __init__(self) -> None:
        self.errors: list[str] = []  # of scripts, and of what could not be loaded

    # What a browser has a way of its own for

    @abstractmethod
    def run(self, expression: str) -> Any:
        """The value of an expression of the page's language, or of its promise."""

    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def click_at(self, x: float, y: float) -> None: ...

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key, and let it go."""

    @abstractmethod
    def type(self, text: str) -> None: ...

    # What follows from that

    def click(self, selector: str) -> None:
        """Click in the middle of the first element that is found, with the mouse."""
        self.click_at(*self.middle(selector))

    def middle(self, selector: str) -> tuple[float, float]:
        self.wait(f"document.querySelector({json.dumps(selector)})?.getClientRects().length")
        box = self.run(
            f"""(() => {{
                const found = document.querySelector({json.dumps(selector)});
                found.scrollIntoView({{block: 'nearest'}});
                const box = found.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        return box[0], box[1]

    def forgive(self, beginning: str) -> None:
        """Forget errors that are to be expected."""
        self.errors = [error for error in self.errors if not error.startswith(beginning)]

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({expression})"):
            assert time.monotonic() < deadline, f"never {expression}; the page: {self.text()!r}; {self.errors}"
            select.select([], [], [], 0.02)

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def sees(self, *texts: str) -> None:
        """Wait until all of these are somewhere on the page."""
        for text in texts:
            self.wait(f"document.body.innerText.includes({json.dumps(text)})")
