"""What an author can do: see a draft through the model's eyes, and find other words.

No HTTP and no database here: `web/author` and the command line bring a text and carry the answer away.
Start with `draft.py`.
"""
