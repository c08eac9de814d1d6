"""The verbs of the command line, one a file: parse, send, render."""
