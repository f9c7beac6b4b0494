"""`sayso bench`: how fast the service is, and what it survives.

`load` asks as clients do, `served` is the service that is asked, `endurance` kills it and looks what is left.
Nothing here runs inside the service. Start with `command`.
"""
