"""Where a match runs: on this machine, in a hall elsewhere, or in a lesson."""
