"""Seeded rounds on simulated devices, with faults."""
