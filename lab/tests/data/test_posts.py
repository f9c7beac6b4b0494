from collections.abc import Callable

from sayso_lab.data.posts import GAB_HATE, ISHATE_YOUTUBE
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def read_gab(text: str, *, dignity: int = 0, violence: int = 0, vulgar: int = 0, split: str = "train") -> Row:
    table = {"text": [text], "hd": [dignity], "cv": [violence], "vo": [vulgar], "split": [split]}
    (row,) = GAB_HATE.read({"gab_hate": table})
    return row


def test_gab_posts_are_hate_vulgar_or_neither(shares: Shares) -> None:
    assert shares(read_gab("a", dignity=1)) == {"IDENTITY_ATTACK": 0.88, "TOXICITY": 0.85, "THREAT": 0.03}
    assert shares(read_gab("a", violence=1))["THREAT"] == 0.75
    assert shares(read_gab("damn", vulgar=1)) == {
        "IDENTITY_ATTACK": 0.04, "TOXICITY": 0.75, "THREAT": 0.03, "PROFANITY": 0.85,
    }  # fmt: skip
    assert shares(read_gab("two Jews")) == {"IDENTITY_ATTACK": 0.12, "THREAT": 0.03}


def test_their_makers_test_posts_are_kept_apart() -> None:
    assert [read_gab("a", split=split).own for split in ("train", "test")] == ["train", "held"]


def test_comments_are_hate_or_not(shares: Shares) -> None:
    table = {"text": ["a", "b"], "hateful_layer": ["HS", "Non-HS"], "split": ["train", "dev"]}
    hate, other = ISHATE_YOUTUBE.read({"ishate_youtube": table})
    assert shares(hate) == {"IDENTITY_ATTACK": 0.93, "TOXICITY": 0.85}
    assert shares(other) == {"IDENTITY_ATTACK": 0.05}
    assert (hate.own, other.own) == ("train", "held")
