"""What players of Martial Art see and read."""
