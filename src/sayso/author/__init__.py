"""What an author can do: see a draft through the model's eyes, find other words, and object to a score.

No HTTP here and no SQL: `web/author` and the command line bring a text and carry the answer away.
Start with `draft.py`; `objections.py` keeps what authors say is wrong, and `webhook_sender.py` tells the
platform of it.
"""
