"""Contactless badge readers, by way of pcscd. docs/devices/pcsc.md says more."""
