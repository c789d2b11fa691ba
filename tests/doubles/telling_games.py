"""A game with seats, turns, hidden hands and a clock that tells all it shows; and wrong ones, each in one way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    HELP,
    HOME,
    Events,
    Game,
    Key,
    Player,
    Refuse,
    Scene,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
    role,
)

SECONDS = 20.0


class Hands(Game):
    """Two players have a hidden card each, and may show it when it is their turn."""

    title = "Hands"
    about = "Show your card."
    help = ("Click your card, or press space.",)
    kind = "hands/1"
    board_role: ClassVar[str] = "card"

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.seats: dict[int, Player] = {}
        self.cards = [random.randrange(100), random.randrange(100)]
        self.shown: set[int] = set()
        self.turn = 0
        self.ends_at: float | None = None

    def seat(self, player: Player) -> int | None:
        return next((seat for seat, one in self.seats.items() if one is player), None)

    def scene(self) -> Scene:
        tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}
        for seat in (0, 1):
            name = self.seats[seat].name if seat in self.seats else ""
            tiles["seat", seat] = Tile(seat, 1, name, "to move" if seat == self.turn else "", enabled=False)
            tiles["card", seat] = Tile(seat, 2, str(self.cards[seat]) if seat in self.shown else "?")
        seconds = "" if self.deadline is None else f"{self.seconds:.0f} s"
        tiles["clock"] = Tile(2, 2, seconds, enabled=False)
        return Scene((3, 3), tiles, {("key", "show"): Key("VK_SPACE")}, text=f"Hands {seconds}")

    seconds = 0.0

    def view(self, player: Player) -> View:
        seat = self.seat(player)
        return View() if seat is None else View({("card", seat): Tile(seat, 2, str(self.cards[seat]))})

    def facts(self) -> Mapping[Any, Any]:
        return {
            "phase": "playing" if len(self.seats) == 2 else "waiting",
            "seats": {seat: {"player": player, "score": 0} for seat, player in self.seats.items()},
            "turn": [role(self.turn)] if self.turn in self.seats else [],
            "deadline": self.ends_at,
            "shown": {("card", seat): self.cards[seat] for seat in self.shown},
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        seat = self.seat(player)
        return {} if seat is None else {"card": self.cards[seat]}

    def legal(self, player: Player) -> Iterable[TileId]:
        return [("card", self.turn), ("key", "show")] if self.seats.get(self.turn) is player else []

    def scramble(self, player: Player) -> None:
        for seat in (0, 1):
            if self.seats.get(seat) is not player and seat not in self.shown:
                self.cards[seat] = self.random.randrange(100)

    def enter(self, player: Player, now: float) -> Events:
        for seat in (0, 1):
            if seat not in self.seats:
                self.seats[seat] = player
                break
        return ()

    def leave(self, player: Player, now: float) -> Events:
        self.seats = {seat: one for seat, one in self.seats.items() if one is not player}
        return ()

    def press(self, player: Player, key: TileId, now: float) -> Events:
        return self.click(player, ("card", self.turn), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if self.seats.get(self.turn) is not player or tile != ("card", self.turn):
            return [Refuse(player, "It is not your turn.")]
        self.shown ^= {self.turn}
        self.turn = 1 - self.turn
        self.ends_at = now + SECONDS
        self.set_clock(now)
        return ()

    def tick(self, now: float) -> Events:
        self.set_clock(now)
        return ()

    def set_clock(self, now: float) -> None:
        if self.ends_at is not None and now >= self.ends_at:
            self.ends_at = None
        self.deadline = None if self.ends_at is None else min(now + 1, self.ends_at)
        self.seconds = 0.0 if self.ends_at is None else self.ends_at - now


class Wrong(Hands):
    """With other facts."""

    def facts(self) -> Mapping[Any, Any]:
        return {**super().facts(), **self.more()}

    def more(self) -> Mapping[Any, Any]:
        raise NotImplementedError


class LeaksInFacts(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"cards": self.cards}


class LeaksInOwnFacts(Hands):
    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {**super().own_facts(player), "next": self.cards[self.turn] % 2}


class LeaksInLegal(Hands):
    def legal(self, player: Player) -> Iterable[TileId]:
        best = self.cards[0] > self.cards[1]
        return super().legal(player) if best else []


class LeaksWithoutScramble(LeaksInFacts):
    """Found by other random numbers alone."""

    scramble: ClassVar[Any] = None

    def __getattribute__(self, name: str) -> Any:
        if name == "scramble":
            raise AttributeError(name)
        return super().__getattribute__(name)


class IdleScramble(Hands):
    def scramble(self, player: Player) -> None:
        return


class WildScramble(Hands):
    def scramble(self, player: Player) -> None:
        self.cards = [self.random.randrange(100), self.random.randrange(100)]


class TellsNoCards(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"shown": None}


class LegalForAll(Hands):
    """What everybody can click is not what everybody may do."""

    def legal(self, player: Player) -> Any:
        return None


class LegalNowhere(Hands):
    def legal(self, player: Player) -> Iterable[TileId]:
        return [("card", 7)]


class LegalDisabled(Hands):
    def legal(self, player: Player) -> Iterable[TileId]:
        return ["clock"]


class OtherPhase(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"phase": "begun"}


class TurnOfNobody(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"turn": ["2"]}


class DeadlineInWords(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"deadline": "soon"}


class NameInASeat(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"seats": {seat: {"player": {"name": player.name}} for seat, player in self.seats.items()}}


class NoSuchRole(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"last": [role(("card", 9))]}


class CountsDown(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"seconds": round(self.seconds)}


class NotJson(Wrong):
    def more(self) -> Mapping[Any, Any]:
        return {"random": self.random}


class OtherBoard(Hands):
    board_role = "square"
