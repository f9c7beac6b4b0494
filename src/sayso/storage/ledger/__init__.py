"""What was said and done, chained: entries, the texts they commit to, retention, and verification.

Entries are written by `storage/transaction` alone and never changed; only texts can be erased. Start with
`entries` and `chain`; `verification` finds what was changed all the same.
"""
