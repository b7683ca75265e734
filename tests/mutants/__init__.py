"""How good the tests are: small faults put in by lot."""
