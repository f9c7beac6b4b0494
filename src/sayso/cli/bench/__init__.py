"""`sayso bench`: how fast the service is, and what it survives."""
