"""Bots that the server brings to its own rooms, each a client in the same process."""
