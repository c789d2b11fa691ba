"""Set: its rules, the game at one table and at several, what is in a player's hand, and a room to practise in."""
