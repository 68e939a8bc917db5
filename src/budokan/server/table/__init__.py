"""One table: its match, its bots, who is present, whose time runs, and what viewers are sent."""
