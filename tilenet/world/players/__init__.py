"""Who players are, and whether they are here."""
