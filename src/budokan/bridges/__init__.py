"""The games as environments of other projects; each module is loaded only when asked for."""
