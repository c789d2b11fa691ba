"""The keys of a replay: the room's own, and those for moments, seats and the ends."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cinema import watching
from tests.doubles.playing import Playing


class Keys(SynchronousTestCase):
    def setUp(self) -> None:
        self.eve = watching()
        self.eve.table.advance(3)
        self.eve.sent()

    def done(self, eve: Playing) -> list[str]:
        """The roles of what was used since, and what was said."""
        return [cmd.text or eve.model.role_of(cmd.objid or "") for cmd in eve.sent()]

    def test_what_each_does(self) -> None:
        for key, done in (
            (" ", "key/replay/play"),
            ("left", "key/replay/stepback"),
            ("right", "key/replay/step"),
            ("up", "key/replay/faster"),
            ("down", "key/replay/slower"),
            ("1", "replay/seat/1"),
            ("0", "replay/seat/0"),
            ("end", "/at 10.00"),
            ("home", "/at 0.00"),
            ("n", "replay/moment/1"),
        ):
            self.eve.press(key)
            self.assertEqual(self.done(self.eve), [done], key)

    def test_back_to_the_last_moment_or_the_one_before(self) -> None:
        moments = [{"at": at, "text": "!"} for at in (1, 2)]
        for seconds, done in (
            (2.5, ["replay/moment/1"]),
            (9.0, ["/moment 2"]),
            (1.5, ["/at 0.00"]),
            (0.5, ["/at 0.00"]),
        ):
            self.eve.say(f"/at {seconds}")
            self.eve.press("esc", " ") if self.eve.model.facts["replay"]["playing"] else self.eve.press("esc")
            self.eve.model.facts["replay"]["moments"] = moments
            self.eve.sent()
            self.eve.press("p")
            self.assertEqual(self.done(self.eve), done, seconds)

    def test_after_the_last_moment_there_is_none(self) -> None:
        self.eve.press("end")
        self.eve.sent()
        self.eve.press("n")
        self.assertEqual(self.done(self.eve), [])

    def test_the_focus_stays_where_it_is(self) -> None:
        focus = self.eve.controller.focus
        self.eve.press("1", "n", "0")
        self.assertEqual(self.eve.controller.focus, focus)

    def test_while_the_user_types_keys_are_text(self) -> None:
        self.eve.type("n 1 p")
        self.assertEqual((self.eve.room_screen.typing.edit_text, self.done(self.eve)), ("n 1 p", []))

    def test_the_line_of_keys(self) -> None:
        self.assertTrue(
            self.eve.screen()
            .lines[-1]
            .startswith(" Space Pause · ←→ step · ↑↓ speed · n moment · Tab chat · F1 help · F10 leave")
        )
        self.eve.press("tab")
        self.assertIn("Enter send", self.eve.screen().lines[-1])

    def test_outside_of_replays_there_are_none(self) -> None:
        self.eve.press("h")
        self.assertEqual([one.keys for one in self.eve.room_screen.tile_bindings() if "n" in one.keys], [])
