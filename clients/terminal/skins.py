"""The skins that come with the client, by the kinds of rooms that they draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tilenet.clients.terminal.dancingskin import DancingSkin
from tilenet.clients.terminal.homeskin import HomeSkin
from tilenet.clients.terminal.noughtsskin import NoughtsSkin
from tilenet.clients.terminal.recordsskin import RecordsSkin
from tilenet.clients.terminal.setskin import SetSkin
from tilenet.clients.terminal.skin import Skin, SkinContext
from tilenet.clients.terminal.tombalaskin import TombalaSkin

SkinMaker: TypeAlias = Callable[[SkinContext], Skin]

_SKINS: Sequence[Any] = (HomeSkin, SetSkin, TombalaSkin, DancingSkin, NoughtsSkin, RecordsSkin)

BY_KIND: Mapping[str, SkinMaker] = {kind: skin for skin in _SKINS for kind in getattr(skin, "kinds", ())}

#: Those that still look at the names of tiles. The first one that knows a room draws it.
BY_NAMES: Sequence[Any] = [skin for skin in _SKINS if not getattr(skin, "kinds", ())]


def maker_for(kind: str) -> SkinMaker | None:
    """What makes a skin for rooms of this kind; None if there is none."""
    return BY_KIND.get(kind)
