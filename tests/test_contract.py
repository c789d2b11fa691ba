"""What every installed game must keep to, tried by playing it at random: see docs/writing-a-game.md."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.randomplay import OPENED, play
from tests.doubles.rehearsals import rehearsed
from tilenet.catalogue import IGamePlugin, installed_games
from tilenet.game import HELP
from tilenet.testing import Table, Understudy

AT_HOME = [game for game in installed_games() if game.is_at_home]

steps = st.lists(
    st.tuples(
        st.sampled_from(["enter", "leave", "home", "click", "click", "click", "press", "say", "wait", "deadline"]),
        st.integers(0, 10**6),
    ),
    max_size=40,
)


class EveryGame(SynchronousTestCase):
    def test_survives_a_random_walk(self) -> None:
        """No exception, no illegal scene, and a deadline is always followed by a legal tick."""
        self.assertTrue(AT_HOME)

        @settings(max_examples=60 * len(AT_HOME), deadline=None)
        @given(st.sampled_from(AT_HOME), st.integers(), steps)
        def walk(game: IGamePlugin, seed: int, steps: list[tuple[str, int]]) -> None:
            play(game, seed, steps)

        walk()

    def test_does_the_same_again_and_can_be_saved_at_any_moment(self) -> None:
        """Also in another process, with another order of sets, and with nobody looking."""
        with Understudy() as understudy:
            for one in rehearsed():
                with self.subTest(one.name):
                    one.check(understudy, sessions=5)

    def test_helps(self) -> None:
        """Help speaks to who clicked it, and to nobody else."""
        for game in AT_HOME:
            with self.subTest(game.name):
                table = Table(game, others=OPENED)
                ann, bob = table.enter("ann"), table.enter("bob")
                before = list(bob.heard)
                ann.click(HELP)
                assert [*table.game.help] == ann.heard[-len(table.game.help) :]
                assert bob.heard == before

    def test_names_itself(self) -> None:
        for game in installed_games():
            with self.subTest(game.name):
                assert game.title.isprintable() and game.about.isprintable() and game.name.isprintable()
