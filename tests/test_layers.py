"""Which part may know of which: the rules of a game know of no socket, and one place knows of the reactor."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.modules import MODULES, PACKAGE, attributes, imports, is_in, knows, needs, of_twisted, under

REACTOR = "twisted.internet.reactor"

PLAIN = under(
    *("wire", "text", "game", "records", "limits", "doors.throttle", "words", "languages"),
    *(f"world.screens.{name}" for name in ("images", "pictures", "painter", "news", "agent", "cache")),
    *("world.rooms.acts", "world.rooms.arrivals", "world.players.names", "world.home"),
)

#: All of them but the doors to games that have a protocol of their own, and the server for one game of Set.
GAMES = [name for name in under("games") if not name.endswith((".door", ".onegame"))]

#: What lets clients in, of any protocol.
DOORS = [*under("doors"), *(name for name in under("games") if name.endswith(".door"))]

#: The server itself; the games, the clients and the console script, which leads to all of them, are around it.
CORE = [name for name in MODULES if not is_in(name, ("games", "clients", "main", "__main__"))]

#: Clients that run in the server, and the door that leads to them.
CLIENTS_THAT_ARE_DOORS = under("clients.ssh")

#: Bots that run in the server, and what brings them to its rooms.
COMPANY = under("clients.company")

#: The commands that show replays, with a server of their own.
REPLAY = under("clients.replay")


class Layers(SynchronousTestCase):
    def assert_know_nothing_of(self, names: list[str], *packages: str) -> None:
        self.assertTrue(names)
        for name in names:
            self.assertEqual({other for other in knows(name) if is_in(other, packages)}, set(), name)

    def test_the_modules_are_found(self) -> None:
        self.assertLessEqual({"tilenet.service", "tilenet.games.noughts", "tilenet.clients.bots.main"}, set(MODULES))
        self.assertEqual(len([name for name in PLAIN if is_in(name, ("world",))]), 10)
        for package in ("wire", "lines", "turns", "world", "doors", "games", "clients"):
            self.assertGreater(len(under(package)), 2, package)

    def test_a_module_that_needs_twisted_or_knows_of_another_is_noticed(self) -> None:
        self.assertIn("twisted.internet.protocol", needs("tilenet.doors.door"))
        self.assertIn("twisted.internet.defer", needs("tilenet.world.world"))
        self.assertIn("tilenet.world.world", knows("tilenet.doors.session"))
        self.assertIn("tilenet.doors.gate", knows("tilenet.doors.session"))  # only for types

    def test_plain_modules_and_games_need_no_twisted(self) -> None:
        for name in [*PLAIN, *GAMES]:
            self.assertEqual(of_twisted(needs(name)), set(), name)

    def test_games_know_of_no_session_and_no_door(self) -> None:
        for name in GAMES:
            self.assertEqual(
                {one for one in needs(name) if is_in(one, ("doors", "lines", "turns", "world.world"))}, set(), name
            )

    def test_games_and_the_world_know_of_no_database(self) -> None:
        for name in [*GAMES, *under("world")]:
            known = {one for one in needs(name) if is_in(one, ("store",)) or one.startswith("sqlite3")}
            self.assertEqual(known, set(), name)

    def test_none_of_these_loads_twisted(self) -> None:
        """The same, seen from a running program."""
        names = [*PLAIN, *GAMES]
        program = f"import sys, {', '.join(names)}; print(sorted(m for m in sys.modules if m.startswith('twisted')))"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=PACKAGE.parent, capture_output=True, text=True, timeout=20, check=False
        )
        self.assertEqual((done.stdout, done.stderr), ("[]\n", ""))

    def test_one_place_knows_the_reactor_and_one_the_transport(self) -> None:
        """In the server; a client's `main` runs it too."""
        mains = {f"tilenet.clients.{name}.main" for name in ("bots", "replay", "terminal")}
        running = {"tilenet.service", *mains}
        self.assertEqual({name for name in MODULES if REACTOR in imports(name)}, running)
        knowing = {name for name in MODULES if "twisted.internet.tcp" in imports(name, for_types=True)}
        self.assertEqual(knowing, {"tilenet.lines.tcp"})

    def test_the_world_knows_of_no_session_and_no_door(self) -> None:
        """Nothing that it needs does, either; nor the catalogue, when the program runs."""
        self.assert_know_nothing_of(under("world"), "doors", "service", "options")
        for name in under("world", "catalogue"):
            self.assertEqual({one for one in needs(name) if is_in(one, ("doors",))}, set(), name)

    def test_the_store_knows_of_no_world_but_its_interface(self) -> None:
        for name in under("store"):
            allowed = ("store", "text", "words", "limits", "game", "records", "publickeys")
            known = {one for one in knows(name) if not is_in(one, allowed)}
            interface = {"tilenet.world", *(f"tilenet.world.players.{part}" for part in ("accounts", "resuming"))}
            self.assertLessEqual(known, interface, name)

    def test_nobody_knows_the_store_but_those_who_start_it(self) -> None:
        knowing = {name for name in CORE if any(is_in(one, ("store",)) for one in knows(name))}
        commands = {"tilenet.reload.command", "tilenet.replays.verifying"}  # which look into the data folder
        self.assertEqual(knowing - set(under("store")) - commands, {"tilenet.service", "tilenet.options"})

    def test_one_place_has_sql(self) -> None:
        sql = re.compile(rb"\b(SELECT|INSERT|UPDATE|DELETE|CREATE TABLE|PRAGMA|COMMIT)\b|execute")
        having = {name for name in under("store") if sql.search(MODULES[name].read_bytes())}
        self.assertEqual(
            having,
            {f"tilenet.store.{name}" for name in ("schema", "database", "ownchanges", "damage", "results", "answers")},
        )

    def test_lines_know_of_nothing_that_is_said_over_them_and_turns_of_no_line(self) -> None:
        """Turns schedule work; lines are what has output at the end of one."""
        said = ("world", "doors", "wire", "game", "games", "service", "options")
        self.assert_know_nothing_of(under("lines"), *said)
        self.assert_know_nothing_of(under("turns"), *said, "lines")

    def test_a_framing_lies_below_the_session(self) -> None:
        """The dialect sees the same messages, whatever carries them; only doors for frames name one."""
        knowing = {name for name in [*CORE, *DOORS] if "tilenet.lines.websocket" in knows(name)}
        self.assertEqual(knowing, {"tilenet.doors.websocket", "tilenet.doors.jsondoor"})
        for name in DOORS:
            self.assertEqual(imports(name) & {"tilenet.lines.frames.FrameReader"}, set(), name)
        self.assertIn("tilenet.lines.framing.Signal", imports("tilenet.doors.inbox"))

    def test_only_its_door_knows_what_clients_of_json_have_to_be_told(self) -> None:
        """To the world, their screen is one like any other."""
        knowing = {name for name in CORE if any(is_in(one, ("doors.jsonscreen",)) for one in knows(name))}
        self.assertEqual(knowing, {"tilenet.doors.jsondoor"})
        for name in under("world", "lines", "turns"):
            self.assertEqual({one for one in knows(name) if "json" in one}, set(), name)
            self.assertNotIn(b"literal", MODULES[name].read_bytes().lower(), name)

    def test_nothing_asks_whether_a_method_is_overridden(self) -> None:
        """A class says what it has, by an attribute or by what it returns."""
        asks = re.compile(rb"type\([a-z_.]+\)\.[a-z_]+ is (not )?[A-Z]")
        self.assertEqual([name for name in CORE if asks.search(MODULES[name].read_bytes())], [])

    def test_the_wire_knows_of_nothing_behind_it(self) -> None:
        for name in under("wire"):
            self.assertEqual({one for one in knows(name) if not is_in(one, ("wire",))}, set(), name)

    def test_languages_know_of_words_and_of_the_wire(self) -> None:
        for name in under("languages"):
            self.assertEqual(
                {one for one in knows(name) if not is_in(one, ("languages", "wire", "words"))}, set(), name
            )

    def test_the_core_knows_of_no_game_and_no_client(self) -> None:
        self.assert_know_nothing_of(CORE, "games", "clients")

    def test_the_console_script_knows_of_no_game(self) -> None:
        """It names its own commands' functions in strings, and plugins name those of games."""
        self.assert_know_nothing_of(under("main"), "games")
        self.assertNotIn(b"games.", MODULES["tilenet.main"].read_bytes())

    def test_doors_never_look_into_a_game(self) -> None:
        """They ask it for something and listen to its events; opening and closing rooms is for the world."""
        self.assertLessEqual({f"tilenet.games.{game}.door" for game in ("dancing", "memory", "tombala")}, {*DOORS})
        for name in DOORS:
            self.assertEqual(attributes(name) & {"game", "hall", "rooms", "open", "shut", "close_room"}, set(), name)
            self.assertEqual(imports(name) & {"tilenet.game.Open", "tilenet.game.Close"}, set(), name)
            self.assertLessEqual(
                {one for one in knows(name) if one.endswith((".game", ".lobby"))}, {"tilenet.game"}, name
            )

    def test_clients_know_of_nothing_but_the_wire(self) -> None:
        """They could be written by somebody else, in another language."""
        for name in [name for name in under("clients") if name not in REPLAY]:
            allowed = "clients wire words languages plugins"
            if name in (*CLIENTS_THAT_ARE_DOORS, *COMPANY):
                allowed += " doors lines turns world.players limits text publickeys internals"
            if name in COMPANY:
                allowed += " world.rooms.room"
            known = {one for one in knows(name) if not is_in(one, (*allowed.split(),))}
            self.assertEqual(known, set(), name)

    def test_the_server_needs_no_terminal(self) -> None:
        """Unless the door for ssh is open."""
        names = [*CORE, *GAMES]
        self.assertIn("urwid", needs("tilenet.clients.ssh.door"))
        for name in names:
            found = {one for one in needs(name) if one.partition(".")[0] in ("urwid", "cryptography")}
            found |= {one for one in needs(name) if one.startswith("twisted.conch") or is_in(one, ("clients",))}
            self.assertEqual(found, set(), name)

    def test_one_place_in_the_world_asks_for_bytes_and_none_encodes(self) -> None:
        """News does, by the format of each client; the audience, and what is at its side, asks for it."""
        for name in under("world"):
            self.assertEqual({one for one in imports(name) if one.startswith("tilenet.wire.codec")}, set(), name)
        asking = {name for name in under("world") if b".encoded(" in MODULES[name].read_bytes()}
        self.assertLessEqual(
            asking, {f"tilenet.world.{name}" for name in ("screens.audience", "screens.news", "players.client")}
        )

    def test_tests_leave_nothing_behind(self) -> None:
        """Trial's own folders do: under pytest they are in the working folder, and stay there."""
        tests = [*Path(__file__).parent.rglob("*.py")]
        self.assertGreater(len(tests), 100)
        self.assertEqual([path.name for path in tests if b"self.mktemp" + b"(" in path.read_bytes()], [])
