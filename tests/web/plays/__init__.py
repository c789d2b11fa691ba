"""What a server tells a client in real games, for tests of the page: each module here plays one, and notes moments.

The site serves them as /plays/NAME.json; `played` in world.js shows one to a skin.
"""
