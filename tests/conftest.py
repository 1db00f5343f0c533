"""Settings shared by all tests: examples are whole games, so hypothesis keeps no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "azulejos",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("azulejos")
