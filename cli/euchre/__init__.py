"""The command line of euchred: a client of its contract."""
