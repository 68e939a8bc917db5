"""Five martial arts games, their rules, opponents and tables."""

__version__ = "0.1.0"
