"""The doors: sessions with clients of any protocol, and the limits that hold for all of them together."""
