"""The commands `tilenet replay` and `tilenet dancing replay`: finished games shown again, or written down, offline."""
