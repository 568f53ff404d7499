"""The settings, the list of keys, and what they change: look, sound, vibration."""
