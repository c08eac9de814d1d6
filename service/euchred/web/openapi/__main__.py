"""Prints the published contract."""

import sys

from .build import written

sys.stdout.buffer.write(written())
