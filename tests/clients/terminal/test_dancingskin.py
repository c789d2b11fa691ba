"""Dancing on the screen: the board in half blocks and in digits, what is beside it, scrolling, and what is clicked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations, product
from math import dist
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import PLAN, STARS, DancingServer
from tests.doubles.eyes import EYES, seen
from tests.doubles.harness import Client
from tests.doubles.roomscreen import seen_by
from tests.doubles.terminal import ANN, BOB, CID, HOSTILE, Screen, Stage, colours, is_harmless, key, matrix
from tilenet.clients.model import Cell
from tilenet.clients.terminal import dancingroom
from tilenet.clients.terminal.dancingboard import DANCERS, FOCUS, GROUND, STAR
from tilenet.clients.terminal.dancingpanel import LEAST_WIDTH, WIDEST
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.inks import DEPTHS, WHITE, Colour, Depth, contrast
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.game import Tile
from tilenet.games.dancing import table
from tilenet.games.dancing.match import Phase
from tilenet.wire.messages import Message, Set

FULL: Depth = 16777216
TEXT = "ann dances: step 3 of 12."
TOP = 3  # the first line of the body: below the title and a headline of two lines
SMALL, LARGE = (80, 25), (120, 50)
SIZES = (60, 22), (80, 24), SMALL, (81, 26), LARGE, (200, 60)


def room(
    size: int = 30,
    dancers: Mapping[Cell, int] | None = None,
    stars: Collection[Cell] = (),
    moved: Collection[Cell] = (),
    lit: Mapping[Cell, int] | None = None,
    text: str = TEXT,
    clock: int | None = 118,
    phase: str = "steps",
    names: tuple[str, str] = ("ann", "bob"),
    *,
    own: Mapping[Cell, Tile] | None = None,
    is_my_turn: bool = False,
    is_paused: bool = False,
) -> list[Message]:
    """A room as the game makes it. Cells are the protocol's: row and column."""
    dancers, lit = dancers or {}, lit or {}
    tiles: list[Tile] = []
    for cell in product(range(size), range(size)):
        colour = dancers.get(cell)
        if is_my_turn:
            here = [] if colour is None else [colour]
            tile = table.own_tile(cell, here, is_star=cell in stars, is_moved=cell in moved)
        else:
            tile = table.cell_tile(cell, colour, is_star=cell in stars, is_moved=cell in moved, line=lit.get(cell))
        tiles.append((own or {}).get(cell, tile))
    enabled = (table.STEP_ENDS, table.UNDO, table.LINES) if is_my_turn else ()
    beside = {
        **table.command_tiles(),
        **table.seat_tiles((False, False)),
        **table.play_tiles(enabled),
        **table.name_tiles(*names),
        1: table.pause_tile(is_paused),
        2: table.clock_tile(clock),
        3: table.phase_tile(phase),
        4: table.round_tile(1, 2),
        5: table.step_tile(3, 12),
    }
    keys = {**table.keys(), **table.play_keys(enabled)}
    return [
        matrix(*table.size_of(size), "Dancing 1", text),
        *(told(number, tile) for number, tile in enumerate([*tiles, *beside.values()], 1)),
        *(key(n, one.name, one.text, energy=int(one.enabled)) for n, one in enumerate(keys.values(), 1)),
        ANN,
        BOB,
        CID,
    ]


def told(number: int, tile: Tile) -> Set:
    fg, bg = tile.fg or "ffffffff", tile.bg or "ff000000"
    return Set(f"t{number}", int(tile.enabled), tile.name, tile.text, bg, fg, tile.x, tile.y)


def on(x: int, y: int) -> Cell:
    """The cell of the matrix for a column and a row of the board."""
    return 2 + x, y


