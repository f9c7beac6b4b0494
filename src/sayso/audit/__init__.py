"""Questions about a service or model as a whole: does it agree with another, what leaks, what it over-blocks.

Numbers or labelled files come in, reports go out; nothing here builds a model, reads a database or speaks
HTTP. Start with `shadow`, the comparison with the service that Sayso replaces, or with `evaluation`, which
holds a scorer, handed in, against labelled texts.
"""
