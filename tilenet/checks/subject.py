"""A game that is checked, with the games around it and what doors and the store would say to it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from tilenet.catalogue import NO_SETUP, GamePlugin, IGamePlugin, installed_games
from tilenet.game import Game, Json
from tilenet.rehearsal.improviser import Answers, Requests


class Subject(NamedTuple):
    """One game, and how to play it at random."""

    plugin: IGamePlugin
    installed: tuple[IGamePlugin, ...] = ()  # all games of the server, this one or not
    requests: Requests | None = None
    answers: Answers | None = None
    setup: Mapping[str, Json] = NO_SETUP
    length: int = 100  # acts of a session, after which most of what can happen has happened

    @property
    def name(self) -> str:
        return self.plugin.name

    @property
    def game(self) -> type[Game]:
        return game_of(self.plugin)

    @property
    def stands_alone(self) -> bool:
        """Whether people come to it without a room that opens it, or to tables of their own that it makes."""
        return self.plugin.is_at_home or bool(self.game.choices)

    @property
    def at_home(self) -> IGamePlugin:
        """The game with a room at Home, where it has to stand alone."""
        return self.plugin if self.plugin.is_at_home else GamePlugin(self.name, self.game)

    @property
    def has_kind(self) -> bool:
        """Whether it tells facts, or can open a room that does."""
        return any(game.kind for game in self.kinds.values())

    @property
    def others(self) -> list[IGamePlugin]:
        """The games that this one can open rooms for, and that are not at Home."""
        return [one for one in self.installed if not one.is_at_home and one.name != self.name]

    @property
    def kinds(self) -> dict[str, type[Game]]:
        """This game first, and those that it can open rooms for."""
        return {self.name: self.game, **{one.name: game_of(one) for one in self.others}}


def game_of(plugin: IGamePlugin) -> type[Game]:
    return plugin.game if isinstance(plugin, GamePlugin) else type(plugin.make(Random(0), NO_SETUP))


def installed() -> tuple[IGamePlugin, ...]:
    return (*installed_games(),)
