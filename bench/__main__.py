"""`python -m bench [NAMES]`: runs the benchmarks named (all without a name), prints one table."""

import importlib
import sys

from bench.timing import table

NAMES = ("law", "service", "batch", "claims")

if __name__ == "__main__":
    chosen = sys.argv[1:] or NAMES
    print(table([row for name in chosen for row in importlib.import_module(f"bench.{name}").rows()]))
