"""The few characters that the client draws with, and the same for terminals that have only ASCII."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Signs:
    focus: tuple[str, str] = ("▐", "▌")  # around the tile that Enter clicks
    focus_asleep: tuple[str, str] = ("▕", "▏")  # the same, while the keyboard types
    disabled: tuple[str, str] = ("[", "]")
    blank_enabled: str = "□"  # a tile without a name
    blank_disabled: str = "··"
    rule: str = "─"
    below: str = "▔"  # under a card that is selected
    dot: str = "·"
    arrows: str = "←↑↓→"
    audience: str = "~"
    to_me: str = "►"
    ellipsis: str = "…"
    more: tuple[str, str] = ("▲", "▼")
    has_blocks: bool = True  # whether images can be drawn with half blocks


FANCY = Signs()
ASCII = Signs(
    focus=(">", "<"),
    focus_asleep=("'", "'"),
    blank_enabled="_",
    blank_disabled="..",
    rule="-",
    below="^",
    dot="-",
    arrows="arrows",
    to_me=">",
    ellipsis="~",
    more=("^", "v"),
    has_blocks=False,
)
