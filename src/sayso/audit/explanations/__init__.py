"""Ways to say which words stand behind a score, held against the words people marked and against each other.

`posts` finds the posts with a majority rationale, `measuring` asks each method, takes the time and asks the
scorer what is left without the words, `report` shows it. Methods and scorer come in as arguments; nothing
here builds one. Start with `compare_explainers`.
"""

from sayso.audit.explanations.measuring import compare_explainers
from sayso.audit.explanations.report import ExplanationsReport, MethodReport, PairReport

__all__ = ["ExplanationsReport", "MethodReport", "PairReport", "compare_explainers"]
