"""Matches: entries, records and chance."""
