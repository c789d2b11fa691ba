"""A game to begin with, written into an author's folder: `tilenet new game NAME`."""
