"""What is written to a terminal for its title, its bell and its focus; and that all of it is undone."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.ssh.screen import RemoteScreen, Terminal
from tilenet.clients.terminal.inks import Inks

TITLED, KEPT, BACK = "\x1b]2;● Set\x1b\\", "\x1b[22;2t", "\x1b]2;\x1b\\\x1b[23;2t"


class Written(SynchronousTestCase):
    def screen(self, term: str = "xterm-256color") -> RemoteScreen:
        self.sent: list[bytes] = []
        return RemoteScreen(Terminal(term), Inks(256), self.sent.append)

    def written(self) -> str:
        text = b"".join(self.sent).decode()
        self.sent.clear()
        return text

    def test_the_title_of_before_comes_back_and_the_focus_is_not_reported_any_more(self) -> None:
        screen = self.screen()
        screen.start()
        screen.set_title("● Set")
        started = self.written()
        self.assertLess(started.index(KEPT), started.index(TITLED))
        self.assertIn("\x1b[?1004h", started)
        screen.set_title("● Set")
        self.assertEqual(self.written(), "", "it has that title")
        screen.stop()
        screen.flush()
        stopped = self.written()
        self.assertIn(BACK, stopped)
        self.assertIn("\x1b[?1004l", stopped)

    def test_who_was_away_comes_back_to_the_title(self) -> None:
        screen = self.screen()
        screen.set_title("● Set")
        screen.start()
        screen.stop()
        screen.flush()
        self.written()
        screen.start()
        screen.flush()
        self.assertIn(KEPT + TITLED, self.written())
        screen.stop()

    def test_the_bell(self) -> None:
        screen = self.screen()
        screen.ring()
        self.assertEqual(self.written(), "")
        screen.start()
        screen.flush()
        self.written()
        screen.ring()
        self.assertEqual(self.written(), "\a")
        screen.stop()

    def test_terminals_that_might_show_a_title_have_none(self) -> None:
        for term in ("linux", "vt100", "dumb"):
            screen = self.screen(term)
            screen.start()
            screen.set_title("● Set")
            screen.stop()
            screen.flush()
            self.assertNotIn("\x1b]2", self.written(), term)
