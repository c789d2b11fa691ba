"""Which rooms the lobby of Tombala shows, and in which places."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice

from tilenet.games.tombala.rooms import Rooms


def arrange(slots: Sequence[str | None], rooms: Rooms, most: int) -> list[str | None]:
    """Which room is shown where. Rooms keep their places; new ones fill the gaps, or come after the others."""

    def interest(room: str | None) -> tuple[bool, bool]:
        """The lower, the more interesting: rooms that can be joined come first, then those with people in them."""
        entry = None if room is None else rooms.get(room)
        return (True, True) if entry is None else (not entry.can_join, not entry.players)

    kept = [None if room is None or rooms.get(room) is None else room for room in slots]
    others = (entry.room for entry in rooms.by_interest() if entry.room not in slots)
    waiting = deque(islice(others, most))
    for slot, room in enumerate(kept):
        if room is None and waiting:
            kept[slot] = waiting.popleft()
    while waiting and len(kept) < most:
        kept.append(waiting.popleft())
    while waiting:  # there are too many: the least interesting ones go
        slot, least = max(enumerate(kept), key=lambda place: interest(place[1]))
        if interest(waiting[0]) >= interest(least):
            break
        kept[slot] = waiting.popleft()
    while kept and kept[-1] is None:
        kept.pop()
    return kept
