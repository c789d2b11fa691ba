"""What tilenet adds to twistd: the command `twistd tilenet`, and the games that come with it."""

from twisted.application.service import ServiceMaker

from tilenet.catalogue import GamePlugin
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.pairpanicking.pictures import Pictures
from tilenet.games.set.game import SetGame
from tilenet.games.set.practice import Practice
from tilenet.games.tombala.lobby import Lobby

tilenet = ServiceMaker("TileNet", "tilenet.tap", "A world of tile games: TileNet 1.0.", "tilenet")

noughts = GamePlugin("noughts", Noughts)
pairpanicking = GamePlugin("pairpanicking", PairPanicking)
pictures = GamePlugin("pairpanicking-pictures", Pictures)
set_game = GamePlugin("set", SetGame)
set_practice = GamePlugin("set-practice", Practice)
tombala = GamePlugin("tombala", Lobby)
