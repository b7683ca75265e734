"""A badge or barcode scanner that sends each code as a line of text. docs/devices/line-scanner.md says more."""
