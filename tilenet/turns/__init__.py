"""Turns of the reactor: how long they take, and whose work comes next."""
