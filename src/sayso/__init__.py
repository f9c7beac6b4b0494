"""Sayso: self-hosted text moderation in which everyone a decision touches has a say."""

__version__ = "0.1.0"
