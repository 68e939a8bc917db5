"""Measuring games and agents: simulation, balance, weights, strength, exact solutions."""
