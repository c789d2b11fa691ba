"""What happens at a table of somebody's own when people come, go, and are ready for the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilenet.words import Words
from tilenet.world.players.player import Player
from tilenet.world.rooms.tablefacts import PLAYING, waiting_for

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room


def people_in(room: Room) -> list[Player]:
    """Those here who are no bots, in the order in which they came."""
    return [one for one in room.members.values() if not one.is_bot]


def came(room: Room, player: Player) -> None:
    """Somebody is about to enter. The first is the host."""
    table = room.table
    if table is not None and not player.is_bot:
        table.came(player.id, player.name, [one.id for one in people_in(room)])
        room.chronicle.note_table()


def left(room: Room, player: Player) -> None:
    """Somebody has left. A host who leaves passes it on to who has been here longest, and is not away if possible."""
    table = room.table
    if table is None or (player.is_bot and table.host != player.id):
        return
    others = {one.id: one for one in sorted(people_in(room), key=lambda one: one.is_away)}
    if table.left(player.id, others):
        room.say(Words("{name} has left. {host} is the host now.", name=player.name, host=others[table.host].name))
    room.chronicle.note_table()


def go_on_if_ready(room: Room) -> None:
    """The next game begins when everybody who is here would like to play it."""
    table = room.table
    if table is None or not table.ready or room.summary.phase == PLAYING:
        return
    if not waiting_for(room, table) and room.why_not_start() is None:
        begin(room)


def begin(room: Room) -> None:
    """Let the next game begin; `why_not_start` has given no reason against it."""
    table = room.table
    if table is not None:
        table.ready.clear()
        room.chronicle.note_table()
    room.play(room.game.start)
