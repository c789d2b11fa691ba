"""What tilenet adds to twistd: the command `twistd tilenet`, and the games, doors and bots that come with it."""

from twisted.application.service import ServiceMaker

from tilenet.catalogue import CompanyPlugin, DoorPlugin, GamePlugin
from tilenet.clients.plugins import BotPlugin
from tilenet.games.account.game import Account
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.lobby import Lobby as DancingLobby
from tilenet.games.dancing.owntable import DancingTable
from tilenet.games.memory.game import LargeMemory, Memory
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking, Pictures
from tilenet.games.records.game import Records
from tilenet.games.replays.game import ReplayRoom
from tilenet.games.set.hall import SetTable
from tilenet.games.set.practice import Practice
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.owntable import TombalaTable

tilenet = ServiceMaker("TileNet", "tilenet.service", "A world of tile games: TileNet 1.0.", "tilenet")

memory = GamePlugin("memory", Memory)
memory_large = GamePlugin("memory-large", LargeMemory)
dancing = GamePlugin("dancing", DancingLobby)
dancing_match = GamePlugin("dancing-match", DancingGame, is_at_home=False)
dancing_table = GamePlugin("dancing-table", DancingTable, is_at_home=False)
noughts = GamePlugin("noughts", Noughts)
pairpanicking = GamePlugin("pairpanicking", PairPanicking)
pictures = GamePlugin("pairpanicking-pictures", Pictures)
records = GamePlugin("records", Records)
account = GamePlugin("account", Account)
replays = GamePlugin("replays", ReplayRoom)
set_game = GamePlugin("set", SetTable)
set_practice = GamePlugin("set-practice", Practice)
tombala = GamePlugin("tombala", Lobby)
tombala_room = GamePlugin("tombala-room", TombalaGame, is_at_home=False)
tombala_table = GamePlugin("tombala-table", TombalaTable, is_at_home=False)

memory_door = DoorPlugin("memory", "Memory", "tcp:3000", "tilenet.games.memory.door.MemoryDoor")
dancing_door = DoorPlugin("dancing", "Dancing", "tcp:4321", "tilenet.games.dancing.door.DancingDoor")
tilenet_door = DoorPlugin("tilenet", "TileNet", "tcp:44455", "tilenet.doors.tilenet.TileNetDoor")
tombala_door = DoorPlugin("tombala", "Tombala", "tcp:8888", "tilenet.games.tombala.door.TombalaDoor")
ssh_door = DoorPlugin("ssh", "ssh", "tcp:44422", "tilenet.clients.ssh.door.SshDoor", "tilenet[ssh]")
web_door = DoorPlugin("web", "HTTP (for browsers)", "tcp:8080", "tilenet.doors.web.WebDoor")

company = CompanyPlugin("company", "tilenet.clients.company.company.Company")

dancing_bot = BotPlugin("dancing", "Dancing, by its own protocol", "tilenet.clients.bots.dancing.main.main")
dancing_table_bot = BotPlugin(
    "dancing-table", "Dancing, at a table with people", "tilenet.clients.bots.dancingtablebot.TableBot"
)
memory_bot = BotPlugin("memory", "Memory", "tilenet.clients.bots.memorybot.MemoryBot")
memory_binary_bot = BotPlugin(
    "memory-binary", "Memory, by its own protocol", "tilenet.clients.samples.memorybinary.main"
)
noughts_bot = BotPlugin("noughts", "Noughts and crosses", "tilenet.clients.bots.noughtsbot.NoughtsBot")
pairpanicking_bot = BotPlugin(
    "pairpanicking", "PairPanicking", "tilenet.clients.bots.pairpanickingbot.PairPanickingBot"
)
set_bot = BotPlugin("set", "Set", "tilenet.clients.bots.setbot.SetBot")
tombala_bot = BotPlugin("tombala", "Tombala", "tilenet.clients.bots.tombalabot.TombalaBot")
tombala_json_bot = BotPlugin("tombala-json", "Tombala, by its own protocol", "tilenet.clients.samples.tombalajson.main")
