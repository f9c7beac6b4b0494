"""`sayso serve`: the service, and the language model beside it."""
