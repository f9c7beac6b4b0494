"""What a reader meets: their token, limits, words, replies held back, and the page behind a link.

No rule about replies lives here; those are in `sayso.deciding`, and what an answer does in `sayso.reader`.
Who reads is found in `web/access`. Start with `routes`, which names the routers.
"""
