"""Knows sessions that the model client must accept, and one of each kind that it must refuse."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import model
from tests.doubles.model import SYSTEM_ID, Illegal, ModelClient

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
DOCTYPE = f'<!DOCTYPE server SYSTEM "{SYSTEM_ID}">\n'
ROOT = '<server version="1.1" group="g" name="n" status="open">'
LOGGED_IN = '<logged-in message="welcome" objid="a1"/>'
MATRIX = '<set objid="m1" name="Home" text="hi" bgcolor="ff000000" fgcolor="ffffffff" x="3" y="2"/>'
TOKEN = '<set objid="t1" name="Help" energy="1" x="0" y="0"/>'
KEY = '<set objid="k1" name="VK_SPACE" energy="1"/>'
AGENT = '<set objid="a1" name="ann" text="127.0.0.1" energy="11"/>'
OPENING = DECLARATION + DOCTYPE + ROOT
PICTURE = OPENING + LOGGED_IN + MATRIX + TOKEN + KEY + AGENT
ROOM = MATRIX.replace("m1", "m2")
END = '<logged-out message="bye"/></server>'


def fed(text: str) -> ModelClient:
    client = ModelClient()
    client.feed(text.encode())
    return client


class ModelClientTests(SynchronousTestCase):
    def refuse(self, start: str, *rests: str) -> None:
        """The start is legal, and each rest makes it illegal."""
        fed(start)
        for rest in rests:
            try:
                fed(start + rest)
            except Illegal:
                continue
            self.fail(f"accepted {rest}")

    def unsettled(self, text: str) -> None:
        self.assertRaises(Illegal, fed(text).check_settled)

    def test_legal_session(self) -> None:
        failed = '<logged-in message="no"/>'
        hear = '<hear from="a1" to="m1" message="&amp;amp; &lt;&quot;>é"/>\n<xresponse options="">any &lt;</xresponse>'
        client = fed(PICTURE.replace(LOGGED_IN, failed + LOGGED_IN) + hear)
        client.check_settled()
        self.assertEqual((client.status, client.group, client.name), ("open", "g", "n"))
        self.assertEqual((client.agent, client.current, client.sets), ("a1", "m1", 4))
        self.assertEqual(client.login_messages, ["no", "welcome"])
        self.assertEqual(client.heard, [("a1", "m1", '&amp; <">é')])
        self.assertEqual(client.members_single(), {"a1", "t1", "k1"})
        self.assertEqual(client.members_sets(), {"a1", "t1", "k1"})
        self.assertEqual(client.grid(), {(0, 0): "t1"})
        self.assertEqual(client.objects["t1"]["bgcolor"], "ff000000")
        self.assertEqual(client.redundant, [])
        client.feed(END.encode())
        self.assertEqual((client.logged_out, client.closed), ("bye", True))

    def test_busy_and_failed_logins_are_whole_documents(self) -> None:
        self.assertTrue(fed(OPENING.replace("open", "busy") + "</server>").closed)
        self.assertTrue(fed(OPENING + '<logged-in message="no"/>' + END).closed)
        self.refuse(OPENING.replace("open", "busy"), LOGGED_IN)

    def test_prolog(self) -> None:
        self.refuse("", ROOT, DECLARATION + ROOT, DOCTYPE + ROOT, "hello\n")
        self.refuse("", OPENING.replace("UTF-8", "ISO-8859-1"), OPENING.replace("1.0.dtd", "1.1.dtd"))
        self.refuse("", OPENING.replace("DOCTYPE server", "DOCTYPE client"))
        self.refuse("", OPENING.replace('dtd">', 'dtd" [<!ENTITY e "">]>'))
        for wrong in ('version="1.0"', 'version="1.1" x="1"', ""):
            self.refuse("", DECLARATION + DOCTYPE + ROOT.replace('version="1.1"', wrong))
        self.refuse("", OPENING.replace("open", "ajar"))
        client = ModelClient()
        self.assertRaises(Illegal, client.feed, (OPENING + '<logged-in message="').encode() + b'\xe9"/>')
        self.assertRaises(Illegal, client.feed, b"")

    def test_grammar(self) -> None:
        self.refuse(OPENING, MATRIX, END, '<logged-in message="no"/>' + MATRIX, "<xresponse/>", LOGGED_IN + "</server>")
        self.refuse(PICTURE, LOGGED_IN, "</server>", "text", "<bogus/>", "<set objid='t1'> </set>")
        self.refuse(PICTURE, f"<xresponse>{TOKEN}</xresponse>", '<logged-out message=""/>' + TOKEN, END + ROOT)
        self.refuse(PICTURE, "<logged-out/>", '<hear from="a1" to="a1"/>', '<set name="x"/>', '<set objid="t1" z="1"/>')
        self.refuse(PICTURE, '<set objid="t1" text="&nbsp;"/>', '<set objid="t1" text="a<b"/>', "<xresponse>&e;")
        fed(PICTURE + "<!-- don't & --><xresponse><![CDATA[<&e;]]></xresponse>" + END)

    def test_first_sets(self) -> None:
        self.refuse(OPENING + LOGGED_IN, TOKEN, AGENT, '<set objid="m1"/>' + TOKEN, '<set objid="m1" x="3"/>' + TOKEN)
        self.refuse(PICTURE, '<set objid="t2" x="1"/>', '<set objid="t2"/>', '<set objid="k2"/>')
        self.refuse(PICTURE, *(f'<hear from="{a}" to="{b}" message=""/>' for a, b in (("a2", "a1"), ("a1", "m2"))))
        self.refuse(OPENING + LOGGED_IN + MATRIX, ROOM)

    def test_thrown_out_and_resized(self) -> None:
        client = fed(PICTURE + TOKEN.replace("t1", "t2"))
        self.assertEqual(client.grid(), {(0, 0): "t2"})
        self.assertEqual(client.members_sets(), {"a1", "t2", "k1"})
        client.feed(b'<set objid="m1" x="4"/>')
        self.assertEqual((client.members_single(), client.members_sets(), client.grid()), (set(), set(), {}))
        self.assertRaises(Illegal, client.check_settled)
        client.feed(b'<set objid="a1"/><set objid="t1" x="0" y="0"/>')
        client.check_settled()
        self.assertEqual((client.grid(), client.redundant), ({(0, 0): "t1"}, []))

    def test_two_notions_differ(self) -> None:
        """Who was met elsewhere is still in the old matrix by its own set of members, and not by the other notion."""
        other = AGENT.replace("a1", "a2")
        client = fed(PICTURE + other + ROOM + '<set objid="a1"/><set objid="a2"/><set objid="m1"/><set objid="a1"/>')
        client.check_settled()
        self.assertEqual(client.members_single(), {"a1", "t1", "k1"})
        self.assertEqual(client.members_sets(), {"a1", "a2", "t1", "k1"})
        client.feed(b'<set objid="a2" x="-1"/><set objid="m2"/>')
        self.assertEqual((client.members_single(), client.members_sets()), (set(), {"a1", "a2"}))
        self.assertEqual(client.redundant, [])

    def test_settled(self) -> None:
        fed(OPENING).check_settled()
        fed(PICTURE + '<logged-out message=""/>').check_settled()
        self.unsettled(OPENING + LOGGED_IN)
        self.unsettled(PICTURE.replace(AGENT, ""))
        self.unsettled(PICTURE.replace(' name="Help"', ""))
        self.unsettled(PICTURE.replace(' text="hi"', ""))
        for tag in (TOKEN, KEY, AGENT):
            self.unsettled(PICTURE.replace(tag, re.sub(r' energy="\d+"', "", tag)))
        self.unsettled(PICTURE + ROOM)
        self.unsettled(PICTURE + '<set objid="a1" x="-1"/>')

    def test_images(self) -> None:
        image, use = '<set objid="i1" x="1" y="1" text="00ff"/>', '<set objid="t1" image="i1"/>'
        self.refuse(PICTURE, use, image.replace(' y="1"', "") + use, image + use.replace("i1", "t1"))
        client = fed(PICTURE + image + use + '<set objid="i1" text="ff00"/>')
        self.assertRaises(Illegal, client.check_settled)
        client.feed(use.encode())
        client.check_settled()
        self.assertEqual(client.redundant, [])

    def test_redundant(self) -> None:
        for known in (TOKEN, KEY, AGENT, MATRIX, '<set objid="m1"/>', '<set objid="k1"/>', '<set objid="t1" x="0"/>'):
            lines = fed(PICTURE + known).redundant
            self.assertEqual(len(lines), max(1, known.count('="') - 1), lines)
        leave, back = '<set objid="t1" x="-1"/>', '<set objid="t1" x="0" y="0"/>'
        self.assertEqual(fed(PICTURE + leave + back + leave).redundant, [])
        self.assertEqual(len(fed(PICTURE + leave + leave).redundant), 1)
        self.assertEqual(len(fed(PICTURE + '<set objid="t1" bgcolor="ff000000"/>').redundant), 1)
        agent = '<set objid="a2" name="bo" energy="1"/>'
        gone, again = '<set objid="a2" x="-1"/>', '<set objid="a2"/>'
        self.assertEqual(fed(PICTURE + agent + gone + again + gone + again).redundant, [])


class EncoderTests(SynchronousTestCase):
    def test_whole_document(self) -> None:
        ugly = '&amp; & &lt; are "ugly" <é>'
        parts = (model.login("ann"), model.click("t1"), model.press("k1"), model.say("a1", ugly), model.logout())
        root = ElementTree.fromstring(model.opening() + b"".join(parts) + model.logout(ugly) + model.closing())
        self.assertEqual((root.tag, root.attrib), ("client", {"version": "1.1"}))
        self.assertEqual([child.tag for child in root], ["login", "cmd", "cmd", "cmd", "logout", "logout"])
        self.assertEqual(root[0].attrib, {"user": "ann", "password": ""})
        self.assertEqual(root[1].attrib, {"type": "click", "objid": "t1"})
        self.assertEqual(root[3].attrib, {"type": "say", "objid": "a1", "text": ugly})
        self.assertEqual((root[4].attrib, root[5].attrib), ({}, {"message": ugly}))
