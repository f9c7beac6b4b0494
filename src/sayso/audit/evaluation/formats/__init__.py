"""The files that scorers are commonly held against, one module per format: table in, cases out.

Columns and labels are checked here; nothing is scored. To add a format, write `read_NAME(table, ...)` that
returns `Cases`, and give it a command in `sayso.cli.evaluate.command`.
"""

from sayso.audit.evaluation.formats.generic import read_generic
from sayso.audit.evaluation.formats.hatecheck import read_hatecheck
from sayso.audit.evaluation.formats.hateval import read_hateval
from sayso.audit.evaluation.formats.hatexplain import read_hatexplain, read_split
from sayso.audit.evaluation.formats.jigsaw import read_jigsaw
from sayso.audit.evaluation.formats.madlibs import read_madlibs
from sayso.audit.evaluation.formats.queerreclaimlex import read_queerreclaimlex
from sayso.audit.evaluation.formats.toxicspans import read_toxicspans

__all__ = [
    "read_generic",
    "read_hatecheck",
    "read_hateval",
    "read_hatexplain",
    "read_jigsaw",
    "read_madlibs",
    "read_queerreclaimlex",
    "read_split",
    "read_toxicspans",
]
