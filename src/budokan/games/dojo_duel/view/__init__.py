"""What players of Dojo Duel see and read."""
