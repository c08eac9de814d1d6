"""Fuzzing: random bytes as states of the law and as bodies of requests, with coverage as the guide (not in CI)."""
