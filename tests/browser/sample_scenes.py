"""Hand-made scenes for the drawers, one for each kind of board."""

from tests.browser.sample_body import body
from tests.browser.sample_lanes import lanes
from tests.browser.sample_ring import ring

SAMPLES = {"ring": ring, "lanes": lanes, "body": body}
