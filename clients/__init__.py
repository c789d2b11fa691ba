"""The clients: programs that speak TileNet to a server from the other side."""
