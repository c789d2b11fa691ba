"""What a room's game shows: its scene and the players' own views, as they were painted last.

A view is painted again only if it may have changed, and the audience is told only of what has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilenet.game import NEVER_A_VIEW, Game, View
from tilenet.game import Player as AnyPlayer
from tilenet.world.players.player import Player
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.facts import RoomFacts
from tilenet.world.screens.painter import Painter
from tilenet.world.screens.pictures import NO_FACES, Face, Faces


class OwnView(NamedTuple):
    """What one player alone sees differently."""

    player: Player
    view: View
    faces: Faces  # the view, painted


_NO_VIEWS: dict[str, OwnView] = {}
_NO_OWN_FACES: dict[str, Faces] = {}


class Display:
    """The display of one room: it looks at the room's game, and shows it to the room's audience."""

    def __init__(self, title: str, painter: Painter, audience: Audience, facts: RoomFacts) -> None:
        self._title = title
        self._facts = facts
        self._painter = painter
        self._audience = audience
        self._views: dict[str, OwnView] = {}  # of those who look
        self._painted_views = -1  # the painter's layout when all views were painted; -1 to look at all of them
        self._has_views = False  # whether somebody may see something differently, now or later

    def begin(self) -> None:
        """There is another game from now on."""
        self._painted_views = -1
        self._has_views = False
        self._facts.begin()

    def show(self, game: Game, *, coalesce: bool = False) -> None:
        """Hand what has changed to the audience."""
        painter, audience = self._painter, self._audience
        before = painter.picture
        change = painter.paint(self._title, game.scene())
        takers = audience.takers
        views, stale = _NO_VIEWS, None
        if self._has_views or self._painted_views == -1:
            stale = _listed(game.stale_views())
            views = self._changed(game, stale)
        elif takers and self._facts.has_own:
            stale = _listed(game.stale_views())
        if before is not audience.picture:  # it was painted and not shown: the game failed
            change = painter.picture.since(audience.picture)
        if views:
            faces = {objid: own.faces for objid, own in views.items()}
            audience.show(painter.picture, change, faces, coalesce=coalesce)
            self._views.update(views)
        elif change is not None:
            audience.show(painter.picture, change, _NO_OWN_FACES, coalesce=coalesce)
        if takers:
            self._facts.show(game, stale, coalesce=coalesce)

    def _changed(self, game: Game, stale: Sequence[AnyPlayer] | None) -> dict[str, OwnView]:
        """The views that have changed. The game is asked only for those that may have."""
        watchers, views = self._audience.watchers, self._views
        is_repainted = self._painted_views != self._painter.layout
        if stale is None or is_repainted:
            asked = [views[objid] for objid in watchers]
        else:
            here = (player.objid for player in stale if isinstance(player, Player))
            asked = [views[objid] for objid in here if objid in watchers]
        changed: dict[str, OwnView] = {}
        for player, before, old in asked:
            view = self._ask(game, player)
            if is_repainted or not _is_same(view, before):
                faces = self._painter.faces(view)
                if faces is not old:
                    changed[player.objid] = OwnView(player, view, faces)
        self._painted_views = self._painter.layout
        return changed

    # One player's view

    def look(self, game: Game, player: Player) -> None:
        """A player looks at the game from now on."""
        view = self._ask(game, player)
        self._views[player.objid] = OwnView(player, view, self._painter.faces(view))
        if player.takes_facts:
            self._facts.look(game, player)

    def _ask(self, game: Game, player: Player) -> View:
        view = game.view(player)
        self._has_views = self._has_views or view is not NEVER_A_VIEW
        return view

    def forget(self, player: Player) -> None:
        """A player does not look at it any more."""
        self._views.pop(player.objid, None)
        self._facts.forget(player)

    def faces_of(self, player: Player) -> Faces:
        """What a player sees differently."""
        own = self._views.get(player.objid)
        return NO_FACES if own is None else own.faces

    def face(self, player: Player, objid: str) -> Face | None:
        """A tile or key as a player sees it, if it is there."""
        own = self._views.get(player.objid)
        if own is not None and objid in own.faces:
            return own.faces[objid]
        return self._painter.picture.faces.get(objid)


def _listed(stale: Iterable[AnyPlayer] | None) -> Sequence[AnyPlayer] | None:
    return None if stale is None else [*stale]


def _is_same(view: View, before: View) -> bool:
    """Whether a view shows what the last one showed; if it is not a View at all, the painter says so."""
    if view is before:
        return True
    if not isinstance(view, View):
        return False
    return view.tiles == before.tiles and view.keys == before.keys and view.text == before.text
