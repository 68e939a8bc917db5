"""Small games solved exactly, and how close agents come."""
