"""A text script that plays the whole daemon on its simulated devices, and says where it went otherwise."""
