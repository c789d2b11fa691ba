"""What the server remembers: accounts, results and ratings, in a database of its own."""
