"""The lines to the devices, and what is made of what they say."""
