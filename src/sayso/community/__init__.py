"""What a community decides for all of its members: its policy.

What lives here: use cases that several surfaces share. What may not: HTTP, SQL, and the rules of a single
decision, which are in `sayso.deciding`. A policy's fields are declared in `sayso.core.policy`.
Start with `policies`.
"""
