"""Serves the sockets that are ready, with a bound on what one turn of the reactor does for them."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.internals import Poll, Serve

SERVING = 0.01  # seconds of CPU time in a turn for serving sockets; the others come next
FEW = 4  # sockets, which never take long


class ReadySockets:
    """Those of one reactor. The sockets that one turn leaves out come first in the next.

    Most of them are cheap, and then many are served, so that nobody waits to be read. Some are expensive, such as TLS's
    handshakes. `poll` tells of all that are ready: of only some, it would tell in the same order again and again, and
    the last of them would never be served.
    """

    def __init__(self, poll: Poll, serve: Serve, cpu: Callable[[], float]) -> None:
        self._poll = poll
        self._serve = serve
        self._cpu = cpu
        self._left_out: dict[int, int] = {}  # the descriptors of those, and their order

    def serve(self, timeout: float | None) -> None:
        """Wait until some are ready, for so many seconds at most, and serve them as long as there is time."""
        found = self._poll(timeout)
        if self._left_out:
            order, self._left_out = self._left_out, {}
            found.sort(key=lambda event: order.get(event[0], len(order)))
        if len(found) <= FEW:
            for descriptor, event in found:
                self._serve(descriptor, event)
        else:
            self._serve_in_time(found)

    def _serve_in_time(self, found: list[tuple[int, int]]) -> None:
        began = self._cpu()
        for number, (descriptor, event) in enumerate(found, 1):
            self._serve(descriptor, event)
            if self._cpu() - began > SERVING:
                self._left_out = {descriptor: place for place, (descriptor, _) in enumerate(found[number:])}
                break
