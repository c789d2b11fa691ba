"""Sessions about connections: logging in and out, what is illegal, too much or too slow, and how a session ends."""

from __future__ import annotations

from codecs import BOM_UTF8

from twisted.internet.defer import Deferred

from tests.doubles.harness import Lamp
from tests.doubles.model import click, closing, login, logout, opening, press, say
from tests.recorded.notes import Notes
from tests.recorded.people import Person, Play
from tests.recorded.servers import Account, FullServer, GamePlugin, Guests, Refused

#: Names that somebody might try.
NAMES = (
    "ann",
    "  ann  ",
    "ANN",
    'Jörg & "Co"',
    "<x",
    "",
    "   ",
    "x" * 33,
    "x" * 32,
    "y" * 70,
    "x" * 32,
    "a\u200bnn",
    "e\u0301\u0301\u0301\u0301",
    "\u0301e",
    "ﬁ",
    "fi",
    "two\nlines",
    "張三",
    "a  b",
    "A B",
    "\u00bd",
    "it's > that",
)

#: What nobody may send: at the beginning, and when logged in.
BEFORE = (
    b"hello",
    b"\xff\xfe<\x00?\x00",
    b"<client version='1.1'>",
    b"<?xml version='2.0'?>",
    b"<?xml version='1.0' encoding='latin-1'?>",
    b"<?xml version='1.0'?><client version='1.1'>",
    b"<?xml version='1.0'?><!DOCTYPE client>",
    b"<?xml version='1.0'?><!DOCTYPE server SYSTEM 'http://putable.com/TileNet/TileNet1.0.dtd'>",
    opening().replace(b"<client ", b"<server "),
    opening().replace(b"1.1", b"1.0"),
    opening() + opening(),
    opening() + b"words",
    opening() + b"<login user='x'/>",
    opening() + b"<login user='x' password='' more=''/>",
    opening() + b"<login user='x' password=''>text</login>",
    opening() + b"<login user='x' password='" + b"p" * 2100,
    opening() + click("t1"),
    opening() + logout(),
    opening() + logout("without a word") + closing(),
    opening() + closing(),
    opening() + b"&nothing;",
    opening() + b"<!-- a comment -->" + login("quiet") + logout() + closing(),
    opening() + login("<") + login("") + login("<<"),
    opening() + login("<") + click("t1"),
    BOM_UTF8 + opening() + login("marked") + closing(),
)
AFTER = (
    b"<nonsense/>",
    b"words",
    b'<cmd type="fly" objid="t1"/>',
    b'<cmd type="click"/>',
    b'<cmd type="click" objid="x1"/>',
    b'<cmd type="click" objid="t01"/>',
    b'<cmd type="click" objid="a1"/>',
    b'<cmd type="press" objid="t1"/>',
    b'<cmd type="say" objid="i1" text="hello"/>',
    b'<cmd type="say" objid="m1"/>',
    b'<cmd type="click" objid="t1" modifiers="9999999999"/>',
    b'<cmd type="click" objid="t1">text</cmd>',
    b'<cmd type="click" objid="t1"><cmd type="click" objid="t1"/></cmd>',
    b"<cmd",
    b"<cmd " + b" " * 9000,
    b"<cmd type=click>",
    b"\xff\xff",
    b"&undefined;",
    b"&#0;",
    b"<![CDATA[x]]>",
    b"<!DOCTYPE client>",
    b"<xrequest>" + b"z" * 9000,
    b"</server>",
    b"</client>",
    login("again"),
    logout("twice") + logout("twice"),
    logout() + click("t1"),
    b"<?target and more?>" + logout(),
    b"<xrequest options='a'>some &lt;content&gt; <![CDATA[and more]]></xrequest>" + logout(),
)


