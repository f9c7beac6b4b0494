"""Readers, their words and limits, the replies filtered for them, and their conversations."""
