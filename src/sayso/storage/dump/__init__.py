"""A whole database as lines of JSON, written and read back, for either engine.

Rows are copied as they are; nothing here knows what they mean. Start with `lines`, the format.
"""