def arriving(notes: Notes) -> None:
    """Names of all kinds, one login after another, and people who come back."""
    play = Play(FullServer(1), notes)
    witness = play.join("ann")
    others = []
    for name in NAMES:
        person = play.connect("192.0.2.7" if len(name) % 2 else "2001:db8::5")
        person.login(name)
        others.append(person)
    play.wait(1.5, 0.5)
    stubborn = play.connect()
    for name in ("<x", "", "z" * 40, "late"):
        stubborn.login(name, first=name == "<x")
    silent, slow = play.connect(), play.connect()
    slow.send("begins, and goes no further", opening()[:50])
    play.wait(29, 1)
    slow.send("goes on, piece by piece", opening()[50:], b"<login us")
    play.wait(0.5)
    slow.send("is through in time", b'er="slow" password=""/><cmd type="say" objid="m1" text="tw&quot;o &amp; more')
    play.wait(1)
    slow.send("ends what was begun", b'"/>')
    silent.send("is too late", opening())
    for person in others[:6]:
        person.logout("see you")
    play.wait(1.25)
    for name in ("ann", "ann", "ann2", "fi", "FI"):
        play.join(name)
    witness.send("leaves in order", logout("bye"), closing())
    play.wait(2)
    play.stop()


def illegal(notes: Notes) -> None:
    """What must not be sent, in all places; somebody in Home sees who was there."""
    play = Play(FullServer(2), notes)
    witness = play.join("witness")
    for number, data in enumerate(BEFORE):
        play.connect().send(f"begins with illegal input {number}", data)
    for number, data in enumerate(AFTER):
        play.join(f"guest{number}").send(f"sends illegal input {number}", data)
        if number % 5 == 4:
            play.wait(1)
    person = play.join("piecemeal")
    for at in range(0, 60, 7):
        person.send("sends a piece", say("m1", "a sentence in many pieces & more")[at : at + 7])
    witness.say("all quiet?")
    play.stop()


def namesakes(notes: Notes) -> None:
    """Many of one name in several small Homes, on a server that is full at last; one who meets hundreds."""
    server = FullServer(3, GamePlugin("lamp", Lamp), home_size=4, max_connections=24, max_per_address=6, max_waiting=3)
    play = Play(server, notes)
    people = [play.join("bob") for _ in range(14)]
    far = [play.join("x" * 32, "192.0.2.1") for _ in range(8)]
    for person in people[::3]:
        person.walk("Lamp", "off", "on")
        person.walk("Home")
    play.wait(2)
    people[3].lose()
    people[12].logout()
    play.join("bob")
    waiting = [play.connect() for _ in range(4)]
    play.dial()
    for person in (*waiting, *far[:3]):
        person.lose()
    play.wait(2)
    for person in people:
        if person.is_in and not play.chance(0.3):
            person.walk("Lamp", "Home")
    play.wait(12, 1)
    play.stop()
    play.connect()


def hundreds(notes: Notes) -> None:
    """So many come and go that what a client knows of them is looked through."""
    play = Play(FullServer(4, GamePlugin("lamp", Lamp)), notes)
    witness, friend = play.join("witness"), play.join("friend")
    for number in range(19):
        with play.step(f"crowd {number} comes, and most of it goes"):
            crowd = [Person(play, "127.0.0.1") for _ in range(16)]
            for person in crowd:
                person.client.send(opening(), login(f"one{number}"))
            for person in crowd[: 16 - number % 2]:
                person.client.send(logout())
        if number % 6 == 5:
            friend.walk("Lamp", "off", "Home") if number % 12 == 5 else friend.walk("Lamp", "on", "Home")
            play.wait(3, 1)
    witness.walk("Lamp", "Home")
    play.wait(11, 1)
    play.stop()


