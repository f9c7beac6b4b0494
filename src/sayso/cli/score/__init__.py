"""`sayso score`: a file of texts in, scores out.

`sayso.files` opens and writes; here is what happens between. Start with `command`, then `scoring`.
"""
