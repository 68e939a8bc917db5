"""Slow work for visitors: par, coach reports and bots' turns, done in other processes."""
