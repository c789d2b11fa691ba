"""TileNet 1.0 as bytes and as messages, for servers and clients; knows no socket and no game."""
