"""Finished games are kept for a while, for those who may see them; a disk that fails harms nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.defer import Deferred, execute
from twisted.internet.task import Clock
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tilenet.replays import library
from tilenet.replays.library import DAY, LETTERS, Library, Unknown

TODAY = 20_000 * DAY
SAVED = b'["saved",5.0,"set",{}]\n'


def header(game: str = "set", ended: float = TODAY, people: str = "ann bob", **more: Any) -> dict[str, Any]:
    return {
        "tilenet": "replay",
        "version": 1,
        "game": game,
        "title": game.title(),
        "setup": {},
        "is_private": False,
        "began": ended - 60,
        "ended": ended,
        "start": 5.0,
        "seconds": 60.0,
        "people": [{"id": name, "name": name} for name in people.split()],
        **more,
    }


class Thread:
    """Does what it is asked when it is told to."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Any, Deferred[Any]]] = []

    def __call__(self, job: Any) -> Deferred[Any]:
        self.jobs.append((job, Deferred()))
        return self.jobs[-1][1]

    def work(self) -> None:
        while self.jobs:
            job, done = self.jobs.pop(0)
            execute(job).chainDeferred(done)


class LibraryTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "replays"
        self.clock = Clock()
        self.clock.advance(TODAY)
        self.thread = Thread()

    def library(self, *, days: float = 30, size: int = 2**20) -> Library:
        made = Library(self.folder, self.clock, self.clock.seconds, self.thread, days=days, size=size, random=Random(1))
        made.start()
        return made

    def keep(self, library: Library, *args: Any, **more: Any) -> str:
        id = library.keep(header(*args, **more), [SAVED])
        self.thread.work()
        return id

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir() if path.suffix == ".gz")

    def ids(self, library: Library, *args: Any, **how: Any) -> list[str]:
        return [one["id"] for one in library.latest(*args, **how)]


class Keeping(LibraryTestCase):
    def test_a_game_is_there_at_once_and_after_a_restart(self) -> None:
        library = self.library()
        id = library.keep(header(), [SAVED, b'["tick",6.0,"set"]'])
        for make in (lambda: library, self.library):
            one = make()
            recording = one.read(id)
            self.assertEqual(recording.header, {**header(), "id": id})
            self.assertEqual(recording.entries, [["saved", 5.0, "set", {}], ["tick", 6.0, "set"]])
            self.assertEqual(one.find(id), recording.header)
            self.thread.work()

    def test_an_id_is_the_game_and_letters_that_nobody_mistakes(self) -> None:
        game, letters = self.keep(self.library(), "set").split("-")
        self.assertEqual((game, len(letters), set(letters) - set(LETTERS)), ("set", 8, set()))
        self.assertFalse(set("il1o0") & set(LETTERS))

    def test_a_game_that_has_an_id_is_kept_once_under_it(self) -> None:
        library = self.library()
        for title in ("first", "second"):
            self.assertEqual(self.keep(library, id="set-abcdefgh", title=title), "set-abcdefgh")
        self.assertEqual([one["title"] for one in library.latest(9)], ["first"])

    def test_ratings_are_added_to_a_recording_whenever_they_come(self) -> None:
        library, ratings = self.library(), [{"account": 7}]
        soon, late, never = (self.keep(library, id=f"set-{name}") for name in ("soon", "late", "never"))
        library.add_ratings("set-before", ratings)
        before = self.keep(library, id="set-before")
        library.add_ratings(late, ratings)
        self.thread.work()
        library.keep(header(id="set-writing"), [SAVED])
        library.add_ratings("set-writing", ratings)
        library.add_ratings(soon, ratings)
        self.thread.work()
        for one in (library, self.library()):
            for id in (soon, late, before, "set-writing"):
                self.assertEqual((one.find(id)["ratings"], one.read(id).header["ratings"]), (ratings, ratings), id)
                self.assertEqual(one.read(id).entries, [["saved", 5.0, "set", {}]])
            self.assertNotIn("ratings", one.find(never))
            files = sum((self.folder / name).stat().st_size for name in self.files())
            self.assertEqual(one._size, files + sum(len(kept.line) for kept in one._kept.values()))

    def test_ratings_of_recordings_that_never_come_are_forgotten(self) -> None:
        maker = self.library()
        for number in range(2 * library.MOST_RATED):
            maker.add_ratings(f"set-{number}", [])
        self.assertEqual(len(maker._ratings), library.MOST_RATED)

    def test_ratings_of_a_recording_that_is_removed_are_no_fault(self) -> None:
        library = self.library()
        id = self.keep(library)
        with capturedLogs() as events:
            self.clock.advance(31 * DAY)
            library.add_ratings(id, [])
            self.thread.work()
        self.assertEqual(([*events], self.files()), ([], []))

    def test_only_the_owner_of_the_server_can_read_the_files(self) -> None:
        self.keep(self.library())
        modes = {path.name[:3]: path.stat().st_mode & 0o777 for path in self.folder.iterdir()}
        self.assertEqual(modes, {"set": 0o600, "ind": 0o600})
        self.assertEqual(self.folder.stat().st_mode & 0o777, 0o700)

    def test_a_stop_waits_until_everything_is_written(self) -> None:
        library = self.library()
        for _ in range(3):
            library.keep(header(), [SAVED])
        stopped = library.stop()
        self.assertNoResult(stopped)
        self.thread.work()
        self.successResultOf(stopped)
        self.assertEqual(len(self.files()), 3)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_disk_that_fails_is_logged_once_until_it_works_again(self) -> None:
        library = self.library()
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()
        self.folder.write_text("in the way")
        with capturedLogs() as events:
            ids = [self.keep(library), self.keep(library)]
        self.assertEqual([formatEvent(event) for event in events], ["Replays cannot be kept: File exists"])
        self.assertEqual(library.latest(9), [])
        self.assertRaises(Unknown, library.read, ids[0])
        self.folder.unlink()
        id = self.keep(library)
        self.assertEqual(self.ids(self.library(), 9), [id])

    def test_one_that_cannot_be_written_does_not_keep_others_from_it(self) -> None:
        library = self.library()
        library.keep(header(), ["no bytes"])  # type: ignore[list-item]
        id = self.keep(library)
        self.assertEqual(self.ids(library, 9), [id])


