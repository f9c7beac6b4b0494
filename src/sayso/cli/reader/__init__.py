"""`sayso reader`: a platform's readers, and what simulated ones would meet."""
