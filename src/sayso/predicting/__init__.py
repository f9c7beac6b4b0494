"""A language model on this machine, for conversations and for the words that may come next.

What lives here: which models can be fetched, how one is fetched and checked, and the process that runs one.
What may not: the judging of replies, HTTP routes, torch. Other servers than ours are the matter of
`reader/guard`.
Start with `catalogue` (what there is), then `fetching`; `local_server` keeps `model_process` alive.
"""
