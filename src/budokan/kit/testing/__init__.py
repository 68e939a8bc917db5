"""Tools to test a game: laws, scenarios, and positions to try things in."""
