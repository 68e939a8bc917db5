"""Opponents. An agent gets an observation and nothing else."""
