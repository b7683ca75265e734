"""Badge and barcode scanners on USB, in the mode that their makers call HID POS."""