class Asking(LibraryTestCase):
    def test_private_games_are_for_those_who_were_there(self) -> None:
        library = self.library()
        public, private = self.keep(library), self.keep(library, ended=TODAY + 1, people="ann", is_private=True)
        cases = {"ann": [private, public], "bob": [public], "cid": [public], None: [public]}
        self.assertEqual({who: self.ids(library, 9, who) for who in cases}, cases)
        self.assertEqual(library.find(private, "ann")["id"], private)
        self.assertRaises(Unknown, library.find, private, "bob")

    def test_ones_own_are_those_at_which_one_was(self) -> None:
        library = self.library()
        mine = [self.keep(library, ended=TODAY + n, people=who) for n, who in enumerate(("ann bob", "cid", "ann"))]
        self.assertEqual(self.ids(library, 9, "ann", only_theirs=True), [mine[2], mine[0]])

    def test_a_guest_who_made_an_account_at_the_table_still_sees_it_after_another_login(self) -> None:
        """Then the same player has another id, which the number of the account tells."""
        people = [{"id": "guest-ab", "name": "ann", "account": 7}, {"id": "bob", "name": "bob", "account": None}]
        library = self.library()
        id = library.keep({**header(is_private=True), "people": people}, [SAVED])
        for who, is_seen in (("guest-ab", True), ("account-7", True), ("account-1", False), ("bob", True)):
            self.assertEqual(bool(library.latest(9, who, only_theirs=True)), is_seen, who)
        self.assertEqual(library.find(id, "account-7")["id"], id)

    def test_the_list_goes_on_after_the_last_that_was_shown(self) -> None:
        library = self.library()
        ids = [self.keep(library, ended=TODAY + n) for n in (2, 0, 1)]
        self.assertEqual(self.ids(library, 2), [ids[0], ids[2]])
        self.assertEqual(self.ids(library, 2, after=ids[2]), [ids[1]])

    def test_what_is_no_id_leads_to_no_file(self) -> None:
        library = self.library()
        (self.folder.parent / "x.jsonl.gz").write_bytes(b"secret")
        for id in ("../x", "/etc/passwd", "", "set-", "SET", "x\0", "set-aaaaaaaa", "a" * 5000):
            self.assertRaises(Unknown, library.read, id)
            self.assertRaises(Unknown, library.find, id)

    def test_a_damaged_file_is_logged_and_unknown(self) -> None:
        library = self.library()
        id = self.keep(library)
        (self.folder / f"{id}.jsonl.gz").write_bytes(b"\x1f\x8bnothing")
        with capturedLogs() as events:
            self.assertRaises(Unknown, library.read, id)
        self.assertIn("cannot be read: it is damaged", formatEvent(events[0]))


