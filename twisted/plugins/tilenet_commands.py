"""What the games add to the console script, in a file that imports none of them: listing commands should be quick."""

from tilenet.catalogue import CommandPlugin

show = CommandPlugin("replay", "show a finished game again, in this terminal", "tilenet.clients.replay.main.main")
game = CommandPlugin("game", "serve one game of Set: tilenet game PORT [START_DELAY]", "tilenet.games.set.onegame.main")
arena = CommandPlugin(
    "arena", "let programs play a contest of Dancing without Stars", "tilenet.clients.arena.main.main"
)
generate = CommandPlugin(
    "dancing generate", "write a random input file for Dancing", "tilenet.games.dancing.command.generate_main"
)
check = CommandPlugin("dancing check", "check an input file", "tilenet.games.dancing.command.check_main")
replay = CommandPlugin("dancing replay", "show rounds that the arena saved", "tilenet.clients.replay.dancing.main")
bench = CommandPlugin(
    "dancing bench", "measure how good the bot's plans are", "tilenet.clients.bots.dancing.bench.main"
)
torture = CommandPlugin(
    "torture", "kill a server again and again, and check that nothing is lost", "tilenet.clients.torture.main.main"
)
verify = CommandPlugin("verify", "check a recorded match: tilenet verify FILE|URL|ID", "tilenet.replays.verifying.main")
