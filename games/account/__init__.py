"""The room Account: what the server keeps of a player, and what they can do about it."""
