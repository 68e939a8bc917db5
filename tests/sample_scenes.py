"""Hand-made scenes for the drawers, one for each kind of board."""

from tests.sample_body import body
from tests.sample_lanes import lanes
from tests.sample_ring import ring

SAMPLES = {"ring": ring, "lanes": lanes, "body": body}
