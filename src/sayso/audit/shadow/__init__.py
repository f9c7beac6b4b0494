"""Sayso beside the service it replaces: asking both in the background, and what the answers say."""
