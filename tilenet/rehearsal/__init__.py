"""Games outside any world, with stand-ins for players: what is done to them, and what comes of it, both as data.

So the same acts can be done again: in another process, by games that were saved and loaded, or with nobody looking. A
game that then does anything else cannot be saved, and a server could not go on with it after a crash.
"""
