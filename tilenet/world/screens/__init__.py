"""What clients are shown of rooms."""
