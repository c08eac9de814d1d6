"""The client library: `from euchre import Judge`. The command line asks through its inner part, `service`."""
