"""Other languages than English: a catalogue for each, made by translators, and what says Words by one."""
