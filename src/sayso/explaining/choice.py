"""Which method explains a scorer."""

from sayso.core import Examiner, Explainer, Scorer
from sayso.explaining.occlusion import OcclusionExplainer
from sayso.explaining.rationale import RationaleExplainer


def choose_explainer(scorer: Scorer) -> Explainer:
    """The scorer's own evidence where it has any; else its words are taken out one by one."""
    return RationaleExplainer(scorer) if isinstance(scorer, Examiner) else OcclusionExplainer(scorer)
