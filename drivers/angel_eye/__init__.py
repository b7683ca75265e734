"""The Angel Eye II-EX electronic shoe. docs/devices/angel-eye.md tells what is known and what is inferred."""
