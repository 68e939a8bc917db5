"""What players of Stances see and read."""
