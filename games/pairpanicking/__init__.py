"""PairPanicking: its rules, the game in its room, and a variant with pictures."""
