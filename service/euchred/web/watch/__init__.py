"""What is noted of requests: logs, metrics, traces."""
