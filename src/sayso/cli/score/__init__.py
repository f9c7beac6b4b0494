"""`sayso score`: a file of texts in, scores out."""
