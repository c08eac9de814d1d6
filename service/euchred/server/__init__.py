"""The process: the server, its workers, and the bridge from the server to the application."""
