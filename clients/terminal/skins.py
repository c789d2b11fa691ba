"""The skins that there are, in the order in which they are asked whether they know a room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilenet.clients.terminal.setskin import SetSkin
from tilenet.clients.terminal.skin import Brushes, Skin
from tilenet.clients.terminal.tombalaskin import TombalaSkin

SKINS: Sequence[Callable[[Brushes], Skin]] = (SetSkin, TombalaSkin)
