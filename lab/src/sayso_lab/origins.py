"""Where each file of the data collection comes from, and under which licence."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Origin:
    licence: str
    credit: str


ORIGINS: Final[dict[str, Origin]] = {
    "jigsaw": Origin("CC0", "Jigsaw toxic comment classification, a subset"),
    "wikipedia_offensive": Origin(
        "CC0 (comments CC BY-SA 3.0)", "Jigsaw toxic comment classification, other comments, one label"
    ),
    "wiki_context": Origin("Apache-2.0", "Pavlopoulos et al. 2020"),
    "perspective_scores": Origin("Apache-2.0", "conversationai/perspectiveapi: Perspective's scores of 2018"),
    "identity_neutral": Origin("Apache-2.0", "Dixon et al. 2018"),
    "davidson": Origin("MIT", "Davidson et al. 2017"),
    "hatexplain": Origin("MIT", "Mathew et al. 2021"),
    "toxic_spans_comments": Origin("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_annotations": Origin("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_spans": Origin("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_semeval": Origin("CC0", "SemEval-2021 task 5, training split"),
    "toxic_spans_trial": Origin("CC0", "SemEval-2021 task 5, trial split"),
    "sbic_dev": Origin("CC BY 4.0", "Sap et al. 2020, dev split"),
    "implicit_hate_1": Origin("MIT", "ElSherief et al. 2021"),
    "implicit_hate_2": Origin("MIT", "ElSherief et al. 2021"),
    "implicit_hate_3": Origin("MIT", "ElSherief et al. 2021"),
    "toxigen": Origin("MIT", "Hartvigsen et al. 2022"),
    "hatemoji": Origin("CC BY 4.0", "Kirk et al. 2022"),
    "edos": Origin("CC0", "Kirk et al. 2023"),
    "stormfront": Origin("CC BY-SA 3.0", "de Gibert et al. 2018"),
    "ruddit": Origin("MIT", "Hada et al. 2021"),
    "paradetox": Origin("CC0", "Logacheva et al. 2022"),
    "paradetox_cannot_rewrite": Origin("CC0", "Logacheva et al. 2022, sentences that no rewording helps"),
    "reviews": Origin("MIT", "Hutto and Gilbert 2014: review and editorial sentences"),
    "everyday_text": Origin(
        "per row: MIT, BSD-3, CC0, CC BY 4.0, CC BY-SA 4.0, CDLA-Sharing 1.0",
        "public conversation corpora, a sample",
    ),
}
"""By the name of the file without its ending."""
