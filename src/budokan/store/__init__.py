"""The store: matches, results, open seats and shared deals in SQLite."""
