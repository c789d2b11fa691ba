"""Set: its rules, the game in its room, the keys and cards in a player's hand, and a room to practise in."""
