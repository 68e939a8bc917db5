"""What players of Udaka see and read."""
