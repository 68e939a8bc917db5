"""The pages in a real browser. This file makes fixtures of package scope possible."""
