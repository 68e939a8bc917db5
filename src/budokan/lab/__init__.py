"""Measuring games: simulation and its figures."""
