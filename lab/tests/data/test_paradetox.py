from collections.abc import Callable

from sayso_lab.data.paradetox import PARADETOX, PARADETOX_CANNOT
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def test_a_text_and_its_rewrites_are_linked(shares: Shares) -> None:
    table = {
        "toxic": ["oh damn", "you fool"],
        "neutral1": ["oh dear", None],
        "neutral2": ["oh damn it", None],
        "neutral3": [" ", None],
    }
    first, clean, rude, second = PARADETOX.read({"paradetox": table})
    assert [first.link, clean.link, rude.link, second.link] == ["para0", "para0", "para0", "para1"]
    assert shares(first) == {"TOXICITY": 0.93, "PROFANITY": 0.95}
    assert shares(clean) == {"TOXICITY": 0.1, "PROFANITY": 0, "SEVERE_TOXICITY": 0}
    assert shares(rude) == {"TOXICITY": 0.4, "SEVERE_TOXICITY": 0}
    assert shares(second) == {"TOXICITY": 0.93}


def test_what_no_rewording_helps_is_toxic(shares: Shares) -> None:
    plain, rude = PARADETOX_CANNOT.read({"paradetox_cannot_rewrite": {"text": ["a", "damn"]}})
    assert shares(plain) == {"TOXICITY": 0.8}
    assert shares(rude) == {"TOXICITY": 0.8, "PROFANITY": 0.9}
