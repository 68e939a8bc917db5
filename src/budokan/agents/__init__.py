"""Opponents. They are handed an observation and nothing else."""
