"""Every folder in here is a game."""
