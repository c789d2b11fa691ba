"""What every game must keep to, and how to find out whether one does: `tilenet check NAME`, and our own tests."""
