from collections.abc import Callable

import numpy as np

from sayso_lab.data.labels import PERSPECTIVE
from sayso_lab.data.perspective import PERSPECTIVE_FRAGMENTS, PERSPECTIVE_SCORES, WIKI_CONTEXT
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def test_context_has_a_label_and_one_score_of_perspective(shares: Shares) -> None:
    (row,) = WIKI_CONTEXT.read({"wiki_context": {"text": ["a"], "label": [1], "api": [0.25]}})
    assert shares(row) == {"TOXICITY": 1}
    assert row.perspective is not None
    assert row.perspective[0] == 0.25
    assert np.isnan(row.perspective[1:]).all()


def test_perspectives_scores_are_no_judgement_of_people(shares: Shares) -> None:
    columns = ("TOXICITY@6", "SEVERE_TOXICITY@2", *PERSPECTIVE[3:])
    table = {"comment_text": ["a"]} | {name: [place / 8] for place, name in enumerate(columns)}
    (row,) = PERSPECTIVE_SCORES.read({"perspective_scores": table})
    assert shares(row) == {}
    assert row.perspective is not None
    assert np.isnan(row.perspective[0])
    assert row.perspective[1:].tolist() == [place / 8 for place in range(7)]
    assert row.gold is None


def test_fragments_have_perspectives_scores_by_their_plain_names(shares: Shares) -> None:
    table = {"text": ["a"]} | {name: [place / 8] for place, name in enumerate(PERSPECTIVE[1:])}
    (row,) = PERSPECTIVE_FRAGMENTS.read({"perspective_fragments": table})
    assert shares(row) == {}
    assert row.perspective is not None
    assert row.perspective[1:].tolist() == [place / 8 for place in range(7)]
