"""Scenes drawn as blocks of text."""
