"""A reload in memory: a caller's connection goes on with another session, which knows what the old one has noted."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.pipe import Caller
from tilenet.doors.session import Session
from tilenet.reload.connections import Resumed


def swap(caller: Caller) -> bool:
    """Whether that was possible; if not, nothing has happened, and in a reload the connection would be lost."""
    old: Session | None = caller.protocol.session
    state = None if old is None else old.state()
    if old is None or state is None:
        return False
    noted = {"peer": old.line.peer, "unsent": "", "session": json.loads(json.dumps(state))}
    door = old.door
    if old.player is not None:
        old.world.detach(old.player)
        old.player = None  # who stays where they are
    caller.protocol.connectionLost()
    made: Any = Resumed(door, noted)
    caller.protocol = made
    made.makeConnection(caller.pipe)
    assert made.session is not None and not made.session.has_ended
    return True
