"""Replays: the room in which finished games are found, to be watched again."""
