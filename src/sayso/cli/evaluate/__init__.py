"""`sayso evaluate`: a scorer held against labelled files."""
