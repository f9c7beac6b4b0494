import pytest

from sayso.text.disguise import squeeze
from sayso.text.folded import Folded


def squeezed(text: str) -> tuple[str, str]:
    folded = Folded.unchanged(text)
    return squeeze(folded).text, squeeze(folded, keep=1).text


@pytest.mark.parametrize(
    ("text", "two", "one"),
    [
        ("boook", "book", "bok"),
        ("aaasshole", "aasshole", "asshole"),  # one run looks stretched: the others stay
        ("sstuppidd", "sstuppidd", "stupid"),  # two do: all are cut
        ("idiiot", "idiiot", "idiot"),
        ("bbully", "bbully", "bully"),
        ("liarr", "liarr", "liar"),
        ("lliiaarr", "liar", "liar"),
        ("noooo!!! 10000", "noo!!! 10000", "no!!! 10000"),
        ("sooo goood 1000 !!!", "soo good 1000 !!!", "so god 1000 !!!"),
    ],
)
def test_runs_are_cut_to_two_or_to_one(text: str, two: str, one: str) -> None:
    assert squeezed(text) == (two, one)


@pytest.mark.parametrize(
    "text", ["good", "odd", "butt", "committee", "llama", "less", "https://aaa.example/bbb", "www.bbc.com"]
)
def test_doubles_of_english_and_addresses_stay(text: str) -> None:
    assert squeezed(text) == (text, text)
