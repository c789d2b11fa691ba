"""The world: its rooms, the players in them, and what each of them is shown."""
