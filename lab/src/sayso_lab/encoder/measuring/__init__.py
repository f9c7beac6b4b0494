"""How good an encoder is: every row of the targets, measured on what it was not trained on, with intervals.

`material` says on which texts, `interview` asks a scorer about them, one module per kind of row counts, `run`
does all of it. Nothing here chooses anything: thresholds come from the card. Start with `run`.
"""

from sayso_lab.encoder.measuring.interview import Watcher
from sayso_lab.encoder.measuring.material import HeldOut, gather_held_out
from sayso_lab.encoder.measuring.report import TargetsReport, TermRow
from sayso_lab.encoder.measuring.row import Target, TargetRow
from sayso_lab.encoder.measuring.run import measure_targets

__all__ = [
    "HeldOut",
    "Target",
    "TargetRow",
    "TargetsReport",
    "TermRow",
    "Watcher",
    "gather_held_out",
    "measure_targets",
]
