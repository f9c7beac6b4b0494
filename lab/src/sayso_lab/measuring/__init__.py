"""How good an encoder is: every row of the aims, measured on what it was not trained on, with intervals.

`material` says on which texts, `interview` asks a scorer about them, one module per kind of row counts, `run`
does all of it. Nothing here chooses anything: thresholds come from the card. Start with `run`.
"""

from sayso_lab.measuring.interview import Watcher
from sayso_lab.measuring.material import HeldOut, gather_held_out
from sayso_lab.measuring.report import AimsReport, TermRow
from sayso_lab.measuring.row import Aim, AimRow
from sayso_lab.measuring.run import measure_aims

__all__ = [
    "Aim",
    "AimRow",
    "AimsReport",
    "HeldOut",
    "TermRow",
    "Watcher",
    "gather_held_out",
    "measure_aims",
]
