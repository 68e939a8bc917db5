"""Where a match is held: on this machine, in a hall elsewhere, or in a lesson."""
