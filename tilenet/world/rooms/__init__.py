"""Rooms: the players around one game, what they do, and what comes of it."""
