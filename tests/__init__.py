"""What all tests have in common: Hypothesis never fails a test because the machine is busy with something else."""

from hypothesis import HealthCheck, settings

settings.register_profile("tilenet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tilenet")
