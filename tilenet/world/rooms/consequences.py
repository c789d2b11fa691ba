"""What an act leads to beyond its room: walks, rooms that open and close, questions, points of players elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilenet.game import ChangeAccount, Close, Event, Go, LookUp, Open, Recharge, Tell, Watch
from tilenet.world.players.player import Player
from tilenet.world.rooms.effects import Following
from tilenet.world.rooms.host import Host

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room


def follow(room: Room, host: Host, following: Sequence[Following], asker: Player | None) -> None:
    """Do everything in the order in which the game of a room has said it.

    The game can send away players in its room, and the one who asked it for something from elsewhere.
    """
    opened: dict[int, str | None] = {}  # the rooms of this act
    for event in following:
        match event:
            case Open():
                name = opened[id(event)] = host.open(event, room)
                room.opened(event, name)
            case Close(name):
                host.shut(name)
            case LookUp(question):
                room.asked.append(question)
                host.look_up(question, partial(room.found, room.game, question))
            case Watch(player, replay):
                if isinstance(player, Player) and player.room is room:
                    host.watch(player, replay)
            case ChangeAccount(player, request):
                if isinstance(player, Player) and player.room is room:
                    host.change_account(player, request)
            case Recharge(player):
                if isinstance(player, Player) and player.room is room:
                    host.recharge(player)
            case Go(player, target):
                if isinstance(target, Open):
                    target = opened.get(id(target))
                    if target is None:
                        continue
                if isinstance(player, Player) and (player.room is room or player is asker):
                    host.send_to(player, target)


def tell_scored(room: Room, host: Host, scored: Mapping[Player, int], asker: Player | None) -> None:
    """Players who are elsewhere are told of points that they have won or lost here, and so is the game there.

    The one who asked for something from elsewhere is told what came of it by `tell_asker`.
    """
    for player, change in scored.items():
        if player.room is not None and player.room is not room:
            player.room.scored(player)
            if player is not asker:
                host.books.scored(player, room.title, change)


def tell_asker(room: Room, told: Sequence[Event], asker: Player) -> None:
    """What the game tells the one who asked it for something from another room is said there."""
    if asker.room is not None and asker.room is not room:
        for event in told:
            if isinstance(event, Tell) and event.player is asker:
                asker.room.tell(asker, event.text)
