"""Each game that breaks a rule of determinism is caught, with a sentence that says which rule, and where."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import Repeatable, check_code
from tilenet.checks.subject import Subject

SOURCE = """\
import datetime, io, os, random, secrets, threading, time, uuid, weakref
from collections import OrderedDict
from functools import cache, partial
from itertools import count
from pathlib import Path
from tilenet.game import HELP, HOME, Game, Say, Scene, Tile, help_tile, home_tile

COUNT, SEEN, TOTAL, WORDS = count(1), {{}}, 0, Path(__file__).read_text().split()[:3]
CALM, WILD = ("calm",), ("wild",)


@cache
def double(number):
    return 2 * number


class Wrong(Game):
    title = about = "Wrong"
    help = ("Click.",)
    kind = "wrong/1"
    everybody = []
    tags = {{"red", "green", "blue", "black", "white", "grey"}}
    mood = CALM

    def __init__(self, random):
        super().__init__(random)
        self.here = {{}}
        self.clicks = 0
        self.numbers = {{*map(int, "8 16 0".split())}}
        {init}

    def scene(self):
        {scene}
        tiles = {{HOME: home_tile(0, 0), HELP: help_tile(1, 0), "x": Tile(2, 0, "x")}}
        return Scene((3, 2), tiles, text=str(self.clicks))

    def facts(self):
        {facts}
        return {{"clicks": self.clicks}}

    def enter(self, player, now):
        self.here[player] = now

    def leave(self, player, now):
        del self.here[player]

    def click(self, player, tile, now):
        self.clicks += 1
        {click}
        yield Say("clicked")
