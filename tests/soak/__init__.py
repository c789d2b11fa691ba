"""Soak: tests for what shows only after minutes, or with a crowd. Each scenario is measured, and has bounds to keep."""
