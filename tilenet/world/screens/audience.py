"""The audience of a room: who is shown what of it. Only here do pictures become news, and news bytes.

A room says what its scene is now, whose own views have changed, who came, who left and what was said. The audience
knows what every client has been shown, finds what is new for whom, and sends it in each client's format. What is the
same for all goes through one feed for each format; see `Feed`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from weakref import WeakSet

from tilenet.game import Event
from tilenet.lines.feed import Feed
from tilenet.lines.line import Line
from tilenet.turns.turn import Turn
from tilenet.wire.format import Format
from tilenet.wire.messages import Set
from tilenet.world.players.client import Client, Screen
from tilenet.world.screens.agent import Agent, LastSeen, departure
from tilenet.world.screens.cache import PRUNE_AT, Cache
from tilenet.world.screens.news import NO_NEWS, News
from tilenet.world.screens.pictures import NO_FACES, NOTHING, Change, Faces, Picture, difference, without_words

CROWD = 50  # in a larger room arrivals and departures are told in batches: one by one, each is a write to everybody


class Watcher:
    """Somebody in the room who has a screen, and the faces that they alone see differently."""

    __slots__ = ("agents", "faces", "screen")

    def __init__(self, screen: Screen, faces: Faces) -> None:
        self.screen = screen
        self.agents = screen.cache.agents  # those that the client remembers from elsewhere
        self.faces = faces


class Audience:
    """The people in one room, and what each of them knows of it."""

    def __init__(self, matrix: str, turn: Turn, *, remembers_visitors: bool = False) -> None:
        """A room that may close remembers who has left it, so that their clients can forget it then."""
        self.picture = Picture(matrix, NOTHING, {})  # what everybody knows, apart from their own views
        self._turn = turn
        self._agents: dict[str, Agent] = {}  # everybody in the room
        self.watchers: dict[str, Watcher] = {}  # those of them who have a screen
        self.takers: dict[str, Watcher] = {}  # those of them who have asked for facts
        self._viewers: dict[str, Watcher] = {}  # those of them who see some faces differently
        self._clients: dict[str, Client] = {}  # those who listen to events
        self._feeds: dict[Format, Feed] = {}
        self._to_prune: Iterator[str] = iter(())
        self._visitors: WeakSet[Cache] | None = WeakSet() if remembers_visitors else None

    def __contains__(self, objid: str) -> bool:
        """Whether somebody is in the room."""
        return objid in self._agents

    @property
    def is_watched(self) -> bool:
        """Whether anybody here has a screen."""
        return bool(self.watchers)

    def can_hear(self, objid: str) -> bool:
        """Whether somebody here has a screen, so that they can be spoken to."""
        return objid in self.watchers

    def picture_of(self, objid: str) -> Picture:
        """The room as somebody in it sees it."""
        watcher = self.watchers.get(objid)
        return self.picture if watcher is None else self.picture.through(watcher.faces)

    # Coming and going

    def seat(self, agent: Agent, client: Client | None, faces: Faces) -> None:
        """Introduce a newcomer to the others, and the room to the newcomer [c8.4.6.2.3.3.3.2]."""
        self._introduce(agent)
        self._agents[agent.objid] = agent
        if client is not None:
            self.attach(agent.objid, client, faces)

    def _introduce(self, agent: Agent) -> None:
        """Tell everybody of a newcomer. Many know the agent already, and most of them last saw it at the same time."""
        objid = agent.objid
        by_last: dict[LastSeen | None, list[Watcher]] = defaultdict(list)
        for watcher in self.watchers.values():
            by_last[watcher.agents.pop(objid, None)].append(watcher)
        told: dict[News, list[Watcher]] = defaultdict(list)
        for last, watchers in by_last.items():
            told[agent.introduction if last is None else agent.update_since(last)] += watchers
        most = max(told, key=lambda news: len(told[news]), default=NO_NEWS)
        others = [(watcher, news) for news, some in told.items() if news is not most for watcher in some]
        if most:
            self._tell_all(most, all_but=[watcher for watcher, _ in others], coalesce=True)
        for watcher, news in others:
            if news:
                self._tell_soon(watcher.screen, news)

    def part(self, objid: str) -> None:
        """Somebody leaves. Nothing of this room is sent to them from here on."""
        agent = self._agents[objid]
        watcher = self.watchers.get(objid)
        if watcher is not None:
            watcher.screen.cache.leave(self.picture_of(objid), self._agents)
            if self._visitors is not None:
                self._visitors.add(watcher.screen.cache)
        self.detach(objid)
        del self._agents[objid]
        last = agent.seen.gone
        for watcher in self.watchers.values():
            watcher.agents[objid] = last
        self._tell_all(departure(objid), coalesce=True)
        self._prune_some()

    def _prune_some(self) -> None:
        """Let a few clients forget agents who are offline: a few more at each departure, so it never takes long."""
        for _ in range(1 + len(self.watchers) // PRUNE_AT):
            objid = next(self._to_prune, None)
            if objid is None:
                self._to_prune = iter([*self.watchers])
            elif objid in self.watchers:
                self.watchers[objid].screen.cache.prune()

    def attach(self, objid: str, client: Client, faces: Faces) -> None:
        """Somebody in the room has a client now, which is shown the room if it has a screen."""
        if client.listener is not None:
            self._clients[objid] = client
        screen = client.screen
        if screen is not None:
            watcher = self.watchers[objid] = Watcher(screen, faces)
            if screen.format.takes_facts:
                self.takers[objid] = watcher
            self._see(objid, watcher, faces)
            screen.show_all(screen.cache.enter(self.picture.through(watcher.faces), self._agents))
            screen.line.follow(self._feed(screen.format))

    def reformat(self, objid: str, format: Format) -> None:
        """Somebody in the room is told everything in another format from now on."""
        watcher = self.watchers.get(objid)
        if watcher is not None:
            screen = watcher.screen
            screen.line.unfollow()
            if screen.reformat(format):
                seen = self.picture.through(watcher.faces)
                screen.show(difference(without_words(seen), seen).news)
            screen.line.follow(self._feed(format))
            if format.takes_facts:
                self.takers[objid] = watcher

    def detach(self, objid: str) -> None:
        """Somebody in the room has no client any more, or is about to be shown another room."""
        self._clients.pop(objid, None)
        self._viewers.pop(objid, None)
        self.takers.pop(objid, None)
        watcher = self.watchers.pop(objid, None)
        if watcher is not None:
            watcher.screen.line.unfollow()

    def clear(self) -> None:
        """Forget everybody, and tell nobody; clients that have been here forget the room."""
        for watcher in self.watchers.values():
            watcher.screen.line.unfollow()
        self._agents.clear()
        self.watchers.clear()
        self.takers.clear()
        self._viewers.clear()
        self._clients.clear()
        for cache in self._visitors or ():
            cache.forget(self.picture.matrix)

    # What there is to see

    def show(self, new: Picture, change: Change | None, views: Mapping[str, Faces], *, coalesce: bool = False) -> None:
        """The scene has changed, to this picture and by this change, or the own views of these people have, or both."""
        old, self.picture = self.picture, new
        if change is None:
            own = {objid: self.watchers[objid] for objid in views}
        elif change.images or change.resized:
            own = self.watchers  # each client may know other images, and has lost sight of everybody
        else:
            own = self._own_updates(change, views) if views or self._viewers else {}
            if change.updates:
                self._tell_all(change.news, all_but=own.values(), coalesce=coalesce)
            if not own:
                return
        found: dict[tuple[int, int], Change] = {}  # by the faces before and after: some may share a view
        lost = NO_NEWS  # the people that clients have lost sight of
        if change is not None:
            found[id(NO_FACES), id(NO_FACES)] = change
            if change.resized:
                lost = News(*map(Set, self._agents))
        for objid, watcher in own.items():
            faces = views.get(objid, watcher.faces)
            if change is not None and change.in_place and faces is watcher.faces:
                watcher.screen.show(change.without(faces))
                continue
            pair = id(watcher.faces), id(faces)
            if pair not in found:
                found[pair] = difference(old.through(watcher.faces), new.through(faces))
            watcher.screen.show_all([*watcher.screen.cache.update(found[pair]), lost])
            self._see(objid, watcher, faces)

    def _own_updates(self, change: Change, views: Mapping[str, Faces]) -> dict[str, Watcher]:
        """The people who cannot take the update that is the same for all."""
        own = {objid: self.watchers[objid] for objid in views}
        changed = {one.objid for one in change.updates}
        for objid, watcher in self._viewers.items():
            if not watcher.faces.keys().isdisjoint(changed):  # the fewer are looked up
                own[objid] = watcher
        return own

    def _see(self, objid: str, watcher: Watcher, faces: Faces) -> None:
        """These are the faces that somebody alone sees from now on."""
        watcher.faces = faces
        if faces:
            self._viewers[objid] = watcher
        else:
            self._viewers.pop(objid, None)

    # What there is to hear

    def tell_all(self, news: News, *, coalesce: bool = False) -> None:
        if news:
            self._tell_all(news, coalesce=coalesce)

    def inform(self, news: News, *, coalesce: bool = False) -> None:
        """Tell all takers."""
        for format, feed in self._feeds.items():
            if format.takes_facts and feed.lines:
                add = feed.coalesce if coalesce and len(feed.lines) > CROWD else feed.add
                add(news.encoded(format))

    def tell(self, objid: str, news: News) -> None:
        watcher = self.watchers.get(objid)
        if watcher is not None:
            watcher.screen.show(news)

    def happened(self, event: Event) -> None:
        """An event of the game's own, for everybody in the room who listens."""
        for client in list(self._clients.values()):
            if client.listener is not None:
                client.listener(event)

    # Feeds

    def _feed(self, format: Format) -> Feed:
        feed = self._feeds.get(format)
        if feed is None:
            feed = self._feeds[format] = Feed(self._turn)
        return feed

    def _tell_all(self, news: News, all_but: Collection[Watcher] = (), *, coalesce: bool = False) -> None:
        """Tell everybody. In a crowd, news that may be coalesced comes a moment later, together with more."""
        for format, feed in self._feeds.items():
            if feed.lines:
                add = feed.coalesce if coalesce and len(feed.lines) > CROWD else feed.add
                add(news.encoded(format), _lines(all_but, format) if all_but else ())

    def _tell_soon(self, screen: Screen, news: News) -> None:
        """Tell one of them; in a crowd it may come a moment later."""
        feed = self._feed(screen.format)
        if len(feed.lines) > CROWD:
            feed.coalesce_for(screen.line, news.encoded(screen.format))
        else:
            screen.show(news)


def _lines(watchers: Iterable[Watcher], format: Format) -> list[Line]:
    return [watcher.screen.line for watcher in watchers if watcher.screen.format is format]
