"""Other wordings held against what people wrote: sentences they rewrote, with each of their substitutions.

`pairs` reads the file and finds what people changed, `measuring` takes the first suggestion again and again
and counts, `report` shows it. Whoever reads drafts, compares meanings or knows how a text reads comes in as
an argument (`roles`). Start with `compare_advisers`.
"""

from sayso.audit.alternatives.measuring import compare_advisers
from sayso.audit.alternatives.report import AlternativesReport
from sayso.audit.alternatives.roles import Adviser, Embedder, LanguageModel

__all__ = ["Adviser", "AlternativesReport", "Embedder", "LanguageModel", "compare_advisers"]
