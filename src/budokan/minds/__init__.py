"""Thinking apart from the table: what an agent is sent, and what it answers."""
