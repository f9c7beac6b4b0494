"""Readers, their words and limits, the replies filtered for them, and their conversations.

What is decided about a reply comes in; nothing here decides or scores. Start with `readers`, then `terms`
and `filtered_replies`.
"""
