"""Who is where, as clients of TileNet ask for it."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.sax.saxutils import unescape

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.game import Open
from tilenet.world.rooms.commands import LOOKED_AT


def places(client: Client) -> list[dict[str, Any]]:
    """What a client is told that asks."""
    client.raw = b""
    client.send(b'<xrequest options="who"/>')
    (told,) = re.findall(rb"<xresponse options=\"who\">(.*)</xresponse>", client.raw)
    found: list[dict[str, Any]] = json.loads(unescape(told.decode()))["places"]
    return found


class Whereabouts(SynchronousTestCase):
    def test_everybody_by_place_with_what_leads_there(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)], seat_seconds=120)
        ann, bob, cid, bot = (server.join(name) for name in ("ann", "bob", "cid", "bot-1"))
        bot.send(b'<xrequest options="bot"/>')
        cid.click("Lamp")
        bob.lose()
        server.advance(1)
        self.assertEqual(
            places(ann),
            [
                {
                    "place": "Home",
                    "address": "home",
                    "players": [{"name": "ann"}, {"name": "bob", "away": True}, {"name": "bot-1", "bot": True}],
                },
                {"place": "Lamp", "address": "lamp", "players": [{"name": "cid"}]},
            ],
        )

    def test_a_room_that_its_parent_does_not_list_is_where_its_parent_is(self) -> None:
        server = Server([*installed_games()])
        building = server.world.building
        ann = server.join("ann")
        for parent, title in (("records", "Secret"), ("tombala", "Tombala: den")):
            name = building.open(Open("noughts", {}, title, parent))
            server.world.send_to(server.world.players[ann.agent], name)
            (place,) = places(ann)
            expected = ("Records", "records") if parent == "records" else (title, name)
            self.assertEqual((place["place"], place["address"]), expected)

    def test_a_private_table_has_no_address(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        self.patch(server.world.building, "place_of", lambda room: "a private table")
        self.assertEqual(places(ann), [{"place": "a private table", "players": [{"name": "ann"}]}])

    def test_a_crowd_costs_more(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        charged: list[float] = []
        self.patch(type(server.world.players[ann.agent]), "charge", lambda one, commands: charged.append(commands))
        places(ann)
        self.assertEqual(charged, [1 / LOOKED_AT])

    def test_before_the_login_it_is_out_of_order(self) -> None:
        eve = Server([GamePlugin("lamp", Lamp)]).connect()
        eve.send(b'<client version="1.1"><xrequest options="who"/>')
        self.assertNotIn(b"xresponse", eve.raw)
