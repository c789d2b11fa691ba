"""Knows what a line of the log looks like, and that nothing in it can play tricks on a terminal."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from io import StringIO
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.logger import ILogObserver, LogEvent, LogLevel
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase
from zope.interface.verify import verifyObject

from tilenet.log import JsonLog, TextLog, log_observer, message_of, time_of, traceback_of

TRICKS = "\x1b[2J\r\n\x07\x9b1m\u202e\u2028\x7f"


def failed(message: str = "oops") -> Failure:
    try:
        raise ValueError(message)
    except ValueError:
        return Failure()


def text_of(**event: Any) -> str:
    file = StringIO()
    TextLog(file)({"log_time": 0.0, "log_level": LogLevel.info, **event})
    return file.getvalue()


def json_of(**event: Any) -> dict[str, Any]:
    file = StringIO()
    JsonLog(file)({"log_time": 0.0, "log_level": LogLevel.info, **event})
    (line,) = file.getvalue().splitlines()
    loaded: dict[str, Any] = json.loads(line)
    return loaded


class EventTest(SynchronousTestCase):
    def test_the_message_is_one_line_that_can_be_printed_with_its_values_and_what_failed(self) -> None:
        for event, message in (
            ({"log_format": "{a} and {b}", "a": 1, "b": "two"}, "1 and two"),
            ({"log_format": "{a}", "a": TRICKS}, "\\x1b[2J\\r\\n\\x07\\x9b1m\\u202e\\u2028\\x7f"),
            ({"log_format": "It failed", "log_failure": failed("oops\n")}, "It failed: ValueError: oops\\n"),
        ):
            self.assertEqual(message_of(event), message)

    def test_a_failure_has_a_traceback(self) -> None:
        lines = traceback_of({"log_failure": failed("oops\x1b")})
        self.assertTrue(any("in failed" in line for line in lines), lines)
        self.assertTrue(all(line.isprintable() for line in lines), lines)
        self.assertIn("ValueError: oops\\x1b", lines[-1])
        self.assertEqual(traceback_of({"log_format": "all is well"}), [])

    def test_a_traceback_has_an_end(self) -> None:
        """As that of a game that calls itself for ever."""

        def deeper(left: int) -> int:
            return deeper(left - 1) if left else int("x")

        try:
            deeper(200)
        except ValueError:
            lines = traceback_of({"log_failure": Failure()})
        self.assertLess(len(lines), 100)
        self.assertIn("ValueError", lines[-1])

    def test_the_time_is_told_to_the_millisecond_with_its_zone(self) -> None:
        self.assertRegex(time_of({"log_time": 0.0}), r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d\Z")
        self.assertEqual(datetime.fromisoformat(time_of({"log_time": 1234567890.5})).timestamp(), 1234567890.5)


class TextLogTest(SynchronousTestCase):
    def test_a_line_is_time_and_message_and_what_is_no_information_says_so(self) -> None:
        self.assertEqual(text_of(log_format="hello {name}", name="ann"), f"{time_of({})} hello ann\n")
        for level in (LogLevel.debug, LogLevel.warn, LogLevel.error, LogLevel.critical):
            self.assertEqual(text_of(log_format="hm", log_level=level), f"{time_of({})} {level.name}: hm\n")

    def test_a_traceback_stands_below_indented(self) -> None:
        first, *rest = text_of(log_format="It failed", log_failure=failed()).splitlines()
        self.assertTrue(first.endswith("It failed: ValueError: oops"), first)
        self.assertEqual(rest, [f"    {line}" for line in traceback_of({"log_failure": failed()})])

    def test_an_empty_message_is_no_line(self) -> None:
        for log in (TextLog, JsonLog):
            file = StringIO()
            for event in ({"log_format": ""}, {}):
                log(file)({"log_level": LogLevel.info, **event})
            self.assertEqual(file.getvalue(), "")

    @settings(deadline=None, max_examples=50)
    @given(st.text(st.characters(), max_size=30))
    @example(TRICKS)
    def test_no_value_plays_tricks(self, value: str) -> None:
        line = text_of(log_format="said: {a}", a=value, log_failure=failed(value))
        self.assertTrue(all(part.isprintable() for part in line.split("\n")), repr(line))


class JsonLogTest(SynchronousTestCase):
    def test_a_line_is_an_object_of_time_level_logger_and_message(self) -> None:
        self.assertEqual(
            json_of(log_format="hello", log_level=LogLevel.warn, log_namespace="tilenet.x"),
            {"time": time_of({}), "level": "warn", "logger": "tilenet.x", "message": "hello"},
        )

    def test_simple_values_go_along_and_take_the_place_of_no_field(self) -> None:
        simple = {"a": "\u00e9", "b": 1, "c": 2.5, "d": True}
        others = {"e": object(), "f": [1], "g": None, "log_source": "x"}
        fields = {"time": time_of({}), "level": "info", "logger": "", "message": "hello"}
        line = json_of(log_format="hello", time="never", level="none", logger="nobody", **simple, **others)
        self.assertEqual(line, {**fields, **simple})

    def test_a_traceback_goes_along(self) -> None:
        line = json_of(log_format="It failed", log_failure=failed(), traceback="none")
        self.assertEqual(line["message"], "It failed: ValueError: oops")
        self.assertEqual(line["traceback"], traceback_of({"log_failure": failed()}))

    @settings(deadline=None, max_examples=50)
    @given(st.text(st.characters(), max_size=30))
    @example(TRICKS)
    def test_no_value_plays_tricks(self, value: str) -> None:
        file = StringIO()
        JsonLog(file)({"log_format": "said: {a}", "a": value})
        line = file.getvalue()
        self.assertEqual(line.count("\n"), 1)
        self.assertTrue(line[:-1].isprintable(), repr(line))
        self.assertEqual(json.loads(line)["a"], value)

    def test_every_line_is_json(self) -> None:
        """NaN and Infinity are numbers in Python only."""

        def refuse(constant: str) -> None:
            self.fail(f"{constant} is not JSON")

        for number in (float("nan"), float("inf"), float("-inf")):
            file = StringIO()
            JsonLog(file)({"log_format": "hello", "number": number})
            json.loads(file.getvalue(), parse_constant=refuse)


class ObserverTest(SynchronousTestCase):
    def test_they_are_observers(self) -> None:
        for observer in (TextLog(StringIO()), JsonLog(StringIO())):
            self.assertTrue(verifyObject(ILogObserver, observer))

    def test_without_a_file_it_goes_to_standard_output(self) -> None:
        for path in (None, "", "-"):
            for format in ("text", "json"):
                file = StringIO()
                self.patch(sys, "stdout", file)
                event: LogEvent = {"log_format": "hello", "log_time": 0.0}
                log_observer(format, path)(event)
                self.assertIn("hello", file.getvalue())

    def test_a_line_is_there_at_once(self) -> None:
        class Slow(StringIO):
            flushed = ""

            def flush(self) -> None:
                self.flushed = self.getvalue()

        for log in (TextLog, JsonLog):
            file = Slow()
            log(file)({"log_format": "hello"})
            self.assertIn("hello", file.flushed)
