"""Where each file of the data collection comes from, and under which licence."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Licence:
    licence: str
    credit: str


LICENCES: Final[dict[str, Licence]] = {
    "jigsaw": Licence("CC0", "Jigsaw toxic comment classification, a subset"),
    "wikipedia_offensive": Licence(
        "CC0 (comments CC BY-SA 3.0)", "Jigsaw toxic comment classification, other comments, one label"
    ),
    "wiki_context": Licence("Apache-2.0", "Pavlopoulos et al. 2020"),
    "perspective_scores": Licence(
        "Apache-2.0", "conversationai/perspectiveapi: Perspective's scores of 2018"
    ),
    "identity_neutral": Licence("Apache-2.0", "Dixon et al. 2018"),
    "davidson": Licence("MIT", "Davidson et al. 2017"),
    "hatexplain": Licence("MIT", "Mathew et al. 2021"),
    "toxic_spans_comments": Licence("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_annotations": Licence("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_spans": Licence("CC0", "Pavlopoulos et al. 2021, 2022"),
    "toxic_spans_semeval": Licence("CC0", "SemEval-2021 task 5, training split"),
    "toxic_spans_trial": Licence("CC0", "SemEval-2021 task 5, trial split"),
    "sbic_dev": Licence("CC BY 4.0", "Sap et al. 2020, dev split"),
    "implicit_hate_1": Licence("MIT", "ElSherief et al. 2021"),
    "implicit_hate_2": Licence("MIT", "ElSherief et al. 2021"),
    "implicit_hate_3": Licence("MIT", "ElSherief et al. 2021"),
    "toxigen": Licence("MIT", "Hartvigsen et al. 2022"),
    "hatemoji": Licence("CC BY 4.0", "Kirk et al. 2022"),
    "edos": Licence("CC0", "Kirk et al. 2023"),
    "stormfront": Licence("CC BY-SA 3.0", "de Gibert et al. 2018"),
    "ruddit": Licence("MIT", "Hada et al. 2021"),
    "paradetox": Licence("CC0", "Logacheva et al. 2022"),
    "paradetox_cannot_rewrite": Licence("CC0", "Logacheva et al. 2022, sentences that no rewording helps"),
    "reviews": Licence("MIT", "Hutto and Gilbert 2014: review and editorial sentences"),
    "dynahate": Licence("free with citation (no licence file)", "Vidgen et al. 2021"),
    "gab_hate": Licence("CC BY 4.0", "Kennedy et al. 2022"),
    "ishate_youtube": Licence("BSL-1.0", "Ocampo et al. 2023"),
    "perspective_fragments": Licence(
        "Apache-2.0 (one part's copy CC BY-SA 4.0)", "Gehman et al. 2020: Perspective's scores of 2020"
    ),
    "everyday_text": Licence(
        "per row: MIT, BSD-3, CC0, CC BY 4.0, CC BY-SA 4.0, CDLA-Sharing 1.0",
        "public conversation corpora, a sample",
    ),
}
"""By the name of the file without its ending."""
