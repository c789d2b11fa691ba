"""docs/kinds has a schema for each kind of room, and what rooms tell is as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from jsonschema import Draft202012Validator
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.rehearsals import rehearsed
from tilenet.checks.legality import LawAbiding
from tilenet.checks.looks import seat_of
from tilenet.checks.sessions import Moment, check_session
from tilenet.rehearsal.improviser import Improviser
from tilenet.world.rooms.outoforder import OutOfOrder

FOLDER = Path(__file__).parent.parent / "docs" / "kinds"
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
KINDS = {game.kind for one in rehearsed() for game in one.subject.kinds.values() if game.kind} | {OutOfOrder.kind}
SESSIONS = 2


class Schemas:
    """A watch: all that each player is told fits the schema of the kind."""

    def __init__(self) -> None:
        self._validators = {schema["title"]: Draft202012Validator(schema) for schema in SCHEMAS.values()}

    def after(self, moment: Moment) -> Iterator[str]:
        kind = moment.game.kind
        for player in moment.players if kind else ():
            found = moment.look(player)
            seat = seat_of(found.facts, player)
            you = {"agent": player.id, **({} if seat is None else {"seat": seat}), **found.own}
            for error in self._validators[kind].iter_errors({"facts": found.facts, "you": you}):
                yield f"{kind}: {error.json_path}: {error.message}"


class Kinds(SynchronousTestCase):
    def test_each_has_a_schema_and_is_listed_with_an_example(self) -> None:
        self.assertEqual({schema["title"] for schema in SCHEMAS.values()}, KINDS)
        page = (FOLDER / "README.md").read_text()
        for name, schema in SCHEMAS.items():
            Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["title"].partition("/")[0], name)
            example = re.search(rf"\[`{schema['title']}`\]\({name}\.json\)\n.*?```json\n(.*?)```", page, re.DOTALL)
            assert example is not None, schema["title"]
            Draft202012Validator(schema).validate(json.loads(example[1]))

    def test_what_rooms_tell_is_as_the_schema_says(self) -> None:
        for one in rehearsed():
            with self.subTest(one.name):
                watch = Schemas()
                for number in range(SESSIONS):
                    improviser = LawAbiding if number % 2 else Improviser
                    self.assertEqual([*check_session(one.subject, number, [watch], improviser)][:1], [])
