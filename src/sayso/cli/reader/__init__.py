"""`sayso reader`: a platform's readers, and what simulated ones would meet.

Options and printing; what is counted lives in `sayso.reader`. Start with `command`.
"""
