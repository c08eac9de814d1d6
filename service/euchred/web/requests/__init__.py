"""What comes in: bytes, JSON, and the fields of every body."""
