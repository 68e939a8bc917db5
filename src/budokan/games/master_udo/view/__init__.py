"""What players of Master Udo see and read."""
