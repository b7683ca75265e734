"""A board that speaks Firmata: marker sensors, buttons, lamps. docs/devices/firmata.md says more."""
