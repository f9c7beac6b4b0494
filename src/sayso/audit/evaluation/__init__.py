"""A scorer held against labelled files: how good, how sure, and for whom it is worst.

`formats` says what the labels of a file mean (`cases`), `asking` asks a scorer, `measuring` makes the
`report`, and `picture` and `card` show it. A scorer comes in as an argument; nothing here builds one, trains
one or prints. Start with `evaluate`.
"""

from sayso.audit.evaluation.asking import Answers, ask, prepare
from sayso.audit.evaluation.cases import Cases, Grouping, Judgement
from sayso.audit.evaluation.measuring import evaluate, measure
from sayso.audit.evaluation.report import Report, read_report
from sayso.files.labelled import Table, read_table

__all__ = [
    "Answers",
    "Cases",
    "Grouping",
    "Judgement",
    "Report",
    "Table",
    "ask",
    "evaluate",
    "measure",
    "prepare",
    "read_report",
    "read_table",
]
