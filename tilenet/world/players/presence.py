"""Whether a player is here: one state, and what leads from one to another.

A player arrives by a login, and is here when a client is attached. When the connection is lost, the seat is held: they
are away until they log in again, or until nobody waits for them any more. Then, or after a logout, they are leaving,
and soon gone. Games and accounts may remember a player who is gone; a login with the same account brings them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Presence(Enum):
    """Where a player is between a login and leaving for good."""

    ARRIVING = "arriving"  # logged in, without a client yet
    HERE = "here"
    AWAY = "away"  # the connection is lost, and the seat is held
    LEAVING = "leaving"  # logged out, or given up; still to be taken out of the world
    GONE = "gone"


class Step(Enum):
    """What happens to a player."""

    LOGIN = "login"  # for the first time, or again
    ATTACH = "attach"  # a client
    LOSE = "lose"  # the connection, so the seat is held
    END = "end"  # the session, or the time for which a seat is held
    REMOVE = "remove"  # from the world


#: A step that is missing here cannot happen in that state.
TRANSITIONS: Mapping[Presence, Mapping[Step, Presence]] = {
    Presence.ARRIVING: {
        Step.LOGIN: Presence.ARRIVING,
        Step.ATTACH: Presence.HERE,
        Step.LOSE: Presence.AWAY,
        Step.END: Presence.LEAVING,
        Step.REMOVE: Presence.GONE,
    },
    Presence.HERE: {
        Step.LOGIN: Presence.ARRIVING,  # from somewhere else: the old client has to go
        Step.ATTACH: Presence.HERE,
        Step.LOSE: Presence.AWAY,
        Step.END: Presence.LEAVING,
        Step.REMOVE: Presence.GONE,
    },
    Presence.AWAY: {
        Step.LOGIN: Presence.AWAY,  # until there is a client again
        Step.ATTACH: Presence.HERE,
        Step.LOSE: Presence.AWAY,
        Step.END: Presence.LEAVING,
        Step.REMOVE: Presence.GONE,
    },
    Presence.LEAVING: {
        Step.REMOVE: Presence.GONE,
    },
    Presence.GONE: {
        Step.LOGIN: Presence.ARRIVING,
    },
}


class Impossible(Exception):
    """A step that cannot happen in this state."""


def after(presence: Presence, step: Step) -> Presence:
    """The state that a step leads to."""
    try:
        return TRANSITIONS[presence][step]
    except KeyError:
        raise Impossible(f"{step.value} cannot happen to a player who is {presence.value}") from None
