"""Draws scenes as blocks of text."""
