"""Sayso beside the service it replaces: asking both in the background, and what the answers say.

The other service, and whoever keeps both scores, come in as arguments; neither HTTP nor SQL lives here.
Start with `comparing`, which asks; `report` says how far the two agree and which thresholds of ours stand for
theirs.
"""
