"""What all tests share."""

from hypothesis import settings

settings.register_profile("budokan", deadline=None)  # speed is measured by benchmarks, never here
settings.load_profile("budokan")
