from collections.abc import Callable

from sayso_lab.data.dynahate import DYNAHATE, KIND, link_near_copies
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def read(text: str, *, label: int, split: str = "train") -> Row:
    (row,) = DYNAHATE.read({"dynahate": {"text": [text], "label": [label], "split": [split]}})
    return row


def test_hate_is_an_attack_and_its_neighbours_are_none(shares: Shares) -> None:
    assert shares(read("a", label=1)) == {"IDENTITY_ATTACK": 0.97, "TOXICITY": 0.9}
    assert shares(read("a", label=0)) == {"IDENTITY_ATTACK": 0.02, "TOXICITY": 0.12}


def test_harmless_texts_with_words_that_people_take_back_are_a_source_of_their_own(shares: Shares) -> None:
    """What they are in others' mouths stays open; people who speak of themselves are no offence."""
    ours, theirs = read("we queers vote", label=0), read("you queers vote", label=0)
    assert {ours.source, theirs.source} == {KIND}
    assert shares(ours) == {"IDENTITY_ATTACK": 0.02, "TOXICITY": 0.15}
    assert shares(theirs) == {"IDENTITY_ATTACK": 0.02}


def test_its_dev_split_is_kept_apart() -> None:
    assert read("a", label=1, split="dev").own == "val"
    assert read("we queers vote", label=0, split="dev").source == "dynahate"


def test_texts_that_share_a_run_of_six_words_are_linked_and_a_phrase_of_many_links_nobody() -> None:
    one, other, third = link_near_copies(
        ["I think that all of them should go", "I think that all of them should stay", "all of them"]
    )
    assert one == other != third
    assert len(set(link_near_copies([f"one two three four five six {n}" for n in range(9)]))) == 9
