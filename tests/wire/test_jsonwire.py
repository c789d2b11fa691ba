"""TileNet in JSON, as bytes: what is written for each message, and what is read."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.wire.jsonwire import decode, encode
from tilenet.wire.messages import (
    Cmd,
    Fault,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
    Xresponse,
)


def read(message: Message) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode(message))
    return found


class Written(SynchronousTestCase):
    def test_each_message(self) -> None:
        for message, text in (
            (
                ServerOpen("g", "n", "open"),
                b'{"type":"server","version":"1.0","group":"g","name":"n","status":"open"}\n',
            ),
            (LoggedIn("hello", "a7"), b'{"type":"logged-in","message":"hello","objid":"a7"}\n'),
            (LoggedIn("no"), b'{"type":"logged-in","message":"no"}\n'),
            (Hear("a1", "m1", "hi"), b'{"type":"hear","from":"a1","to":"m1","message":"hi"}\n'),
            (LoggedOut("bye"), b'{"type":"logged-out","message":"bye"}\n'),
            (Set("m1"), b'{"type":"set","objid":"m1"}\n'),
            (Set("t1", x=-1), b'{"type":"set","objid":"t1","x":-1}\n'),
            (Set("t1", image="i1"), b'{"type":"set","objid":"t1","image":""}\n'),
            (Set("t1", image="i2"), b'{"type":"set","objid":"t1","image":"i2"}\n'),
            (Set("a1", energy=11), b'{"type":"set","objid":"a1","energy":10}\n'),
            (Set("a1", x=-1), b'{"type":"set","objid":"a1","x":-1}\n'),
            (Set("t1", name="\u00e4"), b'{"type":"set","objid":"t1","name":"\\u00e4"}\n'),
        ):
            self.assertEqual(encode(message), text)

    def test_a_whole_token(self) -> None:
        text = (
            b'{"type":"set","objid":"t1","energy":1,"name":"name","text":"text",'
            b'"bgcolor":"112233ff","fgcolor":"44556680","x":2,"y":3,"image":"i7"}\n'
        )
        self.assertEqual(encode(Set("t1", 1, "name", "text", "ff112233", "80445566", 2, 3, "i7")), text)
        self.assertEqual(read(Set("t1", bgcolor="ff"))["bgcolor"], "0000ff00")  # fewer digits

    def test_what_it_has_no_word_for(self) -> None:
        self.assertRaises(TypeError, encode, Xresponse())

    @given(st.text())
    @example("<b>")
    def test_nothing_in_a_text_kills_the_client(self, text: str) -> None:
        for message in (
            Hear("a1", "a1", text),
            Set("a1", name=text),
            Set("m1", name=text),
            Set("t1", name=text, text=text),
            LoggedIn(text),
            LoggedOut(text),
            ServerOpen(text, text, "open"),
        ):
            line = encode(message)
            self.assertEqual((line.count(b"\n"), line[-1:], line.isascii()), (1, b"\n", True))
            for value in json.loads(line).values():
                if isinstance(value, str):
                    value.encode()
                    self.assertNotIn("\0", value)
        self.assertNotIn("<", read(Hear("a1", "a1", text))["message"])
        for objid in ("a1", "m1"):
            self.assertNotIn("<", read(Set(objid, name=text))["name"])


class Read(SynchronousTestCase):
    def test_each_message(self) -> None:
        for text, message in (
            (b'{"type":"login","user":"ann","password":""}', Login("ann", "")),
            (b'{"type":"cmd","cmd_type":"click","objid":"t5"}', Cmd("click", "t5")),
            (b'{"type":"cmd","cmd_type":"press","objid":"k5"}', Cmd("press", "k5")),
            (b'{"type":"cmd","cmd_type":"say","objid":"a5","text":"hi"}', Cmd("say", "a5", text="hi")),
            (b'{"type":"logout","message":""}', Logout()),
            (b'{"type":"logout"}', Logout()),
            (b'{"type":"logout","message":"bye"}', Logout("bye")),
            (b'{"more":[1],"type":"login","password":"x","user":"ann"}', Login("ann", "x")),
        ):
            self.assertEqual(decode(text), message)

    def test_what_nobody_knows_is_nothing(self) -> None:
        for text in (b"{}", b'{"type":"x"}', b'{"type":7}', b'{"type":["login"]}', b'{"type":null}'):
            self.assertIsNone(decode(text))

    def test_what_makes_no_sense_is_a_fault(self) -> None:
        for text in (
            *(b"", b"x", b"[]", b"7", b"null", b"[" * 8000, b"9" * 8000, b"\xff"),
            b'{"type":"login"}',
            b'{"type":"login","user":7,"password":""}',
            b'{"type":"cmd","cmd_type":"dance","objid":"t1"}',
            b'{"type":"cmd","cmd_type":"click","objid":"t0"}',
            b'{"type":"cmd","cmd_type":"click","objid":"a1"}',
            b'{"type":"cmd","cmd_type":"say","objid":"i1","text":"x"}',
            b'{"type":"cmd","cmd_type":"say","objid":"a1","text":7}',
        ):
            self.assertIsInstance(decode(text), Fault, text)

    @given(st.binary())
    def test_anything_can_be_read(self, data: bytes) -> None:
        decode(data)
