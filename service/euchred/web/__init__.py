"""The law over HTTP: what goes over the wire, and nothing that knows euchre."""
