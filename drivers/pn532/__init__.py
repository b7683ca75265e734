"""The PN532 reader chip on a serial line (HSU). docs/devices/pn532.md tells what is inferred."""
