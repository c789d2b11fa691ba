"""Knows TileNet 1.0 as bytes: which documents are legal, what they say, and what makes their sender be in error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any, get_args

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.wire.codec import Decoder, closing, encode, opening
from tilenet.wire.grammar import CLIENT, SERVER, Side
from tilenet.wire.messages import (
    Act,
    ClientOpen,
    Closed,
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
    Status,
    Xrequest,
    Xresponse,
)

ID = "http://putable.com/TileNet/TileNet1.0.dtd"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
DOCTYPE = f'<!DOCTYPE client SYSTEM "{ID}">\n'
ROOT = '<client version="1.1">'
HEAD = DECLARATION + DOCTYPE + ROOT
LOGIN = '<login user="ann" password=""/>'
IN = HEAD + LOGIN
END = "<logout/></client>"

SERVER_ROOT = '<server version="1.1" group="g" name="n" status="open">'
SERVER_HEAD = DECLARATION + f'<!DOCTYPE server SYSTEM "{ID}">\n' + SERVER_ROOT
LOGGED_IN = '<logged-in message="hi" objid="a1"/>'
SERVER_IN = SERVER_HEAD + LOGGED_IN
SERVER_REFUSED = SERVER_HEAD + '<logged-in message=""/>'
SERVER_END = '<logged-out message="bye"/></server>'

#: What is read of HEAD, LOGIN and so on.
OPEN = ClientOpen()
ANN = Login("ann", "")
SERVER_OPEN = ServerOpen("g", "n", "open")
ANN_IN = LoggedIn("hi", "a1")


def read(*chunks: str | bytes, side: Side = CLIENT, limit: int = 8192) -> list[Message]:
    decoder = Decoder(side, limit)
    return [
        message
        for chunk in chunks
        for message in decoder.feed(chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk)
    ]


class WireTestCase(SynchronousTestCase):
    def assert_refused(self, document: str | bytes, before: Iterable[Message], side: Side = CLIENT) -> str:
        """The document is in error after exactly these messages; returns the reason."""
        messages = read(document, side=side)
        last = messages.pop() if messages else None
        self.assertIsInstance(last, Fault, f"{document!r}: {messages}, {last}")
        self.assertEqual(messages, list(before), repr(document))
        assert isinstance(last, Fault)
        return last.reason


class ClientDocumentTest(WireTestCase):
    def test_a_whole_document_is_read(self) -> None:
        """c8.8: login+, then cmd and xrequest in any order, then logout."""
        document = (
            HEAD
            + LOGIN * 2
            + '<cmd type="click" objid="t1"/><xrequest>x</xrequest><cmd type="press" objid="k2"/>'
            + '<logout message="bye"/></client>'
        )
        self.assertEqual(
            read(document),
            [OPEN, ANN, ANN, Cmd("click", "t1"), Xrequest("x"), Cmd("press", "k2"), Logout("bye"), Closed()],
        )

    def test_a_tag_is_read_before_anything_follows_it(self) -> None:
        """c3.2.4: a tag counts as soon as it is on the wire."""
        decoder = Decoder(CLIENT)
        self.assertEqual((decoder.feed(HEAD.encode()), decoder.feed(LOGIN.encode())), ([OPEN], [ANN]))

    def test_the_root_is_as_it_must_be(self) -> None:
        """c3.1: <client>; c8.8.6.1: version is 1.1, under the protocol name 1.0; c2.2.2: and nothing else."""
        versions = ("", "1", "1.0", "1.2", "2.0", "1.10", "01.1", "1.1 ", " 1.1", "1,1")
        for root, why in (
            *((f'<client version="{version}">', "version") for version in versions),
            ("<client>", "version"),
            *((f'<client version="1.1" {extra}="x">', "unknown attribute") for extra in ("group", "xmlns", "Version")),
            *((root, "root") for root in (SERVER_ROOT, '<Client version="1.1">', LOGIN)),
        ):
            self.assertIn(why, self.assert_refused(DECLARATION + DOCTYPE + root, []))

    def test_the_declaration_comes_first_and_once_and_is_legal(self) -> None:
        """c3.1: XML declaration, DOCTYPE, root element; c3.1.2.1: a parse error; there is no XML 2.0."""
        for start in (
            *("", "\n" + DECLARATION, " " + DECLARATION, "<!-- -->" + DECLARATION, "<?xml-a b?>", "x"),
            DECLARATION * 2,
            *("<?xml?>", '<?xml encoding="UTF-8"?>', "<?xml version=1.0?>", '<?XML version="1.0"?>'),
            *('<?xml version="1.0" a="b"?>', '<?xml version="2.0" encoding="UTF-8"?>'),
        ):
            self.assert_refused(start + DOCTYPE + ROOT, [])
        self.assert_refused(IN + DECLARATION, [OPEN, ANN])

    def test_declaration_and_doctype_may_be_written_in_any_legal_way(self) -> None:
        """c3.1: as XML has them; c3.2.5: without an encoding it is UTF-8."""
        for head in (
            '<?xml version="1.0"?>' + DOCTYPE,
            "<?xml version='1.0' encoding='UTF-8'?>" + DOCTYPE,
            '<?xml version="1.0" encoding="utf-8"?>' + DOCTYPE,
            '<?xml  version = "1.0"\n encoding = "UTF-8"  standalone="no" ?>' + DOCTYPE,
            DECLARATION + f"<!DOCTYPE client SYSTEM '{ID}'>",
            DECLARATION + f'<!DOCTYPE\n\tclient  SYSTEM\r\n"{ID}" >',
        ):
            self.assertEqual(read(head + ROOT), [OPEN], head)

    def test_the_doctype_comes_once_and_before_the_root(self) -> None:
        """c3.1: XML declaration, DOCTYPE, root element."""
        self.assertIn("DOCTYPE", self.assert_refused(DECLARATION + DOCTYPE + DOCTYPE + ROOT, []))
        self.assertIn("DOCTYPE", self.assert_refused(IN + DOCTYPE, [OPEN, ANN]))
        for other in ("<!ELEMENT a ANY>", "<![CDATA >", "<!>"):
            self.assertIn("DOCTYPE", self.assert_refused(IN + other, [OPEN, ANN]))

    def test_the_doctype_is_needed_and_names_the_protocol_and_nothing_else(self) -> None:
        """c3.1: the system id is one and the same for all, and so is the DTD: nobody has entities of their own."""
        bomb = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "x"}">' for n in range(10))
        subsets = ("[]", '[<!ENTITY a "b">]', "[<!ELEMENT client ANY>]", '[<!ENTITY % a SYSTEM "file:///b">%a;]')
        for doctype in (
            "",
            f"<!DOCTYPE client [{bomb}]>",
            *(f'<!DOCTYPE client SYSTEM "{ID}" {subset}>' for subset in (*subsets, f"[{bomb}]")),
            "<!DOCTYPE client>",
            f'<!DOCTYPE server SYSTEM "{ID}">',
            f'<!doctype client SYSTEM "{ID}">',
            f'<!DOCTYPE client system "{ID}">',
            f'<!DOCTYPE client SYSTEM "{ID} ">',
            f'<!DOCTYPE client SYSTEM "{ID[:-1]}">',
            f'<!DOCTYPE client SYSTEM "{ID.replace(".", "x")}">',
            f'<!DOCTYPE client SYSTEM "{ID.replace("http", "https")}">',
            f'<!DOCTYPE client SYSTEM "{ID}">'.replace("TileNet1", "tilenet1"),
            f'<!DOCTYPE client SYSTEM "{ID}\'>"',
            f'<!DOCTYPE client PUBLIC "TileNet" "{ID}">',
            f'<!DOCTYPE clientSYSTEM "{ID}">',
            f'<!DOCTYPE client SYSTEM"{ID}">',
            *(f'<!DOCTYPE{blank}client SYSTEM "{ID}">' for blank in "\x0b\x0c"),  # they are no blanks of XML's
        ):
            self.assertIn("DOCTYPE", self.assert_refused(DECLARATION + doctype + ROOT, []))

    def test_tags_come_in_order(self) -> None:
        """c8.8: (login+, (cmd | xrequest)*, logout); c8.1: (logged-in+, (set | hear | xresponse)*, logged-out)?"""
        of_client = {"i": LOGIN, "c": '<cmd type="say" objid="m1"/>', "x": "<xrequest/>", "o": "<logout/>"}
        of_server = {"i": LOGGED_IN, "s": '<set objid="m1"/>', "x": "<xresponse/>", "o": '<logged-out message=""/>'}
        of_server["h"] = '<hear from="m1" to="m1" message=""/>'
        for side, head, tags, legal in (
            (CLIENT, HEAD, {**of_client, "/": "</client>"}, re.compile("(i+[cx]*(o/?)?)?")),
            (SERVER, SERVER_HEAD, {**of_server, "/": "</server>"}, re.compile("(i+[shx]*(o/?)?)?|/")),
        ):
            for word in ("".join(some) for length in range(5) for some in product(tags, repeat=length)):
                begun = max(at for at in range(len(word) + 1) if legal.fullmatch(word[:at]))
                messages = read(head + "".join(tags[tag] for tag in word), side=side)[1:]
                if begun < len(word) and not word[:begun].endswith("/"):
                    last = messages.pop()
                    assert isinstance(last, Fault), (word, last)
                    self.assertIn("too early" if word[begun] == "/" else "out of order", last.reason)
                self.assertEqual((len(messages), Fault in map(type, messages)), (begun, False), word)
        self.assertIn("too early", self.assert_refused(HEAD[:-1] + "/>", [OPEN]))

    def test_nothing_counts_behind_a_fault(self) -> None:
        """c1.3.6: the sender is in error."""
        decoder = Decoder(CLIENT)
        self.assertIsInstance(decoder.feed((IN + "<oops/>" + LOGIN).encode())[-1], Fault)
        self.assertEqual(decoder.feed(LOGIN.encode()), [])

    def test_nothing_counts_behind_the_end(self) -> None:
        """c3.1: one document, behind which blanks and comments do no harm."""
        for behind in ("", " \t\r\n", "<!-- bye -->"):
            decoder = Decoder(CLIENT)
            self.assertEqual(decoder.feed((IN + END + behind).encode()), [OPEN, ANN, Logout(), Closed()], behind)
            self.assertEqual(decoder.feed(LOGIN.encode()), [])


class EncodingTest(WireTestCase):
    def test_utf_8_is_read_and_a_byte_order_mark_of_it_skipped_at_the_start(self) -> None:
        """c3.2.5: UTF-8 always; c3.1.2.1: anywhere else the mark is a parse error."""
        name = "\u00e9\u20ac\U0001f0a1"
        self.assertEqual(read("\ufeff" + HEAD + f'<login user="{name}" password=""/>'), [OPEN, Login(name, "")])
        self.assert_refused("\ufeff\ufeff" + HEAD, [])
        self.assert_refused(DECLARATION + "\ufeff" + DOCTYPE + ROOT, [])

    def test_utf_16_is_refused(self) -> None:
        """c3.2.5: UTF-8 always, with and without a byte order mark, whatever is declared."""
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
            self.assert_refused(HEAD.encode(encoding), [])
            self.assert_refused(HEAD.replace("UTF-8", "UTF-16").encode(encoding), [])
        self.assert_refused(b"\xfe\xff" + HEAD.encode("utf-16-be"), [])

    def test_another_encoding_must_not_be_declared(self) -> None:
        """c3.2.5: UTF-8 always."""
        for encoding in ("ISO-8859-1", "latin-1", "US-ASCII", "UTF-16", "windows-1252", "UTF-7"):
            self.assertIn("UTF-8", self.assert_refused(HEAD.replace("UTF-8", encoding), []))

    def test_bytes_that_are_not_utf_8_are_refused(self) -> None:
        """c3.2.5: latin-1, a surrogate, an overlong form, a lone byte, a number out of range."""
        for wrong in (b"\xe9", b"\xed\xa0\x80", b"\xc0\xaf", b"\x80", b"\xff", b"\xf5\x80\x80\x80"):
            self.assert_refused(HEAD.encode() + b'<login user="' + wrong + b'" password=""/>', [OPEN])
            self.assert_refused(IN.encode() + b"<xrequest>" + wrong + b"</xrequest>", [OPEN, ANN])

    def test_what_is_no_character_is_refused(self) -> None:
        """c3.1.2.1: a parse error, written out or by its number."""
        for wrong in ("\0", "\x01", "\x1b", "\uffff", "&#0;", "&#1;", "&#x1b;", "&#xd800;", "&#xffff;", "&#x110000;"):
            self.assert_refused(HEAD + f'<login user="{wrong}" password=""/>', [OPEN])


class TagTest(WireTestCase):
    def test_a_tag_may_be_written_in_any_legal_way(self) -> None:
        """c3.1: XML, not a look-alike."""
        for tag in (
            "<login user='ann' password=''/>",
            '<login password="" user="ann"/>',
            '<login\n user = "ann"\tpassword=""\r\n/>',
            '<login user="ann" password=""></login >',
            '<login user="&#97;n&#x6e;" password=""/>',
        ):
            self.assertEqual(read(HEAD + tag), [OPEN, ANN], tag)

    def test_an_unknown_tag_is_refused(self) -> None:
        """c2.2.2: an unknown tag is an error, and so is one of the other side."""
        for tag in ("<foo/>", "<LOGIN/>", "<x:login/>", "<set objid='m1'/>", "<hear/>", "<logged-out message=''/>"):
            self.assertIn("unknown tag", self.assert_refused(IN + tag, [OPEN, ANN]))
        for tag in ("<foo/>", LOGIN, "<cmd type='say' objid='m1'/>", "<xrequest/>", "<logout/>", "<Set objid='m1'/>"):
            self.assertIn("unknown tag", self.assert_refused(SERVER_IN + tag, [SERVER_OPEN, ANN_IN], SERVER))

    def test_an_unknown_attribute_is_refused(self) -> None:
        """c2.2.2: an unknown attribute is an error, also where another tag has it."""
        for tag in (
            *('<login user="u" password="p" {}/>', '<cmd type="say" objid="m1" {}/>'),
            *("<xrequest {}/>", "<xrequest {}></xrequest>", "<logout {}/>"),
        ):
            for attribute in ("foo", "content", "Text", "xmlns", "xml:lang", "version", "from_"):
                reason = self.assert_refused(IN + tag.format(f'{attribute}=""'), [OPEN, ANN])
                self.assertIn("unknown attribute", reason)
        for tag in (
            *('<logged-in message="" {}/>', '<set objid="m1" {}/>', '<hear from="a1" to="a1" message="" {}/>'),
            *("<xresponse {}/>", '<logged-out message="" {}/>'),
        ):
            for attribute in ("foo", "from_", "content", "user", "modifiers"):
                document = SERVER_REFUSED + tag.format(f'{attribute}=""')
                self.assertIn("unknown", self.assert_refused(document, [SERVER_OPEN, LoggedIn("")], SERVER))

    def test_a_missing_attribute_is_refused(self) -> None:
        """c2.2.2: a missing attribute is an error."""
        for tag, missing in (
            ('<login user="u"/>', "password"),
            ('<login password="p"/>', "user"),
            ('<cmd type="say"/>', "objid"),
            ('<cmd objid="m1"/>', "type"),
        ):
            self.assertIn(f"without {missing}", self.assert_refused(IN + tag, [OPEN, ANN]))
        for tag, missing in (
            ("<logged-in/>", "message"),
            ('<logged-in objid="a1"/>', "message"),
            ('<set name="n"/>', "objid"),
            ('<hear from="a1" to="a1"/>', "message"),
            ('<hear from="a1" message=""/>', "to"),
            ('<hear to="a1" message=""/>', "from"),
            ("<logged-out/>", "message"),
        ):
            reason = self.assert_refused(SERVER_REFUSED + tag, [SERVER_OPEN, LoggedIn("")], SERVER)
            self.assertIn(f"without {missing}", reason)

    def test_what_is_not_well_formed_is_refused(self) -> None:
        """c3.1.2.1: a parse error."""
        self.assertIn("duplicate", self.assert_refused(HEAD + '<login user="u" user="u" password=""/>', [OPEN]))
        cmd = '<cmd type="say" objid="m1" {}/>'
        for wrong in (
            *('<cmd type=say objid="m1"/>', '<cmd type="say"objid="m1"/>'),
            *(cmd.format(text) for text in ('text="<"', 'text="&"', 'text="&amp"', "text")),
            *("< logout/>", "<logout/ >", "<>", "</logout>", "<xrequest></logout>", "<xrequest>]]></xrequest>"),
            *("<!-- -- -->", "<?xml ?>", "&;", "&<"),
        ):
            self.assertIn("well-formed", self.assert_refused(IN + wrong + " ", [OPEN, ANN]))

    def test_no_tag_is_inside_of_another(self) -> None:
        """c8.8: the children of the root have no children."""
        for tags in (
            '<login user="u" password="p"><logout/></login>',
            "<xrequest><xrequest/></xrequest>",
            '<xrequest><cmd type="say" objid="m1"/></xrequest>',
            "<logout><foo/></logout>",
        ):
            self.assertIn("inside", self.assert_refused(IN + tags, [OPEN, ANN]))
        self.assertIn("unknown tag", self.assert_refused(IN + ROOT, [OPEN, ANN]))

    def test_there_is_no_text_between_tags_and_in_empty_ones(self) -> None:
        """c8.8: only xrequest has content."""
        for text in (
            *("x", "\u00a0", "&amp;", "&#120;", "<![CDATA[x]]>", "<logout><![CDATA[x]]></logout>"),
            *('<login user="u" password="p">x</login>', '<login user="u" password="p"> </login>'),
        ):
            self.assertIn("text", self.assert_refused(IN + text, [OPEN, ANN]))

    def test_blanks_comments_and_processing_instructions_are_skipped(self) -> None:
        """c3.1: they are legal XML, and mean nothing."""
        for skipped in ("\n \t\r\n", "<!-- <logout/> -->", "<!---->", "<?foo <logout/> ?>", "<?foo?>"):
            document = DECLARATION + skipped + DOCTYPE + skipped + ROOT + skipped + LOGIN + skipped + END
            self.assertEqual(read(document), [OPEN, ANN, Logout(), Closed()], skipped)

    def test_what_is_skipped_is_counted(self) -> None:
        """So that it can be held against its sender; an empty tag costs the same in both ways to write it."""
        for pieces in (
            ((HEAD, 2), (LOGIN, 2), ("<!-- --><?a?>", 4), (" \n", 4), ("<cm", 4)),
            ((IN, 2), ('<cmd type="say" objid="m1"/>', 2), ('<cmd type="say" objid="m1"></cmd>', 2)),
        ):
            decoder = Decoder(CLIENT)
            for data, work in pieces:
                decoder.feed(data.encode())
                self.assertEqual(decoder.work, work, data)
        decoder.feed(("<xrequest>" + "&lt;" * 100).encode())
        self.assertGreater(decoder.work, 3)


class XrequestTest(WireTestCase):
    def test_any_legal_content_is_read(self) -> None:
        """6: character data, in all ways that XML has to write it."""
        for content, text in (
            ("", ""),
            ("plain", "plain"),
            ("a\nb\r\nc", "a\nb\nc"),
            (" ", " "),
            ("&lt;&amp;&gt;&quot;&apos;", "<&>\"'"),
            ("&amp;lt;", "&lt;"),
            ("&#38;&#x26;", "&&"),
            ("<![CDATA[<login/>&amp;]] >]]>", "<login/>&amp;]] >"),
            ("<![CDATA[]]>", ""),
            ("a<!-- b -->c", "ac"),
            ("a<?b c?>d", "ad"),
            ("a > b \"'", "a > b \"'"),
            ("]]", "]]"),
            ("\u00e9\U0001f0a1", "\u00e9\U0001f0a1"),
        ):
            self.assertEqual(read(IN + f"<xrequest>{content}</xrequest>")[2:], [Xrequest(text)], content)
            self.assertEqual(
                read(SERVER_IN + f"<xresponse>{content}</xresponse>", side=SERVER)[2:], [Xresponse(text)], content
            )

    def test_each_has_its_own_content_and_options(self) -> None:
        document = IN + '<xrequest>a</xrequest><xrequest/><xrequest options="&lt;">b</xrequest>'
        self.assertEqual(read(document)[2:], [Xrequest("a"), Xrequest(""), Xrequest("b", "<")])

    def test_content_may_be_as_long_as_a_tag_and_no_longer(self) -> None:
        for content, is_legal in (
            ("x" * 200, True),
            ("x" * 201, False),
            ("\u20ac" * 66 + "xx", True),
            ("\u20ac" * 67, False),
            ("x" * 150 + "<!-- -->" + "x" * 50, True),
            ("x" * 150 + "<!-- -->" + "x" * 51, False),
            ("&amp;" * 200, True),
            ("&amp;" * 201, False),
            ("<![CDATA[" + "x" * 100 + "]]>" + "x" * 101, False),
        ):
            last = read(IN + f"<xrequest>{content}</xrequest>", limit=200)[-1]
            self.assertEqual(isinstance(last, Xrequest), is_legal, f"{content[:20]}: {last}")

    def test_the_length_of_content_is_counted_anew_in_each_tag(self) -> None:
        tag = f"<xrequest>{'x' * 200}</xrequest>"
        found = read(IN + tag * 3 + "<xrequest>", *["x" * 100] * 3, limit=200)[2:]
        self.assertEqual(found, [*[Xrequest("x" * 200)] * 3, Fault("a tag longer than 200 bytes")])


class ValueTest(WireTestCase):
    def test_integers(self) -> None:
        """c3.3: decimal, 32 bits with sign, written in one way only."""
        for number in (0, 1, -1, 10, -10, 2147483647, -2147483648):
            text = str(number)
            tag = f'<cmd type="click" objid="t1" modifiers="{text}"/>'
            self.assertEqual(read(IN + tag)[2:], [Cmd("click", "t1", number)], text)
            for key in ("energy", "x", "y"):
                messages = read(SERVER_IN + f'<set objid="t1" {key}="{text}"/>', side=SERVER)
                self.assertEqual(messages[2:], [Set("t1", **{key: number})], text)  # type: ignore[arg-type]

    def test_what_is_no_integer_is_refused(self) -> None:
        """c3.3: no leading zeros, no +, no -0, no spaces, 32 bits."""
        for text in (
            *("", "-", "+1", "-0", "00", "01", "-01", "--1", " 1", "1 ", "1&#10;", "1 0"),
            *("1,0", "1.0", "1e3", "0x1", "a"),
            *("1_0", "\u0661", "\uff11", "\u00b2"),
            *("2147483648", "-2147483649", "9999999999", "10000000000", "9" * 100),
        ):
            reason = self.assert_refused(IN + f'<cmd type="click" objid="t1" modifiers="{text}"/>', [OPEN, ANN])
            self.assertIn("modifiers", reason)
            for key in ("energy", "x", "y"):
                self.assert_refused(SERVER_IN + f'<set objid="t1" {key}="{text}"/>', [SERVER_OPEN, ANN_IN], SERVER)

    def test_objids(self) -> None:
        """c3.3: a letter of m, a, t, k, i and a positive integer; A3, t0, m-10, k 9 and t+2 are illegal."""
        for objid in ("m1", "a2", "t30", "k4", "i5", "t2147483647"):
            self.assertEqual(read(SERVER_IN + f'<set objid="{objid}"/>', side=SERVER)[2:], [Set(objid)], objid)
        for objid in (
            *("A3", "t0", "m-10", "k 9", "t+2"),
            *("", "t", "1", "t01", "t00", "tt1", "x1", "M1", " t1", "t1 ", "t1&#10;", "t1.0", "t1a", "t\u0661"),
            *("t2147483648", "t" + "9" * 100),
        ):
            for act in ("click", "say", "press"):
                self.assertIn("objid", self.assert_refused(IN + f'<cmd type="{act}" objid="{objid}"/>', [OPEN, ANN]))
            for tag in (
                f'<set objid="{objid}"/>',
                f'<set objid="m1" image="{objid}"/>',
                f'<hear from="{objid}" to="m1" message=""/>',
                f'<hear from="m1" to="{objid}" message=""/>',
            ):
                self.assertIn("objid", self.assert_refused(SERVER_IN + tag, [SERVER_OPEN, ANN_IN], SERVER))

    def test_who_is_logged_in_is_an_agent(self) -> None:
        """c8.4: objid is an agent."""
        for objid in ("m1", "t1", "k1", "i1", "a0", "A1", ""):
            tag = f'<logged-in message="" objid="{objid}"/>'
            self.assertIn("objid in <logged-in>", self.assert_refused(SERVER_HEAD + tag, [SERVER_OPEN], SERVER))

    def test_an_image_is_an_image(self) -> None:
        """c8.9: image refers to an image object."""
        self.assertEqual(read(SERVER_IN + '<set objid="t1" image="i2"/>', side=SERVER)[2:], [Set("t1", image="i2")])
        for objid in ("m1", "t1", "k1", "a1"):
            tag = f'<set objid="t1" image="{objid}"/>'
            self.assertIn("image in <set>", self.assert_refused(SERVER_IN + tag, [SERVER_OPEN, ANN_IN], SERVER))

    def test_colours(self) -> None:
        """c3.3: up to eight hex digits, kept as they are."""
        for key in ("bgcolor", "fgcolor"):
            for colour in ("0", "ff0000ff", "FF0000FF", "fF0", "00000000"):
                messages = read(SERVER_IN + f'<set objid="m1" {key}="{colour}"/>', side=SERVER)
                self.assertEqual(messages[2:], [Set("m1", **{key: colour})], colour)  # type: ignore[arg-type]
            for colour in ("", "123456789", "fg", "#ff0000", "0xff", " ff", "ff ", "-1", "red", "\uff11"):
                tag = f'<set objid="m1" {key}="{colour}"/>'
                reason = self.assert_refused(SERVER_IN + tag, [SERVER_OPEN, ANN_IN], SERVER)
                self.assertIn(f"{key} in <set>", reason)

    def test_the_text_of_an_image_is_hex_data(self) -> None:
        """c3.3: lower-case, two digits a byte; and only of an image."""
        for objid, text in (("i1", "00ff"), ("m1", "Hi!"), ("a1", "Hi!"), ("t1", "Hi!"), ("k1", "Hi!")):
            found = read(SERVER_IN + f'<set objid="{objid}" text="{text}"/>', side=SERVER)[2:]
            self.assertEqual(found, [Set(objid, text=text)])
        for text in ("0", "00f", "FF", "0g", "0 0 ", " 00", "00&#10;", "\uff10\uff10"):
            tag = f'<set objid="i1" text="{text}"/>'
            self.assertIn("hex", self.assert_refused(SERVER_IN + tag, [SERVER_OPEN, ANN_IN], SERVER))

    def test_commands_are_click_say_and_press_and_name_what_they_go_with(self) -> None:
        """c8.2: click a token, press a key, say to a matrix, agent, token or key; anything else is illegal."""
        for act in ("", "Click", "clicks", "click ", "login", "m"):
            self.assertIn("type in <cmd>", self.assert_refused(IN + f'<cmd type="{act}" objid="t1"/>', [OPEN, ANN]))
        for act, kinds in {"click": "t", "press": "k", "say": "matk"}.items():
            for kind in "matki":
                tag = f'<cmd type="{act}" objid="{kind}7"/>'
                if kind in kinds:
                    self.assertEqual(read(IN + tag)[2:], [Cmd(act, f"{kind}7")], tag)  # type: ignore[arg-type]
                else:
                    self.assertIn("does not go with", self.assert_refused(IN + tag, [OPEN, ANN]))

    def test_strings_are_undone_once_and_line_breaks_become_spaces(self) -> None:
        """c3.3: an XML parser does it, and never twice; attributes are normalised."""
        for written, text in (
            ("&lt;&amp;&quot;&gt;&apos;", "<&\">'"),
            ("&amp;lt;", "&lt;"),
            ("&amp;amp;amp;", "&amp;amp;"),
            ("&#60;&#x3c;", "<<"),
            ("&#38;lt;", "&lt;"),
            ("  a  b  ", "  a  b  "),
            (">", ">"),
            ("a\nb\tc\r\nd\re", "a b c d e"),
        ):
            self.assertEqual(read(HEAD + f'<login user="{written}" password=""/>')[1:], [Login(text, "")], written)

    def test_entities_but_xml_s_own_are_refused(self) -> None:
        """c3.1.2.1: nobody has defined them."""
        for name in ("foo", "nbsp", "AMP", "a-b", "a.b", "a_b", "\u00e9"):
            self.assert_refused(HEAD + f'<login user="&{name};" password=""/>', [OPEN])
            self.assert_refused(IN + f"<xrequest>&{name};</xrequest>", [OPEN, ANN])
            self.assert_refused(IN + f"&{name};", [OPEN, ANN])


class ServerDocumentTest(WireTestCase):
    def test_a_whole_document_is_read(self) -> None:
        """c8.1: logged-in+, then set, hear and xresponse in any order, then logged-out; c8.9: all of a set."""
        full = '<set objid="t1" energy="1" name="n" text="t" bgcolor="0" fgcolor="1" x="2" y="3" image="i4"/>'
        said = '<hear from="a1" to="m1" message="hi"/><xresponse/><set objid="t1"/>'
        seen = [Set("t1", 1, "n", "t", "0", "1", 2, 3, "i4"), Hear("a1", "m1", "hi"), Xresponse(), Set("t1")]
        self.assertEqual(
            read(SERVER_HEAD + '<logged-in message="no"/>' + LOGGED_IN + full + said + SERVER_END, side=SERVER),
            [SERVER_OPEN, LoggedIn("no"), ANN_IN, *seen, LoggedOut("bye"), Closed()],
        )

    def test_the_document_may_be_empty(self) -> None:
        """c8.4: a busy server says no more than that; c8.1: open, closed, busy."""
        for status in get_args(Status):
            for end in ("></server>", "/>"):
                document = SERVER_HEAD.replace('"open">', f'"{status}"{end}')
                self.assertEqual(read(document, side=SERVER), [ServerOpen("g", "n", status), Closed()])

    def test_the_root_is_as_it_must_be(self) -> None:
        """c8.1.6.1: version is 1.1; c2.2.2: a wrong, a missing, an unknown attribute."""
        for old, new, why in (
            ('version="1.1"', 'version="1.0"', "version"),
            ('version="1.1"', "", "version"),
            ('group="g"', "", "group"),
            ('name="n"', "", "name"),
            ('status="open"', "", "status"),
            ('status="open"', 'status="Open"', "status"),
            ('status="open"', 'status=""', "status"),
            ('status="open"', 'status="full"', "status"),
            ('status="open"', 'status="open" port="1"', "unknown attribute"),
            ("<server", "<client", "root"),
            ("DOCTYPE server", "DOCTYPE client", "DOCTYPE"),
            ("TileNet1.0.dtd", "TileNet1.1.dtd", "DOCTYPE"),
        ):
            self.assertIn(old, SERVER_HEAD)
            self.assertIn(why, self.assert_refused(SERVER_HEAD.replace(old, new), [], SERVER))


class BetweenTest(WireTestCase):
    def test_it_is_between_messages_after_a_login_where_nothing_is_unfinished(self) -> None:
        hear = '<hear from="m1" to="a1" message="hello"/>'
        cases = (
            ("", False),
            (SERVER_IN, False),  # before the first message
            (SERVER_IN + hear, True),
            (SERVER_IN + hear + "\n", True),
            (SERVER_IN + hear * 2, True),
            (SERVER_IN + hear + hear[:9], False),
            (SERVER_IN + hear + "<xresponse>", False),
            (SERVER_IN + hear + "<xresponse>{", False),
            (SERVER_IN + hear + "<xresponse></xresponse>", True),
            (SERVER_IN + hear + "<nonsense/>", False),
            (SERVER_IN + hear + '<logged-out message="bye"/>', False),
            (SERVER_IN + hear + SERVER_END, False),
        )
        for document, is_between in cases:
            decoder = Decoder(SERVER)
            decoder.feed(document.encode())
            self.assertEqual(decoder.is_between, is_between, document)

    def test_a_decoder_that_waits_is_not_between(self) -> None:
        decoder = Decoder(CLIENT, wait_after=Login)
        decoder.feed((HEAD + LOGIN + LOGIN).encode())
        self.assertFalse(decoder.is_between)


class LimitTest(WireTestCase):
    def login_of(self, length: int) -> str:
        tag = '<login user="" password=""/>'
        return tag.replace('user="', 'user="' + "x" * (length - len(tag)))

    def test_a_tag_may_be_as_long_as_the_limit_and_no_longer(self) -> None:
        too_long = Fault("a tag longer than 200 bytes")
        self.assertEqual(len(self.login_of(200)), 200)
        self.assertIsInstance(read(HEAD + self.login_of(200), limit=200)[-1], Login)
        self.assertEqual(read(HEAD + self.login_of(201), limit=200), [OPEN, too_long])
        self.assertEqual(read(HEAD + self.login_of(300)[:200], limit=200), [OPEN])
        self.assertEqual(read(HEAD + self.login_of(300)[:201], limit=200), [OPEN, too_long])

    def test_the_limit_is_in_bytes(self) -> None:
        tag = '<login user="" password=""/>'
        wide = tag.replace('user="', 'user="' + "\u20ac" * 58)
        self.assertEqual(len(wide.encode()), 202)
        self.assertIsInstance(read(HEAD + wide, limit=202)[-1], Login)
        self.assertIsInstance(read(HEAD + wide, limit=201)[-1], Fault)

    def test_what_is_skipped_has_the_same_limit(self) -> None:
        for start, end in (("<!--", "-->"), ("<?a ", "?>"), ("<xrequest><![CDATA[", "]]>")):
            least = len((start + end).replace("<xrequest>", ""))
            for length, is_legal in ((200, True), (201, False)):
                messages = read(IN + start + " " * (length - least) + end, limit=200)
                self.assertEqual(messages == [OPEN, ANN], is_legal, start)

    def test_a_click_has_the_same_limit(self) -> None:
        decoder, click = Decoder(CLIENT), b'<cmd type="click" objid="t1"/>'
        decoder.feed(IN.encode() + click)
        decoder.set_limit(len(click))
        self.assertEqual(decoder.feed(click), [Cmd("click", "t1")])
        decoder.set_limit(len(click) - 1)
        self.assertEqual(decoder.feed(click), [Fault(f"a tag longer than {len(click) - 1} bytes")])

    def test_the_start_of_the_document_has_the_same_limit_and_the_whole_of_it_none(self) -> None:
        doctype = DOCTYPE.strip()
        self.assertEqual(len(read(HEAD + LOGIN * 100 + " " * 1000 + LOGIN, limit=len(doctype))), 102)
        self.assertIsInstance(read(HEAD, limit=len(doctype) - 1)[-1], Fault)

    def test_a_reference_without_end_is_stopped(self) -> None:
        for reference in ("&", "&#", "&#x", "&a", "&a_", "&a.", "&\u00e9"):
            for before in ("", "<xrequest>"):
                messages = read(IN + before + reference, *["1" * 100] * 5, limit=200)
                self.assertIsInstance(messages[-1], Fault, reference)

    def test_a_new_limit_counts_from_the_next_tag_on(self) -> None:
        for old, new, length, is_legal in (
            (200, 300, 300, True),
            (200, 300, 301, False),
            (300, 200, 200, True),
            (300, 200, 201, False),
        ):
            for start, tag in ((HEAD, self.login_of(length)), (IN, f"<xrequest>{'x' * length}</xrequest>")):
                decoder = Decoder(CLIENT, old)
                decoder.feed(start.encode())
                decoder.set_limit(new)
                last = decoder.feed(tag.encode())[-1]
                self.assertEqual(not isinstance(last, Fault), is_legal, f"{old} -> {new}: {tag[:5]} of {length}")

    def test_what_comes_behind_a_message_that_is_waited_after_is_read_later(self) -> None:
        rest = LOGIN + '<cmd type="click" objid="t1"/>' + "<!-- -->"
        for cut in range(len(rest)):
            decoder = Decoder(CLIENT, wait_after=Login)
            first = decoder.feed((HEAD + LOGIN + rest[:cut]).encode())
            self.assertEqual([type(message) for message in first], [ClientOpen, Login])
            self.assertEqual((decoder.feed(rest[cut:].encode()), decoder.work), ([], 2), str(cut))
            self.assertEqual([type(message) for message in decoder.go_on()], [Login], str(cut))
            self.assertEqual(decoder.go_on(), [Cmd("click", "t1")], str(cut))
            self.assertEqual((decoder.go_on(), decoder.work), ([], 3), str(cut))
            self.assertEqual(decoder.feed(b'<cmd type="press" objid="k1"/>'), [Cmd("press", "k1")], str(cut))

    def test_it_is_read_under_the_limit_of_then(self) -> None:
        for limit, length, is_legal in ((300, 300, True), (300, 301, False), (200, 200, True), (200, 201, False)):
            decoder = Decoder(CLIENT, 200, wait_after=Login)
            decoder.feed((HEAD + LOGIN + self.login_of(length)).encode())
            decoder.set_limit(limit)
            self.assertEqual(isinstance(decoder.go_on()[-1], Login), is_legal, f"{limit}: {length}")

    def test_an_error_there_is_found_later(self) -> None:
        decoder = Decoder(CLIENT, wait_after=Login)
        self.assertEqual(len(decoder.feed((HEAD + LOGIN + "<foo/>").encode())), 2)
        self.assertIsInstance(decoder.go_on()[-1], Fault)
        self.assertEqual((decoder.go_on(), decoder.feed(LOGIN.encode())), ([], []))


#: What documents are made of, legal or not, whole or not.
FRAGMENTS = (
    *(LOGIN, "<logout/>", "<xrequest>", "</xrequest>", "<xrequest/>", '<xrequest options="a">'),
    *("\n", " ", "text", "\r\n", "\r"),
    *("<cmd type='say' objid='m1' text='a > b \"c\"'/>", '<cmd type="say" objid="m1" text="it\'s > &amp; &lt;"/>'),
    *('<cmd type="click" objid="t1">', "</cmd>", '<cmd type="click" objid="m1"/>', "<login/>", "<foo>", "</foo>"),
    *("<!-- > -->", "<!-- \" ' <login/> -- >-->", "<!-- -- -->", "<![CDATA[<a> ]] ]]>", "<![CDATA[]]]]>", "]]", "]]>"),
    *("<?a > ' ?>", "<?xml version='1.0'?>", "&amp;", "&#38;", "&foo;", "&a_b;", "&a", "&", "<", "<!", "<!-", "<!--"),
    *('<login user="', '"', "'", ">", "\u00e9", "\U0001f0a1", "<![", "<![CDATA[", "<?", "\0"),
    *(DOCTYPE, DECLARATION, ROOT),
    *("x" * 150, "x" * 250, f"<!--{'x' * 250}-->", f'<login user="{"x" * 250}" password=""/>', "\ufeff", "\x0b"),
)
STARTS = (
    *(HEAD, HEAD, HEAD, IN, IN, IN, "\ufeff" + HEAD, DECLARATION, DECLARATION + DOCTYPE, DECLARATION + ROOT, ""),
    *(HEAD.replace("UTF-8", "latin-1"), HEAD.replace("1.1", "1.0"), HEAD.replace("\n", ""), HEAD.replace('"', "'")),
)
fragments = st.one_of(
    st.sampled_from(FRAGMENTS).map(str.encode), st.sampled_from((b"\xe9", b"\xe2\x82", b"\xff", b"\xed\xa0\x80"))
)
documents = st.builds(
    lambda start, middle, end: start.encode() + b"".join(middle) + end.encode(),
    st.sampled_from(STARTS),
    st.lists(fragments, max_size=8),
    st.sampled_from(("", "", END, "</client>")),
)
cuts = st.lists(st.floats(0, 1), max_size=5)
USUAL = (b'<cmd type="click" objid="t1"/>', b'<cmd type="press" objid="k123456789"/>\n')


def pieces_of(data: bytes, places: list[float]) -> list[bytes]:
    edges = [0, *sorted(int(place * len(data)) for place in places), len(data)]
    return [data[begin:end] for begin, end in pairwise(edges)]


def singly(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


class CutTest(WireTestCase):
    @settings(deadline=None, max_examples=250)
    @given(documents, cuts)
    @example((IN + "text]]>").encode(), [])
    @example((IN + "<xrequest>" + "x" * 250 + "]]>").encode(), [])
    @example((IN + '<cmd type="click" objid="t1">x').encode() + b"\xff", [])
    @example(("\ufeff" + IN + "<cmd type='say' objid='m1' text='\u20ac > \" &amp;lt;'/><xrequest>").encode(), [])
    @example((IN + '<xrequest options=">">a&lt;<![CDATA[>]]]>\r\n]</xrequest>\r\n' + END + "\n").encode(), [])
    def test_cuts_make_no_difference(self, document: bytes, places: list[float]) -> None:
        """Neither to what is read, nor to what is counted."""
        whole = Decoder(CLIENT, 200)
        found = whole.feed(document)
        for pieces in (pieces_of(document, places), singly(document)):
            cut = Decoder(CLIENT, 200)
            self.assertEqual([message for piece in pieces for message in cut.feed(piece)], found)
            self.assertAlmostEqual(cut.work, whole.work)

    @settings(deadline=None, max_examples=250)
    @given(st.sampled_from((HEAD, IN)), st.lists(st.one_of(st.sampled_from(USUAL), fragments), max_size=8))
    @example(IN, [*USUAL, b"<!-- -->", b"<xrequest>&lt;</xrequest>", *USUAL, END.encode()])
    @example(IN, [*USUAL, b"&undefined;"])
    @example(IN, [*USUAL, b"</server>"])
    @example(IN, [*USUAL, b"<xrequest>", *USUAL])
    @example(IN, [b"<logout/>", *USUAL])
    @example(HEAD, [*USUAL])
    def test_usual_commands_are_read_as_a_parser_reads_them(self, start: str, tags: list[bytes]) -> None:
        document = start.encode() + b"".join(tags)
        self.assertEqual(read(start, *tags), read(*singly(document)))  # of single bytes none is a usual command

    def test_more_usual_commands_than_are_remembered_are_read(self) -> None:
        for number in range(1, 1100):
            command = b'<cmd type="click" objid="t%d"/>' % number
            for _ in range(2):
                self.assertEqual(read(IN, command)[-1], Cmd("click", f"t{number}"))

    def test_cuts_behind_the_end_make_no_difference(self) -> None:
        for behind in ("x", LOGIN, "<", "<!-- -->", "<?a?>", "&amp;", "</client>", "\0", "\x0b", "x" * 300, "<" * 300):
            whole = read(IN + END + behind, limit=200)
            self.assertEqual(read(IN + END, behind, limit=200), whole, behind)

    @settings(deadline=None, max_examples=100)
    @given(st.sampled_from((b"", HEAD.encode(), IN.encode())), st.binary(max_size=100))
    def test_no_bytes_do_harm(self, start: bytes, data: bytes) -> None:
        """c1.3.6: whatever is sent, there is one fault at most, and it is the last."""
        faults = [isinstance(message, Fault) for message in read(start + data)]
        self.assertNotIn(True, faults[:-1])


# Messages of any kind

#: All that XML can carry but controls; \ufffe and \uffff are no characters.
sayable = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"), max_size=30)
anything = st.text(st.characters(), max_size=30)
integers = st.integers(-(2**31), 2**31 - 1)
numbers = st.integers(1, 2**31 - 1)


def objids(kinds: str) -> st.SearchStrategy[str]:
    return st.builds("{}{}".format, st.sampled_from(kinds), numbers)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), values)


def sets(text: st.SearchStrategy[str]) -> st.SearchStrategy[Message]:
    colours = maybe(st.text("0123456789abcdefABCDEF", min_size=1, max_size=8))
    place = maybe(integers)
    things = st.builds(
        Set, objids("matk"), place, maybe(text), maybe(text), colours, colours, place, place, maybe(objids("i"))
    )
    images = st.builds(lambda objid, data, x: Set(objid, text=data.hex(), x=x, y=x), objids("i"), st.binary(), numbers)
    return st.one_of(things, images)


def from_client(text: st.SearchStrategy[str]) -> st.SearchStrategy[Message]:
    """What may come after a login."""
    targets: dict[Act, str] = {"click": "t", "press": "k", "say": "matk"}
    assert targets.keys() == set(get_args(Act))
    return st.one_of(
        st.builds(Login, text, text),
        *(st.builds(Cmd, st.just(act), objids(kinds), integers, text) for act, kinds in targets.items()),
        st.builds(Xrequest, text, maybe(text)),
        st.builds(Logout, maybe(text)),
    )


def from_server(text: st.SearchStrategy[str]) -> st.SearchStrategy[Message]:
    """What may come after logged-in."""
    return st.one_of(
        sets(text),
        st.builds(LoggedIn, text, maybe(objids("a"))),
        st.builds(Hear, objids("matk"), objids("matk"), text),
        st.builds(Xresponse, text, maybe(text)),
        st.builds(LoggedOut, text),
    )


def from_anybody(text: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str | bytes, Message, Side]]:
    """What anybody may say, after what, and on which side."""
    return st.one_of(
        from_client(text).map(lambda message: (IN, message, CLIENT)),
        from_server(text).map(lambda message: (SERVER_IN, message, SERVER)),
    )


def roots(text: st.SearchStrategy[str]) -> st.SearchStrategy[ServerOpen]:
    return st.builds(ServerOpen, text, text, st.sampled_from(get_args(Status)))


class EncodeTest(WireTestCase):
    """What is written can be read, by anybody who reads TileNet."""

    @settings(deadline=None, max_examples=250)
    @given(from_anybody(sayable), roots(sayable))
    @example((IN, Xrequest("a ]]> b"), CLIENT), SERVER_OPEN)
    @example((SERVER_IN, Xresponse("a ]]> b"), SERVER), SERVER_OPEN)
    def test_what_is_said_comes_back_as_it_was(self, case: tuple[str, Message, Side], root: ServerOpen) -> None:
        """c3.3: escaped once, undone once."""
        start, message, side = case
        self.assertEqual(read(start, encode(message), side=side, limit=10**6)[2:], [message])
        self.assertEqual(read(opening(root), side=SERVER), [root])

    @settings(deadline=None, max_examples=200)
    @given(from_anybody(anything), roots(anything))
    def test_whatever_is_said_can_be_read(self, case: tuple[str, Message, Side], root: ServerOpen) -> None:
        """c3.1.2.1: controls and surrogates do not break the document."""
        start, message, side = case
        found = read(start, encode(message), side=side, limit=10**6)[2:] + read(opening(root), side=SERVER)
        self.assertEqual([type(one) for one in found], [type(message), ServerOpen])

    @settings(deadline=None, max_examples=100)
    @given(st.one_of(from_client(anything), from_server(anything)))
    def test_a_tag_is_one_line(self, message: Message) -> None:
        line = encode(message).decode()
        if isinstance(message, Xrequest | Xresponse):
            line = line.replace(line.partition(">")[2], "\n")  # what is between two tags keeps its line breaks
        self.assertEqual(line.index("\n"), len(line) - 1)
        self.assertNotIn("\r", line)

    def test_every_control_character_and_what_is_none_is_replaced(self) -> None:
        """c3.1.2.1: none of these may stand in a document, or be obeyed by a terminal."""
        bad = [*range(0x20), *range(0x7F, 0xA0), 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFE, 0xFFFF]
        for code in bad:
            expected = " " if chr(code) in "\t\n\r\x85" else "\ufffd"
            for message in (Login(f"a{chr(code)}b", ""), Xrequest(f"a{chr(code)}b")):
                found = read(IN, encode(message))[-1]
                if isinstance(message, Xrequest) and chr(code) in "\t\n":
                    expected = chr(code)
                self.assertEqual(found, type(message)(f"a{expected}b", *([""] if isinstance(found, Login) else [])))

    def test_strings_are_escaped_as_the_contract_has_it(self) -> None:
        """c3.3: & first, then < and the quotation mark."""
        self.assertEqual(
            encode(Hear("a1", "a2", '&amp; & &lt; are "ugly"')),
            b'<hear from="a1" to="a2" message="&amp;amp; &amp; &amp;lt; are &quot;ugly&quot;"/>\n',
        )

    def test_the_start_of_a_document(self) -> None:
        """c3.1: declaration, DOCTYPE, root; c8.8.6.1, c8.1.6.1: version 1.1."""
        self.assertEqual(opening(ClientOpen()).decode(), HEAD + "\n")
        server = SERVER_HEAD.replace('"g"', '"a &amp; b"').replace("open", "closed")
        self.assertEqual(opening(ServerOpen("a & b", "n", "closed")).decode(), server + "\n")

    def test_the_end_of_a_document(self) -> None:
        self.assertEqual((closing(SERVER), closing(CLIENT)), (b"</server>\n", b"</client>\n"))

    def test_what_was_not_given_is_not_written(self) -> None:
        """c4.3.3: what the other side knows is left out."""
        for message, line in (
            (Set("m1"), '<set objid="m1"/>'),
            (Set("a1", x=-1), '<set objid="a1" x="-1"/>'),
            (Set("t1", energy=0, x=0, y=0), '<set objid="t1" energy="0" x="0" y="0"/>'),
            (Set("t1", name="", text=""), '<set objid="t1" name="" text=""/>'),
            (LoggedIn("no"), '<logged-in message="no"/>'),
            (LoggedIn("yes", "a1"), '<logged-in message="yes" objid="a1"/>'),
            (Cmd("click", "t1"), '<cmd type="click" objid="t1"/>'),
            (Logout(), "<logout/>"),
            (Logout(""), '<logout message=""/>'),
            (Xrequest(), "<xrequest></xrequest>"),
            (Xresponse("a", "b"), '<xresponse options="b">a</xresponse>'),
        ):
            self.assertEqual(encode(message).decode(), line + "\n")

    def test_what_is_no_tag_of_its_own_cannot_be_written(self) -> None:
        for message in (Closed(), Fault("x"), ClientOpen(), SERVER_OPEN):
            self.assertRaises(TypeError, encode, message)
