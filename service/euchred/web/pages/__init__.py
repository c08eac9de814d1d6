"""What can be looked up: lists, pages, documentation, health."""
