"""Games at tables of people's own as replays: private ones are for those who were there, and no file tells a code."""

from __future__ import annotations

import gzip

from tests.replays.test_recorder import MOVES
from tests.replays.test_usher import UsherTestCase
from tilenet.records import Replays
from tilenet.replays.usher import UNKNOWN
from tilenet.world.players.player import Player


class OwnTables(UsherTestCase):
    def at_table(self, how: str) -> list[Player]:
        """Ann and bob have played noughts at a table of their own; cid is at Home."""
        ann, bob, cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        self.told(ann, f"/new noughts {how}")
        assert ann.room is not None and ann.room.table is not None
        self.code = ann.room.table.code
        self.told(bob, f"/join {self.code}")
        self.told(ann, "/start")
        first = next(iter(ann.room.summary.players))
        people = [ann, bob] if first == "ann" else [bob, ann]
        for number, cell in enumerate(MOVES):
            self.server.advance(2)
            self.server.click(people[number % 2], ("cell", *cell))
        return [ann, bob, cid]

    def seen_by(self, player: Player) -> int:
        usher = self.server.world.building.usher
        assert usher is not None
        return len(usher.answer(Replays(player, 10)))

    def test_that_of_a_private_one_is_for_those_who_were_there(self) -> None:
        ann, bob, cid = self.at_table("friday")
        assert ann.room is not None
        id = ann.room.last_replay
        assert id
        self.assertEqual([self.seen_by(one) for one in (ann, bob, cid)], [1, 1, 0])
        self.assertEqual(self.told(cid, f"/watch {id}"), [UNKNOWN])
        self.told(ann, "/public")  # nor is it for everybody later
        self.assertEqual((self.seen_by(cid), self.told(cid, f"/watch {id}")), (0, [UNKNOWN]))
        self.assertRaises(LookupError, self.server.library.file, id, 2**20)

    def test_no_file_tells_the_code_or_who_may_come(self) -> None:
        *_, cid = self.at_table("public friday")
        self.assertEqual(self.seen_by(cid), 1)
        texts = [gzip.decompress(path.read_bytes()).decode() for path in self.folder.rglob("*.gz")]
        self.assertTrue(any("friday" in text for text in texts))
        for text in texts:
            self.assertNotIn(self.code, text)
            self.assertNotIn("let_in_before", text)
