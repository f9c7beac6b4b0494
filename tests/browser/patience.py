"""How long a test waits for a page: long, for busy machines, since only a failing test waits till the end."""

PATIENCE_MS = 60_000
