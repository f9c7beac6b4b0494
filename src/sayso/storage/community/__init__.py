"""What a community decides: its policies, shared words, pinned models and comparisons.

What a policy means for a reply is not known here (`deciding`). Start with `policies`.
"""
