"""What a reader meets: their token, limits, words, replies held back, and the page behind a link.

No rule about replies lives here; those are in `sayso.deciding`, and what an answer does in `sayso.reader`.
Start with `access`, which every request passes, then `routes`, which names the routers.
"""
