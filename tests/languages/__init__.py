"""Tests of other languages than English, and what `make words` runs."""