def flood(notes: Notes) -> None:
    """Too much at once: commands, speech, output that nobody takes."""
    play = Play(FullServer(5, output_kib=4.0, command_burst=10), notes)
    ann, bob, cid, dan = (play.join(name) for name in ("ann", "bob", "cid", "dan"))
    json = play.enter("eve")
    for number in range(8):
        ann.say(f"number {number}")
    ann.say("x" * 401)
    play.wait(1)
    ann.say("x" * 401)
    play.wait(1)
    ann.say("x" * 400)
    play.wait(1)
    ann.say("\u200b" * 500 + "seen")
    play.wait(2)
    ann.say("x" * 1700)
    ann.say(" \t ")
    ann.say("with\ttabs\nand\u202e more\x85")
    for person in (ann, bob, cid, dan):
        for number in range(7):
            person.say(f"all at once {number}")
    play.wait(1)
    bob.send("clicks 30 times at once", *[click("t1"), click("t7")] * 15)
    play.wait(0.5)
    bob.send("clicks 60 times at once", *[click("t7"), press("k1")] * 30)
    play.wait(4, 0.5)
    json.send("asks for the rooms 40 times at once", *[b'CLROOM:{"seq": 1}\n'] * 40)
    play.wait(3, 0.5)
    for _ in range(12):
        bob.send("goes on and on", *[click("t7")] * 40)
        json.send("goes on and on", *[b'CHBEAT:{"seq": 2}\n'] * 40)
        play.wait(1, 0.25)
    play.wait(2)
    cid.get_stuck()
    for _ in range(4):
        dan.walk("Set", "Home")
        play.wait(1, 0.5)
    cid.get_stuck(False)
    cid.get_stuck()
    for number in range(12):
        dan.walk("PairPanicking", "Home")
        ann.say(f"is {number} enough? {'so ' * 100}")
        cid.walk("Set", "Home")
        play.wait(1, 0.5)
    sixth = play.enter("fay")
    sixth.get_stuck()
    sixth.ask("CLROOM")
    play.wait(17, 1)
    late = play.join("late")
    late.get_stuck()
    late.logout()
    late.send("has not noticed the end", b"x" * 1000)
    late.send("has not noticed the end", b"x" * 70000)
    last = play.join("last")
    last.get_stuck()
    last.logout()
    play.wait(4, 1)
    play.stop()


class SlowAccounts(Guests):
    """Accounts that take their time, and answer when the session wants it."""

    def __init__(self) -> None:
        self.asked: dict[str, Deferred[Account]] = {}
        self.kept: list[tuple[str, int]] = []

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        self.asked[name] = Deferred()
        return self.asked[name]

    def keep(self, account: Account) -> None:
        self.kept.append((account.name, account.points))


def accounts(notes: Notes) -> None:
    """Logins that take their time, are refused, or cannot be looked up."""
    asked = SlowAccounts()
    play = Play(FullServer(6, accounts=asked), notes)

    def answer(name: str, outcome: Account | Exception) -> None:
        found = repr(outcome)
        if isinstance(outcome, Account):
            found = f"Account(name={outcome.name!r}, points={outcome.points})"
        with play.step(f"{name} is looked up: {found}"):
            if isinstance(outcome, Account):
                asked.asked[name].callback(outcome)
            else:
                asked.asked[name].errback(outcome)

    ann = play.connect()
    ann.login("ann", "secret")
    ann.send("goes on at once", click("t1"), say("m1", "hello?"))
    json = play.dial()
    json.login("jon")
    json.ask("CLROOM")
    play.wait(1)
    answer("ann", Account("ann", 1))
    answer("jon", Refused("Not today."))
    json.login("jon")
    answer("jon", Account("jon", 2**31 - 3))
    bob = play.connect()
    bob.login("bob")
    answer("bob", Refused("Wrong <password>."))
    bob.login("bob", first=False)
    answer("bob", ValueError("no such table"))
    bob.login("bob", first=False)
    answer("bob", Account("bob", 2**31 - 3))
    gone = play.connect()
    gone.login("gone")
    gone.lose()
    answer("gone", Account("gone", 5))
    refused = play.connect()
    refused.login("refused")
    refused.lose()
    answer("refused", Refused("Too late."))
    twin = play.dial()
    twin.login("bob")
    answer("bob", Account("bob", 3))
    for person in (ann, bob):
        person.walk("PairPanicking", "Restart", "Home", "Recharge", "Recharge")
        play.wait(1)
        person.walk("PairPanicking", "Home", "Recharge")
    play.stop()


def closed(notes: Notes) -> None:
    """A server that lets nobody in, and one that is told to stop while nobody has logged in."""
    play = Play(FullServer(7, status="closed"), notes)
    ann, json = play.connect(), play.dial()
    for _ in range(3):
        ann.login("ann", first=not ann.model.login_messages)
        json.login("jon")
    play.connect()
    play.dial()
    play.stop()


SESSIONS = {
    "arriving": arriving,
    "illegal": illegal,
    "namesakes": namesakes,
    "hundreds": hundreds,
    "flood": flood,
    "accounts": accounts,
    "closed": closed,
}
