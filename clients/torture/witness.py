"""What everybody was shown before a kill, and whether what they are shown after it can be true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tilenet.clients.torture.crowd import COUNTS, HOME_ROOM
from tilenet.clients.torture.sight import Sight, sight_of
from tilenet.clients.torture.visitor import Visitor

MANY = 60  # clicks, of which the room shows no more
SHOWN = 4  # differences of one room that are told
LATE = 0.6  # seconds by which the server's clock may be past what a client was told last
MOVING = 5.0  # seconds: a room that tells no facts may go on by itself for so long after it has changed
CARDS = "memory/"
STAGE = "dancing/"  # rooms with a stage, on which a match is shown more slowly than it is played

#: Rooms that tell about other rooms: they follow those, a moment later.
FOLLOWS = ("home", "tombala-lobby", "dancing-lobby")
STORE = "records/"  # rooms that tell what the store answers, whenever it does


@dataclass(frozen=True)
class Before:
    """One visitor at the moment of a kill."""

    name: str
    sight: Sight
    is_answered: bool  # whether all acts had been answered
    may_have_left: bool  # whether an act that can lead to another room had not
    clicks: int  # sent to the room that counts
    is_moving: bool  # whether the room has just changed


@dataclass
class Findings:
    """What came of all checks until now."""

    counts: Counter[str] = field(default_factory=Counter)  # of checks, by what they were about
    failures: list[str] = field(default_factory=list)

    def fail(self, text: str) -> None:
        self.counts["failures"] += 1
        self.failures.append(text)


class Witness:
    """Writes down what was shown, and holds what is shown later against it."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.before: dict[str, Before] = {}
        self._touched: set[str] = set()

    def write_down(self, visitors: Iterable[Visitor], killed: float) -> None:
        """Called after the kill, when everything has been read that was sent before it."""
        self.before = {}
        people = [*visitors]
        self._note_touched(people)
        for one in people:
            if one.is_in and one.model.my_agent is not None:
                self.before[one.identity.name] = Before(
                    one.identity.name,
                    sight_of(one.model),
                    one.is_answered,
                    one.left > one.answered,
                    one.identity.clicks,
                    killed - one.changed_at < MOVING,
                )

    def compare(self, visitors: Mapping[str, Visitor], *, is_quiet: bool, had_programs: bool) -> None:
        """Everybody is back: compare what they see with what they saw."""
        after = {name: sight_of(visitors[name].model) for name in self.before if visitors[name].is_in}
        for name, before in self.before.items():
            if name not in after:
                said = "; ".join((*visitors[name].refusals, *visitors[name].faults)) or "no answer"
                self.findings.fail(f"{name} could not come back to {before.sight.room}: {said}")
            else:
                self._compare_place(before, after[name], visitors[name])
        self._compare_counts(after)
        rooms = {before.sight.room for before in self.before.values()}
        for room in sorted(rooms):
            if _family(room) in self._touched or (not is_quiet and self._follows(room)):
                self.findings.counts["rooms with acts under way"] += 1
            elif had_programs and self._had_programs(room):
                self.findings.counts["rooms with programs"] += 1
            else:
                self._compare_room(room, after)

    def compare_counts(self, visitors: Mapping[str, Visitor]) -> None:
        """Everybody has played on meanwhile: only the clicks are compared."""
        for name, before in self.before.items():
            self.before[name] = replace(before, clicks=visitors[name].identity.clicks if name in visitors else 0)
        self._compare_counts({name: sight_of(one.model) for name, one in visitors.items() if one.is_in})

    def _follows(self, room: str) -> bool:
        kinds = {one.sight.kind.partition("/")[0] for one in self.before.values() if one.sight.room == room}
        return not kinds.isdisjoint(FOLLOWS)

    def _note_touched(self, visitors: Iterable[Visitor]) -> None:
        """Find the families of rooms in which an act was under way, or that somebody may just have entered or left."""
        self._touched = set()
        for one in visitors:
            if not (one.is_in and one.is_answered):
                self._touched |= {_family(one.identity.room), _family(one.identity.wanted), HOME_ROOM}

    def _had_programs(self, room: str) -> bool:
        return room.startswith((HOME_ROOM, "memory", "tombala", "dancing"))

    # Who is where, and who has how many points

    def _compare_place(self, before: Before, after: Sight, visitor: Visitor) -> None:
        counts = self.findings.counts
        counts["seats"] += 1
        agent = visitor.model.my_agent
        if agent is None or agent.name != before.name:
            self.findings.fail(f"{before.name} came back as {'nobody' if agent is None else agent.name}")
        if before.sight.room != after.room and not before.may_have_left:
            self.findings.fail(f"{before.name} was in {before.sight.room}, and later in {after.room}")
        if before.sight.room == after.room and not _is_replay(before) and after.now < before.sight.now:
            self.findings.fail(f"the clock was {before.sight.now:.3f} for {before.name}, and later {after.now:.3f}")

    def _compare_counts(self, after: Mapping[str, Sight]) -> None:
        """Each click that was shown is there, none is there twice, and points and order agree."""
        people = [one for one in self.before.values() if one.sight.room == COUNTS and one.name in after]
        shown: Counter[str] = Counter()
        for one in people:
            for name, number in one.sight.parts["facts"].get("counts", {}).items():
                shown[name] = max(shown[name], number)
        for one in people:
            facts = after[one.name].parts["facts"]
            number = facts.get("counts", {}).get(one.name, 0)
            self.findings.counts["clicks that were done and not shown before the kill"] += number - shown[one.name]
            if not shown[one.name] <= number <= one.clicks:
                self.findings.fail(f"{one.name} had sent {one.clicks} clicks and seen {shown[one.name]}: now {number}")
            points = after[one.name].points
            start = (one.sight.points or 0) - one.sight.parts["facts"].get("counts", {}).get(one.name, 0)
            if points != start + number:
                self.findings.fail(f"{one.name} has {points} points for {number} clicks")
            self._compare_order(one, facts.get("latest", []))

    def _compare_order(self, before: Before, later: list[list[object]]) -> None:
        seen = before.sight.parts["facts"].get("latest", [])
        both = [one for one in seen if one in later]
        if not both and len(later) >= MANY:
            return  # so many clicks later that none of those is shown any more
        if both != [one for one in later if one in seen] or (seen and later and both[-1:] != seen[-1:]):
            self.findings.fail(f"the order of clicks was {seen[-5:]}, and later {later[-5:]}")

    # What they see

    def _compare_room(self, room: str, after: Mapping[str, Sight]) -> None:
        """One that nobody was acting in: everybody must see what they saw, unless its time had come."""
        people = [one for one in self.before.values() if one.sight.room == room and one.name in after]
        latest = max((one.sight.now for one in people), default=0.0)
        for one in people:
            later = after[one.name]
            if later.room != room:
                continue
            found = one.sight.differences(later)
            if not found:
                self.findings.counts["boards exactly as they were"] += 1
            elif one.sight.now < latest:
                self.findings.counts["boards of people who had not been sent the latest"] += 1
            elif _is_time(people, later):
                self.findings.counts["boards whose time had come"] += 1
            else:
                self.findings.fail(f"{one.name} sees another {room}: {' | '.join(found[:SHOWN])}")
                return


