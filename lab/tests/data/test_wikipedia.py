from collections.abc import Callable

from sayso_lab.data.rows import NOTHING_WRONG, Row
from sayso_lab.data.wikipedia import JIGSAW, WIKIPEDIA_OFFENSIVE

Shares = Callable[[Row], dict[str, float]]


def test_jigsaw_leaves_open_what_was_not_judged(shares: Shares) -> None:
    rest = {name: [0.0, None] for name in ("severe_toxic", "obscene", "threat", "insult", "identity_hate")}
    table = {"comment_text": ["a", "b"], "toxic": [1, 0], **rest, "insult": [1.0, None]}
    full, bare = JIGSAW.read({"jigsaw": table})
    assert shares(full) == {**NOTHING_WRONG, "TOXICITY": 1, "INSULT": 1}
    assert shares(bare) == {"TOXICITY": 0}
    assert (full.gold, bare.gold) == (1, 0)
    assert full.groups is None
    assert full.implied is None


def test_not_offensive_means_none_of_the_six(shares: Shares) -> None:
    table = {"is_offensive": [1, 0], "text": ["a", "b"]}
    bad, good = WIKIPEDIA_OFFENSIVE.read({"wikipedia_offensive": table})
    assert shares(bad) == {"TOXICITY": 0.95}
    assert shares(good) == NOTHING_WRONG
