"""The command `tilenet replay`: finished games are shown again in a terminal, or written down, without a server."""