def _is_time(before: Sequence[Before], after: Sight) -> bool:
    """Whether something was due between what was seen and what is seen now.

    Either by a time that anybody in the room was told, or in a room that goes on by times that it does not tell, or in
    a theatre that does not know its recording yet.
    """
    return "prepared" in after.parts["facts"].get("replay", {}) or any(
        _goes_on(one) or any(one.sight.now <= time <= after.now + LATE for time in one.sight.times()) for one in before
    )


def _goes_on(before: Before) -> bool:
    """Whether the room may change by itself at times that are not told."""
    facts = before.sight.parts["facts"]
    if _is_replay(before):
        replay = facts["replay"]  # it gets to another moment in steps, after the act that wanted that was answered
        return bool(replay.get("playing")) or "prepared" in replay or before.is_moving
    if before.sight.kind.startswith(STAGE):
        stage = facts.get("stage", {})
        return not stage.get("paused") and not (stage.get("ended") and facts.get("phase") == "over")
    if before.sight.kind.startswith(CARDS):  # that are up for a while
        return any(card.get("state") in ("up", "wrong") for card in facts.get("cards", {}).values())
    return before.sight.kind.startswith(STORE) or (before.is_moving and not facts)


def _is_replay(before: Before) -> bool:
    """Whether the room is a theatre: its kind is that of the game that it shows, and its clock that of then."""
    return "replay" in before.sight.parts["facts"]


def _family(room: str) -> str:
    """Rooms that belong together: a lobby and what was opened there."""
    return room.partition("-")[0]
