"""The games as environments for learning agents, in the forms that the field's tools expect."""
