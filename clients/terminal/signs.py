"""The characters that the client draws with, those for terminals that have only ASCII, and the user's language."""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.clients.model import Model, Thing
from tilenet.languages.language import Language


@dataclass(frozen=True)
class Signs:
    focus: tuple[str, str] = ("▐", "▌")  # around the tile that Enter clicks
    focus_while_typing: tuple[str, str] = ("▕", "▏")  # the same, while the user is typing
    disabled: tuple[str, str] = ("[", "]")
    blank_enabled: str = "□"  # a tile without a name
    blank_disabled: str = "··"
    rule: str = "─"
    track: str = "━─◆●"  # of a replay: what was shown, what comes, a moment, and where it is
    ways: tuple[str, str] = ("←→", "↑↓")  # two arrows
    frame: str = "┌─┐││└─┘"
    frame_focus: str = "┏━┓┃┃┗━┛"
    frame_while_typing: str = "╔═╗║║╚═╝"
    person: str = "●"  # or empty, for words
    below: str = "▔"  # under a card that is selected
    dot: str = "·"
    arrows: str = "←↑↓→"
    away: str = "☾"
    audience: str = "~"
    bot: str = "⚙"
    gone: str = "-"  # a player who has given up a seat
    swatch: str = "■"  # in the colour of a seat
    to_me: str = "►"
    ellipsis: str = "…"
    more: tuple[str, str] = ("▲", "▼")
    choose: tuple[str, str] = ("◂", "▸")  # around a value that can be another
    has_blocks: bool = True  # whether images can be drawn with half blocks
    language: Language | None = None  # None for English

    def say(self, text: str) -> str:
        """What the client says itself, in the user's language; anything else as it is."""
        return text if self.language is None else self.language.say(text)

    def of(self, agent: Thing, model: Model) -> str:
        """The signs of a player, one column each, the most important first."""
        is_away, is_bot = model.is_away(agent), model.is_bot(agent)
        signs = ((self.away, is_away), (self.audience, not agent.is_enabled), (self.bot, is_bot))
        return "".join(sign for sign, is_so in signs if is_so)


FANCY = Signs()
ASCII = Signs(
    focus=(">", "<"),
    focus_while_typing=("'", "'"),
    blank_enabled="_",
    blank_disabled="..",
    rule="-",
    track="=-+O",
    ways=("Left/Right", "Up/Down"),
    frame="+-+||+-+",
    frame_focus="#=#HH#=#",
    frame_while_typing="':'::':'",
    person="",
    below="^",
    dot="-",
    arrows="arrows",
    away="?",
    bot="#",
    to_me=">",
    ellipsis="~",
    swatch="#",
    more=("^", "v"),
    choose=("<", ">"),
    has_blocks=False,
)
