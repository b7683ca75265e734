"""Drivers under a fuzzer: `make fuzz`. No part of the tests."""
