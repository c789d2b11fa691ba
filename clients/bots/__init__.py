"""The bots, `tilenet bot`: players that are programs, and see no more than people do."""
