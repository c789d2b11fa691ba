"""Dancing without Stars: its rules, its matches, and its own protocol as bytes."""
