"""A whole database as lines of JSON, written and read back, for either engine."""
