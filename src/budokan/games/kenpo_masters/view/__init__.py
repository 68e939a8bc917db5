"""What players of Kenpo Masters see and read."""
