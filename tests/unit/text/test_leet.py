import pytest

from sayso.text.folded import Folded
from sayso.text.leet import spell, unleet


def careful(text: str) -> str:
    return unleet(Folded.unchanged(text)).text


def eager(text: str) -> str:
    return unleet(Folded.unchanged(text), eager=True).text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("l33t h4x0r", "leet haxor"),
        ("b@stard!!!", "bastard!!!"),
        ("n00b, w00t", "noob, woot"),
        ("a$$", "ass"),
        ("@$$", "ass"),
    ],
)
def test_signs_within_a_word_are_letters(text: str, read: str) -> None:
    assert careful(text) == read == eager(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a55", "ass"),
        ("@name", "aname"),
        ("mp3", "mpe"),
        ("b|g", "big"),
        ("ki88", "kibb"),
        ("10ser", "ioser"),
    ],
)
def test_the_eager_reading_takes_more_for_letters(text: str, read: str) -> None:
    assert careful(text) == text
    assert eager(text) == read


@pytest.mark.parametrize(
    "text",
    ["455", "3.5", "24/7", "$5", "!!!", "https://example.com/1d10t", "1d10t@example.com", "www.l33t.org"],
)
def test_numbers_and_addresses_are_never_words(text: str) -> None:
    assert careful(text) == text == eager(text)


def test_one_can_be_read_as_l() -> None:
    assert unleet(Folded.unchanged("10ser"), eager=True, one="l").text == "loser"


def test_a_run_of_signs_is_spelt_out() -> None:
    assert spell("1d10t") == "idiot"
