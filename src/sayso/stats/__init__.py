"""Numbers about numbers: ranking quality, calibration, intervals. Arrays in, numbers out.

No model, text or file is known here. Start with `ranking`; every figure a person sees also gets an
interval from `intervals`.
"""

from sayso.stats.intervals import Interval, bootstrap_interval, wilson_interval
from sayso.stats.ranking import auc
from sayso.stats.reliability import expected_calibration_error

__all__ = ["Interval", "auc", "bootstrap_interval", "expected_calibration_error", "wilson_interval"]
