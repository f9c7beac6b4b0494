"""Models that turn texts into scores, and the detector that says which language a text is in.

Here live the scorers (`embedded`, `linear`, `cascade`, `blocklist`, `perspective`, `openai`, `highest`),
their calibration and the registry that finds them by name. A scorer never decides or stores, and it gets no
HTTP request and no database. Start with `registry`; `docs/explanation/scorers.md` shows how to add a scorer.
"""

from sayso.scoring.registry import ScorerContext, ScorerRegistry

__all__ = ["ScorerContext", "ScorerRegistry"]
