"""The coach: luck and mistakes in a finished match."""
