"""Talk in a room: nobody drowns in it, and the many names of one address drown out nobody."""

from __future__ import annotations

from collections.abc import Sequence

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tilenet.catalogue import installed_games
from tilenet.limits import Bucket, Limits
from tilenet.world.players.accounts import Account
from tilenet.world.players.player import Muted, Player
from tilenet.world.rooms.talk import Talk, talk_by_address


class ManyTalkers(SynchronousTestCase):
    """What all say together is bounded, so that nobody drowns in it."""

    def setUp(self) -> None:
        self.server = Server()
        self.people = [self.server.join(f"p{number}") for number in range(14)]
        for person in self.people:
            person.heard  # noqa: B018

    def test_a_room_hears_as_much_as_twelve_may_say(self) -> None:
        for person in self.people[1:]:
            for _ in range(5):
                person.say("hello")
        self.assertEqual(self.people[0].heard.count("hello"), 60)
        self.assertIn("Not said: too many are talking here.", self.people[-1].heard)

    def whisper(self, speakers: Sequence[Client], to: Client) -> None:
        for person in speakers:
            for _ in range(5):
                person.say("(psst)", to=to.agent)

    def test_whispers_are_not_counted(self) -> None:
        self.whisper(self.people[2:7], self.people[0])
        self.whisper(self.people[7:], self.people[1])
        self.assertEqual([person.heard.count("(psst)") for person in self.people[:2]], [25, 35])
        for person in self.people[:2]:
            for _ in range(5):
                person.say("hello")
        self.assertEqual(self.people[-1].heard.count("hello"), 10)

    def test_one_player_hears_as_many_whispers_as_twelve_may_say(self) -> None:
        """Otherwise, a crowd that whispers 400 characters each could fill somebody's line, who is dropped for it."""
        self.whisper(self.people[1:], self.people[0])
        self.assertEqual(self.people[0].heard.count("(psst)"), 60)
        self.assertIn("Not said: too many are whispering to p0.", self.people[-1].heard)
        self.server.advance(1)
        self.whisper(self.people[1:], self.people[0])
        self.assertEqual(self.people[0].heard.count("(psst)"), 12)


class ManyNamesAtOneAddress(SynchronousTestCase):
    """What one address says in all rooms is bounded, and so is its share of what a room or a player can take."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.limits = Limits()
        self.by_address = talk_by_address(self.limits, self.clock.seconds)
        self.talk = self.room()
        self.came = 0

    def room(self) -> Talk:
        return Talk(self.limits, self.clock.seconds, self.by_address)

    def come(self, origin: str) -> Player:
        """Somebody who has not said anything yet."""
        self.came += 1
        name, speech = f"p{self.came}", Bucket(1, 5, self.clock.seconds)
        player = Player(name, f"a{self.came}", Account(name, 10), name, speech)
        player.origin = origin
        return player

    def crowd(self, number: int, *origins: str) -> list[Player]:
        return [self.come(origins[one % len(origins)]) for one in range(number)]

    def said(self, speaker: Player, to: Player | None = None) -> bool:
        try:
            return self.talk.say(speaker, "(hello)", to, can_hear=True) is not None
        except Muted as muted:
            self.reason = str(muted)
            return False

    def test_somebody_elsewhere_is_heard_while_sixty_shout(self) -> None:
        """Also if these sixty use eleven addresses, and talk in whispers to the same player."""
        eleven = [f"192.0.2.{number}" for number in range(11)]
        for origins in (["192.0.2.1"], eleven):
            for to in (None, self.come("")):
                self.talk, sixty, honest = self.room(), self.crowd(60, *origins), self.come("198.51.100.1")
                heard = 0
                for _ in range(25):
                    for player in sixty:
                        self.said(player, to)
                    heard += self.said(honest, to)
                    self.clock.advance(1)
                self.assertEqual(heard, 25, (len(origins), to))

    def test_an_address_may_say_four_times_as_much_as_one_player(self) -> None:
        """Whoever comes back under a new name has no more left; nor have fifteen who whisper to one player."""
        for to in (None, self.come("")):
            self.clock.advance(60)
            self.assertEqual(sum(self.said(player, to) for player in self.crowd(30, "192.0.2.1") for _ in range(5)), 20)
            self.assertEqual(self.reason, "Not said: too many people at your address are talking.")
            self.clock.advance(1)
            self.assertEqual(sum(self.said(player, to) for player in self.crowd(15, "192.0.2.1") for _ in range(5)), 4)
        self.talk = self.room()
        self.assertFalse(self.said(self.come("192.0.2.1")), "another room")
        self.assertTrue(self.said(self.come("192.0.2.2")))

    def test_a_class_of_thirty_at_one_address_can_talk(self) -> None:
        """Each of them says something every ten seconds."""
        pupils = self.crowd(30, "192.0.2.1")
        for _ in range(20):
            for pupil in pupils:
                self.assertTrue(self.said(pupil))
                self.clock.advance(1 / 3)

    def test_commands_to_a_game_are_not_talk(self) -> None:
        """Thirty at one address ask for something at once. What is said to one of them is talk, however it begins."""
        server = Server([*installed_games()])
        pupils = [server.connect("192.0.2.1").login(f"p{number}") for number in range(30)]
        for pupil in pupils:
            pupil.click("Tombala")
            pupil.heard  # noqa: B018
        for pupil in pupils:
            pupil.say(" /rooms")
        self.assertEqual([len(pupil.heard) for pupil in pupils], [1] * 30)
        for pupil in pupils:
            pupil.say("/rooms", to=pupils[0].agent)
        self.assertEqual(pupils[0].heard.count("/rooms"), 20)

    def test_a_new_name_brings_no_new_burst(self) -> None:
        server = Server(speech_per_address=1)
        for name, heard in (
            ("ann", ["hello"] * 5),
            ("bob", ["Not said: too many people at your address are talking."]),
        ):
            client = server.connect("192.0.2.1").login(name)
            client.heard  # noqa: B018
            for _ in heard:
                client.say("hello")
            self.assertEqual(client.heard, heard)
            client.lose()

    def test_on_this_machine_everybody_counts_alone(self) -> None:
        self.assertTrue(all(self.said(player) for player in self.crowd(12, "") for _ in range(5)))
