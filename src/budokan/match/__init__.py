"""Matches: entries, records, chance, fairness and clocks."""
