"""`sayso evaluate`: a scorer held against labelled files.

Options and printing; what is measured and how lives in `sayso.audit`. Start with `command`.
"""
