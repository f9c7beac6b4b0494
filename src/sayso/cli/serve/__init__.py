"""`sayso serve`: the service, and the language model beside it.

The service itself is `sayso.web`, started by its name. Start with `command`.
"""
