"""All scenarios, in the order in which they are played."""

from tests.soak.scenarios.churn import Churn
from tests.soak.scenarios.comeback import Comeback, Guessing, Share
from tests.soak.scenarios.dancing import DancingClocks
from tests.soak.scenarios.kills import Kills
from tests.soak.scenarios.knocking import Knocking, Silent
from tests.soak.scenarios.load import (
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
from tests.soak.scenarios.logins import Logins
from tests.soak.scenarios.outages import FULL, LOCKED
from tests.soak.scenarios.punctual import Punctual
from tests.soak.scenarios.records import Losers, Readers
from tests.soak.scenarios.reloads import Reloads
from tests.soak.scenarios.saved import Saved
from tests.soak.scenarios.squatters import Idlers, Talkers
from tests.soak.scenarios.ssh import SSH
from tests.soak.scenarios.storms import CONNECTING, GUESTS, LEAVING
from tests.soak.scenarios.tombala import TombalaCrowd, TombalaMemory
from tests.soak.scenarios.torture import Torture
from tests.soak.stage import Scenario

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
    Silent(),
    Knocking(),
    Talkers(),
    Idlers(),
    ROOMS,
    NAMES,
    Deaf(),
    Stalled(),
    Kills(),
    Reloads(),
    SSH,
    LOCKED,
    FULL,
    Logins(),
    Comeback(),
    Share(),
    Guessing(),
    Losers(),
    Readers(),
    Idle(),
    Saved(),
    Churn(),
    Torture(),
)
