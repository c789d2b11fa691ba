"""All scenarios, in the order in which they are played."""

from tilenet.clients.soak.scenarios.dancing import DancingClocks
from tilenet.clients.soak.scenarios.heckled import (
    CLICKERS,
    NAMES,
    ROOMS,
    SUBMITTERS,
    TABLES,
    WALKERS,
    Deaf,
    Idle,
    Stalled,
)
from tilenet.clients.soak.scenarios.kills import Kills
from tilenet.clients.soak.scenarios.logins import Logins
from tilenet.clients.soak.scenarios.outages import FULL, LOCKED
from tilenet.clients.soak.scenarios.punctual import Punctual
from tilenet.clients.soak.scenarios.ssh import SSH
from tilenet.clients.soak.scenarios.storms import CONNECTING, GUESTS, LEAVING
from tilenet.clients.soak.scenarios.tombala import TombalaCrowd, TombalaMemory
from tilenet.clients.soak.stage import Scenario

SCENARIOS: tuple[Scenario, ...] = (
    TombalaCrowd(),
    TombalaMemory(),
    DancingClocks(),
    Punctual(),
    SUBMITTERS,
    CLICKERS,
    WALKERS,
    TABLES,
    LEAVING,
    CONNECTING,
    GUESTS,
    ROOMS,
    NAMES,
    Deaf(),
    Stalled(),
    Kills(),
    SSH,
    LOCKED,
    FULL,
    Logins(),
    Idle(),
)
