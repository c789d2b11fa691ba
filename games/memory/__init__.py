"""Memory: find pairs of cards, everybody at once, each with picks of their own."""
