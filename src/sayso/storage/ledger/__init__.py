"""What was said and done, chained: entries, the texts they commit to, retention, and verification."""
