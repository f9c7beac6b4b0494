from collections.abc import Callable

from sayso_lab.data.forums import RUDDIT, STORMFRONT
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def test_sentences_that_nobody_could_judge_are_left_out(shares: Shares) -> None:
    table = {"text": list("abcd"), "label": ["hate", "relation", "idk/skip", "noHate"]}
    hate, other = STORMFRONT.read({"stormfront": table})
    assert (hate.text, other.text) == ("a", "d")
    assert shares(hate) == {"IDENTITY_ATTACK": 0.95, "TOXICITY": 0.8}
    assert shares(other) == {"IDENTITY_ATTACK": 0.02}


def test_even_odds_of_toxic_are_at_three_tenths(shares: Shares) -> None:
    table = {"txt": ["a", " [deleted]", "b"], "offensiveness_score": [0.3, 0.9, 1.0]}
    middle, high = RUDDIT.read({"ruddit": table})
    assert shares(middle) == {"TOXICITY": 0.5}
    assert shares(high)["TOXICITY"] > 0.98
