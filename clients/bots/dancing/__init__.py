"""Players of Dancing without Stars: a solver in plain Python, and the bot that speaks the game's protocol."""
