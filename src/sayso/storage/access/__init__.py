"""Keys, what they used up, and the secrets that tokens and links are signed with.

Whether a key may do something is not decided here (`web/access`); a key itself is never kept, only its hash.
Start with `keys`.
"""
