"""The skins by the kinds of rooms that they draw: those that plugins bring, and those that come with the client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from tilenet.clients.plugins import installed_skins
from tilenet.clients.terminal.dancingskin import DancingSkin
from tilenet.clients.terminal.homeskin import HomeSkin
from tilenet.clients.terminal.memoryskin import MemorySkin
from tilenet.clients.terminal.noughtsskin import NoughtsSkin
from tilenet.clients.terminal.recordsskin import RecordsSkin
from tilenet.clients.terminal.replaysskin import ReplaysSkin
from tilenet.clients.terminal.setskin import SetSkin
from tilenet.clients.terminal.skin import Skin, SkinContext
from tilenet.clients.terminal.tombalaskin import TombalaSkin

SkinMaker: TypeAlias = Callable[[SkinContext], Skin]

OURS = (HomeSkin, SetSkin, TombalaSkin, DancingSkin, MemorySkin, NoughtsSkin, RecordsSkin, ReplaysSkin)

BY_KIND: Mapping[str, SkinMaker] = {kind: skin for skin in OURS for kind in skin.kinds}


def maker_for(kind: str) -> SkinMaker | None:
    """What makes a skin for rooms of this kind; None if there is none."""
    return plugged().get(kind) or BY_KIND.get(kind)


@cache
def plugged() -> Mapping[str, SkinMaker]:
    """What plugins bring. They are looked for once, on this machine: that of the server for ssh, else the player's."""
    return {kind: plugin.make for plugin in reversed(installed_skins()) for kind in plugin.kinds}