class DancingSkinTestCase(SynchronousTestCase):
    def stage(self, *messages: Message, depth: Depth = FULL, focus: Cell = (0, 0), **how: Any) -> Stage:
        stage = Stage(*(messages or room()), depth=depth, **how)
        stage.take_a_part()
        stage.controller.focus = focus
        self.look_at(stage, stage.size[0])
        return stage

    def look_at(self, stage: Stage, columns: int) -> None:
        """Find out where the board begins on the screen."""
        side = 0 if stage.model.matrix is None else stage.model.matrix.x - 2
        across = min(side, (columns - LEAST_WIDTH - 2) // 2)
        self.left = min(columns - 2 * across - 2, WIDEST)

    def seen_by(self, client: Client) -> Stage:
        stage = seen_by(client)
        self.look_at(stage, SMALL[0])
        return stage

    def halves(self, shown: Screen, x: int, y: int, top: int = 0) -> tuple[Colour, Colour]:
        """The colours of a cell of the board in half blocks: x is its column."""
        line, is_lower = divmod(y - top, 2)
        found = [colours(shown.ink(self.left + 1 + 2 * x + n, TOP + line))[is_lower] for n in (0, 1)]
        return found[0], found[1]

    def cell(self, shown: Screen, x: int, y: int) -> str:
        """The characters of a cell of the board in digits."""
        return shown.text(self.left + 1 + 2 * x, TOP + y, 2)

    def beside(self, stage: Stage) -> list[str]:
        shown = stage.screen()
        return [shown.text(0, TOP + y, LEAST_WIDTH).rstrip() for y in range(13)]


class Layouts(DancingSkinTestCase):
    def test_all_sizes_signs_and_depths_are_exactly_as_wide_as_the_terminal(self) -> None:
        rooms = (
            room(30, {(0, 0): 1, (29, 29): 4}, [(3, 3)], [(29, 29)]),
            room(12, {(0, 0): 9}, is_my_turn=True),
            room(50, {(49, 49): 2}, lit={(49, 49): 1}, clock=None, phase="over"),
            room(13),
        )
        for messages, depth, signs, size in product(rooms, DEPTHS.values(), (FANCY, ASCII), SIZES):
            stage = self.stage(*messages, depth=depth, signs=signs, size=size)
            lines = stage.screen().lines
            self.assertEqual([columns(line) for line in lines], [size[0]] * size[1])
            self.assertIn("Spoiler bob", str(stage.screen()))
            if signs is ASCII:
                self.assertTrue(str(stage.screen()).isascii())

    def test_thirty_by_thirty_is_whole_at_80x25_and_fifty_by_fifty_at_120x50(self) -> None:
        for size, last in ((SMALL, 29), (LARGE, 49)):
            corners = {(0, 0): 1, (0, last): 2, (last, 0): 3, (last, last): 4}
            shown = self.stage(*room(last + 1, corners), size=size).screen()
            for (y, x), colour in corners.items():
                self.assertEqual(self.halves(shown, x, y), (DANCERS[colour - 1][0],) * 2)
            self.assertNotIn(f" of 0-{last}", str(shown))
        shown = self.stage(*room(29, {(28, 28): 2})).screen()  # the last row of an odd board has a line alone
        self.assertEqual([self.halves(shown, 28, y)[0] for y in (28, 29)], [DANCERS[1][0], Colour(0, 0, 0)])

    def test_few_colours_or_ascii_mean_digits(self) -> None:
        for depth, signs in ((1, FANCY), (16, FANCY), (1, ASCII), (FULL, ASCII)):
            shown = self.stage(*room(30, {(2, 1): 7}), depth=depth, signs=signs).screen()  # type: ignore[arg-type]
            self.assertEqual(self.cell(shown, 1, 2), "7 ")
            self.assertIn("columns 0-29, rows 0-14 of 0-29", shown.lines[-3])

    def test_everything_beside_the_board_is_there_in_60_by_20(self) -> None:
        for signs in (FANCY, ASCII):
            stage = self.stage(size=(60, 20), signs=signs)
            stage.hear("ann has left.")
            text = str(stage.screen())
            self.assertEqual([len(line) for line in text.split("\n")], [60] * 20)
            for part in ("Home", "Lobby", "Pause", "Step 3/12", "Dancer", "Spoiler bob", "ann has left.", "F10 leave"):
                self.assertIn(part, text)
        for size in ((59, 25), (80, 19)):
            self.assertNotIn("Spoiler bob", str(self.stage(size=size).screen()))

    def test_the_headline_and_with_it_the_verdict(self) -> None:
        long = f"Round 2: {'x' * 32} reaches the goal in 120 steps. Match: {'y' * 32} wins, with 90 steps to 120."
        for text in (TEXT, long):
            lines = self.stage(*room(text=text)).screen().lines
            self.assertEqual(" ".join(" ".join(lines[1:3]).split()), text)

    def test_lines_are_left_for_what_is_heard(self) -> None:
        for size, heard in ((SMALL, 3), ((60, 22), 3), (LARGE, 13)):
            stage = self.stage(size=size)
            for number in range(30):
                stage.hear(f"Line {number}.")
            self.assertEqual(str(stage.screen()).count(": Line "), heard, size)


class Cells(DancingSkinTestCase):
    def test_in_half_blocks(self) -> None:
        dancers = {(0, 0): 1, (1, 0): 2, (2, 5): 3, (3, 5): 4}
        shown = self.stage(*room(30, dancers, [(4, 5)], [(1, 0), (2, 5)], {(3, 5): 0})).screen()
        self.assertEqual(self.halves(shown, 0, 0), (DANCERS[0][0], DANCERS[0][0]))
        self.assertEqual(self.halves(shown, 0, 1), (DANCERS[1][0], WHITE))
        self.assertEqual(self.halves(shown, 5, 2), (DANCERS[2][0], WHITE))
        self.assertEqual(self.halves(shown, 5, 3), (DANCERS[3][0], Colour(0xF6, 0xF6, 0xE0)))
        self.assertEqual(self.halves(shown, 5, 4), (STAR, GROUND[1]))
        self.assertEqual(self.halves(shown, 6, 4), (GROUND[0], GROUND[0]))

    def test_lines_that_touch_can_be_told_apart(self) -> None:
        dancers = {(x, y): 1 + y % 3 for x, y in product(range(2), range(6))}
        lit = {(x, y): 2 * x + y // 3 + x for x, y in dancers}
        shown = self.stage(*room(30, dancers, lit=lit)).screen()
        found = [[self.halves(shown, y, x)[1] for y in range(6)] for x in range(2)]
        first, second = Colour(0xF6, 0xF6, 0xE0), Colour(0xAF, 0x5F, 0xFF)
        self.assertEqual(found, [[first] * 3 + [second] * 3, [second] * 3 + [first] * 3])
        for depth in DEPTHS.values():
            shown = self.stage(*room(12, dancers, lit=lit), depth=depth).screen()
            self.assertEqual(shown.text(self.left + 1, TOP, 12), "1=2=3=1-2-3-")

    def test_in_digits_without_colours(self) -> None:
        own = {(5, 5): table.own_tile((5, 5), [1, 2], is_star=False)}
        own[5, 6] = table.own_tile((5, 6), [3], is_star=False, is_selected=True)
        for signs in (FANCY, ASCII):
            messages = room(12, {(0, 0): 1, (1, 0): 2, (3, 5): 4}, [(4, 5)], [(1, 0)], {(3, 5): 1}, own=own)
            shown = self.stage(*messages, depth=1, signs=signs).screen()
            found = [self.cell(shown, x, y) for x, y in ((0, 0), (0, 1), (5, 3), (5, 4), (5, 5), (6, 5), (7, 5))]
            self.assertEqual(found, ["1 ", "2'", "4-", "* ", "12", "3<", ". "])

    def test_the_next_step_is_drawn_and_nothing_stays_of_the_one_before(self) -> None:
        stage = self.stage(*room(30, {(0, 0): 1}, moved=[(0, 0)]))
        stage.screen()
        stage.tell(*room(30, {(0, 1): 1}, moved=[(0, 1)]))
        shown = stage.screen()
        self.assertEqual(self.halves(shown, 0, 0), (GROUND[0], GROUND[0]))
        self.assertEqual(self.halves(shown, 1, 0), (DANCERS[0][0], WHITE))

    def test_the_colours_are_those_of_the_game(self) -> None:
        self.assertEqual(dancingroom.LIT, table.LIT)
        self.assertEqual((dancingroom.MOVED, dancingroom.CHOSEN), (table.MOVED, table.CHOSEN))
        self.assertEqual(len(DANCERS), len(table.COLOURS))
        self.assertEqual({*dancingroom.PHASES}, {"players", *(phase.value for phase in Phase)})

    def test_eyes_that_cannot_tell_red_from_green_can_tell_dancers_apart(self) -> None:
        for kind, eyes in EYES.items():
            shown = [seen(colour, eyes) for colour, _ in DANCERS]
            for number, least in ((4, 0.1), (6, 0.075), (9, 0.07)):
                closest = min(dist(*pair) for pair in combinations(shown[:number], 2))
                self.assertGreaterEqual(closest, least, (kind, number))

    def test_digits_can_be_read_on_their_colours(self) -> None:
        for background, ink in DANCERS:
            self.assertGreaterEqual(contrast(background, ink), 4.5)


class Beside(DancingSkinTestCase):
    def test_at_80x25(self) -> None:
        self.assertEqual(
            self.beside(self.stage(focus=(0, 3))),
            [
                "   Home     Dance",
                "   Help     Spoil",
                " l Lobby",
                "▐s Slower▌  Done",
                " f Faster   Step",
                " p Pause    Undo",
                " a Again    Lines",
                " 118 s",
                " dancer thinks",
                " Round 1/2",
                " Step 3/12",
                " Dancer  ann",
                " Spoiler bob",
            ],
        )

    def test_keys_of_whoever_has_the_turn(self) -> None:
        found = self.beside(self.stage(*room(12, is_my_turn=True), focus=(1, 5)))
        self.assertEqual(
            found[3:7], [" s Slower   Done", " f Faster   Step", " p Pause ▐u Undo ▌", " a Again  n Lines"]
        )

    def test_what_the_match_waits_for(self) -> None:
        for phase, words in (("stars", "spoiler thinks"), ("over", "match is over"), ("players", "no opponent yet")):
            self.assertEqual(self.beside(self.stage(*room(phase=phase, clock=None)))[7:9], ["", f" {words}"])

    def test_a_pause_can_be_seen(self) -> None:
        for depth in DEPTHS.values():
            inks = []
            for is_paused in (False, True):
                shown = self.stage(*room(is_paused=is_paused), depth=depth).screen()
                column, line = shown.find("p Pause")
                inks.append(shown.ink(column + 2, line))
            self.assertNotEqual(*inks)

    def test_players_are_beside_the_board_or_below_it_and_a_click_talks_to_them(self) -> None:
        for messages, size, place in (
            (room(12), SMALL, (26, TOP)),
            (room(50), (120, 40), (0, TOP + 14)),
            (room(), LARGE, (30, TOP)),
        ):
            stage = self.stage(*messages, size=size)
            column, line = stage.screen().find("Here (3)")
            self.assertEqual((column, line), place)
            stage.click(column, line + 2)
            self.assertEqual(stage.typed, "@bob ")

    def test_the_line_of_keys(self) -> None:
        keys = "s slower · f faster · p pause · a again · Tab chat"
        self.assertEqual(self.stage().screen().lines[-1].strip(), f"{keys} · F1 help · F10 leave")
        line = self.stage(size=LARGE).screen().lines[-1].strip()
        self.assertEqual(line, f"{keys} · ←↑↓→ Enter click · l lobby · F1 help · F10 leave")
        for size in (SMALL, LARGE):
            line = self.stage(*room(12, is_my_turn=True), size=size).screen().lines[-1]
            self.assertTrue(line.startswith(" Space step · u undo · n lines · s slower · f faster · "), line)

    def test_names_of_all_kinds(self) -> None:
        odd = [*HOSTILE, "\u65e5\u672c\u8a9e" * 9, "x" * 3000, "  ", "", "118 s", "Step 1/2", "\U0001f600" * 20]
        for text, size in product(odd, (SMALL, LARGE)):
            stage = self.stage(*room(names=(text, text), text=text), size=size)
            shown = stage.screen()
            self.assertEqual([columns(line) for line in shown.lines], [size[0]] * size[1])
            self.assertTrue(is_harmless(str(shown).replace("\n", "")), ascii(text))
            self.assertIn(" Dancer ", str(shown))


class Scrolling(DancingSkinTestCase):
    def test_a_large_board_follows_the_focus(self) -> None:
        stage = self.stage(*room(50, {(49, 49): 3}), focus=on(49, 49))
        shown = stage.screen()
        self.assertIn("columns 20-49, rows 20-49 of 0-49", shown.lines[-3])
        self.assertEqual(self.halves(shown, 29, 29)[0], DANCERS[2][0])
        stage.press(*["up"] * 30)
        self.assertIn("columns 20-49, rows 19-48 of 0-49", stage.screen().lines[-3])

    def test_the_wheel_scrolls_by_a_row(self) -> None:
        stage = self.stage(*room(50, {(3, 0): 3}), focus=(0, 12))  # beside the board
        self.assertIn("columns 0-29, rows 0-29 of 0-49", stage.screen().lines[-3])
        stage.wheel("down", self.left + 5, 5, times=3)
        shown = stage.screen()
        self.assertIn("columns 0-29, rows 3-32 of 0-49", shown.lines[-3])
        self.assertEqual(self.halves(shown, 0, 3, top=3)[0], DANCERS[2][0])


class Clicks(DancingSkinTestCase):
    def clicked(self, stage: Stage) -> list[Cell]:
        found = [stage.model.things[cmd.objid] for cmd in stage.sent()]
        return [thing.cell for thing in found]

    def test_every_cell_of_a_player_can_be_clicked(self) -> None:
        stage = self.stage(*room(12, {(0, 0): 1}, is_my_turn=True))
        for x, y in product(range(12), range(12)):
            for half in (0, 1):
                stage.click(self.left + 1 + 2 * x + half, TOP + y)
                self.assertEqual(self.clicked(stage), [on(x, y)])

    def test_whoever_has_the_turn_sees_a_line_for_each_row_even_if_that_must_scroll(self) -> None:
        stage = self.stage(*room(30, {(29, 0): 1}, is_my_turn=True), focus=on(0, 29))
        shown = stage.screen()
        self.assertIn("columns 0-29, rows 15-29 of 0-29", shown.lines[-3])
        self.assertEqual(shown.text(self.left, TOP + 14, 3), "▐1▌")
        stage.click(self.left + 1, TOP + 13)
        self.assertEqual(self.clicked(stage), [on(0, 28)])
        stage.press("up", "right", "enter")
        self.assertEqual(self.clicked(stage), [on(1, 27)])

    def test_in_half_blocks_the_left_half_is_the_upper_row_and_the_right_half_the_lower(self) -> None:
        stage = self.stage()
        for column, line, cell in ((1, 0, (0, 0)), (2, 0, (0, 1)), (59, 14, (29, 28)), (60, 14, (29, 29))):
            stage.click(self.left + column, TOP + line)
            self.assertEqual(stage.controller.focus, on(*cell))
            self.assertEqual(self.clicked(stage), [])

    def test_margins_and_what_is_below_the_board(self) -> None:
        stage = self.stage(*room(12, is_my_turn=True))
        stage.controller.focus = on(5, 5)
        for column, line in ((0, 0), (25, 0), (5, 12)):
            stage.click(self.left + column, TOP + line)
            self.assertEqual((stage.controller.focus, self.clicked(stage)), (on(5, 5), []))

    def test_commands_by_mouse_and_by_key(self) -> None:
        for messages, size in ((room(), SMALL), (room(), LARGE), (room(12), SMALL)):
            stage = self.stage(*messages, size=size)
            for row, name in enumerate(("Slower", "Faster", "Pause", "Again"), 3):
                column, line = stage.screen().find(f" {name}")
                stage.click(column + 1, line)
                self.assertEqual(self.clicked(stage), [(0, row)])
            stage.press("s", "f", "p", "a")
            pressed = [stage.model.things[cmd.objid].text for cmd in stage.sent()]
            self.assertEqual(pressed, ["slower", "faster", "pause", "again"])
        stage = self.stage(*room(12, is_my_turn=True))
        for row, name in ((4, "Step"), (5, "Undo"), (6, "Lines")):
            column, line = stage.screen().find(f" {name}  ")
            stage.click(column + 1, line)
            self.assertEqual(self.clicked(stage), [(1, row)])

    def test_the_focus_can_be_seen(self) -> None:
        shown = self.stage(focus=on(4, 7)).screen()
        self.assertEqual([colours(shown.ink(self.left + x, TOP + 3))[1] for x in (8, 11)], [FOCUS, FOCUS])
        self.assertEqual(colours(shown.ink(self.left + 8, TOP + 3))[0], GROUND[(3 + 6) % 2])
        for depth in DEPTHS.values():
            for signs, marked in ((FANCY, "▐.▌"), (ASCII, ">.<")):
                shown = self.stage(*room(12), depth=depth, signs=signs, focus=on(4, 7)).screen()
                self.assertEqual(shown.text(self.left + 8, TOP + 7, 3), marked)

    def test_the_focus_hides_neither_the_second_dancer_nor_a_sign(self) -> None:
        own = {
            (5, 5): table.own_tile((5, 5), [1, 2], is_star=False),
            (5, 7): table.own_tile((5, 7), [3], is_star=False, is_selected=True),
        }
        for x, marked in ((5, "▐12"), (7, "▐3<")):
            shown = self.stage(*room(12, own=own), depth=1, focus=on(x, 5)).screen()
            self.assertEqual(shown.text(self.left + 2 * x, TOP + 5, 3), marked)

    def test_the_focus_goes_to_the_board_when_the_turn_begins_and_only_then(self) -> None:
        stage = self.stage(*room(12), focus=(0, 3))
        stage.tell(*room(12, is_my_turn=True))
        self.assertEqual(stage.controller.focus, on(6, 6))
        stage.controller.focus = 1, 4
        stage.tell(*room(12, {(0, 0): 1}, is_my_turn=True))
        self.assertEqual(stage.controller.focus, (1, 4))


class Rooms(DancingSkinTestCase):
    def is_known(self, *changes: Message) -> bool:
        return "dancer thinks" in str(self.stage(*room(12), *changes).screen())

    def test_rooms_that_are_something_else(self) -> None:
        self.assertTrue(self.is_known())
        changes = {(1, "x"), (1, "123"), (1, ""), (144, "10"), (145, "House"), (151, "Agains"), (160, "soon")}
        for number, name in changes:
            self.assertFalse(self.is_known(Set(f"t{number}", name=name)), (number, name))
        self.assertFalse(self.is_known(Set("t1", x=-1)))
        self.assertIn("A room.", str(self.stage(matrix(2000, 2000), ANN).screen()))

    def test_a_real_match(self) -> None:
        server = DancingServer()
        ann, bob = server.pair("Step 9/9", "118 s")
        eve = server.watch("eve")
        self.assertEqual(self.beside(self.seen_by(eve))[7:13:5], [" 120 s", " Spoiler 118 s"])
        bob.say(STARS)
        ann.say(*PLAN)
        server.advance(0.5, 0.1)
        shown = self.seen_by(eve).screen()
        self.assertIn("Step 9/9 dances: step 2 of 2.", shown.lines[1])
        self.assertEqual(
            [shown.text(self.left + 1, TOP + y, 8) for y in range(4)], [". . 1'2 ", ". * . . ", ". . 2'1 ", "* . . . "]
        )
        server.advance(5, 0.1)
        shown = self.seen_by(eve).screen()
        self.assertIn("Step 9/9 needs 2 steps.", shown.lines[1])
        self.assertEqual(
            [shown.text(self.left + 1, TOP + y, 8) for y in range(4)], [". . 1=2=", ". * . . ", ". . 2-1-", "* . . . "]
        )
