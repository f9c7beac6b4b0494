"""Questions about a service or model as a whole: does it agree with another, what leaks, what it over-blocks.

Numbers come in, reports go out; nothing here runs a model, reads a database or speaks HTTP.
Start with `shadow`, the comparison with the service that Sayso replaces.
"""
