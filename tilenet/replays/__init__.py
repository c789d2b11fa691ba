"""Replays: finished games that were kept, and can be watched again."""
