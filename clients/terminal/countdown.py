"""How many seconds are left until a time that a room has told, as a skin shows them, and when it shows one less."""

from __future__ import annotations

from math import ceil

from tilenet.clients.model import Model


def seconds_to(model: Model, deadline: object) -> int | None:
    """Whole seconds: 1 until the very end, then 0; None if this is not a time."""
    left = model.seconds_left(deadline)
    return None if left is None else ceil(left)


def next_second(model: Model, deadline: object, now: float) -> float | None:
    """When there is one second less to show, on the client's clock; None if that never happens."""
    left = model.seconds_left(deadline)
    return now + (left - (ceil(left) - 1)) / model.pace if left and model.pace else None
