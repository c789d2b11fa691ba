"""A door for people who have ssh and nothing else: the terminal client runs here, for each of them."""
