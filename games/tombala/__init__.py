"""Tombala: its rules, and its own protocol as bytes."""
