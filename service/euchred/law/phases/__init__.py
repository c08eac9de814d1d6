"""The phases of a hand, one module each: what may be said or played, how it is ruled, and what it changes."""
