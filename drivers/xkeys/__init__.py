"""X-keys button boxes (vendor 05F3), the XK-24 and its family."""
