"""Slip and receipt printers that speak ESC/POS. docs/devices/escpos.md says more."""
