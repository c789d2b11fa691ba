"""The lobby of Dancing: bob makes a table and plays against cid, who leaves."""

from __future__ import annotations

from tests.doubles.dancing_clients import SmallLobby, rooms
from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.testing import Seat
from tilenet.world.rooms.acts import Click


def play() -> Recording:
    lobby = Recording(GamePlugin("dancing", SmallLobby), rooms()[1:])
    lobby.enter("ann")
    lobby.moment("empty")
    bob, cid = lobby.enter("bob"), lobby.enter("cid")
    bob.click(("new", "usual"))
    lobby.table.advance(1)
    cid.click(("match", 0))

    def sit(seat: Seat, tile: str) -> None:
        room = seat.player.room
        assert room is not None
        with lobby.table.nothing_fails():
            room.act(seat.player, Click(room.objid_of(tile)))

    sit(bob, "dance")
    sit(cid, "spoil")
    lobby.table.advance(1)
    lobby.moment("a match")
    cid.leave()
    lobby.table.advance(1)
    lobby.moment("a result")
    return lobby
