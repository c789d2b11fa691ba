"""The journal: everything that has entered the games, written down before anybody is shown what came of it.

After a crash the rooms stand again where they stood: what was saved is loaded, and what came after it is done again.
"""
