"""The files of finished games, for browsers and programs that want to check them: GET /replays/ID.jsonl.gz."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from tilenet.doors.gate import Gate
from tilenet.doors.webchannel import WebRequest

FOLDER = b"/replays/"
SUFFIX = b".jsonl.gz"
LARGEST = 2 * 2**20  # bytes of a file that is sent: an hour of a busy room has a tenth
AT_ONCE = 8  # files that are read at the same time
LONGEST_ID = 100


class NotSent(Exception):
    """No file is sent; the text says why."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class ReplayFiles:
    """Reads them in a thread, a few at once."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._reading = 0

    def read(self, request: WebRequest) -> Deferred[bytes]:
        """The file that was asked for. Raises NotSent; what is called back may be one, too."""
        path, replays = request.path, self._gate.replays
        id = path[len(FOLDER) : -len(SUFFIX)]
        if replays is None or not path.endswith(SUFFIX) or not 0 < len(id) <= LONGEST_ID:
            raise _none()
        if self._reading >= AT_ONCE:
            raise NotSent(503, "Too many replays are being read. Try again soon.")
        try:
            found = replays.file(id.decode("ascii", "replace"), LARGEST)
        except LookupError:
            raise _none() from None
        self._reading += 1
        return found.addBoth(self._done)

    def _done(self, data: bytes | Failure) -> bytes:
        self._reading -= 1
        if isinstance(data, Failure) or len(data) > LARGEST:
            raise _none()
        return data


def _none() -> NotSent:
    return NotSent(404, "There is no such replay, or not for everybody.")
