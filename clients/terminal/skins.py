"""The list of skins. The first one that knows a room draws it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilenet.clients.terminal.dancingskin import DancingSkin
from tilenet.clients.terminal.homeskin import HomeSkin
from tilenet.clients.terminal.noughtsskin import NoughtsSkin
from tilenet.clients.terminal.recordsskin import RecordsSkin
from tilenet.clients.terminal.setskin import SetSkin
from tilenet.clients.terminal.skin import Skin, SkinContext
from tilenet.clients.terminal.tombalaskin import TombalaSkin

SKINS: Sequence[Callable[[SkinContext], Skin]] = (HomeSkin, SetSkin, TombalaSkin, DancingSkin, NoughtsSkin, RecordsSkin)
