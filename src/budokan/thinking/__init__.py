"""Thinking in other processes: bots' turns, hints, par and the coach."""
