"""For authors: a game whose file was saved is loaded again, and its rooms go on with it (`tilenet serve --watch`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import GamePlugin
from tilenet.game import Game
from tilenet.reloading import lines_of, load_again, new_class
from tilenet.saving.reader import CannotLoad, load
from tilenet.saving.writer import CannotSave, save_with_people
from tilenet.sources import PLUGINS, file_of, modules_of
from tilenet.text import plain
from tilenet.words import Words
from tilenet.world.building import Building
from tilenet.world.rooms.room import Room

SECONDS = 0.5  # from one look at the files to the next: a file is loaded when it has not changed between two looks

Stamps = Mapping[Path, tuple[int, int]]  # when files were saved last, and how long they are


class Kept(NamedTuple):
    """The game of a room, as it was saved before its code changed."""

    data: dict[str, Any]
    people: Mapping[str, Any]


class Watch:
    """Looks at the files of the games of one building."""

    log = Logger()

    def __init__(self, clock: IReactorTime, building: Building) -> None:
        self._clock = clock
        self._building = building
        self._files: dict[
            str, set[Path]
        ] = {}  # of each game, by its plugin: also those that a broken file has imported
        self._loaded: Stamps = {}  # the files as they were loaded
        self._seen: Stamps = {}  # as they were at the last look
        self._timer: IDelayedCall | None = None

    def start(self) -> None:
        self._building.shows_tracebacks = True
        self._loaded = self._seen = self._stamps()
        self._timer = self._clock.callLater(SECONDS, self._look)
        self.log.info("Watching {count} files of games", count=len(self._loaded))

    def stop(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    # Files

    def _look(self) -> None:
        stamps = self._stamps()
        if stamps == self._seen and stamps != self._loaded:
            changed = {
                path for path in stamps.keys() | self._loaded.keys() if stamps.get(path) != self._loaded.get(path)
            }
            self._loaded = stamps
            self._take_up(changed)
            stamps = self._stamps()  # there may be others now
            self._loaded = {path: self._loaded.get(path, stamp) for path, stamp in stamps.items()}
        self._seen = stamps
        self._timer = self._clock.callLater(SECONDS, self._look)

    def _stamps(self) -> Stamps:
        found = {}
        for plugin in self._plugins():
            self._files.setdefault(plugin.name, set()).update(files_of(plugin.game))
        for path in set().union(*self._files.values()):
            try:
                status = path.stat()
            except OSError:
                continue  # it is just being saved
            found[path] = (status.st_mtime_ns, status.st_size)
        return found

    def _plugins(self) -> list[GamePlugin]:
        return [one for one in self._building.games if isinstance(one, GamePlugin)]

    # Games

    def _take_up(self, changed: set[Path]) -> None:
        """Load what has changed, and go on with it in all rooms of these games."""
        names = ", ".join(sorted(path.name for path in changed))
        plugins = [plugin for plugin in self._plugins() if changed & self._files[plugin.name]]
        modules = [*dict.fromkeys(module for plugin in plugins for module in own_modules(plugin.game))]
        games = {plugin.name for plugin in plugins}
        rooms = [room for room in self._building.rooms.values() if room.origin.game in games]
        kept = {room: _keep(room) for room in rooms}
        try:
            renewed = load_again(modules, lambda: {plugin: plugin.by(new_class(plugin.game)) for plugin in plugins})
        except (Exception, SystemExit) as error:
            self.log.failure("{files} cannot be loaded", files=plain(names))
            self._tell(
                rooms, [Words("{files} cannot be loaded, so the game is as it was.", files=names), *lines_of(error)]
            )
            return
        for plugin, new in renewed.items():
            plugin.renew(new)
        self.log.info("Loaded again: {files}", files=plain(names))
        for room in rooms:
            game = self._loaded_game(room, kept[room])
            if game is not None:
                self._tell([room], [Words("{files} was reloaded.", files=names)])
            else:
                self._tell([room], [Words("{files} was reloaded, and the game begins anew.", files=names)])
            room.take_up(game)

    def _loaded_game(self, room: Room, kept: Kept | None) -> Game | None:
        """The game as it was, by its new class; None if that is not possible."""
        plugin = next(one for one in self._plugins() if one.name == room.origin.game)
        if kept is None:
            return None
        try:
            return load(kept.data, plugin.game, kept.people.__getitem__)
        except CannotLoad as error:
            self.log.info("{room} begins anew: {why}", room=room.title, why=plain(str(error)))
            return None

    def _tell(self, rooms: Iterable[Room], lines: Iterable[str]) -> None:
        told = [*lines]
        for room in rooms:
            for line in told:
                room.say(line)


def _keep(room: Room) -> Kept | None:
    """None if the game cannot be saved, or is none of its plugin's, because it has failed."""
    try:
        data, people = save_with_people(room.game, room.origin.game, room.origin.setup)
    except CannotSave:
        return None
    return None if room.is_out_of_order else Kept(data, {one.id: one for one in people})  # type: ignore[attr-defined]


def own_modules(game: type[Game]) -> list[ModuleType]:
    """The modules of a game that can be loaded again."""
    return [one for one in modules_of(game) if not one.__name__.startswith("tilenet.") or ".games." in one.__name__]


def files_of(game: type[Game]) -> set[Path]:
    """Its files, and those beside them if it is a package: they may be imported next. Others, such as doors, stay."""
    own = own_modules(game)
    files = {file for module in own if (file := file_of(module)) is not None}
    packages = {module.__package__ or "" for module in own} - {"", PLUGINS, "tilenet.games"}
    loaded = [one for one in [*sys.modules.values()] if getattr(one, "__package__", None) in packages]
    others = {file for module in loaded if module not in own and (file := file_of(module)) is not None}
    beside = {path for file in files for path in file.parent.glob("*.py")} if packages else set()
    return files | (beside - others)
