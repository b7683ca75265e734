"""`python -m controller` is `tablectl`."""

import sys

from controller.cli import main

sys.exit(main())
