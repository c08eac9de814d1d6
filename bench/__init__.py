"""Benchmarks: each measures us and a peer in the same run and reports the ratio."""
