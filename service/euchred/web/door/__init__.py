"""Who is let in: keys, rates, and the pages of browsers."""