class NotFiles(LibraryTestCase):
    """Pipes, to which nobody will ever write, and links that lead anywhere."""

    def things(self) -> list[Callable[[Path], object]]:
        return [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")]

    def test_in_place_of_a_recording_it_is_unknown_and_nobody_waits(self) -> None:
        for make in self.things():
            made = self.library()
            id = self.keep(made)
            path = self.folder / f"{id}.jsonl.gz"
            path.unlink()
            make(path)
            make(self.folder / "set-foreign2.jsonl.gz")
            with capturedLogs():
                self.assertRaises(Unknown, made.read, id)
            self.assertNotIn("set-foreign2", self.library())
            for one in (path, self.folder / "set-foreign2.jsonl.gz"):
                one.rmdir() if one.is_dir() else one.unlink()

    def test_in_place_of_the_index_it_is_replaced(self) -> None:
        for make in self.things():
            if make is Path.mkdir:
                continue  # which cannot be replaced: nothing is kept then, and the log says so
            id = self.keep(self.library())
            index = self.folder / "index"
            index.unlink()
            make(index)
            self.assertIn(id, self.library())
            self.assertTrue(index.is_file() and not index.is_symlink())
            index.unlink()
            made = self.library()
            index.unlink()
            make(index)
            with capturedLogs() as events:
                self.keep(made)  # and no thread waits either
            self.assertIn("cannot be kept", formatEvent(events[0]))
            index.unlink()

    def test_in_place_of_one_that_is_written_it_is_not_followed(self) -> None:
        target = self.folder.parent / "target"
        target.write_text("precious")
        made = self.library()
        id = made.keep(header(id="set-abcdefgh"), [SAVED])
        (self.folder / f"{id}.jsonl.gz.new").symlink_to(target)
        with capturedLogs():
            self.thread.work()
        self.assertEqual(target.read_text(), "precious")

    def test_all_are_for_their_owner_alone(self) -> None:
        before = os.umask(0)
        try:
            self.keep(self.library())
        finally:
            os.umask(before)
        modes = {
            path.name.split(".")[-1]: path.stat().st_mode & 0o777 for path in [self.folder, *self.folder.iterdir()]
        }
        self.assertEqual(modes, {"replays": 0o700, "gz": 0o600, "index": 0o600})


class Bounds(LibraryTestCase):
    def test_the_oldest_go_when_there_is_no_room_for_them(self) -> None:
        self.keep(self.library())
        space = sum(file.stat().st_size for file in self.folder.iterdir())  # with its line in the index
        library = self.library(size=5 * space // 2)
        ids = [self.keep(library, ended=TODAY + 1 + n) for n in range(5)]
        self.assertEqual(self.ids(library, 9), [*reversed(ids[-2:])])
        self.assertEqual(self.files(), sorted(f"{id}.jsonl.gz" for id in ids[-2:]))

    def test_old_ones_go_after_some_days_a_few_at_a_time(self) -> None:
        library = self.library(days=2)
        for _ in range(120):
            self.keep(library)
        young = self.keep(library, ended=TODAY + DAY)
        self.clock.advance(2 * DAY + 1)
        self.assertEqual(len(self.thread.jobs), 1)
        self.assertEqual(len(library), 71)
        self.thread.work()
        self.assertEqual(self.ids(library, 9), [young])
        self.assertEqual(self.ids(self.library(days=2), 9), [young])


class Index(LibraryTestCase):
    def test_it_is_made_again_if_it_is_lost_or_damaged(self) -> None:
        first = self.library()
        ids = [self.keep(first, ended=TODAY + n) for n in range(3)]
        index = self.folder / "index"
        whole = index.read_bytes()
        (self.folder / "foreign.jsonl.gz").write_bytes(b"\x1f\x8b?")
        for damaged in (None, b"", whole[:-20], b"1 {}\n" + whole[30:], b'9 {"tilenet": "replay"}\n', b"[" * 99999):
            if damaged is None:
                index.unlink()
            else:
                index.write_bytes(damaged)
            self.assertEqual(self.ids(self.library(), 9), [*reversed(ids)])
            self.assertEqual(sorted(index.read_bytes().splitlines()), sorted(whole.splitlines()))

    def test_it_does_not_grow_for_ever(self) -> None:
        self.patch(library, "MOST_STALE", 10)
        kept = self.library(size=700)
        for n in range(40):
            self.keep(kept, ended=TODAY + n)
        self.assertLess(len((self.folder / "index").read_bytes().splitlines()), 20)

    def test_what_was_being_written_when_the_server_died_is_removed(self) -> None:
        self.library()
        (self.folder / "set-aaaaaaaa.jsonl.gz.new").write_bytes(b"half")
        self.library()
        self.assertEqual([*self.folder.glob("*.new")], [])
