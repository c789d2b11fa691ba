"""The terminal client, `tilenet play`: shows the matrix as a grid of tiles, by urwid."""
