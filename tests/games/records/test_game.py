"""The room Records: what is asked for whom, and what everybody sees of the answers."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.librarian import Library, chosen, names, row
from tilenet.catalogue import GamePlugin
from tilenet.game import Feat, role
from tilenet.games.records.game import NO_ACCOUNT, NO_GAMES, NOT_NOW, NOTHING_KEPT, WAIT, Records
from tilenet.games.records.pages import LINE, Page
from tilenet.records import (
    Best,
    Career,
    Contents,
    Finished,
    Latest,
    NotNow,
    Order,
    Overview,
    Own,
    OwnResult,
    Period,
    Placed,
    Ranked,
)

STOCK = Contents(7, ("Memory", "Set"), "Set")
BEST = tuple(Ranked(place, f"p{place}", 1200.4 - place, 40 - place, 50) for place in range(1, 21))
LATEST = (
    Finished(130.0, True, 7, (Placed(1, "ann", 12.0), Placed(1, "bob", 12.0), Placed(3, "cid", 7.5))),
    Finished(7300.0, False, 2, (Placed(1, "eve", 0.5), Placed(1, "dan", 0.5))),
)


class RecordsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.library = Library()
        self.server = self.library.server

    def ann(self, answer: object = BEST) -> Client:
        """Somebody with an account, who sees the first page."""
        ann = self.library.visit("ann", 1)
        self.library.answer(Overview, STOCK)
        self.library.answer(Best, answer)
        return ann

    def line(self, client: Client) -> str:
        found = names(client)
        return "".join(found.get((x, LINE), "") for x in range(10))


class Pages(RecordsTestCase):
    def test_the_first_is_the_rating_in_the_game_of_the_latest_result(self) -> None:
        ann = self.library.visit("ann", 1)
        self.assertEqual(self.line(ann), WAIT)
        self.library.answer(Overview, STOCK)
        self.assertEqual(self.line(ann), WAIT)
        self.assertEqual(self.library.answer(Best, BEST), Best("Set", Order.RATING, Period.EVER))
        self.assertEqual(chosen(ann), {"Set", "By rating", "Ever"})
        self.assertEqual(row(ann, -1), ["#", "Name", "Rating", "Wins", "Games"])
        self.assertEqual(row(ann, 0), ["1", "p1", "1199", "39", "50"])
        self.assertEqual(row(ann, 9), ["10", "p10", "1190", "30", "50"])
        self.assertEqual(row(ann, 0, 5), ["11", "p11", "1189", "29", "50"])
        self.assertEqual(row(ann, 9, 5), ["20", "p20", "1180", "20", "50"])
        self.assertEqual(self.line(ann), "")

    def test_every_game_order_and_period_can_be_chosen(self) -> None:
        ann = self.ann()
        ann.click("Memory")
        self.assertEqual(self.library.answer(Best, ()), Best("Memory", Order.RATING, Period.EVER))
        ann.click("By wins")
        self.assertEqual(self.library.answer(Best, ()), Best("Memory", Order.WINS, Period.EVER))
        ann.click("This month")
        self.assertEqual(self.library.answer(Best, ()), Best("Memory", Order.WINS, Period.MONTH))
        ann.click("Today")
        self.assertEqual(self.library.answer(Best, BEST[:1]), Best("Memory", Order.WINS, Period.TODAY))
        self.assertEqual(chosen(ann), {"Memory", "By wins", "Today"})
        self.assertEqual(row(ann, 1), [""] * 5)

    def test_an_empty_ranking_says_so(self) -> None:
        self.assertIn("Nobody yet", self.line(self.ann(())))

    def test_somebody_without_a_rating_has_none(self) -> None:
        self.assertEqual(row(self.ann((Ranked(1, "ann", None, 1, 2),)), 0), ["1", "ann", "-", "1", "2"])

    def test_the_latest_results(self) -> None:
        ann = self.ann()
        ann.click("Latest")
        self.assertEqual(self.library.answer(Latest, LATEST), Latest("Set"))
        self.assertEqual(chosen(ann), {"Set", "Latest"})
        self.assertEqual(row(ann, -1), ["Ago", "Winner", "Score", "Of", "Rated"])
        self.assertEqual(row(ann, 0), ["2m", "ann, bob", "12", "7", "yes"])
        self.assertEqual(row(ann, 1), ["2h", "eve, dan", "0.5", "2", "-"])
        text = ann.model.objects[ann.model.grid()[1, 3]]["text"]
        self.assertEqual(text, "1. ann 12, 1. bob 12, 3. cid 7.5 and 4 more. Rated.")

    def test_a_period_leads_from_the_latest_to_a_ranking(self) -> None:
        ann = self.ann()
        ann.click("Latest")
        self.library.answer(Latest, LATEST)
        ann.click("Today")
        self.assertEqual(self.library.answer(Best, ()), Best("Set", Order.RATING, Period.TODAY))

    def test_mine(self) -> None:
        feats = Feat("best streak", 4.0), Feat("fastest set", 3.25, "s", is_less_better=True)
        career = Career("ann", 12, 5, 1034.2, 21.0, feats, (900.0, 1000.0, 1034.2), (OwnResult(0, 2, 4, 9.0, 1034),))
        ann = self.ann()
        ann.click("Mine")
        self.assertEqual(self.library.answer(Own, career), Own(1, "Set"))
        self.assertEqual(
            [row(ann, number)[1:3] for number in range(7)],
            [
                ["Games", "12"],
                ["Wins", "5"],
                ["Rating", "1034"],
                ["Best score", "21"],
                ["Best streak", "4"],
                ["Fastest set", "3.2 s"],
                ["", ""],
            ],
        )
        self.assertEqual(row(ann, 0, 5), ["now", "2 of 4", "1034", "", "9"])
        self.assertEqual(self.line(ann), "▁▆█ 900 to 1034")

    def test_mine_is_each_players_own(self) -> None:
        ann = self.ann()
        bob = self.library.visit("bob", 2)
        ann.click("Mine")
        bob.click("Mine")
        self.library.answer(Own, Career("ann", 12))
        self.assertEqual(self.library.answer(Own, Career("bob", 99)), Own(2, "Set"))
        self.assertEqual((row(ann, 0)[2], row(bob, 0)[2]), ("12", "99"))
        self.assertNotIn(b'"99"', ann.raw)

    def test_a_guest_is_told_how_to_get_an_account(self) -> None:
        self.ann()
        guest = self.library.visit("guest")
        guest.click("Mine")
        self.assertEqual(self.line(guest), NO_ACCOUNT)
        self.assertEqual([one for one in self.library.librarian.asked if isinstance(one, Own)], [])

    def test_keys_do_what_tiles_do(self) -> None:
        ann = self.ann()
        for key, tile in (("VK_W", "By wins"), ("VK_D", "Today"), ("VK_N", "This month")):
            ann.press(key)
            self.assertIn(tile, chosen(ann))
            self.library.answer(Best, ())
        for key, tile in (("VK_E", "Ever"), ("VK_L", "Latest"), ("VK_M", "Mine"), ("VK_R", "By rating")):
            ann.press(key)
            self.assertIn(tile, chosen(ann))
        ann.press("VK_G")
        self.assertIn("Memory", chosen(ann))
        ann.press("VK_G")
        self.assertIn("Set", chosen(ann))

    def test_more_games_than_fit_are_shown_in_turn(self) -> None:
        games = tuple(f"game {number:02}" for number in range(21))
        ann = self.library.visit("ann")
        self.library.answer(Overview, Contents(1, games, games[0]))
        self.library.answer(Best, ())
        shown = []
        for _ in range(4):
            shown.append([names(ann).get((x, 1)) for x in range(10)])
            ann.click("More games")
        self.assertEqual(shown[0], [*games[:9], "More games"])
        self.assertEqual(shown[1], [*games[9:18], "More games"])
        self.assertEqual(shown[2], [*games[18:], *[None] * 6, "More games"])
        self.assertEqual(shown[3], shown[0])
        for _ in range(11):
            ann.press("VK_G")
        self.assertIn("game 11", chosen(ann))

    def test_nothing_was_played_yet(self) -> None:
        ann = self.library.visit("ann")
        self.library.answer(Overview, Contents(0))
        self.assertEqual(self.line(ann), NO_GAMES)
        ann.press("VK_G")
        self.server.advance(1)
        self.library.answer(Overview, STOCK)  # the first result
        self.assertEqual(self.library.answer(Best, BEST), Best("Set", Order.RATING, Period.EVER))
        self.assertEqual(row(ann, 0)[1], "p1")


class Asking(RecordsTestCase):
    def questions(self, kind: type) -> list[object]:
        return [one for one in self.library.librarian.asked if isinstance(one, kind)]

    def test_a_server_without_records_says_so(self) -> None:
        server = Server([GamePlugin("records", Records)])
        ann = server.join("ann")
        ann.click("Records")
        server.check()
        self.assertEqual(self.line(ann), NOTHING_KEPT)
        self.assertEqual(ann.model.objects[ann.model.current or ""]["text"], NOTHING_KEPT)
        self.assertIsNone(server.world.rooms["records"].game.deadline)
        bob = server.join("bob")
        bob.click("Records")
        self.assertEqual(self.line(bob), NOTHING_KEPT)

    def test_everybody_who_asks_the_same_shares_one_answer(self) -> None:
        ann = self.library.visit("ann", 1)
        self.library.answer(Overview, STOCK)
        bob = self.library.visit("bob", 2)
        self.assertEqual(len(self.questions(Best)), 1)
        self.library.answer(Best, BEST)
        cid = self.library.visit("cid")
        self.assertEqual(len(self.questions(Best)), 1)
        for client in (ann, bob, cid):
            self.assertEqual(row(client, 0)[1], "p1")

    def test_a_player_has_one_question_under_way(self) -> None:
        ann = self.ann()
        for tile in ("Latest", "Mine", "Memory", "By wins"):
            ann.click(tile)
        self.assertEqual(self.library.waiting, [Latest("Set")])
        self.library.answer(Latest, LATEST)
        self.assertEqual(self.library.waiting, [Best("Memory", Order.WINS, Period.EVER)])

    def test_a_few_are_under_way_in_all_and_everybody_gets_an_answer(self) -> None:
        self.ann()
        guests = [self.library.visit(f"g{number}", number) for number in range(10, 20)]
        for guest in guests:
            guest.click("Mine")
        for number in range(10, 20):
            self.assertEqual(len(self.library.waiting), min(4, 20 - number))
            self.assertEqual(self.library.answer(Own, Career("x", number)), Own(number, "Set"))
        self.assertEqual([row(guest, 0)[2] for guest in guests], [str(number) for number in range(10, 20)])

    def test_whoever_leaves_with_a_question_under_way_leaves_the_others_their_turn(self) -> None:
        self.ann()
        guests = [self.library.visit(f"g{number}", number) for number in range(10, 15)]
        for guest in guests:
            guest.click("Mine")
        for guest in guests[:4]:
            guest.click("Home")
        for _ in range(4):
            self.library.answer(Own, Career("x", 1))
        self.assertEqual(self.library.waiting, [Own(14, "Set")])

    def test_pages_are_asked_for_again_when_results_have_come_in_and_not_otherwise(self) -> None:
        ann = self.ann()
        for _ in range(3):
            self.server.advance(1)
            self.library.answer(Overview, STOCK)
        self.assertEqual(len(self.questions(Best)), 1)
        self.server.advance(1)
        self.library.answer(Overview, Contents(8, STOCK.games, "Memory"))
        self.assertEqual(self.library.answer(Best, BEST[1:]), Best("Set", Order.RATING, Period.EVER))
        self.assertEqual(row(ann, 0)[1], "p2")

    def test_everybody_at_the_page_sees_what_one_has_refreshed(self) -> None:
        ann = self.ann()
        bob = self.library.visit("bob", 2)
        bob.click("Refresh")
        self.assertEqual(len(self.questions(Best)), 1)  # the answer is not even a second old
        self.server.advance(1)
        bob.click("Refresh")
        self.assertEqual(len(self.questions(Best)), 2)
        self.library.answer(Best, BEST[4:])
        self.assertEqual((row(ann, 0)[1], row(bob, 0)[1]), ("p5", "p5"))

    def test_results_that_come_in_fast_are_asked_for_once_a_second(self) -> None:
        self.ann()
        for number in range(40):
            self.server.advance(0.25)
            for question, _ in [*self.library.librarian.waiting]:
                if isinstance(question, Overview):
                    self.library.answer(Overview, Contents(100 + number, STOCK.games, "Set"))
                else:
                    self.library.answer(Best, BEST[number % 3 :])
        self.assertTrue(5 <= len(self.questions(Best)) <= 11, len(self.questions(Best)))
        self.assertLessEqual(len(self.questions(Overview)), 12)

    def test_an_old_answer_is_asked_for_again_after_a_minute(self) -> None:
        self.ann()
        for _ in range(62):
            self.server.advance(1, 1)
            if Overview() in self.library.waiting:
                self.library.answer(Overview, STOCK)
        self.assertEqual(len(self.questions(Best)), 2)

    def test_what_cannot_be_read_now_is_said_and_the_old_rows_stay(self) -> None:
        ann = self.ann()
        self.server.advance(1)
        ann.click("Refresh")
        self.library.answer(Best, NotNow())
        self.assertEqual((row(ann, 0)[1], self.line(ann)), ("p1", NOT_NOW))
        ann.click("Latest")
        self.library.answer(Latest, NotNow())
        self.assertEqual((row(ann, 0)[1], self.line(ann)), ("", NOT_NOW))
        self.server.advance(1)
        self.library.answer(Overview, STOCK)
        self.library.answer(Latest, LATEST)
        self.assertEqual((row(ann, 0)[1], self.line(ann)), ("ann, bob", ""))

    def test_a_stock_that_cannot_be_read_is_asked_for_again(self) -> None:
        ann = self.library.visit("ann")
        self.library.answer(Overview, NotNow())
        self.assertEqual(self.line(ann), WAIT)
        self.server.advance(1)
        self.library.answer(Overview, STOCK)
        self.assertEqual(len(self.questions(Best)), 1)

    def test_nobody_in_the_room_asks_for_nothing(self) -> None:
        ann = self.ann()
        ann.click("Home")
        before = len(self.library.librarian.asked)
        self.server.advance(5)
        self.assertEqual(len(self.library.librarian.asked), before)
        ann.click("Records")
        self.assertEqual(self.library.librarian.asked[before:], [Overview(), Best("Set", Order.RATING, Period.EVER)])


class AsData(RecordsTestCase):
    """What programs and skins are told, instead of reading the tiles."""

    def own(self, client: Client) -> dict[str, Any]:
        """What one player is told, as far as it is known."""
        game, player = self.server.world.rooms["records"].game, self.server.world.players[client.agent]
        return {key: value for key, value in game.own_facts(player).items() if value is not None}

    def legal(self, client: Client) -> list[str]:
        game, player = self.server.world.rooms["records"].game, self.server.world.players[client.agent]
        return [role(id) for id in game.legal(player) or ()]

    def test_what_is_chosen_and_the_rows_of_the_page(self) -> None:
        ann = self.ann()
        games = {("game", 0): "Memory", ("game", 1): "Set"}
        first = {"game": "Set", "page": Page.RATING, "period": Period.EVER, "games": games, "rows": BEST}
        self.assertEqual(self.own(ann), first)
        ann.click("Latest")
        self.assertEqual(self.own(ann), {"game": "Set", "page": Page.LATEST, "games": games, "note": WAIT})
        self.library.answer(Latest, LATEST)
        self.assertEqual(self.own(ann)["rows"], LATEST)
        self.assertEqual(self.server.world.rooms["records"].game.facts(), {"games": ("Memory", "Set")})

    def test_the_page_mine_has_totals_and_a_plot_and_others_are_not_told(self) -> None:
        ann, bob = self.ann(), self.library.visit("bob", 2)
        ann.click("Mine")
        career = Career("ann", 12, 5, 1034.2, ratings=(900.0, 1034.2), latest=(OwnResult(0, 2, 4, 9.0, 1034),))
        self.library.answer(Own, career)
        own = self.own(ann)
        totals = {"games": 12, "wins": 5, "rating": 1034.2, "best": None, "feats": ()}
        self.assertEqual([own[key] for key in ("rows", "totals", "plot")], [career.latest, totals, career.ratings])
        self.assertEqual((self.own(bob)["page"], "plot" in self.own(bob)), (Page.RATING, False))

    def test_pages_that_could_not_be_read_again_are_late(self) -> None:
        ann = self.ann()
        self.server.advance(1.0)
        ann.click("Refresh")
        self.library.answer(Best, NotNow())
        self.assertEqual([self.own(ann)[key] for key in ("late", "note", "rows")], [True, NOT_NOW, BEST])

    def test_everything_can_be_used_but_what_is_chosen(self) -> None:
        ann = self.ann()
        others = ["page/wins", "page/latest", "page/mine", "period/today", "period/month"]
        self.assertEqual(self.legal(ann), ["refresh", *others, "game/0"])

    def test_more_games_are_behind_a_tile_of_their_own(self) -> None:
        ann = self.library.visit("ann", 1)
        self.library.answer(Overview, Contents(7, tuple(f"g{number:02}" for number in range(12)), "g00"))
        own = self.own(ann)
        self.assertEqual((own["more"], len(own["games"])), ("game/9", 9))
        ann.click("More games")
        self.assertEqual(self.own(ann)["games"], {("game", x): f"g{x + 9:02}" for x in range(3)})
        self.assertEqual(self.legal(ann)[-4:], ["game/0", "game/1", "game/2", "game/9"])
