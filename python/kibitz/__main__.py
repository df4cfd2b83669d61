"""``python -m kibitz`` is the same as ``kibitz``."""

import sys

from kibitz.cli import main

sys.exit(main())