"""


class Case(NamedTuple):
    """A game that differs from a right one by a line or two, and what is said of it."""

    said: str
    click: str = "pass"
    init: str = "pass"
    scene: str = "pass"
    facts: str = "pass"


CLOCK = "reads a clock, but a game knows no time except what it is told"
CHANCE = r"is random in its own way, but a game takes all its chance from `self\.random`"
IDENTITY = "is another number in every process, but a game may decide only by what it is told"
OUTSIDE = "depends on what is outside the game"
FILES = "uses a file while the game is played"
THREADS = "starts something that goes on by itself"
SHARED = "changes while the game is played, but what belongs to a {} is shared by all"
LOOK = "changes self.{}, but a look must change nothing, because nobody may be looking"
CLICK, INIT = r"^\w+\.py, line 49: ", r"^\w+\.py, line 30: "

#: What is wrong, and what is said of it.
CASES = {
    "time": Case(rf"{CLICK}time\.time\(\) {CLOCK}: use `now`", "yield Say(str(time.time()))"),
    "monotonic": Case(rf"{CLICK}time\.monotonic\(\) {CLOCK}", "self.at = time.monotonic()"),
    "datetime": Case(rf"{CLICK}datetime\.datetime\.now\(\) {CLOCK}", "yield Say(str(datetime.datetime.now()))"),
    "clock kept": Case(rf"{INIT}time\.time\(\) {CLOCK}", init="self.clock = time.time"),
    "sleep": Case(r"time\.sleep\(\) makes everybody on the server wait: set `deadline`", "time.sleep(0)"),
    "random": Case(
        rf"{CLICK}random\.choice\(\) {CHANCE}: write self\.random\.choice\(\.\.\.\)", "yield Say(random.choice('ab'))"
    ),
    "generator": Case(rf"random\.Random\(\) {CHANCE}", "yield Say(str(__import__ and random.Random().random()))"),
    "secrets": Case(rf"{CLICK}secrets\.token_hex\(\) {CHANCE}", "yield Say(secrets.token_hex())"),
    "urandom": Case(rf"{CLICK}os\.urandom\(\) {CHANCE}", "yield Say(os.urandom(3).hex())"),
    "uuid": Case(rf"{CLICK}uuid\.uuid4\(\) {CHANCE}", "yield Say(str(uuid.uuid4()))"),
    "id": Case(rf"{CLICK}id\(\) {IDENTITY}", "yield Say(str(id(player)))"),
    "hash": Case(rf"{CLICK}hash\(\) {IDENTITY}", "yield Say(str(hash(player.name)))"),
    "environment": Case(rf"{CLICK}os\.environ {OUTSIDE}.*`options`", "yield Say(os.environ.get('HOME', ''))"),
    "process": Case(rf"{CLICK}os\.getpid\(\) {OUTSIDE}", "yield Say(str(os.getpid()))"),
    "file": Case(
        rf"{CLICK}open\(\) {FILES}.* top of the module", "with open(__file__) as file: yield Say(file.read(3))"
    ),
    "path": Case(rf"{CLICK}\.read_text\(\) {FILES}", "yield Say(Path(__file__).read_text()[:3])"),
    "thread": Case(rf"{CLICK}threading\.Thread\(\) {THREADS}", "threading.Thread(target=int)"),
    "set of strings": Case(
        rf"{CLICK}the order of a set, or hash\(\), decides here, .*: sort the set", "yield Say(' '.join(self.tags))"
    ),
    "loop over strings": Case(rf"{CLICK}the order of a set", "for tag in self.tags: self.first = tag; yield Say(tag)"),
    "strings kept": Case(
        rf"{INIT}the order of a set", init="self.names = [*self.tags]", click="yield Say(' '.join(self.names))"
    ),
    "set of numbers": Case(
        rf"{CLICK}this is something else in a game that was saved and loaded.*: sort the set",
        "yield Say(str([*self.numbers]))",
    ),
    "counter": Case(rf"{CLICK}COUNT {SHARED.format('module')}.*self\.count$", "yield Say(str(next(COUNT)))"),
    "cache": Case(rf"{CLICK}SEEN {SHARED.format('module')}", "SEEN[player.name] = SEEN.get(player.name, 0) + 1"),
    "global": Case(rf"{CLICK}TOTAL {SHARED.format('module')}", "global TOTAL; TOTAL += 1"),
    "class": Case(
        rf"{CLICK}Wrong\.everybody {SHARED.format('class')}.*self\.everybody, in __init__$",
        "self.everybody.append(player.name)",
    ),
    "class attribute": Case(rf"{CLICK}Wrong\.mood {SHARED.format('class')}", "Wrong.mood = (*Wrong.mood, 1)"),
    "function": Case(rf"{CLICK}double {SHARED.format('module')}", "double.calls = getattr(double, 'calls', 0) + 1"),
    "scene": Case(rf"^Wrong\.scene\(\) {LOOK.format('clicks')}", scene="self.clicks += 1"),
    "facts": Case(rf"^Wrong\.facts\(\) {LOOK.format('clicks')}", facts="self.clicks += 1"),
    "drawn": Case(
        rf"^Wrong\.scene\(\) {LOOK.format('drawn')}.*list it: caches = ", init="self.drawn = 0", scene="self.drawn = 1"
    ),
    "chance in a look": Case(r"^Wrong\.scene\(\) takes numbers from self\.random", scene="self.random.random()"),
    "is": Case(
        rf"{CLICK}this is something else .*another object: compare with ==, not with `is`",
        "yield Say('calm' if self.mood is CALM else 'wild'); self.mood = CALM if self.mood == WILD else WILD",
    ),
    "state as a cache": Case(
        rf"{CLICK}this is something else .*because self\.told is in `caches`",
        "self.told += 1; yield Say(str(self.told))",
        init="type(self).caches = {'told': 0}; self.told = 0",
    ),
    "lambda": Case(
        r"^game\.then: a lambda \(\w+\.py, line 30\) cannot be saved: keep a word in its place",
        init="self.then = lambda: 1",
    ),
    "closure": Case(
        r"^game\.moves\[a\]\[0\]: the function double \(\w+\.py, line 12\) cannot",
        init="self.moves = {'a': [double.__wrapped__]}",
    ),
    "method": Case(r"^game\.then: the method Wrong\.click cannot be saved", init="self.then = self.click"),
    "partial": Case(r"^game\.then: a partial cannot be saved", init="self.then = partial(max, 1)"),
    "generator kept": Case(
        r"^game\.left: the generator <genexpr> cannot .*: keep a list", init="self.left = (x for x in 'abc')"
    ),
    "iterator": Case(r"^game\.left: an iterator \(list_iterator\) cannot", init="self.left = iter([1])"),
    "open file": Case(r"game\.log: an open file cannot be saved", init="self.log = io.StringIO()"),
    "weak": Case(r"^game\.known: a weak .*WeakKeyDictionary\) cannot", init="self.known = weakref.WeakKeyDictionary()"),
    "lock": Case(r"^game\.lock: a _thread\.lock, .* cannot be saved: keep", init="self.lock = threading.Lock()"),
    "library": Case(
        r"^game\.at: a datetime\.timedelta, .*: keep what it is made of", init="self.at = datetime.timedelta(1)"
    ),
    "class kept": Case(r"^game\.kept: the class OrderedDict itself cannot", init="self.kept = OrderedDict"),
    "module kept": Case(r"^game\.kept: the module time cannot", init="self.kept = time"),
}

#: What looks like it, and is right.
RIGHT = {
    "its own chance": Case("", "random = self.random; yield Say(random.choice('ab'))"),
    "a seed": Case("", "yield Say(str(random.Random(self.clicks).random()))"),
    "its own id": Case("", "yield Say(str([id for id in self.here if id == player]) and 'one')"),
    "a hash of its own": Case("", "hash = str; yield Say(hash(player.name))"),
    "a cached function": Case("", "yield Say(str(double(self.clicks)))"),
    "what is always so": Case("", "SEEN[self.clicks] = 2 * self.clicks; yield Say(str(SEEN[self.clicks]))"),
    "words of a file": Case("", "yield Say(' '.join(WORDS))"),
    "a sorted set": Case("", "yield Say(' '.join(sorted(self.tags))); yield Say(str(max(self.numbers)))"),
    "is a player": Case("", "yield Say(str([one is player for one in self.here]))"),
    "another's time": Case("", "time = {'time': now}; yield Say(str(time['time']))"),
}


class Rules(SynchronousTestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        changed = patch.object(sys, "path", [*sys.path, folder.name])
        changed.start()
        self.addCleanup(changed.stop)
        stack = ExitStack()
        self.addCleanup(stack.close)
        self.repeatable = Repeatable(stack)

    def found(self, name: str, case: Case) -> list[str]:
        """What the checks say of a game."""
        module = f"rule_{name.replace(' ', '_')}".replace("'", "")
        parts = case._asdict()
        (self.folder / f"{module}.py").write_text(SOURCE.format(**parts), encoding="utf-8")
        self.addCleanup(sys.modules.pop, module)
        subject = Subject(GamePlugin("wrong", import_module(module).Wrong), length=40)
        found = [*check_code(subject, 0)]
        for number in range(4):
            found += [text for text in self.repeatable(subject, number) if text not in found]
        return found

    def test_each_is_caught_by_its_own_sentence(self) -> None:
        for name, case in CASES.items():
            with self.subTest(name):
                found = [text.partition("\n")[0] for text in self.found(name, case)]
                self.assertRegex("\n".join(found) or "nothing", f"(?m){case.said}")

    def test_each_is_caught_for_one_reason(self) -> None:
        """But for a file that is read and kept, and what cannot be saved, which is found in each session."""
        for name in ("time", "random", "id", "set of strings", "counter", "class", "scene"):
            with self.subTest(name):
                found = {text.partition("\n")[0] for text in self.found(name, CASES[name])}
                self.assertEqual(len(found), 1, found)

    def test_nothing_is_said_of_what_is_right(self) -> None:
        for name, case in RIGHT.items():
            with self.subTest(name):
                self.assertEqual(self.found(name, case), [])

    def test_each_thing_is_said_once_with_all_its_lines(self) -> None:
        case = Case("", "time.time()", init="time.time()")
        self.assertRegex(self.found("two lines", case)[0], r"^\w+\.py, lines 30 and 49: time\.time\(\) reads")
