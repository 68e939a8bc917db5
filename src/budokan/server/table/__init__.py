"""A table: its match, viewers, bots, clocks and timeouts, and the frames it sends."""
