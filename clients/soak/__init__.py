"""Soak: what only shows after minutes, or with a crowd. Each scenario is measured, and has bounds to keep."""
